//! Fingerprints -> those within Hamming distance k. Knows nothing of documents or words.

mod block;

pub use block::BlockIndex;
