//! Common text, which is left out automatically because most documents have it, and text of a template file.

use serde::{Deserialize, Serialize};

use super::left_out::LeftOut;
use super::overlay::merged;
use super::{Choices, Counted, Reason};
use crate::verdict::LEAST_CHARACTERS;
use crate::{Degree, DegreeRun, DocumentIndex, Span};
use chachong_text::{Mark, MarkReason};

/// Amount of text, or of code, in a whole folder that was taken for handed out.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct GivenText {
    /// Number of documents that have at least [`LEAST_CHARACTERS`] characters of the handed-out text or code, even if these are also left
    /// out for another reason.
    pub documents: u32,
    /// Number of documents of the folder that have any text or, for code, any code.
    pub of: u32,
    /// Median number of handed-out characters in the counted `documents`, without white space and text that is left out for another
    /// reason. Documents in which no such character remains are ignored.
    pub characters: u32,
}

impl GivenText {
    /// Summarises the assignment's text in a folder's documents. `None` if no document has [`LEAST_CHARACTERS`] characters that are left
    /// out only because they are the assignment's.
    #[must_use]
    pub fn of_texts(documents: &[Counted]) -> Option<Self> {
        let texts = (0..).map(DocumentIndex).zip(documents);
        Self::of_amounts(texts.filter(|(_, counted)| counted.countable() > 0).map(
            |(document, counted)| {
                let is_common = |mark: &&Mark| Reason::from(mark.reason) == Reason::Common;
                let marks = (counted.marks.iter().filter(is_common)).map(|mark| Span {
                    start: mark.start,
                    end: mark.end,
                });
                let all = merged(marks).into_iter().map(|span| counted.within(span));
                // Characters of several reasons count under the first, so those of common text alone are left.
                let left_out = LeftOut::of(document, counted, &Choices::default());
                let runs = left_out.runs.iter();
                let common = runs.filter(|run| run.reason == Reason::Common);
                let alone = common.map(|run| counted.within(run.span));
                [all.sum(), alone.sum()]
            },
        ))
    }

    /// Summarises handed-out text or code. `documents` has, for each document with any text or code, the number of its handed-out
    /// characters. `None` if no document has [`LEAST_CHARACTERS`] of them.
    #[must_use]
    pub fn of(documents: impl Iterator<Item = u32>) -> Option<Self> {
        Self::of_amounts(documents.map(|amount| [amount; 2]))
    }

    /// Summarises the amounts of the documents: of all handed-out characters, and of those that are left out for no other reason.
    fn of_amounts(documents: impl Iterator<Item = [u32; 2]>) -> Option<Self> {
        let all: Vec<[u32; 2]> = documents.collect();
        let mut with = all.clone();
        with.retain(|[amount, _]| *amount >= LEAST_CHARACTERS);
        let mut alone: Vec<u32> = with.iter().map(|[_, alone]| *alone).collect();
        alone.retain(|alone| *alone > 0);
        alone.sort_unstable();
        alone.last().filter(|most| **most >= LEAST_CHARACTERS)?;
        let number = |count: usize| u32::try_from(count).unwrap_or(u32::MAX);
        Some(Self {
            documents: number(with.len()),
            of: number(all.len()),
            characters: *alone.get(alone.len() / 2)?,
        })
    }
}

/// Returns the text of a document that also occurs in a template file, as marks that are sorted by position: the copied text in passages
/// with the template (`degrees`) and the shorter `runs` of words.
#[must_use]
pub fn covered(degrees: &[DegreeRun], runs: Vec<Span>) -> Vec<Mark> {
    let copied = (degrees.iter()).filter(|run| Degree::is_copied(run.degree));
    merged(copied.map(|run| run.span).chain(runs))
        .into_iter()
        .map(|span| Mark {
            start: span.start,
            end: span.end,
            reason: MarkReason::Template,
        })
        .collect()
}
