//! Fingerprints -> those within Hamming distance k. Knows nothing of documents or words.

mod block;
mod system;

pub use block::BlockIndex;
pub use system::RadiusIndex;
