//! Frame of a case file's page: head, parts, and the seal at the foot. The page has no script, needs no network, and
//! has light colours, as when printed.

use std::sync::LazyLock;

use chachong_case::CaseFile;
use chachong_messages::Language;
use maud::{DOCTYPE, Markup, PreEscaped, html};

use super::seal::{sealed, unsealed};
use super::verify::page_mark;
use crate::facts::program;
use crate::html::{REPORT_MARK, compact, digest};

/// Style sheet of the pages, embedded in each of them.
static STYLE: LazyLock<String> =
    LazyLock::new(|| compact(&[include_str!("../../../../assets/report/case.css")]));

/// Content of a page.
pub(super) struct CasePage {
    pub(super) kind: CaseFile,
    pub(super) language: Language,
    /// Text below the title.
    pub(super) lead: String,
    /// Parts of the page, as (heading, content).
    pub(super) parts: Vec<(String, Markup)>,
    /// Whether names of others are withheld.
    pub(super) withholds: bool,
}

impl CasePage {
    /// Returns the sealed bytes of the page.
    pub(super) fn write(&self) -> Vec<u8> {
        let language = self.language;
        let text = |key: &str| language.text(key);
        let title = text(&format!("case-file.title-{}", self.kind.name()));
        let policy = format!(
            "default-src 'none'; style-src 'sha256-{}'; img-src data:; base-uri 'none'; form-action 'none'",
            digest(&STYLE)
        );
        let page = html! {
            (DOCTYPE)
            html lang=(language.code()) {
                head {
                    meta charset="utf-8";
                    (PreEscaped(REPORT_MARK))
                    (PreEscaped(page_mark(self.kind)))
                    meta http-equiv="Content-Security-Policy" content=(policy);
                    meta name="viewport" content="width=device-width, initial-scale=1";
                    meta name="referrer" content="no-referrer";
                    meta name="color-scheme" content="light";
                    link rel="icon" href="data:,";
                    title { (title) }
                    style { (PreEscaped(&*STYLE)) }
                }
                body {
                    header {
                        p.over { (text("html.report")) span { (program()) } }
                        h1 { (title) }
                        p.lead { bdi { (self.lead) } }
                    }
                    main {
                        @for (heading, content) in &self.parts {
                            section { h2 { (heading) } (content) }
                        }
                    }
                    footer {
                        @if self.withholds { p { (text("case-file.withheld")) } }
                        p { (text("case-file.caution")) }
                        h2 { (text("case-file.seal")) }
                        p { (text("case-file.seal-note")) }
                        p.seal { code { (unsealed()) } }
                    }
                }
            }
        };
        let mut file = page.into_string().into_bytes();
        file.push(b'\n');
        sealed(file)
    }
}

/// Returns facts as a list of names and values.
pub(super) fn facts(facts: &[(String, Markup)]) -> Markup {
    html! {
        dl.facts { @for (name, value) in facts {
            div { dt { (name) } dd { (value) } }
        } }
    }
}
