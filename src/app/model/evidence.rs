//! Evidence beyond text: what is known of each pair, and the pairs that nothing else speaks for.

use std::sync::Arc;

use chachong_check::PairEvidence;

/// Evidence beyond text about the documents of the check.
#[derive(Debug, Default)]
pub(crate) struct Evidence {
    /// Pairs with evidence, sorted by positions; empty until it is sought.
    pub(crate) pairs: Arc<[PairEvidence]>,
    /// Indices in `pairs` of those that are not listed for their texts.
    pub(crate) only: Vec<usize>,
    /// Version of the findings that `only` was made with.
    pub(crate) findings_version: u64,
}
