//! Pairs in which nothing counts because a person decided so; the list of pairs does not contain them.

use maud::{Markup, html};

use super::rows::linked;
use super::site::Site;
use super::words::{more, visible};
use crate::decided::{DecidedPair, decided_pairs};

/// Maximum number of pairs listed.
const MOST: usize = 500;

/// Returns the list of pairs of which nothing counts because a person decided so; `None` if there are none.
pub(super) fn decided(site: &Site<'_>) -> Option<Markup> {
    let check = site.check;
    let language = check.language;
    let all = decided_pairs(check);
    (!all.is_empty()).then(|| {
        html! {
            p.note { (language.text("decided.lead")) }
            ul.doubts { @for pair in all.iter().take(MOST) { (one(site, pair)) } }
            (more(language, "decided.more", all.len(), MOST))
        }
    })
}

fn one(site: &Site<'_>, pair: &DecidedPair<'_>) -> Markup {
    let check = site.check;
    let scope = pair.scope_in_words(check);
    html! {
        li {
            span.doubt-name { (linked(site, pair.a)) " · " (linked(site, pair.b)) }
            span {
                (scope) " · " (pair.shared_in_words(check))
                @if let Some(remark) = pair.remark(check) { br; bdi { (visible(&remark)) } }
            }
        }
    }
}
