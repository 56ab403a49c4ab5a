//! Dimensions of the similarity matrices, the levels of their colours and the legend.

use maud::{Markup, html};

use super::site::Site;
use chachong_compare::{DISTANCE_LEVELS, SHARE_LEVELS};
use chachong_messages::whole_percent;

/// Measure that a matrix shows.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Measure {
    Share,
    Distance,
}

/// Returns each colour with its range and its word.
pub(super) fn legend(site: &Site<'_>, measure: Measure) -> Markup {
    let language = site.check.language;
    let steps: Vec<(String, String)> = (0..6)
        .map(|level: usize| match measure {
            Measure::Share => {
                let range = match SHARE_LEVELS.get(level) {
                    Some(from) => format!("≥ {}", whole_percent(*from)),
                    None if level == SHARE_LEVELS.len() => "> 0 %".to_owned(),
                    None => "0 %".to_owned(),
                };
                (range, language.text(&format!("matrix.share-{}", level + 1)))
            }
            Measure::Distance => {
                let from = level
                    .checked_sub(1)
                    .map_or(0, |before| DISTANCE_LEVELS[before] + 1);
                let range = match DISTANCE_LEVELS.get(level) {
                    Some(&to) if to == from => to.to_string(),
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
                    rect class=(format_args!("m{}", level + 1)) width="14" height="14" rx="2" {}
                }
                (range) " " span.weak { (word) }
            }
        } }
    }
}
