//! Reason why an index system was not built.

/// Reason why an index could not be built.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum IndexError {
    /// Memory limit exceeded; only `flip-store` reports this.
    #[error(
        "flip-store would need {needed} bytes for {entries} fingerprints and distance {k}, and {limit} may be used; ask \
         for a smaller distance or take another system, such as blocks-4"
    )]
    TooMuchMemory {
        /// Bytes that the index would take.
        needed: u128,
        /// Bytes that it may take.
        limit: usize,
        /// Number of fingerprints.
        entries: usize,
        /// Distance, in bits, that the index was to be built for.
        k: u32,
    },
}
