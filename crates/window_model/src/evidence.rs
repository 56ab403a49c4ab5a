//! Evidence beyond text: what is known of each pair, and the pairs that nothing else speaks for.

use std::collections::HashMap;
use std::sync::Arc;

use chachong_check::PairEvidence;

/// Evidence beyond text about the documents of the check.
#[derive(Debug, Default)]
pub struct Evidence {
    /// Pairs with evidence, sorted by positions; empty until it is sought.
    pub pairs: Arc<[PairEvidence]>,
    /// Indices in `pairs` of those that are not listed for their texts.
    pub only: Vec<usize>,
    /// Index in `pairs` of the pair by which a document shares most code or readings; none for a document that shares none.
    pub closest: HashMap<usize, usize>,
    /// Version of the findings that `only` was made with.
    pub findings_version: u64,
}
