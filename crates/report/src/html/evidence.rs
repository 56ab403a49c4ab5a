//! Evidence beyond text: common features of the files of pairs, in careful words and apart from every figure.

use chachong_compare::{DocumentIndex, DocumentPair};
use maud::{Markup, html};

use super::pictures::MOST_OF_PAIR;
use super::rows::linked;
use super::site::{Place, Site};
use super::sources::document;
use super::specimens::{MOST_OF_PAIR as MOST_PLACES, places_of_pair};
use super::words::visible;
use crate::evidence::{MOST_OTHERS, OTHERS_NOTES, more_others, others_of};
use chachong_check::{EvidenceItem, PairEvidence};

/// Maximum number of pairs listed on the page of the check.
const MOST_PAIRS: usize = 500;
/// Maximum number of couples of pictures that the page of the check shows of a pair without a page of its own.
const MOST_ON_INDEX: usize = 2;
/// Number of pairs of which the page of the check shows code and readings.
const MOST_WITH_PLACES: usize = 50;
/// Maximum number of places of one kind that the page of the check shows of a pair without a page of its own.
const MOST_ON_PAGE: usize = 10;

/// Returns the pairs whose pictures a whole report shows, with the maximum number of couples of each: first pairs with
/// a page of their own, in the order of reports, then pairs that only the page of the check lists.
pub(super) fn pairs_with_pictures(site: &Site<'_>) -> Vec<(DocumentPair, usize)> {
    let with_page = site.order[..site.pair_pages].iter();
    let with_page = with_page.map(|pair| ((pair.a, pair.b), MOST_OF_PAIR));
    let others = without_page(site).into_iter().take(MOST_PAIRS);
    let others = others.map(|pair| ((pair.a, pair.b), MOST_ON_INDEX));
    with_page.chain(others).collect()
}

/// Returns the pairs with evidence that have no page of their own: unlisted pairs, and pairs beyond the maximum number
/// of pages.
fn without_page<'a>(site: &Site<'a>) -> Vec<&'a PairEvidence> {
    let pairs = site.check.result.evidence.pairs.iter();
    pairs
        .filter(|pair| site.pair_link(Place::Top, pair.a, pair.b).is_none())
        .collect()
}

/// Returns the list of the pairs with evidence beyond text that have no page of their own; `None` if there are none.
pub(super) fn evidence_of_check(site: &Site<'_>) -> Option<Markup> {
    let language = site.check.language;
    let all = without_page(site);
    let left_out = all.len().saturating_sub(MOST_PAIRS);
    (!all.is_empty()).then(|| {
        html! {
            p.note { (language.text("evidence.between-note")) }
            p.note { (language.text("report-evidence.only")) }
            @for (number, pair) in all.iter().copied().take(MOST_PAIRS).enumerate() { (pair_of_check(site, pair, number)) }
            @if left_out > 0 {
                p.note { (language.fill("evidence.cli-more", &[("count", &left_out)])) }
            }
        }
    })
}

fn pair_of_check(site: &Site<'_>, pair: &PairEvidence, number: usize) -> Markup {
    let most_places = if number < MOST_WITH_PLACES {
        MOST_ON_PAGE
    } else {
        0
    };
    html! {
        div.evidence {
            p { b { "A" } " " (linked(site, pair.a)) br; b { "B" } " " (linked(site, pair.b)) }
            (items(site, &pair.items))
            (places_of_pair(site, (pair.a, pair.b), most_places))
            (site.pictures.of_pair(site, pair.a, pair.b))
        }
    }
}

/// Returns the evidence about one pair, whose documents are called A and B; `None` if there is none.
pub(super) fn evidence_of_pair(
    site: &Site<'_>,
    a: DocumentIndex,
    b: DocumentIndex,
) -> Option<Markup> {
    let found = site.check.result.pair_evidence(a, b);
    (!found.is_empty()).then(|| {
        html! {
            p.note { (site.check.language.text("evidence.between-note")) }
            (items(site, found))
            (places_of_pair(site, (a, b), MOST_PLACES))
            (site.pictures.of_pair(site, a, b))
        }
    })
}

/// Returns the documents with which the one at `position` has evidence in common; `None` if there is none.
pub(super) fn evidence_of_document(site: &Site<'_>, position: DocumentIndex) -> Option<Markup> {
    let language = site.check.language;
    let others = others_of(site.check, position);
    (!others.is_empty()).then(|| {
        html! {
            @for key in OTHERS_NOTES { p.note { (language.text(key)) } }
            @for other in others.iter().take(MOST_OTHERS) {
                div.evidence {
                    p { b { "B" } " " (document(site, other.position)) }
                    ul { @for item in &other.items { li { bdi { (visible(item)) } } } }
                    @if let Some(page) = site.pair_link(Place::Inside, position, other.position) {
                        p { a.go href=(page) { (language.text("report-evidence.open")) } }
                    }
                }
            }
            @if let Some(more) = more_others(&others, language) { p.note { (more) } }
        }
    })
}

fn items(site: &Site<'_>, items: &[EvidenceItem]) -> Markup {
    // Names of people come from the files.
    let text = |item| site.check.language.evidence(item, ["A", "B"]);
    html! {
        ul { @for item in items { li { bdi { (visible(&text(item))) } } } }
    }
}
