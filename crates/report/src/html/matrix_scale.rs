//! Dimensions of the similarity matrices, the levels of their colours and the legend.

use maud::{Markup, html};

use super::site::Site;
use chachong_messages::{distance_range, share_range};

/// Measure that a matrix shows.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Measure {
    Share,
    Distance,
}

/// Returns each colour with its range and its word.
pub(super) fn legend(site: &Site<'_>, measure: Measure) -> Markup {
    let language = site.check.language;
    let (range, word): (fn(usize) -> String, _) = match measure {
        Measure::Share => (share_range, "share"),
        Measure::Distance => (distance_range, "near"),
    };
    html! {
        ul.steps { @for level in 0..6 {
            li {
                svg viewBox="0 0 14 14" width="14" height="14" aria-hidden="true" focusable="false" {
                    rect class=(format_args!("m{}", level + 1)) width="14" height="14" rx="2" {}
                }
                (range(level)) " " span.weak { (language.text(&format!("matrix.{word}-{}", level + 1))) }
            }
        } }
    }
}
