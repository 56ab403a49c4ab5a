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

use crate::DocumentIndex;

/// Minimum number of documents in a sample of a folder, whatever their length.
const LEAST_SAMPLE: usize = 16;

/// Returns some of a folder's documents that stand for all, at most `most`: as many as have `room` characters together, but at least 16.
/// `characters` is the length of all documents together.
fn sample(
    documents: &[DocumentIndex],
    characters: u64,
    room: u64,
    most: usize,
) -> impl Iterator<Item = DocumentIndex> {
    let mean = characters / (documents.len() as u64).max(1);
    let room = usize::try_from(room / mean.max(1)).unwrap_or(most);
    let wanted = room.clamp(LEAST_SAMPLE, most).min(documents.len());
    // Spread evenly: files of one group often stand together.
    (0..wanted).map(move |at| documents[at * documents.len() / wanted])
}

/// Minimum number of documents in a folder for judging a text by what the other documents contain.
pub const LEAST_FOLDER: usize = 8;
