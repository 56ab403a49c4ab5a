//! Judgement of two documents against the rest of their folder: text of a whole class is no sign that one of them copied.
//!
//! Students who answer one assignment write similar texts: all were given the same questions, and they answer them alike.
//! [`FolderFrequencies`] counts how many documents have each run of words. It separates the text that was given to all from the
//! students' own, and gives text of many documents less weight than text of two ([`Widespread`]). [`Others`] tells whether two
//! answers are nearer to each other than to what the rest of the class wrote on the same question. [`OwnText`] tells whether
//! documents with one text in common have their own text in the same places, as in a form.

mod frequencies;
mod grams;
mod others;
mod own_text;
mod widespread;

pub use frequencies::{FolderCounter, FolderFrequencies, TemplateGrams};
pub use others::Others;
pub use own_text::OwnText;
pub use widespread::Widespread;

/// Minimum number of documents in a folder for judging a text by what the other documents contain.
pub const LEAST_FOLDER: usize = 8;
