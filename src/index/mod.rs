//! Fingerprints -> those within Hamming distance k. Knows nothing of documents or words.

mod block;
mod system;

pub use block::{BlockIndex, IndexFileError, pairs_within};
pub use system::RadiusIndex;
