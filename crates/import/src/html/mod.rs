//! Reader for HTML pages: blocks become paragraphs; scripts, styles and hidden parts are left out, and text that no
//! reader sees is not compared. It reads tokens instead of building a tree, so that deep nesting is harmless.

mod look;
mod sheet;
mod veil;

use std::collections::{HashMap, HashSet};

use encoding_rs::{Encoding, UTF_8, UTF_16BE, UTF_16LE};
use html5gum::emitters::default::{DefaultEmitter, StartTag};
use html5gum::{Token, Tokenizer};

use super::encoding::{self, TextEncoding, name_of};
use super::formula::{Form, MathMl};
use super::marked::{Mark, Marked, Place, visible};
use super::running_head::RunningHeads;
use super::{Extracted, ImportCause, Metadata, Places, Warning, txt};
use chachong_text::LineBreaks;
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
const LEFT_OUT: [&[u8]; 9] = [
    b"script",
    b"style",
    b"title",
    b"svg",
    b"noscript",
    b"select",
    b"rt",
    b"rp",
    b"rtc",
];
/// Pronunciations beside a text (ruby), and the brackets around them. They often lack their end tags.
const RUBY: [&[u8]; 3] = [b"rt", b"rp", b"rtc"];
/// Elements that never have an end tag.
const VOID: [&[u8]; 8] = [
    b"br", b"hr", b"img", b"input", b"meta", b"link", b"wbr", b"col",
];
/// Elements inside a line; all others begin and end a line.
const INLINE: [&[u8]; 39] = [
    b"a", b"abbr", b"acronym", b"b", b"bdi", b"bdo", b"big", b"cite", b"code", b"del", b"dfn",
    b"em", b"font", b"i", b"img", b"ins", b"kbd", b"label", b"mark", b"q", b"rb", b"rp", b"rt",
    b"rtc", b"ruby", b"s", b"samp", b"small", b"span", b"strike", b"strong", b"sub", b"sup",
    b"time", b"tt", b"u", b"var", b"wbr", b"o:p",
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
        block_quotations,
        ..
    } = Page::of(&page.text);
    let (exclusions, warnings) = text.findings();
    page.exclusions = exclusions;
    page.warnings.extend(warnings);
    page.text = text.into_text();
    page.block_quotations = block_quotations;
    page.breaks = LineBreaks::Paragraph;
    page.metadata = Metadata {
        title: Some(title.trim().to_owned()).filter(|title| !title.is_empty()),
        ..Metadata::default()
    };
    page.warnings.retain(|warning| *warning != Warning::NoText);
    if page.text.trim().is_empty() {
        page.warnings.push(Warning::NoText);
    }
    page.warnings.extend(Warning::hidden(hidden));
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

/// Whether one of an element's classes begins with `class`.
fn is_of_class(tag: &StartTag<()>, class: &str) -> bool {
    attribute(tag, "class").is_some_and(|all| {
        let mut classes = all.split_ascii_whitespace();
        classes.any(|own| own.starts_with(class))
    })
}

/// Returns whether Wikipedia hides an element: the `MathML` of a formula behind its picture.
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
    /// Text of a style sheet, or of a label in a drawing.
    kept: String,
    /// Whether labels in it are shown: it is a drawing that is not hidden.
    has_labels: bool,
    /// Whether a label in a drawing is open.
    is_label: bool,
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
    /// Elements that hide their content, by their attributes.
    veils: Veils,
    skipped: Option<Skipped>,
    preformatted: usize,
    /// Number of open `blockquote`s, and where the outermost begins.
    quotations: (usize, u64),
    block_quotations: Vec<(u64, u64)>,
    /// Running heads found so far, by their text.
    running: RunningHeads,
    /// Where the header or footer being read begins, and the number of `div`s open in it; `None` outside them.
    header: Option<(Place, usize)>,
    /// Whether this is the page in a frame of another; frames within it are left out.
    is_framed: bool,
    /// Formula being read, and whether it stands on a line of its own; `None` outside formulas.
    formula: Option<(MathMl, bool)>,
}

impl Page {
    fn of(html: &str) -> Self {
        let mut shown = HashSet::new();
        loop {
            let page = Self::with_shown(html, shown.clone(), false);
            match page.veils.loader(page.text.text()) {
                Some(veil) if shown.len() < MOST_LOADERS => shown.insert(veil),
                _ => return page,
            };
        }
    }

    /// Reads a page of which the elements in `shown` are shown whatever they say.
    fn with_shown(html: &str, shown: HashSet<String>, is_framed: bool) -> Self {
        let mut emitter: DefaultEmitter<()> = DefaultEmitter::default();
        emitter.naively_switch_states(true);
        let mut page = Self {
            veils: Veils::showing(shown),
            is_framed,
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

    /// Closes the innermost element called `name`, with the elements left open inside it.
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
            kept: String::new(),
            has_labels: false,
            is_label: false,
        });
    }

    fn start(&mut self, tag: &StartTag<()>) {
        let name = tag.name.as_slice();
        self.end_ruby(name == b"rb");
        if let Some(skipped) = &mut self.skipped {
            skipped.depth += usize::from(skipped.name == name && !tag.self_closing);
            skipped.is_label |= skipped.has_labels && name == b"text" && !tag.self_closing;
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
            let look = self.look().of(tag, &self.sheet);
            self.skip(name);
            if let Some(skipped) = &mut self.skipped {
                skipped.has_labels = name == b"svg" && !look.is_gone && !look.is_invisible;
            }
        } else if name == b"math" && self.veil().is_none() {
            let display = attribute(tag, "display").or(attribute(tag, "mode"));
            let is_display = matches!(display.as_deref(), Some("block" | "display"));
            self.formula = Some((MathMl::new(), is_display));
        } else if name == b"q" {
            // Browsers draw the marks.
            self.characters("“");
        } else if name == b"blockquote" && self.veil().is_none() {
            if self.quotations.0 == 0 {
                self.quotations.1 = self.text.length();
            }
            self.quotations.0 += 1;
        } else if name == b"iframe" && !self.is_framed {
            let page = attribute(tag, "srcdoc").unwrap_or_default();
            self.lines(Self::with_shown(&page, HashSet::new(), true).text.text());
        } else if name == b"pre" {
            self.preformatted += 1;
        } else if name == b"div" {
            // LibreOffice writes headers and footers as `div`s with such a title.
            let title = tag.attributes.get(b"title".as_slice());
            if let Some((_, depth)) = &mut self.header {
                *depth += 1;
            } else if title.is_some_and(|t| matches!(t.as_slice(), b"header" | b"footer")) {
                self.header = Some((self.text.end(), 1));
            }
        }
    }

    /// Ends the pronunciation that is skipped `if_ended`.
    fn end_ruby(&mut self, if_ended: bool) {
        let is_ruby = |skipped: &Skipped| RUBY.contains(&skipped.name.as_slice());
        if if_ended && self.skipped.as_ref().is_some_and(is_ruby) {
            self.skipped = None;
        }
    }

    fn end(&mut self, name: &[u8]) {
        self.end_ruby(name == b"ruby" || ENDS_FORMULA.contains(&name));
        if let Some(skipped) = &mut self.skipped {
            if skipped.is_label && name == b"text" {
                skipped.is_label = false;
                let label = std::mem::take(&mut skipped.kept);
                let skipped = self.skipped.take();
                self.lines(&label);
                self.skipped = skipped;
            } else if skipped.name == name {
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
        if name == b"q" && self.open_names.get(name).is_some_and(|count| *count > 0) {
            self.characters("”");
        }
        if !INLINE.contains(&name) && self.veil().is_none() {
            self.end_line();
        }
        if name == b"blockquote" && self.veil().is_none() {
            self.end_quotation();
        }
        self.close(name);
        if name == b"div"
            && let Some((start, depth)) = &mut self.header
        {
            *depth -= 1;
            if *depth == 0 {
                self.text.mark_heads(*start, &mut self.running);
                self.header = None;
            }
        }
    }

    fn end_quotation(&mut self) {
        self.quotations.0 = self.quotations.0.saturating_sub(1);
        let (open, start) = self.quotations;
        let end = self.text.length();
        let last = self.block_quotations.last().map_or(0, |(_, end)| *end);
        if open == 0 && start >= last && start < end {
            self.block_quotations.push((start, end));
        }
    }

    /// Takes in a style sheet.
    fn end_skipped(&mut self, skipped: &Skipped) {
        if skipped.name == b"style" {
            self.sheet.add(&skipped.kept);
        }
    }

    fn characters(&mut self, text: &str) {
        if let Some(skipped) = &mut self.skipped {
            if skipped.name == b"title" {
                self.title.push_str(text);
            } else if skipped.name == b"style" || skipped.is_label {
                skipped.kept.push_str(text);
            }
            return;
        }
        if let Some((formula, _)) = &mut self.formula {
            return formula.characters(text);
        }
        if let Some(veil) = self.veil() {
            let count = visible(text);
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

    /// Takes in text that stands on lines of its own.
    fn lines(&mut self, text: &str) {
        let is_shown = self.veil().is_none();
        for line in text.lines() {
            if is_shown {
                self.end_line();
            }
            self.characters(line);
        }
        if is_shown {
            self.end_line();
        }
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
mod tests;
