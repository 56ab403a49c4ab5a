//! Reader for HTML pages: blocks become paragraphs; scripts, styles and hidden parts are left out, and text that no reader
//! sees is not compared. Tokens are read, not a tree, so that deep nesting is harmless.

mod look;
mod sheet;
mod veil;

use std::collections::{HashMap, HashSet};

use encoding_rs::{Encoding, UTF_8, UTF_16BE, UTF_16LE};
use html5gum::emitters::default::{DefaultEmitter, StartTag};
use html5gum::{Token, Tokenizer};

use super::encoding::{self, TextEncoding, name_of};
use super::formula::{Form, MathMl};
use super::marked::{Mark, Marked};
use super::{Extracted, ImportCause, Metadata, Places, Warning, txt};
use chachong_text::{Exclusion, ExclusionReason, LineBreaks};
use look::Look;
use sheet::Sheet;
use veil::Veils;

/// Maximum number of kinds of elements that a script of the page is taken to show.
const MOST_LOADERS: usize = 3;
/// Number of open elements among which one without an end tag is looked for.
const IMPLIED_WITHIN: usize = 64;

/// Number of bytes at the start of a page in which its encoding may be declared.
const DECLARATION_WITHIN: usize = 4096;

/// Elements whose text is not text of the page.
const LEFT_OUT: [&[u8]; 8] = [
    b"script",
    b"style",
    b"title",
    b"svg",
    b"noscript",
    b"textarea",
    b"select",
    b"rt",
];
/// Elements that never have an end tag.
const VOID: [&[u8]; 8] = [
    b"br", b"hr", b"img", b"input", b"meta", b"link", b"wbr", b"col",
];
/// Elements inside a line; all others begin and end a line.
const INLINE: [&[u8]; 36] = [
    b"a", b"abbr", b"acronym", b"b", b"bdi", b"bdo", b"big", b"cite", b"code", b"del", b"dfn",
    b"em", b"font", b"i", b"img", b"ins", b"kbd", b"label", b"mark", b"q", b"rp", b"ruby", b"s",
    b"samp", b"small", b"span", b"strike", b"strong", b"sub", b"sup", b"time", b"tt", b"u", b"var",
    b"wbr", b"o:p",
];

/// Elements that stand in no formula: one that was not closed ends before them.
const ENDS_FORMULA: [&[u8]; 18] = [
    b"p", b"div", b"h1", b"h2", b"h3", b"h4", b"h5", b"h6", b"table", b"tr", b"td", b"th", b"ul",
    b"ol", b"li", b"pre", b"body", b"html",
];

pub(super) fn read(bytes: Vec<u8>, chosen: Option<TextEncoding>) -> Result<Extracted, ImportCause> {
    let declared = chosen
        .map(TextEncoding::encoding)
        .or_else(|| declared(&bytes));
    let mut page = match declared {
        Some(encoding) => txt::from_text(encoding::decode_as(bytes, encoding), name_of(encoding)),
        None => txt::read(bytes)?,
    };
    let Page {
        text,
        hidden,
        title,
        running_heads,
        ..
    } = Page::of(&page.text);
    let (unseen, warnings) = text.findings();
    page.warnings.extend(warnings);
    // A running head is excluded as a whole.
    let is_in_head = |one: &Exclusion| {
        let mut heads = running_heads.iter();
        heads.any(|head| one.start < head.end && head.start < one.end)
    };
    let unseen: Vec<Exclusion> = unseen.into_iter().filter(|one| !is_in_head(one)).collect();
    page.exclusions = [unseen, running_heads].concat();
    page.exclusions.sort_by_key(|exclusion| exclusion.start);
    page.text = text.into_text();
    page.breaks = LineBreaks::Paragraph;
    page.metadata = Metadata {
        title: Some(title.trim().to_owned()).filter(|title| !title.is_empty()),
        ..Metadata::default()
    };
    page.warnings.retain(|warning| *warning != Warning::NoText);
    if page.text.trim().is_empty() {
        page.warnings.push(Warning::NoText);
    }
    if !hidden.is_empty() {
        page.warnings.push(Warning::HiddenText { places: hidden });
    }
    Ok(page)
}

/// Returns the encoding that the page declares; `None` if it declares none, or one that does not fit the bytes. Pages
/// are often converted to UTF-8 and keep the old declaration: faultless UTF-8 is taken as UTF-8.
fn declared(bytes: &[u8]) -> Option<&'static Encoding> {
    if Encoding::for_bom(bytes).is_some() || std::str::from_utf8(bytes).is_ok() {
        return None;
    }
    let head = bytes[..bytes.len().min(DECLARATION_WITHIN)].to_ascii_lowercase();
    let at = head.windows(8).position(|w| w == b"charset=")? + 8;
    let label: Vec<u8> = head[at..]
        .iter()
        .copied()
        .skip_while(|b| matches!(b, b'"' | b'\'' | b' '))
        .take_while(|b| b.is_ascii_alphanumeric() || matches!(b, b'-' | b'_' | b':'))
        .collect();
    let encoding = match Encoding::for_label_no_replacement(&label)? {
        // A declaration that can be read byte by byte cannot be in UTF-16.
        encoding if encoding == UTF_16LE || encoding == UTF_16BE => UTF_8,
        encoding if encoding.name() == "GBK" => encoding_rs::GB18030,
        encoding => encoding,
    };
    let sample = &bytes[..bytes.len().min(256 << 10)];
    let (text, _) = encoding.decode_without_bom_handling(sample);
    let broken = text.matches('\u{FFFD}').count();
    let wide = text.chars().filter(|c| !c.is_ascii()).count();
    (broken <= 1 + wide / 50).then_some(encoding)
}

/// Returns the text of a page or of a part of one.
pub(super) fn text_of(html: &str) -> String {
    Page::of(html).text.into_text()
}

fn attribute(tag: &StartTag<()>, name: &str) -> Option<String> {
    let value = tag.attributes.get(name.as_bytes())?;
    Some(String::from_utf8_lossy(value).into_owned())
}

/// Whether a class is among those of an element, or begins with this name.
fn is_of_class(tag: &StartTag<()>, class: &str) -> bool {
    attribute(tag, "class").is_some_and(|all| {
        let mut classes = all.split_ascii_whitespace();
        classes.any(|own| own.starts_with(class))
    })
}

/// Whether an element is one that Wikipedia hides: the `MathML` of a formula behind its picture.
fn is_formula_behind_picture(tag: &StartTag<()>) -> bool {
    is_of_class(tag, "mwe-math-mathml")
}

/// Whether an element shows a formula once more, letter by letter, beside its `MathML`.
fn is_second_form(tag: &StartTag<()>) -> bool {
    is_of_class(tag, "katex-html")
}

/// Element whose content is skipped.
struct Skipped {
    name: Vec<u8>,
    /// Number of open elements with this name.
    depth: usize,
    /// Text of a style sheet.
    sheet: String,
}

/// Open element.
struct Open {
    name: Vec<u8>,
    look: Look,
    /// Element that hides this one, by its place in `Page::veils`; `None` for one that is shown.
    veil: Option<usize>,
}

#[derive(Default)]
struct Page {
    text: Marked,
    line: Marked,
    title: String,
    hidden: Places,
    sheet: Sheet,
    open: Vec<Open>,
    /// Number of open elements of each name.
    open_names: HashMap<Vec<u8>, usize>,
    /// Elements that hide what is in them, by what they say of themselves.
    veils: Veils,
    skipped: Option<Skipped>,
    preformatted: usize,
    running_heads: Vec<Exclusion>,
    /// Start offset of the running head being read, in characters, and the number of `div`s open in it; `None` outside
    /// running heads.
    running_head: Option<(u64, usize)>,
    /// Formula being read, and whether it stands on a line of its own; `None` outside formulas.
    formula: Option<(MathMl, bool)>,
}

impl Page {
    fn of(html: &str) -> Self {
        let mut shown = HashSet::new();
        loop {
            let page = Self::with_shown(html, shown.clone());
            match page.veils.loader(page.text.text()) {
                Some(veil) if shown.len() < MOST_LOADERS => shown.insert(veil),
                _ => return page,
            };
        }
    }

    /// Reads a page of which the elements in `shown` are shown whatever they say.
    fn with_shown(html: &str, shown: HashSet<String>) -> Self {
        let mut emitter: DefaultEmitter<()> = DefaultEmitter::default();
        emitter.naively_switch_states(true);
        let mut page = Self {
            veils: Veils::showing(shown),
            ..Self::default()
        };
        for token in Tokenizer::new_with_emitter(html, emitter).flatten() {
            match token {
                Token::StartTag(tag) => page.start(&tag),
                Token::EndTag(tag) => page.end(&tag.name),
                Token::String(text) => page.characters(&String::from_utf8_lossy(&text)),
                Token::Comment(_) | Token::Doctype(_) | Token::Error(_) => {}
            }
        }
        page.end_formula();
        page.end_line();
        page
    }

    fn look(&self) -> Look {
        let root = || Look::of_root(&self.sheet);
        self.open.last().map_or_else(root, |open| open.look)
    }

    fn veil(&self) -> Option<usize> {
        self.open.last().and_then(|open| open.veil)
    }

    /// Returns why text at this place is not seen; `None` for text that is.
    fn mark(&self) -> Option<Mark> {
        let unseen = self.look().drawn().unseen()?;
        Some(Mark::Unseen(unseen))
    }

    /// Opens an element; `is_empty` says that it has no content.
    fn open(&mut self, tag: &StartTag<()>, is_empty: bool) {
        self.close_implied(&tag.name);
        if is_empty {
            return;
        }
        let around = self.look();
        let mut look = around.of(tag, &self.sheet);
        let mut veil = self
            .veil()
            .filter(|_| !around.is_invisible || look.is_invisible);
        // The stuff of which a script makes parts of the page.
        let is_template = tag.name.as_slice() == b"template";
        let hides = is_template
            || look.is_gone
            || look.is_transparent()
            || (look.is_invisible && !around.is_invisible);
        if is_formula_behind_picture(tag) {
            look = around;
        } else if hides && veil.is_none() {
            veil = self.veils.of(tag);
            if veil.is_none() {
                look.reveal();
            }
        }
        *self.open_names.entry(tag.name.to_vec()).or_default() += 1;
        let name = tag.name.to_vec();
        self.open.push(Open { name, look, veil });
    }

    /// Closes the elements that end where one called `name` begins: paragraphs, items and cells without an end tag.
    fn close_implied(&mut self, name: &[u8]) {
        let (closed, within): (&[&[u8]], &[&[u8]]) = match name {
            b"li" => (&[b"li"], &[b"ul", b"ol"]),
            b"td" | b"th" => (&[b"td", b"th"], &[b"tr", b"table"]),
            b"tr" => (&[b"tr"], &[b"table"]),
            b"dt" | b"dd" => (&[b"dt", b"dd"], &[b"dl"]),
            _ if name == b"p" || ENDS_FORMULA.contains(&name) => {
                (&[b"p"], &[b"div", b"td", b"th", b"li"])
            }
            _ => return,
        };
        let near = self.open.iter().rev().take(IMPLIED_WITHIN);
        let found = near
            .take_while(|open| !within.contains(&open.name.as_slice()))
            .position(|open| closed.contains(&open.name.as_slice()));
        if let Some(depth) = found {
            self.close_to(self.open.len() - 1 - depth);
        }
    }

    fn close_to(&mut self, length: usize) {
        for open in self.open.drain(length..) {
            if let Some(count) = self.open_names.get_mut(&open.name) {
                *count -= 1;
            }
        }
    }

    /// Closes the innermost element called `name`, with what was left open inside it.
    fn close(&mut self, name: &[u8]) {
        if self.open_names.get(name).is_none_or(|&count| count == 0) {
            return;
        }
        if let Some(at) = self.open.iter().rposition(|open| open.name == name) {
            self.close_to(at);
        }
    }

    fn skip(&mut self, name: &[u8]) {
        self.skipped = Some(Skipped {
            name: name.to_vec(),
            depth: 1,
            sheet: String::new(),
        });
    }

    fn start(&mut self, tag: &StartTag<()>) {
        let name = tag.name.as_slice();
        if let Some(skipped) = &mut self.skipped {
            skipped.depth += usize::from(skipped.name == name && !tag.self_closing);
            return;
        }
        if name == b"link" {
            let relation = attribute(tag, "rel").unwrap_or_default();
            self.sheet.is_linked |= relation.to_ascii_lowercase().contains("stylesheet");
        }
        if self.formula.is_some() && ENDS_FORMULA.contains(&name) {
            // As browsers do with a formula that was not closed.
            self.end_formula();
        }
        let is_in_formula = self.formula.is_some();
        let is_hidden = self.veil().is_some();
        if !INLINE.contains(&name) && !is_in_formula && name != b"math" && !is_hidden {
            self.end_line();
        }
        if !is_in_formula {
            let is_empty = VOID.contains(&name) || tag.self_closing;
            self.open(tag, is_empty || LEFT_OUT.contains(&name));
            if is_empty {
                return;
            }
        }
        if let Some((formula, _)) = &mut self.formula {
            let own = Look::default().of(tag, &Sheet::default());
            let is_left_out = own.is_gone || own.is_invisible || LEFT_OUT.contains(&name);
            formula.start(name, is_left_out, |name| attribute(tag, name));
            if tag.self_closing || VOID.contains(&name) {
                formula.end(name);
            }
            return;
        }
        if LEFT_OUT.contains(&name) || is_second_form(tag) {
            if !LEFT_OUT.contains(&name) {
                self.close(name);
            }
            self.skip(name);
        } else if name == b"math" && self.veil().is_none() {
            let display = attribute(tag, "display").or(attribute(tag, "mode"));
            let is_display = matches!(display.as_deref(), Some("block" | "display"));
            self.formula = Some((MathMl::new(), is_display));
        } else if name == b"pre" {
            self.preformatted += 1;
        } else if name == b"div" {
            // LibreOffice writes headers and footers as `div`s with such a title.
            let title = tag.attributes.get(b"title".as_slice());
            if let Some((_, depth)) = &mut self.running_head {
                *depth += 1;
            } else if title.is_some_and(|t| matches!(t.as_slice(), b"header" | b"footer")) {
                self.running_head = Some((self.text.length(), 1));
            }
        }
    }

    fn end(&mut self, name: &[u8]) {
        if let Some(skipped) = &mut self.skipped {
            if skipped.name == name {
                skipped.depth -= 1;
                if skipped.depth == 0
                    && let Some(skipped) = self.skipped.take()
                {
                    self.end_skipped(&skipped);
                }
            }
            return;
        }
        if name == b"math" {
            self.end_formula();
            return self.close(name);
        }
        if self.formula.is_some() && ENDS_FORMULA.contains(&name) {
            self.end_formula();
        }
        if let Some((formula, _)) = &mut self.formula {
            return formula.end(name);
        }
        if name == b"pre" {
            self.preformatted = self.preformatted.saturating_sub(1);
        }
        if !INLINE.contains(&name) && self.veil().is_none() {
            self.end_line();
        }
        self.close(name);
        if name == b"div"
            && let Some((start, depth)) = &mut self.running_head
        {
            *depth -= 1;
            if *depth == 0 {
                let end = self.text.length();
                if *start < end {
                    self.running_heads.push(Exclusion {
                        start: *start,
                        end,
                        reason: ExclusionReason::RunningHead,
                    });
                }
                self.running_head = None;
            }
        }
    }

    /// Takes in a style sheet.
    fn end_skipped(&mut self, skipped: &Skipped) {
        if skipped.name == b"style" {
            self.sheet.add(&skipped.sheet);
        }
    }

    fn characters(&mut self, text: &str) {
        if let Some(skipped) = &mut self.skipped {
            if skipped.name == b"title" {
                self.title.push_str(text);
            } else if skipped.name == b"style" {
                skipped.sheet.push_str(text);
            }
            return;
        }
        if let Some((formula, _)) = &mut self.formula {
            return formula.characters(text);
        }
        if let Some(veil) = self.veil() {
            let count = text.chars().filter(|c| !c.is_whitespace()).count() as u64;
            if count > 0 && self.veils.hide(veil, count) {
                // Pieces that follow each other are one place.
                let here = self.text.length();
                if self.hidden.at.last() == Some(&here) {
                    self.hidden.count += count;
                } else {
                    self.hidden.add(here, count);
                }
            }
            return;
        }
        self.line_characters(text);
    }

    /// Ends the formula, if one is open.
    fn end_formula(&mut self) {
        let Some((formula, is_display)) = self.formula.take() else {
            return;
        };
        let mark = self.mark();
        let formula = formula.finish();
        if !is_display {
            return self.line.push(&formula.finish(Form::Inline).text, mark);
        }
        self.end_line();
        for line in formula.finish(Form::Display).text.lines() {
            self.line.push(line, mark);
            self.end_line();
        }
    }

    fn line_characters(&mut self, text: &str) {
        let mark = self.mark();
        let mut piece = String::with_capacity(text.len());
        for c in text.chars() {
            if c == '\n' && self.preformatted > 0 {
                self.line.push(&piece, mark);
                piece.clear();
                self.end_line();
            } else if self.preformatted > 0 || !matches!(c, ' ' | '\t' | '\n' | '\r' | '\u{C}') {
                piece.push(c);
            } else {
                let before = if piece.is_empty() {
                    self.line.text()
                } else {
                    &piece
                };
                if !before.is_empty() && !before.ends_with(' ') {
                    piece.push(' ');
                }
            }
        }
        self.line.push(&piece, mark);
    }

    fn end_line(&mut self) {
        let mut line = std::mem::take(&mut self.line);
        line.trim_end();
        if line.length() > 0 {
            line.push("\n", None);
            self.text.append(line);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use encoding_rs::GB18030;
    use proptest::prelude::*;

    #[test]
    fn blocks_are_paragraphs_and_scripts_no_text() {
        let html = "<!DOCTYPE html><html><head><title>题 &amp; 目</title><style>p {x}</style></head><body><h1>标题</h1>\
            <p>甲<b>乙</b>\n丙<br>丁&nbsp;&#x4E01;<!-- 注 --><script>if (a<b) '</p>'</script><table><tr><td>格一<td>格二</tr></table>\
            <pre>a  b\n c</pre><div hidden>藏<div>匿</div></div><span style=\"DISPLAY: none\">没</span>完";
        let page = Page::of(html);
        assert_eq!(
            page.text.text(),
            "标题\n甲乙 丙\n丁\u{A0}丁\n格一\n格二\na  b\n c\n完\n"
        );
        assert_eq!((page.hidden.count, page.title.as_str()), (3, "题 & 目"));
    }

    #[test]
    fn the_declared_encoding_counts_if_the_bytes_are_of_it() {
        let page =
            "<meta http-equiv=Content-Type content=\"text/html; charset=gb2312\"><p>夜间开放</p>";
        let got = read(GB18030.encode(page).0.into_owned(), None).unwrap();
        assert_eq!(
            (got.text.as_str(), got.encoding.as_deref()),
            ("夜间开放\n", Some("gb18030"))
        );
        // Page converted to UTF-8 that keeps its old declaration.
        let page = page.replace(
            "夜间开放",
            "社区图书馆在夜间开放以后，读者的人数有了明显的增加。",
        );
        let got = read(page.into_bytes(), None).unwrap();
        assert_eq!(got.encoding.as_deref(), Some("utf-8"));
        assert!(got.text.starts_with("社区图书馆"));
    }

    #[test]
    fn formulas_have_the_linear_form() {
        let page = "<p>其中 <math><msub><mi>x</mi><mn>1</mn></msub><mo>&InvisibleTimes;</mo><mi>y</mi></math> 为变量</p>\
            <p>即<math display=block><semantics><mfrac><mi>a</mi><mrow><mn>2</mn><mi>b</mi></mrow></mfrac>\
            <annotation encoding='application/x-tex'>\\frac a b</annotation></semantics></math>成立</p>\
            <p>得<span class=\"katex\"><math><mi>z</mi></math><span class=\"katex-html\" aria-hidden=\"true\"><span>z</span></span></span>止</p>\
            <span class=\"mwe-math-mathml-inline mwe-math-mathml-a11y\" style=\"display: none;\"><math><mi>w</mi></math></span>\
            <p>断<math><mi>v</mi><mspace width=1em /><mi style=\"display:none\">藏</mi><p>文";
        let page = Page::of(page);
        assert_eq!(
            page.text.text(),
            "其中 x_1 y 为变量\n即\na/(2b)\n成立\n得z止\nw\n断v\n文\n"
        );
        assert_eq!(text_of(&"<math><mrow>".repeat(100_000)), "");
    }

    const SECRET: &str = "不该被任何读者看到的文字";
    const PROSE: &str = "这里是一段看得见的正文，它足够长，读者可以照常阅读，并且照常参加比较。";

    /// Whether the secret is out of the comparison and told.
    fn is_out(html: &str) -> bool {
        let got = read(html.as_bytes().to_vec(), None).unwrap();
        let count = SECRET.chars().count() as u64;
        got.warnings.iter().any(|warning| match warning {
            Warning::HiddenText { places } => places.count == count && !got.text.contains(SECRET),
            Warning::InvisibleText { places } | Warning::TextOutsidePage { places } => {
                let excluded: u64 = got.exclusions.iter().map(|one| one.end - one.start).sum();
                places.count == count && excluded == count
            }
            _ => false,
        })
    }

    #[test]
    fn unseen_text_is_out_of_the_comparison_and_told() {
        for style in [
            "color:#fff",
            "color: WHITE",
            "color:rgb(254,254,254)",
            "color:red;background:#f00",
            "color:transparent",
            "font-size:0",
            "font-size:1px",
            "opacity:0",
            "visibility:hidden",
            "display:none",
            "letter-spacing:-2em",
            "position:absolute;left:-9999px",
            "position:fixed;top:-5000px",
            "text-indent:-9999px",
            "margin-left:-9999px",
            "height:0;overflow:hidden",
            "position:absolute;clip:rect(0,0,0,0)",
            "clip-path:inset(50%)",
            "transform:scale(0)",
            "transform:translateX(-9999px)",
        ] {
            let page = format!("<p>{PROSE}</p><p style=\"{style}\">{SECRET}</p><p>{PROSE}</p>");
            assert!(is_out(&page), "{style}");
            let sheet =
                format!("<style>p.a {{{style}}}</style><p>{PROSE}</p><p class='b a'>{SECRET}</p>");
            assert!(is_out(&sheet), "{style}");
        }
        for page in [
            format!("<p>{PROSE}<p><font color=white>{SECRET}</font>"),
            format!(
                "<div style='background:#123456'>{PROSE}<p style='color:#123456'>{SECRET}</div>"
            ),
            format!("<body bgcolor=navy text=white>{PROSE}<p style='color:#000080'>{SECRET}"),
            format!(
                "<style>body{{background:#222;color:#eee}}</style><body>{PROSE}<p style='color:#222'>{SECRET}"
            ),
            format!("{PROSE}<table><tr><td bgcolor=yellow><font color=yellow>{SECRET}</table>"),
        ] {
            assert!(is_out(&page), "{page}");
        }
    }

    #[test]
    fn honest_pages_have_no_warning() {
        for page in [
            format!("<body style='background:#111;color:#fff'><p>{PROSE}"),
            format!("<style>html{{background:#222}}p{{color:white}}</style><body><p>{PROSE}"),
            format!("<table><tr style='background:#4472c4'><th style='color:#fff'>{PROSE}</table>"),
            // A sheet in another file, a picture and a gradient may be dark.
            format!("<link rel=stylesheet href=a.css><body><p style='color:#fff'>{PROSE}"),
            format!(
                "<div style='background-image:url(a.png)'><p style='color:white'>{PROSE}</div>"
            ),
            format!(
                "<div style='background:linear-gradient(red,blue)'><p style='color:white'>{PROSE}</div>"
            ),
            format!("<div style='height:2000px;overflow:hidden'>{PROSE}</div>"),
            format!("<p style='color:#fff;background:#000'>{PROSE}<p>{PROSE}"),
            format!("<p style='color:#fff;text-shadow:0 0 3px #000'>{PROSE}"),
            format!("<div style='visibility:hidden'><p style='visibility:visible'>{PROSE}</div>"),
        ] {
            let got = read(page.clone().into_bytes(), None).unwrap();
            assert_eq!((got.warnings, got.exclusions), (vec![], vec![]), "{page}");
            assert!(got.text.contains(PROSE));
        }
    }

    #[test]
    fn what_the_script_of_a_page_shows_is_its_text() {
        let article = format!("<p>{PROSE}</p>").repeat(8);
        for page in [
            format!(
                "<h1>题目</h1><div id=js_content style='visibility: hidden; opacity: 0; '>{article}</div><p>扫一扫</p>"
            ),
            format!("<div id=root style='display:none'>{article}</div><p>正在加载，请稍候……</p>"),
            format!("<h1>题目</h1><template id=t>{article}</template><div id=root></div>"),
            format!("<body style='visibility:hidden'>{article}"),
            format!("<style>body{{opacity:0}}</style><body>{article}"),
            format!("<style>html{{display:none}}</style><html><body>{article}"),
            format!(
                "<h1>题目</h1>{}",
                format!("<section class=fade style='opacity:0'><p>{PROSE}</p></section>").repeat(8)
            ),
        ] {
            let got = read(page.clone().into_bytes(), None).unwrap();
            assert_eq!(
                (got.text.matches(PROSE).count(), got.warnings),
                (8, vec![]),
                "{page}"
            );
        }
        // A template beside a text is not hidden by anybody.
        let got = read(
            format!("<p>{PROSE}</p><template>{SECRET}</template>").into_bytes(),
            None,
        )
        .unwrap();
        assert_eq!((got.text.contains(SECRET), got.warnings), (false, vec![]));
        // What its author hid in it, or beside a text that is one without it, stays hidden.
        let inside =
            format!("<div style='opacity:0'>{article}<p style='display:none'>{SECRET}</p></div>");
        assert!(is_out(&inside));
        let beside = format!("<p>{PROSE}</p>").repeat(2)
            + &format!("<div style='display:none'>{article}</div>");
        let got = read(beside.into_bytes(), None).unwrap();
        assert_eq!(
            (got.text.matches(PROSE).count(), got.warnings.len()),
            (2, 1)
        );
    }

    #[test]
    fn nesting_is_no_danger() {
        let open = "<p><span>".repeat(50_000) + &"</i></span>".repeat(50_000) + "底";
        assert!(text_of(&open).contains('底'));
        assert_eq!(text_of(&("<div>".repeat(200_000) + "底")), "底\n");
    }

    proptest! {
        #[test]
        fn no_page_harms_it(html in "(<[a-z/!? \"='&;]{0,9}>?|[a-z甲&#;]){0,60}") {
            let _ = text_of(&html);
        }
    }
}
