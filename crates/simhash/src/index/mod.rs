//! Indexes over fingerprints: all entries, or all pairs of entries, within Hamming distance k.

mod block;
mod processor;
mod system;

pub use block::{BlockIndex, IndexFileError, pairs_within};
pub use system::RadiusIndex;
