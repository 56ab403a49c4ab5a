//! Indexes over fingerprints: all entries, or all pairs of entries, within Hamming distance k.

mod block;
mod system;
mod systems;

pub use block::{BlockIndex, IndexFileError, pairs_within};
pub use system::RadiusIndex;
pub use systems::{IndexError, System, UnknownSystem, flip_query_without_scan};
