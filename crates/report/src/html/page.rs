//! Frame of every page: head with policy, style and script; skip link, header, content, footer.

use maud::{DOCTYPE, Markup, PreEscaped, html};

use super::sheet::{Kind, Sheet};
use crate::facts::program;
use chachong_messages::Language;

/// Mark in the head of every page by which a later report knows pages of ours.
pub(crate) const REPORT_MARK: &str = r#"<meta name="generator" content="Chachong report">"#;

/// Content of a page.
pub(super) struct Page {
    pub(super) kind: Kind,
    /// Whether leads to rewritten passages were sought in the check.
    pub(super) leads: bool,
    pub(super) language: Language,
    /// Title of the browser's window, plain text.
    pub(super) title: String,
    /// Heading and what stands with it at the top.
    pub(super) header: Markup,
    /// Links to the parts of the page: anchor and words.
    pub(super) parts: Vec<(&'static str, String)>,
    /// Path to the index; `None` on the index itself and on a page that stands alone.
    pub(super) index: Option<&'static str>,
    pub(super) content: Markup,
}

impl Page {
    /// Returns the page as HTML.
    pub(super) fn write(&self) -> String {
        let language = self.language;
        let sheet = Sheet::of_kind(self.kind, self.leads);
        let report = language.text("html.report");
        let class = match self.kind {
            Kind::Index => "index",
            Kind::Document => "document",
            Kind::Pair => "pair",
        };
        let page = html! {
            (DOCTYPE)
            html lang=(language.code()) {
                head {
                    meta charset="utf-8";
                    (PreEscaped(REPORT_MARK))
                    meta http-equiv="Content-Security-Policy" content=(sheet.policy);
                    meta name="viewport" content="width=device-width, initial-scale=1";
                    meta name="referrer" content="no-referrer";
                    meta name="color-scheme" content="light dark";
                    link rel="icon" href="data:,";
                    title { (self.title) }
                    style { (PreEscaped(&sheet.style)) }
                }
                body class=(class) {
                    a.skip href="#content" { (language.text("html.skip")) }
                    header.top {
                        p.over {
                            @if let Some(index) = self.index {
                                a href=(index) { (report) }
                            } @else {
                                (report)
                            }
                            span { (program()) }
                        }
                        (self.header)
                    }
                    @if self.parts.len() > 1 {
                        nav.parts aria-label=(language.text("html.parts")) {
                            ul { @for (anchor, words) in &self.parts {
                                li { a href=(format_args!("#{anchor}")) { (words) } }
                            } }
                        }
                    }
                    main #content tabindex="-1" { (self.content) }
                    footer.bottom {
                        p { (language.text("html.caution")) }
                        p { (language.text("html.footer")) }
                    }
                    script { (PreEscaped(&sheet.script)) }
                }
            }
        };
        page.into_string()
    }
}

/// Returns a section of a page under a heading.
pub(super) fn section(id: &str, heading: &str, content: &Markup) -> Markup {
    html! {
        section id=(id) aria-labelledby=(format_args!("{id}-h")) {
            h2 id=(format_args!("{id}-h")) { (heading) }
            (content)
        }
    }
}
