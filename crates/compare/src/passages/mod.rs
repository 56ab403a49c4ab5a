//! Search for the passages that two prepared texts share, the same or edited, each with its strength.

mod align;
mod background;
mod chance;
mod common_grams;
mod degree;
mod difference;
mod evidence;
mod extend;
mod further;
mod grading;
mod judged;
mod overlaps;
mod own;
mod parameters;
mod part;
mod passage;
mod pieces;
mod prepared;
mod rarity;
mod runs;
mod seed;
mod seeding;
mod taken;
mod tile;
mod trim;
mod weighed;
mod windows;

pub use align::passages;
pub use background::Background;
pub use chance::{Chance, Strength};
pub use common_grams::{CommonGramCounts, CommonGrams, TextGrams};
pub use degree::{Degree, DegreeRun, runs_within, surest};
pub use difference::equal_runs;
pub use grading::{FolderText, Graded, grade, touches};
pub use judged::{Evidence, Judged, judge};
pub use parameters::{KINDS, Parameters};
pub use part::passage_of;
pub use passage::{Passage, PassageKind};
pub use prepared::Prepared;
pub use rarity::gram_table;
pub use weighed::Weighed;

pub use chachong_text::Span;

pub(crate) use evidence::{Side, score};
pub(crate) use grading::masked;
pub(crate) use rarity::gram;

/// Version of the alignment. Raised with every change of the passages that two texts have; the results of a saved check
/// that an older one found are not shown again, its texts are compared anew.
pub const ALIGNMENT_VERSION: u32 = 5;
