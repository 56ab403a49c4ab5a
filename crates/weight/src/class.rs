//! Class of documents: how many have which data or steps of derivations, how strong these are as evidence, and how likely an
//! unrelated document has them too.

use crate::{Feature, LEAST_CLASS, in_class, rings};
use std::collections::{BTreeSet, HashMap};

/// Features of a class's documents, with the number of origins that have each. Copies of one work have one origin ([`rings`]).
#[derive(Debug)]
pub struct Class {
    /// Number of the origin of each document, in the order of the documents; copies of one work have the same number.
    pub origins: Vec<u32>,
    /// Number of different origins, that is, of independent works in the class.
    pub size: usize,
    /// Number of origins that have each feature; `None` for what was handed out.
    holders: HashMap<Feature, Option<usize>>,
}

impl Class {
    /// Counts the features of a class. `documents` has the features of each document, in any order. Documents with equal
    /// numbers in `submissions` were handed in together; the features in `given` were handed out to the class.
    #[must_use]
    pub fn of(
        mut documents: Vec<Vec<Feature>>,
        submissions: &[u32],
        mut given: Vec<Feature>,
    ) -> Self {
        for features in documents.iter_mut().chain([&mut given]) {
            features.sort_unstable();
            features.dedup();
        }
        let sets: Vec<&[Feature]> = documents.iter().map(Vec::as_slice).collect();
        let origins = rings(&sets, submissions, &given);
        let mut postings: Vec<(Feature, u32)> = (documents.iter().zip(&origins))
            .flat_map(|(features, origin)| features.iter().map(|feature| (*feature, *origin)))
            .collect();
        postings.sort_unstable();
        postings.dedup();
        let holders = postings.chunk_by(|x, y| x.0 == y.0);
        let holders = holders.map(|origins| (origins[0].0, Some(origins.len())));
        let handed_out = given.into_iter().map(|feature| (feature, None));
        Self {
            size: origins.iter().collect::<BTreeSet<_>>().len(),
            holders: holders.chain(handed_out).collect(),
            origins,
        }
    }

    /// Returns whether the class has enough origins (at least [`LEAST_CLASS`]) to tell which features are common.
    #[must_use]
    pub const fn tells(&self) -> bool {
        self.size >= LEAST_CLASS
    }

    /// Returns the weight, 0..=1, of a feature. `by_chance` is the number of origins that are expected to have the feature by chance;
    /// they do not lower the weight. Returns 0 if the feature was handed out or if at least half of the origins have it. In a class
    /// that is too small to tell, returns 1 for every feature that was not handed out.
    #[must_use]
    pub fn weight(&self, feature: Feature, by_chance: usize) -> f64 {
        let Some(holders) = self.holders.get(&feature).copied().unwrap_or(Some(1)) else {
            return 0.0;
        };
        match in_class(holders, self.size) {
            Some(weight) if weight > 0.0 => {
                in_class(holders.saturating_sub(by_chance), self.size).unwrap_or(1.0)
            }
            weight => weight.unwrap_or(1.0),
        }
    }

    /// Returns the weight, 0..=1, of a feature that exactly these documents have; 1 in a class that is too small to tell.
    /// `documents` are positions in the class. Panics if the class has no document at a position.
    #[must_use]
    pub fn weight_of(&self, documents: &BTreeSet<u32>) -> f64 {
        let origins = documents.iter().map(|at| self.origins[*at as usize]);
        in_class(origins.collect::<BTreeSet<u32>>().len(), self.size).unwrap_or(1.0)
    }

    /// Returns the probability, 0..=1, that an unrelated document has a feature: the larger of `least`, the feature's own probability,
    /// and the share of the class that has the feature, two of its origins apart. It is raised to the power of the feature's weight
    /// ([`Self::weight`] with `by_chance`), so that a feature of weight 0 has the probability 1 and is no evidence.
    #[must_use]
    pub fn chance(&self, feature: Feature, least: f64, by_chance: usize) -> f64 {
        let holders = self.holders.get(&feature).copied().flatten().unwrap_or(0);
        let others = holders.saturating_sub(2) as f64;
        let held = others / self.size.saturating_sub(2).max(LEAST_CLASS) as f64;
        (least.max(held).min(1.0)).powf(self.weight(feature, by_chance))
    }
}

#[cfg(test)]
mod tests {
    use super::Class;
    use crate::Feature;

    /// A class of 20, of whom so many have feature 1.
    fn class(holders: u64, given: &[Feature]) -> Class {
        let documents = (0..20).map(|at| vec![100 + at, 200 + at, u64::from(at >= holders)]);
        let submissions: Vec<u32> = (0..20).collect();
        Class::of(documents.collect(), &submissions, given.to_vec())
    }

    #[test]
    fn the_more_have_it_the_likelier_is_chance() {
        let of = |holders| class(holders, &[]).chance(0, 0.01, 0);
        assert!((of(2) - 0.01).abs() < 1e-9 && of(4) > 0.05 && of(8) > of(4));
        assert!((of(10) - 1.0).abs() < 1e-9);
        assert!((class(2, &[0]).chance(0, 0.01, 0) - 1.0).abs() < 1e-9);
        assert!(class(8, &[]).weight(0, 6) > class(8, &[]).weight(0, 0));
    }

    #[test]
    fn of_a_few_nothing_is_known() {
        let class = Class::of(vec![vec![1]; 2], &[0, 1], Vec::new());
        assert!((class.chance(1, 0.01, 0) - 0.01).abs() < 1e-9);
    }
}
