//! Search for the passages that two prepared texts share, identical or edited, each with its strength.

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
pub use judged::{Judged, PassageEvidence, judge};
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

/// Version of the alignment, raised with every change of the passages that it finds. Results of a saved check from an older
/// version are not shown; the texts are compared again.
pub const ALIGNMENT_VERSION: u32 = 5;
