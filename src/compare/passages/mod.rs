//! Two prepared texts -> the passages that stand in both, the same or edited. Knows nothing of files, of how a pair
//! became a candidate, or of what a person chooses not to count.

mod passage;

pub use passage::{Passage, PassageKind, Span};
