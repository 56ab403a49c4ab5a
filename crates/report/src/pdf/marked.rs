//! Marked text: the whole text of the document with the passages of its sources, and text that does not count with the
//! reason.

use super::content::Content;
use super::flow::{Align, Flow};
use super::sheets::Role;
use super::style::{
    BODY, INK, LEADING, LEFT, LEFT_OUT, Mark, PASSED_OVER, POSSIBLE_INK, Rgb, SMALL, Style, Target,
    WEAK, WIDTH, of_source,
};
use super::text::{Badge, Rich};
use chachong_check::shown::{Lines, Look, POSSIBLE, Paragraph, SWITCHED_OFF, TAB};
use chachong_compare::Degree;
use chachong_text::{Chapter, ExclusionReason};

const WHITE: Rgb = [255, 255, 255];
/// Size of a chapter's heading in the text, in points.
const HEADING: f32 = 12.5;

/// Adds the marked text with its legend.
pub(super) fn marked(flow: &mut Flow<'_>, content: &Content<'_>) {
    flow.new_page();
    let heading = content.text("html.part-text");
    flow.section(&heading);
    if content.report.content.is_only_code() {
        flow.note(&content.language().passed_over(ExclusionReason::Code));
    } else {
        legend(flow, content);
    }
    let possible = content.check.result.possible;
    let layers = content.report.layers(possible);
    let lines = content.report.text.text.lines;
    let chapters: Vec<&Chapter> = (content.chapters.iter())
        .filter_map(|figures| figures.chapter.as_ref())
        .collect();
    let mut next_chapter = 0;
    let mut before = Look::default();
    let mut numbered = None;
    for paragraph in content.report.paragraphs() {
        let mut writer = Writer {
            content,
            rich: Rich::default(),
            before,
            numbered,
        };
        let mut heading: Option<usize> = None;
        // Byte offsets at which the paragraph is cut: where a chapter's heading begins and ends.
        let mut cuts: Vec<(usize, Option<usize>)> = Vec::new();
        while let Some(chapter) = chapters.get(next_chapter)
            && chapter.start < paragraph.end
        {
            cuts.push((byte(paragraph, chapter.start), Some(next_chapter)));
            cuts.push((byte(paragraph, chapter.end), None));
            next_chapter += 1;
        }
        let mut cuts = cuts.into_iter().peekable();
        for (mut bytes, look) in layers.pieces(paragraph) {
            while let Some(&(at, chapter)) = cuts.peek()
                && at < bytes.end
            {
                if at > bytes.start {
                    writer.push(
                        flow,
                        &paragraph.text[bytes.start..at],
                        look,
                        heading.is_some(),
                    );
                    bytes.start = at;
                }
                finish(flow, &writer.rich, lines, heading, &chapters);
                writer.rich = Rich::default();
                heading = chapter;
                cuts.next();
            }
            writer.push(flow, &paragraph.text[bytes], look, heading.is_some());
        }
        (before, numbered) = (writer.before, writer.numbered);
        finish(flow, &writer.rich, lines, heading, &chapters);
    }
}

/// Returns the byte of a paragraph's shown text for the text's character `at`.
fn byte(paragraph: &Paragraph, at: u32) -> usize {
    let shown = paragraph.text.char_indices().nth(paragraph.shown(at));
    shown.map_or(paragraph.text.len(), |(byte, _)| byte)
}

/// Lets links and a bookmark lead to this height as the beginning of a chapter. Returns the chapter's title.
fn begin_chapter(flow: &mut Flow<'_>, index: usize, chapters: &[&Chapter]) -> String {
    let title = chapters
        .get(index)
        .map_or_else(String::new, |chapter| chapter.title.clone());
    flow.anchor(Target::Chapter(index));
    flow.bookmark(1, title.clone());
    title
}

/// Adds a paragraph to the report; with `heading`, the index of the chapter whose heading it is.
fn finish(
    flow: &mut Flow<'_>,
    rich: &Rich,
    lines: Lines,
    heading: Option<usize>,
    chapters: &[&Chapter],
) {
    if rich
        .cells
        .iter()
        .all(|cell| !cell.is_badge && cell.c.is_whitespace())
    {
        // A heading whose line goes on as text has no line of its own.
        if let Some(index) = heading {
            begin_chapter(flow, index, chapters);
        }
        return;
    }
    let Some(index) = heading else {
        let (align, gap) = match lines {
            Lines::Code => (Align::Left, 0.0),
            Lines::Printed | Lines::Paragraphs => (Align::Filled, BODY * 0.4),
        };
        flow.begin(Role::Paragraph);
        flow.lines_of(rich, LEFT, WIDTH, align, BODY * LEADING);
        flow.y += gap;
        return;
    };
    flow.space(8.0);
    flow.need(HEADING * 4.0);
    let title = begin_chapter(flow, index, chapters);
    flow.begin(Role::Heading(2, title));
    flow.lines_of(rich, LEFT, WIDTH, Align::Left, HEADING * 1.5);
    flow.y += 2.0;
}

/// Paragraph that is being put together from its pieces.
struct Writer<'w> {
    content: &'w Content<'w>,
    rich: Rich,
    /// Look of the piece before, which may be in the paragraph before.
    before: Look,
    /// Owner whose number was written last; `None` after text that no source has.
    numbered: Option<u32>,
}

impl Writer<'_> {
    fn push(&mut self, flow: &Flow<'_>, text: &str, look: Look, is_heading: bool) {
        let (face, language) = (flow.face, self.content.language());
        let style = style_of(look, is_heading);
        // A badge names what begins here; what goes on from the piece before has its name already.
        if let Some(reason) = look.left_out
            && self.before.left_out != Some(reason)
        {
            self.label(flow, &language.reason_left_out(reason), LEFT_OUT);
        }
        if let Some(reason) = look.passed_over
            && self.before.passed_over != Some(reason)
        {
            self.label(flow, &language.passed_over(reason), PASSED_OVER);
        }
        if look.owner.is_none() {
            self.numbered = None;
        }
        // The author's own words inside a passage bear no number, and need none to be repeated behind them.
        let begins = look.owner != self.numbered
            && (look.degree.is_some() || look.owner.is_some_and(|owner| owner >= POSSIBLE));
        if begins {
            self.numbered = look.owner;
            match look.owner {
                None | Some(POSSIBLE) => {}
                Some(SWITCHED_OFF) => self.label(flow, &language.text("pdf.off"), WEAK),
                Some(owner) => {
                    let index = owner as usize;
                    let ink = of_source(index).0;
                    let around = Style {
                        ink: WHITE,
                        bold: true,
                        ..style
                    }
                    .linked(Target::Source(index));
                    let badge = Badge {
                        ground: Some(ink),
                        frame: ink,
                    };
                    self.rich
                        .push_badge(face, &(index + 1).to_string(), badge, around);
                }
            }
        }
        self.rich.push(face, &text.replace('\t', TAB), style);
        self.before = look;
    }

    fn label(&mut self, flow: &Flow<'_>, text: &str, ink: Rgb) {
        let badge = Badge {
            ground: None,
            frame: ink,
        };
        let style = Style::plain(BODY, ink);
        self.rich.push_badge(flow.face, text, badge, style);
    }
}

fn style_of(look: Look, is_heading: bool) -> Style {
    let counts = look.left_out.is_none() && look.passed_over.is_none();
    let ink = match (look.passed_over, look.left_out) {
        (Some(_), _) => PASSED_OVER,
        (None, Some(_)) => LEFT_OUT,
        (None, None) => INK,
    };
    let source = match look.owner {
        None | Some(SWITCHED_OFF | POSSIBLE) => None,
        Some(owner) => Some(owner as usize),
    };
    let mark = match look.owner {
        None => None,
        Some(SWITCHED_OFF) => Some(Mark::Framed(WEAK)),
        Some(POSSIBLE) => Some(Mark::Dotted(POSSIBLE_INK)),
        Some(owner) => {
            let (line, ground) = of_source(owner as usize);
            match look.degree {
                None => None,
                Some(Degree::Reworded) => Some(Mark::Dotted(POSSIBLE_INK)),
                Some(_) if !counts => Some(Mark::Underlined(line)),
                Some(Degree::Identical) => Some(Mark::Filled { ground, line }),
                Some(Degree::Edited) => Some(Mark::Filled {
                    ground: lighter(ground),
                    line,
                }),
            }
        }
    };
    Style {
        mark,
        source,
        bold: is_heading,
        ..Style::plain(if is_heading { HEADING } else { BODY }, ink)
    }
}

/// Returns a colour half as far from white.
const fn lighter([red, green, blue]: Rgb) -> Rgb {
    [128 + red / 2, 128 + green / 2, 128 + blue / 2]
}

/// Explains the marks, each shown on words of its own.
fn legend(flow: &mut Flow<'_>, content: &Content<'_>) {
    let face = flow.face;
    let mut rich = Rich::default();
    let plain = Style::plain(SMALL, WEAK);
    let look = |owner, reason| Look {
        owner,
        left_out: reason,
        degree: Some(Degree::Identical),
        ..Look::default()
    };
    let of_degree = |degree| Look {
        degree: Some(degree),
        ..look(Some(0), None)
    };
    let reason = Some(chachong_compare::Reason::References);
    let mut samples = vec![
        ("pdf.legend-source", look(Some(0), None)),
        ("degree.edited", of_degree(Degree::Edited)),
        ("degree.reworded", of_degree(Degree::Reworded)),
        ("pdf.legend-left-out", look(None, reason)),
        ("pdf.legend-source-left-out", look(Some(0), reason)),
        ("pdf.legend-off", look(Some(SWITCHED_OFF), None)),
    ];
    if content.check.result.possible {
        samples.push(("pdf.legend-possible", look(Some(POSSIBLE), None)));
    }
    for (key, look) in samples {
        let style = Style {
            size: SMALL,
            source: None,
            ..style_of(look, false)
        };
        if look.owner == Some(0) && look.degree == Some(Degree::Identical) {
            let ink = of_source(0).0;
            let badge = Badge {
                ground: Some(ink),
                frame: ink,
            };
            let around = Style {
                ink: WHITE,
                bold: true,
                ..style
            };
            rich.push_badge(face, "1", badge, around);
        }
        rich.push(face, &content.text(key), style);
        rich.push(face, "    ", plain);
    }
    let passed_over = Style::plain(SMALL, PASSED_OVER);
    rich.push(face, &content.text("pdf.legend-passed-over"), passed_over);
    flow.rich_paragraph(&rich, Align::Left);
    flow.y += 4.0;
    flow.rule();
    flow.y += 8.0;
}
