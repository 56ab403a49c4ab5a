//! Search for the passages that two prepared texts share, the same or edited, each with its strength.

mod align;
mod background;
mod chance;
mod common_grams;
mod difference;
mod evidence;
mod extend;
mod overlaps;
mod parameters;
mod part;
mod passage;
mod prepared;
mod rarity;
mod runs;
mod seed;
mod seeding;
mod tile;
mod trim;
mod weighed;
mod windows;

pub use align::{passages, passages_with};
pub use background::Background;
pub use chance::{Chance, Strength};
pub use common_grams::{CommonGramCounts, CommonGrams, TextGrams};
pub use difference::equal_runs;
pub use parameters::{KINDS, Parameters};
pub use part::passage_of;
pub use passage::{Passage, PassageKind, Span};
pub use prepared::Prepared;
pub use rarity::gram_table;
pub use weighed::Weighed;
