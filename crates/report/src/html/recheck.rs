//! Re-check: earlier and present figures of all documents, and the fate of each document's passages.

use maud::{Markup, html};

use super::rows::linked;
use super::site::Site;
use super::words::{count, visible};
use crate::recheck::{DocumentRecheck, rechecked_with};
use chachong_check::{RecheckState, RecheckedPassage, RecheckedTexts, WordingPiece};
use chachong_compare::{Copied, DocumentIndex};
use chachong_messages::percent;

/// Returns the table of all documents; `None` if the check was compared with no earlier one.
pub(super) fn recheck_of_check(site: &Site<'_>) -> Option<Markup> {
    let language = site.check.language;
    let recheck = site.check.result.recheck.as_deref()?;
    let head = |text: &str| html! { th scope="col" { (text) } };
    let share = |share: Option<Copied>| {
        let text = share.map_or_else(|| "–".to_owned(), |share| percent(share.share()));
        html! { td.num { (text) } }
    };
    let compared = recheck
        .documents
        .iter()
        .filter(|document| document.then.is_some());
    Some(html! {
        p.note { (visible(&rechecked_with(recheck, language))) }
        div.scroll { table {
            caption.hidden { (language.text("html.part-recheck")) }
            thead { tr {
                @for key in ["column.document", "recheck.then", "recheck.now"] { (head(&language.text(key))) }
                @for state in RecheckState::ALL { (head(&language.recheck_state(state))) }
            } }
            tbody { @for document in compared { tr {
                td { (linked(site, document.now)) }
                (share(document.share_then)) (share(document.share_now))
                @for state in RecheckState::ALL { td.num { (count(document.count(state).0)) } }
            } } }
        } }
        p.note { (language.not_rechecked(recheck)) }
    })
}

/// Returns what became of the passages of a document; `None` if it was compared with no earlier version.
pub(super) fn recheck_of_document(site: &Site<'_>, position: DocumentIndex) -> Option<Markup> {
    let language = site.check.language;
    let of = DocumentRecheck::of(site.check, position)?;
    Some(html! {
        @for line in of.about() { p.note { (visible(&line)) } }
        dl.facts { @for (name, value) in of.shares() { div { dt { (name) } dd { (value) } } } }
        @if of.document.passages.is_empty() {
            p.none { (language.text("recheck.no-passages")) }
        } @else {
            ul.plain { @for (_, words) in of.states() { li { (words) } } }
            p.note { (language.text("recheck.differences")) }
        }
        @match of.texts() {
            Ok(texts) => @for (at, passage) in of.document.passages.iter().enumerate() {
                (passage_of(site, &of, &texts, (at, passage)))
            },
            Err(error) => p.lost { (language.fill("html.text-lost", &[("detail", &error)])) },
        }
    })
}

fn passage_of(
    site: &Site<'_>,
    of: &DocumentRecheck<'_>,
    texts: &RecheckedTexts,
    (at, passage): (usize, &RecheckedPassage),
) -> Markup {
    let language = site.check.language;
    let wordings = texts.wordings(passage);
    let [state, characters, sources] = of.said_of(passage);
    let differs = wordings.differ() && passage.state != RecheckState::Unchanged;
    html! {
        div.evidence {
            h3 { (count(at + 1)) ". " (state) }
            p.weak { (characters) br; (visible(&sources)) }
            table.wordings aria-label=(state) {
                thead { tr {
                    th scope="col" { (language.text("recheck.wording-then")) }
                    th scope="col" { (language.text("recheck.wording-now")) }
                } }
                tbody { tr {
                    td { @if wordings.then.is_empty() { span.weak { "–" } } (pieces(&wordings.then, differs, false)) }
                    td {
                        @if wordings.now.is_empty() { span.weak { "–" } }
                        @for place in &wordings.now { p { (pieces(place, differs, true)) } }
                    }
                } }
            }
        }
    }
}

/// Returns a wording; what the other one does not have is marked.
fn pieces(pieces: &[WordingPiece], differs: bool, is_now: bool) -> Markup {
    html! {
        bdi { @for piece in pieces {
            @if piece.is_same || !differs { (visible(&piece.text)) }
            @else if is_now { ins { (visible(&piece.text)) } }
            @else { del { (visible(&piece.text)) } }
        } }
    }
}
