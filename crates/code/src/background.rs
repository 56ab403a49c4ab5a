//! What a class shares: code that half of it has was given, and what many have says less of two.

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

/// In how many documents each feature stands.
#[derive(Debug, Default)]
pub(crate) struct Background {
    documents: usize,
    counts: HashMap<Feature, u32>,
}

impl Background {
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

    /// 1 for what two documents have, falling evenly to [`GIVEN`] for what half of the class has.
    pub(crate) fn weight(&self, feature: Feature) -> f64 {
        if self.documents < CLASS {
            return 1.0;
        }
        let more = self.count(feature).saturating_sub(2) as f64;
        (1.0 - more / (self.documents as f64 / 2.0 - 2.0)).clamp(GIVEN, 1.0)
    }

    /// Whether few enough have it for two to have it from each other: two, or a tenth of the class.
    pub(crate) fn is_rare(&self, feature: Feature) -> bool {
        self.count(feature) <= (self.documents / 10).max(2)
    }
}

#[cfg(test)]
mod tests {
    use super::{Background, GIVEN};

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
    fn few_documents_tell_nothing_of_a_class() {
        let mut pair = Background::default();
        pair.add([1]);
        pair.add([1]);
        assert!((pair.weight(1) - 1.0).abs() < 1e-9);
    }
}
