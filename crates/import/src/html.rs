//! Reader for HTML pages: blocks become paragraphs; scripts, styles and hidden parts are left out. Tokens are read,
//! not a tree, so that deep nesting is harmless.

use encoding_rs::{Encoding, UTF_8, UTF_16BE, UTF_16LE};
use html5gum::emitters::default::{DefaultEmitter, StartTag};
use html5gum::{Token, Tokenizer};

use super::encoding::{self, TextEncoding, name_of};
use super::formula::{Form, MathMl};
use super::{Extracted, ImportCause, Metadata, Places, Warning, txt};
use chachong_text::{Exclusion, ExclusionReason, LineBreaks};

/// Number of bytes at the start of a page in which its encoding may be declared.
const DECLARATION_WITHIN: usize = 4096;

/// Elements whose text is not text of the page.
const LEFT_OUT: [&[u8]; 9] = [
    b"script",
    b"style",
    b"title",
    b"template",
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
    page.text = text;
    page.exclusions = running_heads;
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
    Page::of(html).text
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

/// Whether an element is not shown.
fn is_hidden(tag: &StartTag<()>) -> bool {
    // Wikipedia hides the MathML of a formula behind its picture.
    if is_of_class(tag, "mwe-math-mathml") {
        return false;
    }
    let style = tag.attributes.get(b"style".as_slice());
    tag.attributes.contains_key(b"hidden".as_slice())
        || style.is_some_and(|style| {
            let mut style = style.to_ascii_lowercase();
            style.retain(|b| !b.is_ascii_whitespace());
            let has = |what: &[u8]| style.windows(what.len()).any(|w| w == what);
            has(b"display:none") || has(b"visibility:hidden") || has(b"mso-hide:all")
        })
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
    hidden: bool,
}

#[derive(Default)]
struct Page {
    text: String,
    line: String,
    title: String,
    hidden: Places,
    skipped: Option<Skipped>,
    preformatted: usize,
    characters: u64,
    running_heads: Vec<Exclusion>,
    /// Start offset of the running head being read, in characters, and the number of `div`s open in it; `None` outside
    /// running heads.
    running_head: Option<(u64, usize)>,
    /// Formula being read, and whether it stands on a line of its own; `None` outside formulas.
    formula: Option<(MathMl, bool)>,
}

impl Page {
    fn of(html: &str) -> Self {
        let mut emitter: DefaultEmitter<()> = DefaultEmitter::default();
        emitter.naively_switch_states(true);
        let mut page = Self::default();
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

    fn start(&mut self, tag: &StartTag<()>) {
        let name = tag.name.as_slice();
        if let Some(skipped) = &mut self.skipped {
            skipped.depth += usize::from(skipped.name == name && !tag.self_closing);
            return;
        }
        if self.formula.is_some() && ENDS_FORMULA.contains(&name) {
            // As browsers do with a formula that was not closed.
            self.end_formula();
        }
        let is_in_formula = self.formula.is_some();
        if !INLINE.contains(&name) && !is_in_formula && name != b"math" {
            self.end_line();
        }
        if !is_in_formula && (VOID.contains(&name) || tag.self_closing) {
            return;
        }
        let hidden = is_hidden(tag);
        if let Some((formula, _)) = &mut self.formula {
            let is_left_out = hidden || LEFT_OUT.contains(&name);
            formula.start(name, is_left_out, |name| attribute(tag, name));
            if tag.self_closing || VOID.contains(&name) {
                formula.end(name);
            }
            return;
        }
        if hidden || LEFT_OUT.contains(&name) {
            if hidden {
                self.hidden.add(self.characters, 0);
            }
            self.skipped = Some(Skipped {
                name: name.to_vec(),
                depth: 1,
                hidden,
            });
        } else if name == b"math" {
            let display = attribute(tag, "display").or(attribute(tag, "mode"));
            let is_display = matches!(display.as_deref(), Some("block" | "display"));
            self.formula = Some((MathMl::new(), is_display));
        } else if is_second_form(tag) {
            self.skipped = Some(Skipped {
                name: name.to_vec(),
                depth: 1,
                hidden: false,
            });
        } else if name == b"pre" {
            self.preformatted += 1;
        } else if name == b"div" {
            // LibreOffice writes headers and footers as `div`s with such a title.
            let title = tag.attributes.get(b"title".as_slice());
            if let Some((_, depth)) = &mut self.running_head {
                *depth += 1;
            } else if title.is_some_and(|t| matches!(t.as_slice(), b"header" | b"footer")) {
                self.running_head = Some((self.characters, 1));
            }
        }
    }

    fn end(&mut self, name: &[u8]) {
        if let Some(skipped) = &mut self.skipped {
            if skipped.name == name {
                skipped.depth -= 1;
                if skipped.depth == 0 {
                    self.skipped = None;
                }
            }
            return;
        }
        if name == b"math" {
            return self.end_formula();
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
        if !INLINE.contains(&name) {
            self.end_line();
        }
        if name == b"div"
            && let Some((start, depth)) = &mut self.running_head
        {
            *depth -= 1;
            if *depth == 0 {
                if *start < self.characters {
                    self.running_heads.push(Exclusion {
                        start: *start,
                        end: self.characters,
                        reason: ExclusionReason::RunningHead,
                    });
                }
                self.running_head = None;
            }
        }
    }

    fn characters(&mut self, text: &str) {
        if let Some(skipped) = &self.skipped {
            if skipped.hidden {
                self.hidden.count += text.chars().filter(|c| !c.is_whitespace()).count() as u64;
            } else if skipped.name == b"title" {
                self.title.push_str(text);
            }
            return;
        }
        if let Some((formula, _)) = &mut self.formula {
            return formula.characters(text);
        }
        self.line_characters(text);
    }

    /// Ends the formula, if one is open.
    fn end_formula(&mut self) {
        let Some((formula, is_display)) = self.formula.take() else {
            return;
        };
        let formula = formula.finish();
        if !is_display {
            self.line.push_str(&formula.finish(Form::Inline).text);
            return;
        }
        self.end_line();
        for line in formula.finish(Form::Display).text.lines() {
            self.line.push_str(line);
            self.end_line();
        }
    }

    fn line_characters(&mut self, text: &str) {
        for c in text.chars() {
            if c == '\n' && self.preformatted > 0 {
                self.end_line();
            } else if self.preformatted > 0 || !matches!(c, ' ' | '\t' | '\n' | '\r' | '\u{C}') {
                self.line.push(c);
            } else if !self.line.is_empty() && !self.line.ends_with(' ') {
                self.line.push(' ');
            }
        }
    }

    fn end_line(&mut self) {
        let line = self.line.trim_end();
        if !line.is_empty() {
            self.characters += line.chars().count() as u64 + 1;
            self.text.push_str(line);
            self.text.push('\n');
        }
        self.line.clear();
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
            page.text,
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
            page.text,
            "其中 x_1 y 为变量\n即\na/(2b)\n成立\n得z止\nw\n断v\n文\n"
        );
        assert_eq!(text_of(&"<math><mrow>".repeat(100_000)), "");
    }

    #[test]
    fn nesting_is_no_danger() {
        assert_eq!(text_of(&("<div>".repeat(200_000) + "底")), "底\n");
    }

    proptest! {
        #[test]
        fn no_page_harms_it(html in "(<[a-z/!? \"='&;]{0,9}>?|[a-z甲&#;]){0,60}") {
            let _ = text_of(&html);
        }
    }
}
