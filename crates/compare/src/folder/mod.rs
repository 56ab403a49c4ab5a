//! Judging two documents by the folder they stand in: text of a whole class is no sign that one of them copied.
//!
//! A class that answered one assignment is alike everywhere: all were given the same questions, and answer them alike.
//! [`FolderFrequencies`] counts in how many documents each run of words stands; it tells the text that all were given from the
//! students' own, and text of many from text of two. [`Others`] tells whether two answers are nearer to each other than to what
//! the rest of the class wrote on the same question.

mod frequencies;
mod grams;
mod others;

pub use frequencies::{FolderCounter, FolderFrequencies, TemplateGrams};
pub use others::Others;

/// Minimum number of documents in a folder for judging a text by what the other documents contain.
pub const LEAST_FOLDER: usize = 8;

/// Returns the largest number of documents that still counts as few: three, or a tenth of the folder.
#[must_use]
pub fn few_documents(folder: usize) -> u32 {
    u32::try_from(folder / 10).unwrap_or(u32::MAX).max(3)
}
