//! Converts an HTML page of an encyclopaedia to the prose that a reader sees. It reads tokens instead of building a
//! tree, so that deep nesting is harmless.

use std::collections::HashSet;
use std::sync::LazyLock;

use html5gum::emitters::default::{DefaultEmitter, StartTag};
use html5gum::{Token, Tokenizer};

use crate::prose::Prose;

/// Elements whose content is not prose.
const LEFT_OUT: &[&[u8]] = &[
    b"script",
    b"style",
    b"title",
    b"template",
    b"svg",
    b"noscript",
    b"textarea",
    b"select",
    b"rt",
    b"rp",
    b"table",
    b"nav",
    b"figure",
    b"figcaption",
    b"footer",
    b"aside",
    b"button",
    b"form",
    b"audio",
    b"video",
    b"math",
    b"h1",
];
/// Classes of elements whose content is not prose.
static CLASSES: LazyLock<HashSet<&str>> = LazyLock::new(|| {
    "reference references reflist refbegin navbox vertical-navbox infobox sidebar mw-editsection toc hatnote \
     dablink rellink thumb thumbinner thumbcaption gallery noprint metadata catlinks mw-references-wrap \
     mw-cite-backlink ambox tmbox sistersitebox printfooter mw-jump-link zim-footer mw-indicators \
     navigation-not-searchable mw-empty-elt external-text-note portal stub coordinates geo-nondefault \
     shortdescription mw-kartographer-container"
        .split(' ')
        .collect()
});
/// Elements that never have an end tag.
const VOID: &[&[u8]] = &[
    b"br", b"hr", b"img", b"input", b"meta", b"link", b"wbr", b"col", b"source", b"area", b"base",
    b"embed", b"track", b"param",
];
/// Elements inside a line; all others begin and end a paragraph.
const INLINE: &[&[u8]] = &[
    b"a", b"abbr", b"acronym", b"b", b"bdi", b"bdo", b"big", b"cite", b"code", b"data", b"del",
    b"dfn", b"em", b"font", b"i", b"img", b"ins", b"kbd", b"label", b"mark", b"q", b"rb", b"rp",
    b"rt", b"ruby", b"s", b"samp", b"small", b"span", b"strike", b"strong", b"sub", b"sup",
    b"time", b"tt", b"u", b"var", b"wbr", b"math", b"link", b"meta", b"style",
];

/// Page as it was read.
#[derive(Debug, Default)]
pub(super) struct Page {
    pub(super) text: String,
    pub(super) title: String,
    /// Address of the page on the net, if it names it.
    pub(super) address: Option<String>,
    /// Day of its last change, its revision and its licence, if its foot names them.
    pub(super) date: Option<String>,
    pub(super) revision: Option<String>,
    pub(super) licence: Option<String>,
    /// Whether it only leads to another page.
    pub(super) redirect: bool,
    /// Whether it lists the meanings of a word.
    pub(super) disambiguation: bool,
}

/// Reads a page.
pub(super) fn read(html: &str) -> Page {
    let mut emitter: DefaultEmitter<()> = DefaultEmitter::default();
    emitter.naively_switch_states(true);
    let mut reader = Reader {
        page: Page::default(),
        prose: Prose::with_capacity(html.len() / 2),
        skipped: None,
        heading: false,
        preformatted: 0,
        line: String::new(),
        formula: false,
        foot: None,
    };
    for token in Tokenizer::new_with_emitter(html, emitter).flatten() {
        match token {
            Token::StartTag(tag) => reader.start(&tag),
            Token::EndTag(tag) => reader.end(&tag.name),
            Token::String(text) => reader.characters(&String::from_utf8_lossy(&text)),
            Token::Comment(_) | Token::Doctype(_) | Token::Error(_) => {}
        }
    }
    reader.end_heading();
    let mut page = reader.page;
    if let Some(foot) = reader.foot
        && foot.ends(&reader.prose)
    {
        page.revision = Some(foot.revision);
        page.date = foot.date;
        page.licence = foot.licence;
        page.address = page.address.or(foot.address);
        if let Some(at) = foot.at {
            reader.prose.truncate(at);
        }
    }
    page.text = reader.prose.finish();
    page
}

/// Element whose content is passed over.
struct Skipped {
    name: Vec<u8>,
    /// Number of open elements of this name.
    depth: usize,
    /// Whether it is marked as the foot of the page.
    is_foot: bool,
}

/// Paragraph that may be the foot of a page, which names the origin of the page: it has a link to a revision.
struct Foot {
    /// Byte offset in the text at which it begins; `None` if it is marked as a foot, so that its text is passed over.
    at: Option<usize>,
    revision: String,
    date: Option<String>,
    licence: Option<String>,
    address: Option<String>,
}

impl Foot {
    /// Returns whether it is the foot: marked as such, or the last paragraph and naming a licence. Others cite a revision.
    fn ends(&self, prose: &Prose) -> bool {
        (self.at).is_none_or(|at| self.licence.is_some() && prose.is_last_paragraph(at))
    }
}

struct Reader {
    page: Page,
    prose: Prose,
    skipped: Option<Skipped>,
    heading: bool,
    /// Number of open `<pre>`.
    preformatted: usize,
    /// Line of preformatted text.
    line: String,
    /// Whether a formula was just shown, whose picture follows.
    formula: bool,
    /// Last paragraph with a link to a revision; `None` before the first, and after a heading that follows it.
    foot: Option<Foot>,
}

impl Reader {
    fn start(&mut self, tag: &StartTag<()>) {
        let name = tag.name.as_slice();
        if name == b"a" {
            self.link(tag);
        }
        if let Some(skipped) = &mut self.skipped {
            skipped.depth += usize::from(skipped.name == name && !tag.self_closing);
            return;
        }
        let attribute = |name: &[u8]| {
            tag.attributes
                .get(name)
                .map(|value| String::from_utf8_lossy(value).into_owned())
        };
        match name {
            b"link" if attribute(b"rel").is_some_and(|rel| rel == "canonical") => {
                self.page.address = attribute(b"href").filter(|href| href.starts_with("http"));
            }
            b"meta"
                if attribute(b"http-equiv")
                    .is_some_and(|what| what.eq_ignore_ascii_case("refresh")) =>
            {
                self.page.redirect = true;
            }
            b"math" => {
                if let Some(formula) = attribute(b"alttext") {
                    self.formula(&formula);
                }
            }
            b"img" => {
                let class = attribute(b"class").unwrap_or_default();
                if class.contains("mwe-math-fallback")
                    && !self.formula
                    && let Some(formula) = attribute(b"alt")
                {
                    self.formula(&formula);
                }
                self.formula = false;
            }
            _ => {}
        }
        if !INLINE.contains(&name) {
            self.break_line();
        }
        if VOID.contains(&name) || tag.self_closing {
            return;
        }
        let class = attribute(b"class").unwrap_or_default();
        if attribute(b"id").is_some_and(|id| id == "disambigbox")
            || class
                .split(' ')
                .any(|class| matches!(class, "disambigbox" | "dmbox-disambig" | "dmbox"))
        {
            self.page.disambiguation = true;
        }
        let hidden = tag.attributes.contains_key(b"hidden".as_slice())
            || attribute(b"style").is_some_and(|style| {
                let style: String = style
                    .to_ascii_lowercase()
                    .split_ascii_whitespace()
                    .collect();
                style.contains("display:none")
            });
        let navigation =
            attribute(b"role").is_some_and(|role| matches!(role.as_str(), "navigation" | "note"));
        if LEFT_OUT.contains(&name)
            || hidden && !class.contains("mwe-math")
            || navigation
            || class
                .split_ascii_whitespace()
                .any(|class| CLASSES.contains(class))
        {
            if INLINE.contains(&name) && name != b"math" {
                self.prose.drop_here();
            }
            self.skipped = Some(Skipped {
                name: name.to_vec(),
                depth: 1,
                is_foot: class
                    .split_ascii_whitespace()
                    .any(|class| class == "zim-footer"),
            });
            return;
        }
        match name {
            b"pre" => self.preformatted += 1,
            b"h2" | b"h3" | b"h4" | b"h5" | b"h6" => {
                self.end_heading();
                self.foot = None;
                self.prose.begin_heading(name[1] - b'0');
                self.heading = true;
            }
            _ => {}
        }
    }

    /// Reads where the page comes from, in the links of its foot: Kiwix's tools name the revision, its day and the licence.
    fn link(&mut self, tag: &StartTag<()>) {
        let attribute = |name: &[u8]| {
            tag.attributes
                .get(name)
                .map(|value| String::from_utf8_lossy(value).into_owned())
        };
        let Some(href) = attribute(b"href").filter(|href| href.starts_with("http")) else {
            return;
        };
        if let Some((address, query)) = href.split_once('?')
            && let Some(revision) = query
                .split('&')
                .find_map(|part| part.strip_prefix("oldid="))
        {
            let skipped = self.skipped.as_ref();
            if skipped.is_some_and(|skipped| !skipped.is_foot) {
                return;
            }
            self.foot = Some(Foot {
                at: skipped.is_none().then(|| self.prose.paragraph_start()),
                revision: revision.to_owned(),
                date: attribute(b"title").and_then(|title| crate::day::in_name(&title)),
                licence: None,
                address: (query.starts_with("oldid=")).then(|| address.to_owned()),
            });
        } else if let Some(foot) = &mut self.foot
            && let Some((_, licence)) = href.split_once("creativecommons.org/licenses/")
        {
            let licence = licence
                .trim_end_matches('/')
                .replace('/', " ")
                .to_uppercase();
            foot.licence = Some(format!("CC {licence}"));
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
        match name {
            b"pre" => {
                self.break_line();
                self.preformatted = self.preformatted.saturating_sub(1);
            }
            b"h2" | b"h3" | b"h4" | b"h5" | b"h6" => self.end_heading(),
            _ if !INLINE.contains(&name) => self.break_line(),
            _ => {}
        }
    }

    fn end_heading(&mut self) {
        if std::mem::take(&mut self.heading) {
            self.prose.end_heading();
        }
        self.break_line();
    }

    fn break_line(&mut self) {
        if !self.line.is_empty() {
            self.prose.push_line(&self.line);
            self.line.clear();
        }
        if !self.heading {
            self.prose.paragraph();
        }
    }

    fn formula(&mut self, latex: &str) {
        let latex = latex.trim();
        let latex = latex
            .strip_prefix("{\\displaystyle")
            .and_then(|inner| inner.strip_suffix('}'))
            .unwrap_or(latex)
            .trim();
        if !latex.is_empty() {
            let shown = format!("${latex}$").replace('\n', " ");
            self.prose.push(&shown);
            self.formula = true;
        }
    }

    fn characters(&mut self, text: &str) {
        if let Some(skipped) = &self.skipped {
            if skipped.name == b"title" {
                self.page.title.push_str(text);
            }
            return;
        }
        if self.preformatted > 0 {
            for (at, line) in text.split('\n').enumerate() {
                if at > 0 {
                    self.prose.push_line(&self.line);
                    self.line.clear();
                }
                self.line.push_str(line);
            }
            return;
        }
        self.formula &= text.trim().is_empty();
        // Chinese lines broken in the source are one line on the page, with a space that nobody wants.
        if text.contains(['\n', '\u{A0}']) {
            let text = text.replace(['\n', '\u{A0}'], " ");
            self.prose.push(&text);
        } else {
            self.prose.push(text);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn a_page_is_the_prose_that_a_reader_sees() {
        let page = read(
            "<html><head><title>题</title><link rel=\"canonical\" href=\"https://a/wiki/x\"></head><body><h1>题</h1>\
             <table class=\"infobox\"><tr><td>格<table><tr><td>内</table></table>\
             <p><b>甲</b>（<span style=\"display: none\">没</span>）乙<sup class=\"reference\"><a>[1]</a></sup>，\
             式<span class=\"mwe-math-element\"><span class=\"mwe-math-mathml-inline\" style=\"display: none;\"><math \
             alttext=\"{\\displaystyle a_1}\"><mi>a</mi></math></span><img class=\"mwe-math-fallback-image-inline\" \
             alt=\"{\\displaystyle a_1}\"></span>。</p>\n<h2>空<span class=\"mw-editsection\">编辑</span></h2>\
             <h2>用途</h2><ul><li>丙&amp;丁</li><li>戊\n己</li></ul><pre>a  b\n c</pre>\
             <h2>参考文献</h2><ol class=\"references\"><li>书</ol><p>注</p></body></html>",
        );
        assert_eq!(page.text, "甲乙，式$a_1$。\n用途\n丙&丁\n戊 己\na  b\n c");
        assert_eq!(
            (page.title.as_str(), page.address.as_deref()),
            ("题", Some("https://a/wiki/x"))
        );
        assert!(!page.redirect && !page.disambiguation);
        let page = read(
            "<p>甲</p><div>来自<a title=\"last edited on 2013-09-12\" href=\"https://a/wiki/%E7%94%B2?oldid=45\">乙</a>，\
             <a href=\"http://creativecommons.org/licenses/by-sa/4.0/\">丙</a>。</div>",
        );
        assert_eq!(
            (page.text.as_str(), page.revision.as_deref()),
            ("甲", Some("45"))
        );
        assert_eq!(page.address.as_deref(), Some("https://a/wiki/%E7%94%B2"));
        assert_eq!(
            (page.date.as_deref(), page.licence.as_deref()),
            (Some("2013-09-12"), Some("CC BY-SA 4.0"))
        );
        let cited = "<a href=\"https://a/wiki/x?oldid=3\">旧版</a>";
        let page = read(&format!(
            "<p>甲{cited}</p><sup class=\"reference\">{cited}</sup><h2>空</h2><h3>{cited}</h3><h2>丙</h2><p>乙{cited}</p>"
        ));
        assert_eq!(
            (page.text.as_str(), page.revision.as_deref()),
            ("甲旧版\n丙\n乙旧版", None)
        );
        let page = read(&format!(
            "<p>甲{cited}</p><div class=\"zim-footer\"><a href=\"https://a/w?title=x&amp;oldid=45\">乙</a></div>"
        ));
        assert_eq!(
            (page.text.as_str(), page.revision.as_deref()),
            ("甲旧版", Some("45"))
        );
        assert!(read("<meta http-equiv=\"Refresh\" content=\"0;url=b\">").redirect);
        assert!(read("<table id=\"disambigbox\"><td>a</table>").disambiguation);
        assert_eq!(read(&("<div>".repeat(200_000) + "底")).text, "底");
    }

    proptest! {
        #[test]
        fn no_page_harms_it(html in "(<[a-z0-9/!? \"='&;]{0,9}>?|</?(h2|h3|table|pre|math|sup)>|参考文献|<a href=http://a?oldid=1>|[a-z甲&#;（）]){0,60}") {
            let _ = read(&html);
        }
    }
}
