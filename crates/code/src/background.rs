//! Background of a class: in how many documents each run of tokens, literal and comment stands, and how much less it weighs there.
//! Code that half of the documents have was given to them.

use std::collections::HashMap;
use twox_hash::XxHash3_64;

/// Minimum number of documents that tell what is given: of fewer, two that copied are half.
const CLASS: usize = 8;
/// Weight of what was given. Not 0: where everything was given, likeness is still that of all of it, for the order of a list.
pub(crate) const GIVEN: f64 = 0.02;

/// A piece of a document that is counted: runs of tokens, texts, numbers, comments.
pub(crate) type Feature = u64;

/// A feature of any bytes; `sort` keeps kinds of features apart.
pub(crate) fn feature(sort: u64, bytes: &[u8]) -> Feature {
    XxHash3_64::oneshot_with_seed(sort, bytes)
}

/// Number of documents of a class from which on what they have in common was given to them.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) enum Given {
    /// Half: of listings that students put into reports.
    #[default]
    Half,
    /// Nine of ten: of programs handed in. Half of a class that has one program has it from each other; a handout everybody has.
    NineTenths,
}

/// In how many documents each feature stands.
#[derive(Debug, Default)]
pub(crate) struct Background {
    given: Given,
    documents: usize,
    counts: HashMap<Feature, u32>,
}

impl Background {
    /// Nothing counted yet; `given` says what will be given.
    pub(crate) fn new(given: Given) -> Self {
        Self {
            given,
            ..Self::default()
        }
    }

    /// Counts a document, each of whose features is named once.
    pub(crate) fn add(&mut self, features: impl IntoIterator<Item = Feature>) {
        self.documents += 1;
        for feature in features {
            *self.counts.entry(feature).or_default() += 1;
        }
    }

    /// The number of documents with a feature.
    pub(crate) fn count(&self, feature: Feature) -> usize {
        self.counts.get(&feature).map_or(0, |count| *count as usize)
    }

    /// 1 for what two documents have, falling evenly to [`GIVEN`] for what half of the class has; of programs 1 for all that less
    /// than nine of ten have.
    pub(crate) fn weight(&self, feature: Feature) -> f64 {
        if self.documents < CLASS {
            return 1.0;
        }
        if self.given == Given::NineTenths {
            let is_given = self.count(feature) * 10 >= self.documents * 9;
            return if is_given { GIVEN } else { 1.0 };
        }
        let more = self.count(feature).saturating_sub(2) as f64;
        (1.0 - more / (self.documents as f64 / 2.0 - 2.0)).clamp(GIVEN, 1.0)
    }

    /// Weight of a text or a number. Of programs each weighs 1: a task that names what to print gives it to all, and programs of a
    /// few lines for such a task have nothing else to tell them apart.
    pub(crate) fn literal_weight(&self, literal: Feature) -> f64 {
        match self.given {
            Given::Half => self.weight(literal),
            Given::NineTenths => 1.0,
        }
    }

    /// Whether few enough have it for two to have it from each other: two, or a tenth of the class.
    pub(crate) fn is_rare(&self, feature: Feature) -> bool {
        self.count(feature) <= (self.documents / 10).max(2)
    }
}

#[cfg(test)]
mod tests {
    use super::{Background, GIVEN, Given};

    #[test]
    fn half_of_a_class_has_what_was_given() {
        let mut class = Background::default();
        for at in 0..20_u64 {
            let common = [(1, 20), (2, 6), (3, 2)]
                .into_iter()
                .filter(|(_, documents)| at < *documents);
            class.add(common.map(|(feature, _)| feature).chain([100 + at]));
        }
        assert!((class.weight(1) - GIVEN).abs() < 1e-9);
        assert!((class.weight(2) - 0.5).abs() < 1e-9);
        assert!((class.weight(3) - 1.0).abs() < 1e-9 && class.is_rare(3) && !class.is_rare(2));
    }

    #[test]
    fn nine_of_ten_have_what_was_given_with_a_task() {
        let mut class = Background::new(Given::NineTenths);
        for at in 0..20_u64 {
            let common = [(1, 20), (2, 18), (3, 17)];
            let common = common.into_iter().filter(|(_, documents)| at < *documents);
            class.add(common.map(|(feature, _)| feature));
        }
        let weights = [1, 2, 3].map(|feature| class.weight(feature));
        assert!((weights[0] - GIVEN).abs() < 1e-9 && (weights[1] - GIVEN).abs() < 1e-9);
        assert!((weights[2] - 1.0).abs() < 1e-9);
    }

    #[test]
    fn few_documents_tell_nothing_of_a_class() {
        let mut pair = Background::default();
        pair.add([1]);
        pair.add([1]);
        assert!((pair.weight(1) - 1.0).abs() < 1e-9);
    }
}
