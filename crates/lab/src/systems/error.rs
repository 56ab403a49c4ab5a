//! Error of an index system that could not be built.

/// Reason why an index could not be built.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum IndexError {
    /// The index would exceed the memory limit; only `flip-store` reports this.
    #[error(
        "flip-store would need {needed} bytes for {entries} fingerprints and distance {k}, and {limit} may be used; ask \
         for a smaller distance or take another system, such as blocks-4"
    )]
    TooMuchMemory {
        /// Number of bytes that the index would take.
        needed: u128,
        /// Maximum number of bytes that it may take.
        limit: usize,
        /// Number of fingerprints to index.
        entries: usize,
        /// Distance that the index was to be built for, in bits (0..=64).
        k: u32,
    },
}
