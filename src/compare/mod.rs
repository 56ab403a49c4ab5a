//! Fingerprints and lengths -> what two documents are to each other. Knows nothing of files or screens.

mod neighbours;
mod pair;

pub use neighbours::{Fingerprinted, Neighbour, all_pairs, listed_pairs, nearest};
pub use pair::{NEAR_DUPLICATE_DISTANCE, PairFinding, Thresholds, Verdict};
