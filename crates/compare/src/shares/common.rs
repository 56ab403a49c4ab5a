//! Common text, which is left out automatically because most documents have it, and text of a template file.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use super::left_out::LeftOut;
use super::{Choices, Counted, Reason};
use crate::overlay::merged;
use crate::verdict::LEAST_CHARACTERS;
use crate::{Degree, DegreeRun, DocumentIndex, Span, Theses};
use chachong_text::{Mark, MarkReason};

/// Amount of text, or of code, in a whole folder that was taken for handed out.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct GivenText {
    /// Number of submissions that have at least [`LEAST_CHARACTERS`] characters of the handed-out text and at least half of `characters`
    /// (for code: of documents with that much handed-out code), whatever other reason there is to leave these characters out.
    pub documents: u32,
    /// Number of submissions of the folder that have any text; for code, of documents that have any code.
    pub of: u32,
    /// Median number of handed-out characters in the submissions or documents with at least [`LEAST_CHARACTERS`], without white space and
    /// text that is left out for another reason. Those in which nothing remains are not part of the median.
    pub characters: u32,
}

impl GivenText {
    /// Summarises the assignment's text in a folder's documents, those of one submission together; `None` if none has
    /// [`LEAST_CHARACTERS`] characters of it that are left out for no other reason.
    #[must_use]
    pub fn of_texts(documents: &[Counted], theses: &Theses) -> Option<Self> {
        let texts = (0..).map(DocumentIndex).zip(documents);
        let amounts =
            texts
                .filter(|(_, counted)| counted.countable() > 0)
                .map(|(document, counted)| {
                    let marked = counted.marked(|reason| reason == Reason::Common);
                    let all = marked.into_iter().map(|span| counted.within(span));
                    // Characters of several reasons count under the first, so those of common text alone are left.
                    let left_out = LeftOut::of(document, counted, &Choices::default());
                    let runs = left_out.runs.iter();
                    let common = runs.filter(|run| run.reason == Reason::Common);
                    let alone = common.map(|run| counted.within(run.span));
                    (theses.main(document), [all.sum::<u32>(), alone.sum()])
                });
        let mut of_submission: BTreeMap<DocumentIndex, [u32; 2]> = BTreeMap::new();
        for (main, [all, alone]) in amounts {
            let sums = of_submission.entry(main).or_default();
            sums[0] += all;
            sums[1] += alone;
        }
        Self::of_amounts(of_submission.into_values())
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
        let characters = *alone.get(alone.len() / 2)?;
        // A few lines that all have are not the long text that half of them have.
        with.retain(|[amount, _]| *amount >= characters.div_ceil(2));
        let number = |count: usize| u32::try_from(count).unwrap_or(u32::MAX);
        Some(Self {
            documents: number(with.len()),
            of: number(all.len()),
            characters,
        })
    }
}

/// Returns the text of a document that also occurs in a template file, as marks that are sorted by position: the identical text in passages
/// with the template (`degrees`) and the shorter `runs` of words. Edited text is no part of it: it may be an answer between two questions.
#[must_use]
pub fn covered(degrees: &[DegreeRun], runs: Vec<Span>) -> Vec<Mark> {
    let identical = (degrees.iter()).filter(|run| run.degree == Degree::Identical);
    merged(identical.map(|run| run.span).chain(runs))
        .into_iter()
        .map(|span| Mark {
            start: span.start,
            end: span.end,
            reason: MarkReason::Template,
        })
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_answer_between_two_lines_of_a_template_is_no_part_of_it() {
        let span = |start, end| Span { start, end };
        let run = |start, end, degree| DegreeRun {
            span: span(start, end),
            degree,
        };
        let degrees = [
            run(0, 30, Degree::Identical),
            run(30, 38, Degree::Edited),
            run(38, 60, Degree::Identical),
        ];
        let marks = covered(&degrees, vec![span(58, 70)]);
        let spans: Vec<(u32, u32)> = marks.iter().map(|mark| (mark.start, mark.end)).collect();
        assert_eq!(spans, [(0, 30), (38, 70)]);
    }
}
