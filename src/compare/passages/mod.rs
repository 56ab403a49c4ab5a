//! Two prepared texts -> the passages that stand in both, the same or edited. Knows nothing of files, of how a pair
//! became a candidate, or of what a person chooses not to count.

mod align;
mod background;
mod difference;
mod extend;
mod parameters;
mod passage;
mod prepared;
mod runs;
mod seed;
mod tile;
mod trim;
mod weighed;

pub use align::{passages, passages_with};
pub use background::Background;
pub use difference::equal_runs;
pub use parameters::{KINDS, Parameters};
pub use passage::{Passage, PassageKind, Span};
pub use prepared::Prepared;
pub use weighed::Weighed;
