//! Chance of a passage of near windows: how often unrelated texts have an equally good one.
//!
//! Two people who write about the same subject write passages that are near each other, so random vectors are no model
//! of chance. The rates were counted in ordinary articles of one subject and of all subjects (docs/semantics.md).

use super::kind::LeadKind;
use super::windows::Language;

/// Minimum margin of a pair of near windows: only the part of a pair's margin above it adds to the score of a passage.
pub(super) const FLOOR: f32 = 0.10;
/// Number of windows of a thesis of 30,000 characters; the rates of chance were counted for such theses.
const OF_A_THESIS: f64 = 580.0;

/// Size of the search for rewritten passages of one document.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Searched {
    /// Number of windows (short runs of sentences) in the document.
    pub windows: usize,
    /// Number of windows (short runs of sentences) with which the windows of the document were compared.
    pub collection: usize,
}

/// Rate of chance in collections of a size: a thesis has `exp(level - slope * sqrt(score))` passages of at least a score.
#[derive(Clone, Copy)]
struct Rate {
    /// Natural logarithm of the number of windows of the collection.
    size: f64,
    level: f64,
    slope: f64,
}

const fn rate(size: f64, level: f64, slope: f64) -> Rate {
    Rate { size, level, slope }
}

/// Chinese passages. A larger collection has more neighbours on the subject of a window, which hold its margins down.
const CHINESE: [Rate; 3] = [
    rate(7.6, 5.25, 7.4),
    rate(10.3, 4.52, 7.6),
    rate(12.97, 4.19, 10.5),
];
/// Passages in English and other languages, counted in web pages on few subjects, of which many are alike.
const OTHER: [Rate; 1] = [rate(10.7, 5.5, 7.2)];
/// Passages of two languages.
const TRANSLATED: [Rate; 3] = [
    rate(7.6, 3.75, 8.3),
    rate(10.3, 3.84, 10.5),
    rate(12.97, 4.3, 15.0),
];

/// Maximum number of passages expected by chance for one document at which a passage is a lead. Both kinds together give
/// about one false lead for a thesis of 30,000 characters.
const fn limit(kind: LeadKind) -> f64 {
    match kind {
        LeadKind::Rewritten => 0.8,
        LeadKind::Translated => 0.2,
    }
}

/// Level and slope for a collection of any size: between the counted sizes in proportion, beyond them as at the last.
fn between(rates: &[Rate], collection: usize) -> (f64, f64) {
    let size = (collection.max(1) as f64).ln();
    let after = rates.partition_point(|rate| rate.size < size);
    match (
        after.checked_sub(1).and_then(|before| rates.get(before)),
        rates.get(after),
    ) {
        (Some(low), Some(high)) => {
            let part = (size - low.size) / (high.size - low.size);
            let mean = |low: f64, high: f64| low + part * (high - low);
            (mean(low.level, high.level), mean(low.slope, high.slope))
        }
        (Some(only), None) | (None, Some(only)) => (only.level, only.slope),
        (None, None) => (0.0, 0.0),
    }
}

fn level_and_slope(kind: LeadKind, language: Language, searched: Searched) -> (f64, f64) {
    let rates: &[Rate] = match (kind, language) {
        (LeadKind::Translated, _) => &TRANSLATED,
        (LeadKind::Rewritten, Language::Chinese) => &CHINESE,
        (LeadKind::Rewritten, Language::Other) => &OTHER,
    };
    between(rates, searched.collection)
}

/// Length of a document in theses, at least 1: many short texts would have a false lead each otherwise.
fn theses(searched: Searched) -> f64 {
    (searched.windows as f64 / OF_A_THESIS).max(1.0)
}

/// Returns the number of passages with at least this score that chance gives one document. `language` is the language
/// of the first side.
pub(super) fn expected(kind: LeadKind, language: Language, score: f32, searched: Searched) -> f64 {
    let (level, slope) = level_and_slope(kind, language, searched);
    let theses = theses(searched);
    theses * (level - slope * f64::from(score.max(0.0)).sqrt()).exp()
}

/// Returns whether chance gives so few passages that such a passage counts as a lead.
pub(super) fn is_lead(kind: LeadKind, expected_by_chance: f64) -> bool {
    expected_by_chance <= limit(kind)
}

/// Returns the lowest score that a lead can have in this search, at least 0.
#[expect(clippy::cast_possible_truncation, reason = "a score is a small number")]
pub(super) fn least_score(searched: Searched) -> f32 {
    let theses = theses(searched);
    let kinds = [
        (LeadKind::Rewritten, Language::Chinese),
        (LeadKind::Rewritten, Language::Other),
        (LeadKind::Translated, Language::Chinese),
    ];
    let least = kinds.iter().map(|&(kind, language)| {
        let (level, slope) = level_and_slope(kind, language, searched);
        let root = ((level - (limit(kind) / theses).ln()) / slope).max(0.0);
        root * root
    });
    // A little lower, so that rounding loses none.
    (least.fold(f64::INFINITY, f64::min) - 1e-4).max(0.0) as f32
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    const KINDS: [(LeadKind, Language); 3] = [
        (LeadKind::Rewritten, Language::Chinese),
        (LeadKind::Rewritten, Language::Other),
        (LeadKind::Translated, Language::Chinese),
    ];

    #[test]
    fn rates_are_those_that_were_counted() {
        let of = |score, collection| {
            let searched = Searched {
                windows: 580,
                collection,
            };
            expected(LeadKind::Rewritten, Language::Chinese, score, searched)
        };
        // Counted: 1.4 and 0.47 for a thesis among 50, 0.6 and 0.11 against 2,900 articles.
        assert!((of(0.3, 30_000) - 1.4).abs() < 0.2, "{}", of(0.3, 30_000));
        assert!((of(0.5, 30_000) - 0.47).abs() < 0.1, "{}", of(0.5, 30_000));
        assert!((of(0.2, 430_000) - 0.6).abs() < 0.1, "{}", of(0.2, 430_000));
        assert!(
            (of(0.4, 430_000) - 0.11).abs() < 0.04,
            "{}",
            of(0.4, 430_000)
        );
    }

    proptest! {
        #[test]
        fn no_lead_is_below_the_least_score(windows in 1_usize..5_000, collection in 1_usize..10_000_000, score in 0.0_f32..3.0) {
            let searched = Searched { windows, collection };
            for (kind, language) in KINDS {
                if is_lead(kind, expected(kind, language, score, searched)) {
                    prop_assert!(score >= least_score(searched));
                }
            }
        }

        #[test]
        fn a_higher_score_is_rarer(windows in 1_usize..5_000, collection in 1_usize..10_000_000, score in 0.0_f32..3.0) {
            let searched = Searched { windows, collection };
            for (kind, language) in KINDS {
                let of = |score| expected(kind, language, score, searched);
                prop_assert!(of(score + 0.01) < of(score));
            }
        }
    }
}
