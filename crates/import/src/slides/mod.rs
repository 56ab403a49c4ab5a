//! Reader for presentations (pptx): the text of each slide in the order of the show, its tables as rows with tabs between
//! the cells, and the speaker's notes after it.
//!
//! Text that a layout repeats on each slide (date, footer, number) is left out. Titles and names in charts follow the
//! slide; text in pictures is not read. Hidden shapes are left out and counted; text outside the slide is not compared.
//! A hidden slide is read: it is handed in, and whoever opens the file sees it.

mod shape;

use std::collections::HashSet;

use quick_xml::events::{BytesStart, Event};

use super::detection::OLE2;
use super::docx::embedded;
use super::docx::package::{Left, Package};
use super::docx::xml::{Space, Xml, as_shown, attribute, starts_of, text_of};
use super::formula::{Form, Omml};
use super::marked::{Mark, Marked, visible};
use super::{Extracted, Format, ImportCause, Places, Warning, pictured_pages};
use shape::Slide;

/// Maximum number of slides that are read: no talk has more, and one part may be named again and again.
const MOST_SLIDES: usize = 5_000;

pub(super) fn read(bytes: &[u8]) -> Result<Extracted, ImportCause> {
    let wrong = ImportCause::wrong(Format::Slides);
    if bytes.starts_with(OLE2) {
        // An encrypted pptx and an old ppt have the same container.
        return Err(ImportCause::Encrypted);
    }
    if !bytes.starts_with(b"PK") {
        return Err(wrong);
    }
    let mut package = Package::open(bytes, Left::of(bytes.len()))?;
    let show = package
        .relations("")?
        .into_iter()
        .find(|relation| relation.kind == "officeDocument")
        .map_or_else(|| "ppt/presentation.xml".to_owned(), |main| main.target);
    let Some(xml) = package.xml(&show)? else {
        return Err(wrong);
    };
    let relations = package.relations(&show)?;
    let size = shape::size(&xml);
    let mut out = Out::default();
    let mut found = false;
    for id in order(&xml).iter().take(MOST_SLIDES) {
        let slide = relations
            .iter()
            .find(|relation| relation.id == *id && relation.kind == "slide");
        if let Some(slide) = slide {
            found |= read_slide(&mut package, &slide.target, size, &mut out)?;
        }
    }
    if !found
        && !relations
            .iter()
            .any(|relation| relation.kind == "slideMaster")
    {
        return Err(wrong);
    }
    let mut extracted = out.text.extracted();
    extracted.warnings.extend(Warning::hidden(out.hidden));
    extracted.warnings.extend(Warning::embedded(out.embedded));
    pictured_pages::tell(&mut extracted, pictured_pages::in_package(bytes));
    Ok(extracted)
}

/// Text of the slides read so far.
#[derive(Default)]
struct Out {
    text: Marked,
    hidden: Places,
    /// Names of the documents on the slides, which are not read.
    embedded: Vec<String>,
}

/// Returns the identifiers of the slides in the order of the show.
fn order(xml: &str) -> Vec<String> {
    let id = |slide: BytesStart<'_>| {
        // Beside `r:id` stands the slide's own `id`, a number.
        let id = slide
            .attributes()
            .with_checks(false)
            .flatten()
            .filter(|attribute| attribute.key.prefix().is_some())
            .find(|attribute| attribute.key.local_name().as_ref() == b"id")?;
        Some(String::from_utf8_lossy(&id.value).into_owned())
    };
    starts_of(xml, b"sldId").filter_map(id).collect()
}

/// Adds the text of a slide, of its diagrams and of its notes; returns whether there is such a slide.
fn read_slide(
    package: &mut Package<'_>,
    part: &str,
    size: Option<(f32, f32)>,
    out: &mut Out,
) -> Result<bool, ImportCause> {
    let Some(xml) = package.xml(part)? else {
        return Ok(false);
    };
    Page::read(&xml, Part::Slide(size), out);
    let relations = package.relations(part)?;
    out.embedded.extend(embedded::names(package, &relations)?);
    for kind in ["diagramData", "chart", "chartEx", "notesSlide"] {
        let part = Part::of_drawing(kind).unwrap_or(Part::Notes);
        for relation in relations.iter().filter(|relation| relation.kind == kind) {
            if let Some(xml) = package.xml(&relation.target)? {
                Page::read(&xml, part, out);
            }
        }
    }
    let text = out.text.text();
    if !text.is_empty() && !text.ends_with("\n\n") {
        out.text.push("\n", None);
    }
    Ok(true)
}

/// Returns the text of a diagram or chart, which a document of Word has too.
pub(super) fn drawing(xml: &str, part: Part) -> Marked {
    let mut out = Out::default();
    Page::read(xml, part, &mut out);
    out.text
}

/// Kind of a part with text.
#[derive(Clone, Copy, PartialEq)]
pub(super) enum Part {
    /// Slide, with its size in points.
    Slide(Option<(f32, f32)>),
    Diagram,
    /// Chart: its titles, and the names of its series and categories.
    Chart,
    /// Notes, of which only the body is text: a page of notes repeats its slide.
    Notes,
}

impl Part {
    /// Returns the part of a drawing by the kind of the relationship to it; `None` for any other part.
    pub(super) fn of_drawing(kind: &str) -> Option<Self> {
        match kind {
            "diagramData" => Some(Self::Diagram),
            "chart" | "chartEx" => Some(Self::Chart),
            _ => None,
        }
    }
}

/// Part being read.
struct Page<'t> {
    out: &'t mut Out,
    part: Part,
    line: Marked,
    /// Number of open elements whose text belongs to runs.
    runs: usize,
    /// Depth of open elements inside one that is left out; 0 outside.
    skipped: usize,
    /// Number of open table cells.
    cells: usize,
    /// Whether the row has a cell already.
    row_begun: bool,
    /// Whether the text of the shape is left out by its role on the slide.
    is_role_left_out: bool,
    slide: Slide,
    /// Lines of a chart so far: each series repeats the names of the categories.
    names: HashSet<String>,
    /// Number of open elements with the names of a chart.
    caches: usize,
    /// Formula being read, with the number of its open elements; `None` outside formulas.
    formula: Option<(Omml, usize)>,
    /// Number of open elements whose formulas stand on lines of their own.
    displays: usize,
}

impl<'t> Page<'t> {
    fn read(xml: &str, part: Part, out: &'t mut Out) {
        let size = match part {
            Part::Slide(size) => size,
            _ => None,
        };
        let mut page = Self {
            out,
            part,
            line: Marked::default(),
            runs: 0,
            skipped: 0,
            cells: 0,
            row_begun: false,
            is_role_left_out: part == Part::Notes,
            slide: Slide::of(size),
            names: HashSet::new(),
            caches: 0,
            formula: None,
            displays: 0,
        };
        let mut reader = Xml::new(xml);
        // Of a broken part everything before the break counts.
        while let Ok((space, event)) = reader.next() {
            match event {
                Event::Eof => break,
                Event::Start(start) => page.start(space, &start),
                Event::End(end) => page.end(space, end.local_name().as_ref()),
                text => {
                    if let Some(text) = text_of(&text) {
                        page.characters(&text);
                    }
                }
            }
        }
        page.end_formula();
        page.end_line();
    }

    fn start(&mut self, space: Space, start: &BytesStart<'_>) {
        if self.skipped > 0 {
            self.skipped += 1;
            return;
        }
        if space == Space::Math {
            self.start_math(start);
        }
        self.slide.start(start);
        let is_chart = self.part == Part::Chart;
        match (space, start.local_name().as_ref()) {
            (_, b"strCache" | b"strDim") if is_chart => self.caches += 1,
            (_, b"v" | b"pt") if is_chart && self.caches > 0 => self.runs += 1,
            // An older program's form of what stands beside it.
            (Space::Compatibility, b"Fallback") => self.skipped = 1,
            (Space::Drawing | Space::Math, b"t") => self.runs += 1,
            (Space::Drawing, b"br") => self.end_line(),
            (Space::Drawing, b"tr") => self.row_begun = false,
            (Space::Drawing, b"tc") => {
                self.cells += 1;
                if self.row_begun {
                    self.line.push("\t", None);
                }
                self.row_begun = true;
            }
            (_, b"sp") => self.is_role_left_out = self.part == Part::Notes,
            (_, b"ph") => {
                let role = attribute(start, b"type").unwrap_or_default();
                self.is_role_left_out = match role.as_str() {
                    "dt" | "ftr" | "hdr" | "sldNum" | "sldImg" => true,
                    "body" => false,
                    _ => self.part == Part::Notes,
                };
            }
            _ => {}
        }
    }

    fn end(&mut self, space: Space, name: &[u8]) {
        if self.skipped > 0 {
            self.skipped -= 1;
            return;
        }
        if space == Space::Math {
            self.end_math(name);
        }
        self.slide.end(name);
        let is_chart = self.part == Part::Chart;
        match (space, name) {
            (_, b"strCache" | b"strDim") if is_chart => self.caches = self.caches.saturating_sub(1),
            (_, b"v" | b"pt") if is_chart && self.caches > 0 => {
                self.runs = self.runs.saturating_sub(1);
                self.end_line();
            }
            (Space::Drawing | Space::Math, b"t") => self.runs = self.runs.saturating_sub(1),
            (Space::Drawing, b"p") => self.end_line(),
            (Space::Drawing, b"tc") => self.cells = self.cells.saturating_sub(1),
            (Space::Drawing, b"tr") => {
                self.line.trim_end();
                self.end_line();
            }
            (_, b"sp") => self.is_role_left_out = self.part == Part::Notes,
            _ => {}
        }
    }

    fn characters(&mut self, piece: &str) {
        if self.runs > 0 && self.skipped == 0 && !self.is_role_left_out {
            let shown = as_shown(piece, true);
            if self.slide.is_hidden() {
                let count = visible(&shown);
                if count > 0 {
                    self.out.hidden.add(self.out.text.length(), count);
                }
                return;
            }
            let mark = self.slide.drawn().unseen().map(Mark::Unseen);
            match &mut self.formula {
                Some((formula, _)) if formula.is_hidden() => {}
                Some((formula, _)) => formula.letters(&shown, mark.is_some()),
                None => self.line.push(&shown, mark),
            }
        }
    }

    fn start_math(&mut self, start: &BytesStart<'_>) {
        let name = start.local_name();
        match (&mut self.formula, name.as_ref()) {
            (_, b"oMathPara") => self.displays += 1,
            (None, b"oMath") => self.formula = Some((Omml::new(), 0)),
            (Some((formula, open)), name) => {
                formula.start(name, attribute(start, b"val"));
                *open += 1;
            }
            (None, _) => {}
        }
    }

    fn end_math(&mut self, name: &[u8]) {
        match &mut self.formula {
            _ if name == b"oMathPara" => self.displays = self.displays.saturating_sub(1),
            Some((_, 0)) => self.end_formula(),
            Some((formula, open)) => {
                formula.end();
                *open -= 1;
            }
            None => {}
        }
    }

    /// Ends the formula: one that stands by itself is a line of its own, or several.
    fn end_formula(&mut self) {
        let Some((formula, _)) = self.formula.take() else {
            return;
        };
        let formula = formula.finish();
        if self.displays == 0 || self.cells > 0 {
            self.line.push(&formula.finish(Form::Inline).text, None);
            return;
        }
        for line in formula.finish(Form::Display).text.lines() {
            self.end_line();
            self.line.push(line, None);
        }
        self.end_line();
    }

    /// Ends a line; inside a cell its words only stand apart.
    fn end_line(&mut self) {
        if self.cells > 0 {
            if self.line.length() > 0 && !self.line.text().ends_with([' ', '\t']) {
                self.line.push(" ", None);
            }
            return;
        }
        let line = std::mem::take(&mut self.line).trimmed_cells();
        let is_empty = line.text().trim().is_empty();
        if is_empty || (self.part == Part::Chart && !self.names.insert(line.text().to_owned())) {
            return;
        }
        self.out.text.append(line);
        self.out.text.push("\n", None);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::docx::sample::package;

    const SHOW: &str = r#"<p:presentation xmlns:p="p" xmlns:r="r"><p:sldIdLst><p:sldId id="257" r:id="rId3"/>
        <p:sldId id="256" r:id="rId2"/><p:sldId id="9" r:id="rId9"/></p:sldIdLst></p:presentation>"#;
    const RELATIONS: &str = r#"<Relationships><Relationship Id="rId2" Type="x/slide" Target="slides/slide1.xml"/>
        <Relationship Id="rId3" Type="x/slide" Target="slides/slide2.xml"/></Relationships>"#;

    #[test]
    fn slides_follow_the_show_with_tables_and_notes() {
        let second = "<p:sld><p:sp><p:nvPr><p:ph type=\"title\"/></p:nvPr><a:p><a:r><a:t>二&amp;</a:t></a:r></a:p></p:sp>\
            <p:sp><p:nvPr><p:ph type=\"sldNum\"/></p:nvPr><a:p><a:r><a:t>7</a:t></a:r></a:p></p:sp>\
            <a:tbl><a:tr><a:tc><a:p><a:r><a:t>甲</a:t></a:r></a:p><a:p><a:r><a:t>续</a:t></a:r></a:p></a:tc>\
            <a:tc><a:p/></a:tc><a:tc><a:p><a:r><a:t>1.50</a:t></a:r></a:p></a:tc></a:tr></a:tbl></p:sld>";
        let notes = "<p:notes><p:sp><p:nvPr><p:ph type=\"sldImg\"/></p:nvPr></p:sp><p:sp><p:nvPr><p:ph type=\"body\"/></p:nvPr>\
            <a:p><a:r><a:t>讲稿</a:t></a:r></a:p></p:sp><p:sp><a:p><a:r><a:t>别的</a:t></a:r></a:p></p:sp></p:notes>";
        let bytes = package(&[
            ("ppt/presentation.xml", SHOW),
            ("ppt/_rels/presentation.xml.rels", RELATIONS),
            (
                "ppt/slides/slide1.xml",
                "<p:sld><p:sp><a:p><a:r><a:t>一</a:t></a:r><a:br/><a:r><a:t>行</a:t></a:r></a:p></p:sp></p:sld>",
            ),
            ("ppt/slides/slide2.xml", second),
            (
                "ppt/slides/_rels/slide2.xml.rels",
                r#"<Relationships><Relationship Id="r1" Type="x/notesSlide" Target="../notesSlides/n.xml"/></Relationships>"#,
            ),
            ("ppt/notesSlides/n.xml", notes),
        ]);
        assert_eq!(
            read(&bytes).unwrap().text,
            "二&\n甲 续\t\t1.50\n讲稿\n\n一\n行\n\n"
        );
    }

    #[test]
    fn documents_on_slides_are_named_and_drawn_formulas_are_not() {
        let slide = "<p:sld><p:sp><a:p><a:r><a:t>一</a:t></a:r></a:p></p:sp></p:sld>";
        let bytes = package(&[
            ("ppt/presentation.xml", SHOW),
            ("ppt/_rels/presentation.xml.rels", RELATIONS),
            ("ppt/slides/slide1.xml", slide),
            (
                "ppt/slides/_rels/slide1.xml.rels",
                r#"<Relationships><Relationship Id="r1" Type="x/package" Target="../embeddings/a.rtf"/>
                <Relationship Id="r2" Type="x/oleObject" Target="../embeddings/b.bin"/></Relationships>"#,
            ),
            ("ppt/embeddings/a.rtf", r"{\rtf1 text}"),
            ("ppt/embeddings/b.bin", "\0\u{1}formula"),
        ]);
        let names = vec!["a.rtf".to_owned()];
        let told = read(&bytes).unwrap().warnings;
        assert_eq!(told, [Warning::EmbeddedFiles { names }]);
    }

    #[test]
    fn hidden_shapes_and_those_outside_are_told_and_charts_are_read() {
        let show = SHOW.replace(
            "<p:sldIdLst>",
            r#"<p:sldSz cx="9144000" cy="6858000"/><p:sldIdLst>"#,
        );
        let shape = |name: &str, x: i64, letters: &str, text: &str| {
            format!(
                r#"<p:sp><p:nvSpPr><p:cNvPr id="2" {name}/></p:nvSpPr><p:spPr><a:xfrm><a:off x="{x}" y="0"/><a:ext cx="900000" cy="900000"/></a:xfrm></p:spPr>
                <p:txBody><a:p><a:r>{letters}<a:t>{text}</a:t></a:r></a:p></p:txBody></p:sp>"#
            )
        };
        // The shapes of a group have a measure of their own.
        let group = |inside: &str| {
            format!(
                r#"<p:grpSp><p:grpSpPr><a:xfrm><a:off x="0" y="0"/><a:ext cx="900000" cy="900000"/><a:chOff x="50000000" y="0"/><a:chExt cx="900000" cy="900000"/>
                </a:xfrm></p:grpSpPr>{inside}</p:grpSp>"#
            )
        };
        let slide = [
            "<p:sld>".to_owned(),
            shape("", 100, "", "看得见的文字"),
            shape("", 30_000_000, "", "右边外面的文字没有人看到"),
            shape("hidden=\"1\"", 100, "", "隐藏的形状里没有人看到"),
            shape("", 100, r#"<a:rPr sz="100"/>"#, "一磅大小的文字没有人看到"),
            group(&shape("", 50_000_000, "", "组里的文字")),
            group(&shape("", 0, "", "组外的文字没有任何人看到")),
            "</p:sld>".to_owned(),
        ]
        .concat();
        let chart = "<c:chart><c:title><a:p><a:r><a:t>销量对比</a:t></a:r></a:p></c:title><c:ser><c:tx><c:strCache><c:pt><c:v>一季度</c:v></c:pt></c:strCache></c:tx>\
            <c:cat><c:strCache><c:pt><c:v>东部</c:v></c:pt><c:pt><c:v>西部</c:v></c:pt></c:strCache></c:cat><c:val><c:numCache><c:pt><c:v>1</c:v></c:pt></c:numCache></c:val></c:ser>\
            <c:ser><c:cat><c:strCache><c:pt><c:v>东部</c:v></c:pt></c:strCache></c:cat></c:ser></c:chart>";
        let bytes = package(&[
            ("ppt/presentation.xml", &show),
            ("ppt/_rels/presentation.xml.rels", RELATIONS),
            ("ppt/slides/slide1.xml", &slide),
            (
                "ppt/slides/_rels/slide1.xml.rels",
                r#"<Relationships><Relationship Id="r1" Type="x/chart" Target="../charts/c.xml"/></Relationships>"#,
            ),
            ("ppt/charts/c.xml", chart),
        ]);
        let got = read(&bytes).unwrap();
        assert_eq!(
            got.text,
            "看得见的文字\n右边外面的文字没有人看到\n一磅大小的文字没有人看到\n组里的文字\n组外的文字没有任何人看到\n销量对比\n一季度\n东部\n西部\n\n"
        );
        assert_eq!(got.spans(), [(7, 19), (20, 32), (39, 51)]);
        assert!(got.warnings.iter().any(
            |warning| matches!(warning, Warning::HiddenText { places } if places.count == 11)
        ));
    }

    #[test]
    fn formulas_stand_in_their_sentence_or_on_lines() {
        let half = "<m:f><m:num><m:r><m:t>1</m:t></m:r></m:num><m:den><m:r><m:t>2a</m:t></m:r></m:den></m:f>";
        let slide = format!(
            "<p:sld><a:p><a:r><a:t>其中</a:t></a:r><a14:m><m:oMath>{half}</m:oMath></a14:m><a:r><a:t>为系数</a:t></a:r></a:p>\
             <a:p><a:r><a:t>于是</a:t></a:r><mc:AlternateContent><mc:Choice><a14:m><m:oMathPara><m:oMath>{half}</m:oMath></m:oMathPara></a14:m>\
             </mc:Choice><mc:Fallback><a:t>旧</a:t></mc:Fallback></mc:AlternateContent></a:p></p:sld>"
        );
        let bytes = package(&[
            ("ppt/presentation.xml", SHOW),
            ("ppt/_rels/presentation.xml.rels", RELATIONS),
            ("ppt/slides/slide1.xml", &slide),
        ]);
        assert_eq!(
            read(&bytes).unwrap().text,
            "其中1/(2a)为系数\n于是\n1/(2a)\n\n"
        );
    }

    #[test]
    fn other_files_are_no_presentations_and_depth_no_danger() {
        let wrong = ImportCause::wrong(Format::Slides);
        assert_eq!(read(b"plain"), Err(wrong.clone()));
        assert_eq!(read(&package(&[("a.xml", "<a/>")])), Err(wrong));
        let deep = "<a:p>".repeat(50_000) + "<a:t>底";
        let bytes = package(&[
            ("ppt/presentation.xml", SHOW),
            ("ppt/_rels/presentation.xml.rels", RELATIONS),
            ("ppt/slides/slide1.xml", &deep),
        ]);
        assert!(read(&bytes).is_ok());
        for cut in 0..bytes.len() {
            let _ = read(&bytes[..cut]);
        }
    }

    #[test]
    fn a_slide_that_unpacks_without_end_is_refused() {
        let huge = format!("<p:sld>{}</p:sld>", " ".repeat(130 << 20));
        let bytes = package(&[
            ("ppt/presentation.xml", SHOW),
            ("ppt/_rels/presentation.xml.rels", RELATIONS),
            ("ppt/slides/slide1.xml", &huge),
        ]);
        assert!(matches!(
            read(&bytes),
            Err(ImportCause::UnpacksTooLarge { .. })
        ));
    }
}
