//! Weight of features that documents of a class share: how strong they are as evidence of copying. A feature that hardly
//! anybody else has weighs 1. A feature that half of the class has, or that was handed out, weighs 0.
//!
//! A [`Feature`] is anything that documents may share: a run of tokens or words, a number or a step of a derivation.
//! [`Weights`] holds the weights of all features of a class; [`weight`] is the rule behind them. Both count [`origins`]:
//! documents that are copies of one work count once.
//!
//! ```
//! use chachong_weight::{Weights, weight};
//!
//! // Ten documents: all have 1, two have 2, and 3 was handed out.
//! let documents: Vec<Vec<u64>> = (0..10).map(|at| if at < 2 { vec![1, 2, 3] } else { vec![1, 10 + at] }).collect();
//! let documents: Vec<&[u64]> = documents.iter().map(Vec::as_slice).collect();
//! let origins: Vec<u32> = (0..10).collect();
//! let weights = Weights::of(&documents, &origins, &[3], &[], |_, _| {});
//! assert_eq!([1, 2, 3].map(|feature| weights.weight(feature)), [0.0, 1.0, 0.0]);
//! assert!(weight(4, 10) > 0.0 && weight(5, 10) <= 0.0);
//! ```

mod class;
mod origin;

pub use class::Class;
pub use origin::{origins, rings};

use std::collections::{HashMap, HashSet};

/// Minimum number of [`origins`] (independent works) in a class for telling which of its features are common. In a smaller class,
/// a feature that only a copier and the source have would already be common.
pub const LEAST_CLASS: usize = 5;
/// Minimum number of origins that have what is common: three copiers may be half of a small class.
const LEAST_COMMON: usize = 4;
/// Weight of what several documents have in a class of fewer than [`LEAST_CLASS`] origins: nobody knows whether others have it too.
const UNKNOWN: f64 = 0.5;

/// Hash of a feature that documents may share, such as a run of tokens or words, a comment or a number.
pub type Feature = u64;

/// Returns the weight, 0..=1, of a feature that `holders` of the `origins` independent works of a class have. It is 1 for up to two
/// holders and 0 if at least half of the works, and at least four, have the feature. In between it is the inverse document frequency,
/// ln(`origins` / `holders`), divided by that of a feature with two holders. In a class of fewer than [`LEAST_CLASS`] works, which
/// is too small to tell, it is 0.5.
#[must_use]
pub fn weight(holders: usize, origins: usize) -> f64 {
    in_class(holders, origins).unwrap_or(UNKNOWN)
}

/// Returns the weight as far as the class tells; `None` for fewer than [`LEAST_CLASS`] origins, which are too few to tell.
fn in_class(holders: usize, origins: usize) -> Option<f64> {
    if origins < LEAST_CLASS {
        return None;
    }
    if holders * 2 >= origins && holders >= LEAST_COMMON {
        return Some(0.0);
    }
    let (holders, origins) = (holders.max(2) as f64, origins as f64);
    Some(((origins / holders).ln() / (origins / 2.0).ln()).clamp(0.0, 1.0))
}

/// Weights, 0..=1, of all features of a class of documents.
#[derive(Debug, Default)]
pub struct Weights {
    /// Weight of the features that several documents have or that were given. All others weigh 1.
    known: HashMap<Feature, f32>,
}

impl Weights {
    /// Weighs the features of a class. `documents` has the distinct features of each document. Documents with equal numbers in
    /// `origins` are copies of one work and count once; documents without features do not belong to the class. The distinct features
    /// in `given` were handed out and weigh 0. The features in `counted`, ascending, weigh 0.5 instead of 0 if half of the class has
    /// them: a person said that they were not handed out. Calls `shared` for each feature with a weight above 0 that several
    /// documents have, with the weight and the positions of these documents, ascending.
    pub fn of(
        documents: &[&[Feature]],
        origins: &[u32],
        given: &[Feature],
        counted: &[Feature],
        mut shared: impl FnMut(f32, &[u32]),
    ) -> Self {
        let distinct =
            |holders: &mut dyn Iterator<Item = u32>| holders.collect::<HashSet<u32>>().len();
        let with_features = documents
            .iter()
            .zip(origins)
            .filter(|(features, _)| !features.is_empty());
        let class = distinct(&mut with_features.map(|(_, origin)| *origin));
        let mut postings: Vec<(Feature, u32)> = (0_u32..)
            .zip(documents)
            .flat_map(|(at, features)| features.iter().map(move |feature| (*feature, at)))
            .collect();
        postings.sort_unstable();
        let mut known: HashMap<Feature, f32> =
            given.iter().map(|feature| (*feature, 0.0)).collect();
        let mut holders = Vec::new();
        for posting in postings.chunk_by(|x, y| x.0 == y.0) {
            let feature = posting[0].0;
            if posting.len() < 2 || known.contains_key(&feature) {
                continue;
            }
            holders.clear();
            holders.extend(posting.iter().map(|(_, at)| *at));
            let count = match holders.as_slice() {
                [_, _] => 2,
                all => distinct(&mut all.iter().map(|at| origins[*at as usize])),
            };
            let mut of_class = weight(count, class);
            if of_class <= 0.0 && counted.binary_search(&feature).is_ok() {
                of_class = UNKNOWN;
            }
            #[expect(clippy::cast_possible_truncation, reason = "from 0 to 1")]
            let weight = of_class as f32;
            known.insert(feature, weight);
            if weight > 0.0 {
                shared(weight, &holders);
            }
        }
        Self { known }
    }

    /// Returns the weight of a feature, 0..=1: 0 if it was handed out, otherwise 1 if at most one document of the class has it.
    #[must_use]
    pub fn weight(&self, feature: Feature) -> f64 {
        self.known
            .get(&feature)
            .map_or(1.0, |weight| f64::from(*weight))
    }
}

#[cfg(test)]
mod tests {
    use super::{Feature, Weights};

    #[test]
    fn what_half_of_a_class_has_or_was_given_weighs_nothing() {
        let class: Vec<Vec<Feature>> = (0..20)
            .map(|at| {
                let common = [(1, 20), (2, 10), (3, 6), (4, 2), (5, 2)];
                let common = common.into_iter().filter(|(_, holders)| at < *holders);
                common
                    .map(|(feature, _)| feature)
                    .chain([100 + at])
                    .collect()
            })
            .collect();
        let class: Vec<&[Feature]> = class.iter().map(Vec::as_slice).collect();
        let mut shared = Vec::new();
        let origins: Vec<u32> = (0..20).collect();
        let weights = Weights::of(&class, &origins, &[5], &[], |weight, holders| {
            shared.push((weight, holders.len()));
        });
        let of = |feature| weights.weight(feature);
        assert_eq!(
            [1, 2, 4, 5, 100].map(|feature| format!("{}", of(feature))),
            ["0", "0", "1", "0", "1"]
        );
        assert!((0.51..0.53).contains(&of(3)), "{}", of(3));
        assert_eq!(shared.len(), 2);
        assert_eq!(shared[1], (1.0, 2));
    }

    #[test]
    fn what_a_person_counts_weighs_something_although_all_have_it() {
        let class: Vec<Vec<Feature>> = (0..20).map(|at| vec![1, 2, 100 + at]).collect();
        let class: Vec<&[Feature]> = class.iter().map(Vec::as_slice).collect();
        let origins: Vec<u32> = (0..20).collect();
        let mut shared = 0;
        let weights = Weights::of(&class, &origins, &[], &[2, 100], |_, _| shared += 1);
        let of = |feature| format!("{}", weights.weight(feature));
        assert_eq!([1, 2, 100].map(of), ["0", "0.5", "1"]);
        assert_eq!(shared, 1);
    }

    #[test]
    fn three_copiers_do_not_make_their_work_common_in_a_small_class() {
        for origins in super::LEAST_CLASS..=8 {
            assert!(super::weight(3, origins) > 0.5, "{origins}");
            assert!(super::weight(4, origins) <= 0.0, "{origins}");
        }
    }

    #[test]
    fn few_origins_tell_nothing_of_a_class() {
        let all: &[Feature] = &[1];
        let of = |documents: usize, origins: &[u32]| {
            Weights::of(&vec![all; documents], origins, &[], &[], |_, _| {}).weight(1)
        };
        assert!((of(4, &[0, 1, 2, 3]) - 0.5).abs() < 1e-9);
        assert!(of(10, &[0, 1, 2, 3, 4, 5, 6, 7, 8, 9]).abs() < 1e-9);
        assert!((of(10, &[0; 10]) - 0.5).abs() < 1e-9);
    }

    #[test]
    fn a_ring_is_one_origin() {
        let ring: &[Feature] = &[1];
        let others: Vec<Vec<Feature>> = (10..20).map(|own| vec![own]).collect();
        let class: Vec<&[Feature]> = [ring; 5]
            .into_iter()
            .chain(others.iter().map(Vec::as_slice))
            .collect();
        let mut origins: Vec<u32> = (0..15).collect();
        let apart = Weights::of(&class, &origins, &[], &[], |_, _| {}).weight(1);
        origins[..5].fill(0);
        let together = Weights::of(&class, &origins, &[], &[], |_, _| {}).weight(1);
        assert!(
            apart < 0.6 && (together - 1.0).abs() < 1e-9,
            "{apart} {together}"
        );
    }
}
