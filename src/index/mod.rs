//! Fingerprints -> those within Hamming distance k. Knows nothing of documents or words.

mod block;
mod system;
mod systems;

pub use block::{BlockIndex, IndexFileError, pairs_within};
pub use system::RadiusIndex;
pub use systems::{IndexError, System, UnknownSystem, flip_query_without_scan};
