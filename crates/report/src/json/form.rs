//! Statements of the school's form on a document, in the JSON report: figures by chapter and the number of the form.

use serde::Serialize;

use super::decimals;
use crate::Report;
use crate::form::{FormFigures, report_number};
use chachong_check::ChapterFigures;
use chachong_compare::DocumentIndex;

/// Fields of a document; all are `null` without shares, for a document of a library, and where the text is lost.
#[derive(Default, Serialize)]
pub(super) struct FormFields {
    /// Number of copied characters that count.
    copied_characters: Option<u32>,
    /// The same with the student's own earlier work.
    copied_characters_with_own: Option<u32>,
    /// Number of passages that count, with every source.
    passages: Option<usize>,
    /// Parts of the text from heading to heading, which cover it.
    chapters: Option<Vec<ChapterRow>>,
    /// Number of the form ([`report_number`]).
    report_number: Option<String>,
}

impl FormFields {
    pub(super) fn of(check: Report<'_>, position: DocumentIndex) -> Self {
        let Some(figures) = FormFigures::of(check, position).ok().flatten() else {
            return Self::default();
        };
        Self {
            copied_characters: Some(figures.shares.net.characters),
            copied_characters_with_own: Some(figures.with_own.characters),
            passages: Some(figures.passages),
            report_number: report_number(check, position, &figures),
            chapters: Some(figures.chapters.iter().map(ChapterRow::of).collect()),
        }
    }
}

/// Part of a text, mostly a chapter.
#[derive(Serialize)]
struct ChapterRow {
    /// Heading; `null` for the text before the first one.
    title: Option<String>,
    kind: &'static str,
    start: u32,
    end: u32,
    characters: u32,
    /// Characters that count, as in the document's `countable_characters`.
    countable_characters: u32,
    copied_characters: u32,
    copied_share: f64,
}

impl ChapterRow {
    fn of(part: &ChapterFigures) -> Self {
        Self {
            title: part.chapter.as_ref().map(|chapter| chapter.title.clone()),
            kind: part.kind().name(),
            start: part.span.start,
            end: part.span.end,
            characters: part.shares.gross.countable,
            countable_characters: part.shares.net.countable,
            copied_characters: part.shares.net.characters,
            copied_share: decimals(part.shares.net.share()),
        }
    }
}
