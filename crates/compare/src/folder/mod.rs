//! Judging two documents by the folder they stand in: text of a whole class is no sign that one of them copied.
//!
//! A class that answered one assignment is alike everywhere: all were given the same questions, and answer them alike.
//! [`FolderFrequencies`] counts in how many documents each run of words stands; it tells the text that all were given from the
//! students' own, and weighs text of many less than text of two ([`Widespread`]). [`Others`] tells whether two answers are nearer to each other than to what
//! the rest of the class wrote on the same question.

mod frequencies;
mod grams;
mod others;
mod widespread;

pub use frequencies::{FolderCounter, FolderFrequencies, TemplateGrams};
pub use others::Others;
pub use widespread::Widespread;

/// Minimum number of documents in a folder for judging a text by what the other documents contain.
pub const LEAST_FOLDER: usize = 8;
