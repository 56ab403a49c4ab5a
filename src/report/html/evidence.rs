//! Evidence beyond text: what the files of pairs have in common, in careful words and apart from every figure.

use maud::{Markup, html};

use super::groups::linked;
use super::site::Site;
use super::words::visible;
use crate::check::{EvidenceItem, evidence_of};

/// Maximum number of pairs listed on the page of the check.
const MOST_PAIRS: usize = 500;

/// Returns the list of all pairs with such evidence; `None` if there is none.
pub(super) fn evidence_of_check(site: &Site<'_>) -> Option<Markup> {
    let language = site.check.language;
    let all = site.check.evidence;
    let left_out = all.len().saturating_sub(MOST_PAIRS);
    (!all.is_empty()).then(|| {
        html! {
            p.note { (language.text("evidence.between-note")) }
            @for pair in all.iter().take(MOST_PAIRS) {
                div.evidence {
                    p { "A: " (linked(site, pair.a)) br; "B: " (linked(site, pair.b)) }
                    (items(site, &pair.items))
                }
            }
            @if left_out > 0 {
                p.note { (language.fill("evidence.cli-more", &[("count", &left_out)])) }
            }
        }
    })
}

/// Returns the evidence about one pair, whose documents are called A and B; `None` if there is none.
pub(super) fn evidence_of_pair(site: &Site<'_>, a: usize, b: usize) -> Option<Markup> {
    let found = evidence_of(site.check.evidence, a, b);
    (!found.is_empty()).then(|| {
        html! {
            p.note { (site.check.language.text("evidence.between-note")) }
            (items(site, found))
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
