//! Nearest neighbours of a window: a short list that does not depend on the order in which windows are added.

use std::cmp::Ordering;
use std::ops::Range;

use super::code::{NUMBERS, WORDS};

/// Number of neighbours of a window that are kept.
pub(super) const KEPT: usize = 14;
/// Maximum number of neighbours in one document.
const PER_DOCUMENT: usize = 2;
/// Number of nearest neighbours that do not count for the neighbourhood: what a window was taken from is among them.
const SKIPPED: usize = 4;
/// Cosine that stands for a neighbour that is missing because the collection is too small.
const MISSING_COSINE: f32 = 0.3;
/// Distance that is added to the one expected for a cosine: about 1.4 standard deviations of the distance.
const SLACK: f32 = 10.0;
/// Document number of background windows. They are neighbours of all windows, but no lead leads to them.
pub(super) const BACKGROUND: u32 = u32::MAX;
/// Radius within which all signatures lie.
const ALL: u64 = 64 * WORDS as u64;

/// Window of another document.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Neighbour {
    pub cosine: f32,
    pub document: u32,
    /// Number of the window (short run of sentences) in its document.
    pub window: u32,
    /// Offsets of the window in its text, in Unicode scalar values.
    pub span: Range<u32>,
    /// Numbers of the window's code, kept if its document will not be available later; `None` otherwise.
    pub numbers: Option<Box<[i8; NUMBERS]>>,
}

impl Neighbour {
    /// Order of neighbours in the list: the largest cosine first. No two neighbours are equal but those of the
    /// background.
    fn order(&self, other: &Self) -> Ordering {
        let place = |of: &Self| (of.document, of.window);
        other
            .cosine
            .total_cmp(&self.cosine)
            .then_with(|| place(self).cmp(&place(other)))
    }
}

/// Up to [`KEPT`] nearest neighbours, the nearest first.
#[derive(Clone, Debug)]
pub(super) struct Nearest {
    found: Vec<Neighbour>,
    radius: u64,
}

impl Default for Nearest {
    fn default() -> Self {
        Self {
            found: Vec::new(),
            radius: ALL,
        }
    }
}

impl Nearest {
    pub(super) fn found(&self) -> &[Neighbour] {
        &self.found
    }

    /// Maximum Hamming distance of signatures at which a window may still come into the list.
    pub(super) const fn radius(&self) -> u64 {
        self.radius
    }

    /// Returns whether a window with this cosine may enter the list.
    pub(super) fn may_take(&self, cosine: f32) -> bool {
        self.found.len() < KEPT || self.found.last().is_none_or(|last| cosine >= last.cosine)
    }

    /// Inserts a neighbour unless others are nearer. Whatever the order of calls, the list contains the largest cosines
    /// with at most two windows of each document: such sets are a matroid, whose best set is found greedily.
    pub(super) fn put(&mut self, neighbour: Neighbour) {
        let place = self
            .found
            .partition_point(|other| other.order(&neighbour) == Ordering::Less);
        let of_document = |other: &Neighbour| {
            other.document == neighbour.document && other.document != BACKGROUND
        };
        let removed =
            if self.found.iter().filter(|other| of_document(other)).count() >= PER_DOCUMENT {
                self.found.iter().rposition(of_document)
            } else {
                (self.found.len() >= KEPT).then(|| self.found.len() - 1)
            };
        match removed {
            Some(last) if place > last => return,
            Some(last) => drop(self.found.remove(last)),
            None => {}
        }
        self.found.insert(place, neighbour);
        if let Some(last) = self.found.get(KEPT - 1) {
            self.radius = radius(last.cosine);
        }
    }

    /// Returns the mean cosine of the neighbours of rank 5 to 14.
    pub(super) fn mean(&self) -> f32 {
        let counted = self.found.iter().skip(SKIPPED);
        let missing = KEPT - SKIPPED - counted.len();
        (counted.map(|neighbour| neighbour.cosine).sum::<f32>() + missing as f32 * MISSING_COSINE)
            / (KEPT - SKIPPED) as f32
    }
}

/// Hamming distance up to which signatures are read for windows with at least this cosine.
#[expect(
    clippy::cast_possible_truncation,
    clippy::cast_sign_loss,
    reason = "between 0 and 266"
)]
fn radius(cosine: f32) -> u64 {
    let expected = ALL as f32 * cosine.clamp(-1.0, 1.0).acos() / std::f32::consts::PI;
    ((expected + SLACK) as u64).min(ALL)
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    pub(super) fn neighbour(cosine: f32, document: u32, window: u32) -> Neighbour {
        Neighbour {
            cosine,
            document,
            window,
            span: 0..1,
            numbers: None,
        }
    }

    #[test]
    fn the_mean_is_that_of_rank_5_to_14() {
        let mut nearest = Nearest::default();
        assert!((nearest.mean() - MISSING_COSINE).abs() < 1e-6);
        for document in 0_u8..20 {
            nearest.put(neighbour(f32::from(document) / 20.0, document.into(), 0));
        }
        // The 14 largest are 19/20 down to 6/20, of which 15/20 down to 6/20 count.
        assert!(
            (nearest.mean() - 10.5 / 20.0).abs() < 1e-6,
            "{}",
            nearest.mean()
        );
        assert_eq!(nearest.radius(), radius(6.0 / 20.0));
    }

    proptest! {
        #[test]
        fn the_list_does_not_depend_on_the_order(
            neighbours in prop::collection::vec((0_u8..20, 0_u32..9), 0..60).prop_shuffle(),
        ) {
            // The obvious way: sorted, and greedily from the first.
            let all: Vec<Neighbour> = (0..)
                .zip(&neighbours)
                .map(|(window, &(cosine, document))| neighbour(f32::from(cosine) / 20.0, if document == 8 { BACKGROUND } else { document }, window))
                .collect();
            let mut sorted = all.clone();
            sorted.sort_by(Neighbour::order);
            let mut expected: Vec<Neighbour> = Vec::new();
            for next in sorted {
                let same = expected.iter().filter(|other| other.document == next.document).count();
                if expected.len() < 14 && (same < 2 || next.document == BACKGROUND) {
                    expected.push(next);
                }
            }
            let mut nearest = Nearest::default();
            for neighbour in &all {
                if nearest.may_take(neighbour.cosine) {
                    nearest.put(neighbour.clone());
                }
            }
            prop_assert_eq!(nearest.found(), expected);
        }
    }
}
