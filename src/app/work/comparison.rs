//! Comparison of the listed documents: figures by fingerprints, and the search for passages.

use std::time::Instant;

use crate::app::model::figures::Figures;
use crate::app::one_shot::OneShot;
use crate::session::Comparing;

/// Versions of everything that figures are computed from; shown figures of other versions are outdated.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Compared {
    /// Value of `Check::generation`.
    pub(crate) generation: u64,
    pub(crate) max_distance: Option<u32>,
    /// Value of `Check::copied_version`.
    pub(crate) copied: u64,
    pub(crate) least_link: u32,
}

/// Comparison under way, and what the shown figures were computed from.
#[derive(Default)]
pub(crate) struct Comparison {
    /// Figures being computed on a thread, with the versions that they are computed from.
    pub(crate) comparing: Option<(Compared, OneShot<Figures>)>,
    /// Search for passages, while it runs.
    pub(crate) search: Option<Comparing>,
    /// Versions behind the shown figures; `None` before the first.
    pub(crate) compared: Option<Compared>,
    /// Time of the last comparison while documents are still being read.
    pub(crate) compared_at: Option<Instant>,
}

impl Comparison {
    /// Returns whether figures are being computed, or those shown are not of the `wanted` versions.
    pub(crate) fn is_busy(&self, wanted: Compared) -> bool {
        self.comparing.is_some() || self.compared != Some(wanted)
    }
}
