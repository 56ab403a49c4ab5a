//! Texts and code that three or more documents share, with the person's decision about each.

use maud::{Markup, html};

use super::rows::linked;
use super::site::Site;
use super::words::{count, more, visible};
use crate::origins::common_source_lines;
use chachong_compare::{DocumentIndex, SharedText, Span, TextDecision};

/// Maximum number of texts listed, largest first.
const MOST: usize = 200;
/// Maximum number of documents named for each.
const MOST_NAMED: usize = 12;
/// Maximum number of characters of a text's beginning.
const BEGINNING: usize = 160;

/// Returns the list of shared texts, below what many documents took from one source of a library and above shared code; `None` if
/// there are none.
pub(super) fn shared_texts(site: &Site<'_>) -> Option<Markup> {
    let language = site.check.language;
    let texts = site.check.result.shared_texts();
    let sources = common_source_lines(site.check);
    let code = site.check.result.shared_code();
    (!texts.is_empty() || !sources.is_empty() || !code.is_empty()).then(|| {
        html! {
            @if !sources.is_empty() {
                h3 { (language.text("common-source.title")) }
                ul.plain { @for line in sources.iter().take(MOST) { li { bdi { (visible(line)) } } } }
            }
            @if !texts.is_empty() || code.is_empty() { (list(site, texts, "shared-texts.explanation")) }
            @if !code.is_empty() {
                h3 { (language.fill("shared-code.tab", &[("count", &count(code.len()))])) }
                (list(site, code, "shared-code.explanation"))
            }
        }
    })
}

fn list(site: &Site<'_>, texts: &[SharedText], explanation: &str) -> Markup {
    let language = site.check.language;
    html! {
        p.note { (language.text(explanation)) }
        ol.shared { @for text in texts.iter().take(MOST) { (one(site, text)) } }
        (more(language, "text.more-sources", texts.len(), MOST))
    }
}

fn one(site: &Site<'_>, text: &SharedText) -> Markup {
    let language = site.check.language;
    let (class, word) = match site.check.result.decision_on(text) {
        None => ("undecided", "shared-texts.undecided"),
        Some(TextDecision::Template) => ("template", "shared-texts.template"),
        Some(TextDecision::Counts) => ("counts", "html.shared-counts"),
    };
    let mut documents: Vec<DocumentIndex> = text.places.iter().map(|place| place.0).collect();
    documents.dedup();
    html! {
        li {
            p.shared-head {
                b { (language.fill("shared-texts.size", &[("documents", &text.documents), ("characters", &text.characters)])) }
                " " span class=(format_args!("chip d-{class}")) { (language.text(word)) }
            }
            blockquote { bdi { (beginning(site, text)) } }
            p.places {
                (language.fill("shared-texts.documents", &[("count", &documents.len())])) " "
                @for (i, &document) in documents.iter().take(MOST_NAMED).enumerate() {
                    @if i > 0 { (language.text("punctuation.comma")) }
                    (linked(site, document))
                }
                @if documents.len() > MOST_NAMED {
                    " " (language.fill("text.more-sources", &[("count", &(documents.len() - MOST_NAMED))]))
                }
            }
        }
    }
}

/// Returns the beginning of a shared text on one line, as its first document has it, without what stands between its places.
fn beginning(site: &Site<'_>, text: &SharedText) -> String {
    let language = site.check.language;
    let first = text.places.first().and_then(|&(document, _)| {
        let kept = &site.document(document)?.content()?.text;
        let places = text.places_in(document).iter();
        // One character more than is shown tells whether the text goes on.
        let spans = places.take(BEGINNING + 1).map(|&(_, span)| Span {
            end: span.end.min(span.start.saturating_add(1_000)),
            ..span
        });
        kept.cut_all(&spans.collect::<Vec<Span>>()).ok()
    });
    let Some(extracted) = first else {
        return language.text("shared-texts.lost");
    };
    let words: Vec<&str> = extracted.text.split_whitespace().collect();
    let words = words.join(" ");
    let mut line: String = words.chars().take(BEGINNING).collect();
    if words.chars().nth(BEGINNING).is_some() {
        line.push('…');
    }
    visible(&line).into_owned()
}
