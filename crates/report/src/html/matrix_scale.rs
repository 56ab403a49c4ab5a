//! Measures of the similarity matrices, the levels of their colours and the legend.

use maud::{Markup, html};

use super::site::Site;
use chachong_compare::{LARGE_PART, NEARLY_ALL, PART};
use chachong_messages::whole_percent;

/// Maximum distance, in bits of 64, of each level but the last.
const DISTANCES: [u32; 5] = [3, 6, 10, 16, 22];
/// Minimum copied share of each level, by the steps of the verdicts; the next level is any share above 0.
const SHARES: [f64; 4] = [NEARLY_ALL, LARGE_PART, PART, 0.03];

/// Measure that a matrix shows.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Measure {
    Share,
    Distance,
}

impl Measure {
    /// Class of the measure's colours.
    pub(super) const fn class(self) -> &'static str {
        match self {
            Self::Share => "shares",
            Self::Distance => "distances",
        }
    }
}

/// Returns the level, 0..=4, of a copied share; `None` for 0.
pub(super) fn share_level(share: f64) -> Option<usize> {
    if share <= 0.0 {
        return None;
    }
    let level = SHARES.iter().position(|&from| share >= from);
    Some(level.unwrap_or(SHARES.len()))
}

/// Returns the level, 0..=4, of a distance; `None` for unrelated documents.
pub(super) fn distance_level(distance: u32) -> Option<usize> {
    DISTANCES.iter().position(|&to| distance <= to)
}

/// Returns each colour with its range and its word.
pub(super) fn legend(site: &Site<'_>, measure: Measure) -> Markup {
    let language = site.check.language;
    let steps: Vec<(String, String)> = (0..6)
        .map(|level: usize| match measure {
            Measure::Share => {
                let range = match SHARES.get(level) {
                    Some(from) => format!("≥ {}", whole_percent(*from)),
                    None if level == SHARES.len() => "> 0 %".to_owned(),
                    None => "0 %".to_owned(),
                };
                (range, language.text(&format!("matrix.share-{}", level + 1)))
            }
            Measure::Distance => {
                let from = level
                    .checked_sub(1)
                    .map_or(0, |before| DISTANCES[before] + 1);
                let range = match DISTANCES.get(level) {
                    Some(to) => format!("{from}–{to}"),
                    None => format!("≥ {from}"),
                };
                (range, language.text(&format!("matrix.near-{}", level + 1)))
            }
        })
        .collect();
    html! {
        ul.steps { @for (level, (range, word)) in steps.iter().enumerate() {
            li {
                svg viewBox="0 0 14 14" width="14" height="14" aria-hidden="true" focusable="false" {
                    g class=(measure.class()) { rect class=(format_args!("m{}", level + 1)) width="14" height="14" rx="2" {} }
                }
                (range) " " span.weak { (word) }
            }
        } }
    }
}
