//! Leads to possible rewriting or translation: a separate section with both texts sentence by sentence. Leads have no
//! colour and are not part of any figure.

use chachong_compare::DocumentIndex;
use maud::{Markup, html};

use super::rows::leading_to;
use super::site::{Place, Site};
use super::words::{name, visible};
use crate::leads::{Lead, LeadList, Rows, document, extent, sentences};

/// Maximum number of leads listed on the page of the check.
const MOST_OF_CHECK: usize = 1_000;

/// Returns the list of all leads; `None` if they were not sought.
pub(super) fn leads_of_check(site: &Site<'_>) -> Option<Markup> {
    let language = site.check.language;
    let list = LeadList::of_check(site.check)?;
    let head = |key: &str| html! { th scope="col" { (language.text(key)) } };
    Some(html! {
        (about(site))
        @if list.leads.is_empty() {
            @if list.dismissed == 0 { p.none { (language.text("leads.none")) } }
        } @else {
            div.scroll { table {
                caption.hidden { (language.text("html.part-leads")) }
                thead { tr {
                    (head("column.document-a")) (head("column.document-b"))
                    (head("xlsx.kind")) (head("xlsx.strength")) (head("leads.report-chance"))
                    (head("leads.report-word")) td {}
                } }
                tbody { @for lead in list.leads.iter().take(MOST_OF_CHECK) { (row(site, lead)) } }
            } }
        }
        (rest(site, &list, MOST_OF_CHECK))
    })
}

fn row(site: &Site<'_>, lead: &Lead<'_>) -> Markup {
    let language = site.check.language;
    let places = lead.places(site.check);
    html! {
        tr {
            @for (position, place) in lead.documents.into_iter().zip(places) {
                td { (named(site, Place::Top, position)) br; span.weak { (place) } }
            }
            td { (lead.kind(language)) }
            td { (lead.strength(language)) }
            td.num { (lead.chance()) }
            td { @if let Some(word) = lead.word(language) { bdi { (visible(&word)) } } }
            td { @if let Some(page) = page_of(site, lead) {
                a href=(format_args!("{page}#leads")) { (language.text("leads.report-open")) }
            } }
        }
    }
}

/// Returns the page with the sentences of a lead: that of the pair, or else of the first document, or else of the
/// second; `None` if none of them has a page.
fn page_of(site: &Site<'_>, lead: &Lead<'_>) -> Option<String> {
    let [a, b] = lead.documents;
    let of_document = |position| site.document_link(Place::Top, position);
    (site.pair_link(Place::Top, a, b))
        .or_else(|| of_document(a))
        .or_else(|| of_document(b))
}

/// Returns the leads of the document at `position`; `None` if they were not sought.
pub(super) fn leads_of_document(site: &Site<'_>, position: DocumentIndex) -> Option<Markup> {
    let check = site.check;
    let language = check.language;
    let list = LeadList::of_document(check, position)?;
    let shown = list.shown();
    let own = language.text("leads.report-this");
    Some(html! {
        (about(site))
        @if list.leads.is_empty() && list.dismissed == 0 {
            p.none { (language.text("leads.report-none-here")) }
        }
        @for (lead, rows) in shown.iter().zip(sentences(check, shown)) {
            @let other = named(site, Place::Inside, lead.documents[1]);
            div.evidence {
                h3 { (other) }
                (facts(site, lead, &lead.here_and_there(check)))
                (side_by_side(site, [html! { (own) }, other], &rows))
                @if let Some(page) = site.pair_link(Place::Inside, position, lead.documents[1]) {
                    p { a.go href=(page) { (language.text("report-evidence.open")) } }
                }
            }
        }
        (rest(site, &list, shown.len()))
    })
}

/// Returns the leads between two documents, which are called A and B; `None` if there are none.
pub(super) fn leads_of_pair(site: &Site<'_>, a: DocumentIndex, b: DocumentIndex) -> Option<Markup> {
    let check = site.check;
    let list = LeadList::of_pair(check, a, b)?;
    let shown = list.shown();
    Some(html! {
        (about(site))
        @for (lead, rows) in shown.iter().zip(sentences(check, shown)) {
            div.evidence {
                (facts(site, lead, &lead.places_of_pair(check)))
                (side_by_side(site, ["A", "B"].map(|letter| html! { (letter) }), &rows))
            }
        }
        (rest(site, &list, shown.len()))
    })
}

/// Says what a lead is and is not, and what was searched.
fn about(site: &Site<'_>) -> Markup {
    html! {
        p { (site.check.language.text("lead.explanation")) }
        p.note { (visible(&extent(site.check).join(" "))) }
    }
}

/// Returns kind, strength, places and the person's word.
fn facts(site: &Site<'_>, lead: &Lead<'_>, places: &str) -> Markup {
    let language = site.check.language;
    html! {
        p.weak { (lead.about(language)) br; (places) }
        @if let Some(word) = lead.word(language) { p.judged { bdi { (visible(&word)) } } }
    }
}

/// Returns the sentences of both texts beside each other, or the reason why they cannot be shown.
fn side_by_side(site: &Site<'_>, heads: [Markup; 2], rows: &Result<Rows, String>) -> Markup {
    let rows = match rows {
        Ok(rows) => rows,
        Err(lost) => return html! { p.lost { (visible(lost)) } },
    };
    let nothing = site.check.language.text("leads.no-counterpart");
    html! {
        table.sentences aria-label=(site.check.language.text("html.part-leads")) {
            thead { tr { @for head in heads { th scope="col" { (head) } } } }
            tbody { @for row in rows { tr { @for side in row {
                td {
                    @if let Some(text) = side { bdi { (visible(text)) } } @else { span.weak { (nothing) } }
                }
            } } } }
        }
    }
}

fn rest(site: &Site<'_>, list: &LeadList<'_>, shown: usize) -> Markup {
    html! { @for line in list.rest(shown, site.check.language) { p.note { (line) } } }
}

/// Returns the name of a document, linked to its page if it has one.
fn named(site: &Site<'_>, from: Place, position: DocumentIndex) -> Markup {
    let Some(document) = document(site.check, position) else {
        return html! {};
    };
    let page = site.document_link(from, position);
    leading_to(page.as_deref(), &name(document, site.check.language))
}
