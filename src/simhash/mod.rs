//! Fingerprints: the 64-bit `SimHash` of weighted terms (Charikar, STOC 2002).

mod accumulate;
mod bit_counts;
mod document_frequencies;
mod explain;
mod fingerprint;
mod knobs;
mod recipe;
mod term_hash;
mod weigh;

pub use accumulate::{Accumulator, Tie};
pub use bit_counts::BitCounts;
pub use document_frequencies::{DocumentFrequencies, IDF_UNIT, NotATable, PRIOR_DOCUMENTS};
pub use explain::{Deciding, Explanation};
pub use fingerprint::Fingerprint;
pub use knobs::{Knobs, NotKnobs, Position, Weight};
pub use recipe::{MINIMUM_TERMS, Recipe, UnknownRecipe};
pub use term_hash::TermHash;
pub use weigh::Weighed;
