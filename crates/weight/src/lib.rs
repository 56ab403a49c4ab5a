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
//! let submissions: Vec<u32> = (0..10).collect();
//! let weights = Weights::of(&documents, &submissions, &submissions, &[3], &[], |_, _| {});
//! assert_eq!([1, 2, 3].map(|feature| weights.weight(feature)), [0.0, 1.0, 0.0]);
//! assert!(weight(4, 10) > 0.0 && weight(5, 10) <= 0.0);
//! ```

mod class;
mod origin;
mod sharing;

pub use class::Class;
pub use origin::{origins, rings};
pub use sharing::sharing;

use std::collections::{HashMap, HashSet};

/// Minimum number of [`origins`] (independent works) in a class for telling which of its features are common. In a smaller class,
/// a feature that only a copier and the source have would already be common.
pub const LEAST_CLASS: usize = 5;
/// Minimum number of origins that have what is common: three copiers may be half of a small class.
const LEAST_COMMON: usize = 4;
/// Minimum number of origins of a class that rings leave fewer than [`LEAST_CLASS`] origins, for what all of them have to be common: two
/// may have copied from each other.
const LEAST_ALL: usize = 3;
/// Weight of what several documents have in a class of fewer than [`LEAST_CLASS`] origins: nobody knows whether others have it too.
const UNKNOWN: f64 = 0.5;

/// Hash of a feature that documents may share, such as a run of tokens or words, a comment or a number.
pub type Feature = u64;

/// Key of content, by which an index of many documents finds those that may share the content: they have keys with an equal `hash`.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub struct Key {
    /// Offset of the content in the document's text, in Unicode scalar values.
    pub start: u32,
    /// Hash of the content.
    pub hash: u64,
    /// Whether an index stores the key. Other keys are only looked up, which bounds the size of the index.
    pub is_stored: bool,
}

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
    /// `submissions` were handed in together; those with equal numbers in `origins` are copies of one work and count once. Documents
    /// without features do not belong to the class. If at least five submissions are three or four origins, a feature that all these
    /// origins have weighs 0. The distinct features in `given` were handed out and weigh 0. The features in `counted`, ascending, weigh
    /// 0.5 instead of 0 if half of the class has them: a person said that they were not handed out. Calls `shared` for each feature with
    /// a weight above 0 that several documents have, with the weight and the positions of these documents, ascending.
    pub fn of(
        documents: &[&[Feature]],
        submissions: &[u32],
        origins: &[u32],
        given: &[Feature],
        counted: &[Feature],
        mut shared: impl FnMut(f32, &[u32]),
    ) -> Self {
        let distinct =
            |holders: &mut dyn Iterator<Item = u32>| holders.collect::<HashSet<u32>>().len();
        let in_all = |numbers: &[u32]| {
            let with_features = (documents.iter().zip(numbers)).filter(|(of, _)| !of.is_empty());
            distinct(&mut with_features.map(|(_, number)| *number))
        };
        let class = in_all(origins);
        // Rings made the class too small to tell, but independent works of it all have something.
        let tells_of_all = class >= LEAST_ALL && in_all(submissions) >= LEAST_CLASS;
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
            let unknown = if tells_of_all && count == class {
                0.0
            } else {
                UNKNOWN
            };
            let mut of_class = in_class(count, class).unwrap_or(unknown);
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
        let submissions: Vec<u32> = (0..20).collect();
        let weights = Weights::of(
            &class,
            &submissions,
            &submissions,
            &[5],
            &[],
            |weight, holders| {
                shared.push((weight, holders.len()));
            },
        );
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
        let submissions: Vec<u32> = (0..20).collect();
        let mut shared = 0;
        let count = |_: f32, _: &[u32]| shared += 1;
        let weights = Weights::of(&class, &submissions, &submissions, &[], &[2, 100], count);
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
            let submissions: Vec<u32> = (0..).take(documents).collect();
            let documents = vec![all; documents];
            Weights::of(&documents, &submissions, origins, &[], &[], |_, _| {}).weight(1)
        };
        assert!((of(4, &[0, 1, 2, 3]) - 0.5).abs() < 1e-9);
        assert!(of(10, &[0, 1, 2, 3, 4, 5, 6, 7, 8, 9]).abs() < 1e-9);
        assert!((of(10, &[0; 10]) - 0.5).abs() < 1e-9);
    }

    #[test]
    fn what_all_have_weighs_nothing_although_a_ring_leaves_few_origins() {
        // All have 1, the ring has 2, and each of the others has something of its own.
        let weights = |documents: u64, ring: u64| {
            let of = |at: u64| vec![1, if at < ring { 2 } else { 10 + at }];
            let class: Vec<Vec<Feature>> = (0..documents).map(of).collect();
            let class: Vec<&[Feature]> = class.iter().map(Vec::as_slice).collect();
            let submissions: Vec<u32> = (0..).take(class.len()).collect();
            let mut origins = submissions.clone();
            origins[..usize::try_from(ring).unwrap()].fill(0);
            let of = Weights::of(&class, &submissions, &origins, &[], &[], |_, _| {});
            [1, 2].map(|feature| format!("{}", of.weight(feature)))
        };
        assert_eq!(weights(5, 3), ["0", "0.5"]);
        assert_eq!(weights(8, 5), ["0", "0.5"]);
        // Two works may have copied from each other, and four submissions are no class.
        assert_eq!(weights(8, 7), ["0.5", "0.5"]);
        assert_eq!(weights(4, 2), ["0.5", "0.5"]);
    }

    #[test]
    fn a_ring_is_one_origin() {
        let ring: &[Feature] = &[1];
        let others: Vec<Vec<Feature>> = (10..20).map(|own| vec![own]).collect();
        let class: Vec<&[Feature]> = [ring; 5]
            .into_iter()
            .chain(others.iter().map(Vec::as_slice))
            .collect();
        let submissions: Vec<u32> = (0..15).collect();
        let of = |origins: &[u32]| {
            Weights::of(&class, &submissions, origins, &[], &[], |_, _| {}).weight(1)
        };
        let mut origins = submissions.clone();
        let apart = of(&origins);
        origins[..5].fill(0);
        let together = of(&origins);
        assert!(
            apart < 0.6 && (together - 1.0).abs() < 1e-9,
            "{apart} {together}"
        );
    }
}
