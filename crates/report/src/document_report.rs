//! Content of the report on one document, for every format: its figures, its numbered sources, and its whole text with
//! the passages of each source.

use std::cmp::Reverse;
use std::io;

use super::Report;
use chachong_check::shown::{
    DocumentSources, Layers, Lines, LoadedText, Paragraph, ShownText, in_order,
};
use chachong_check::{Document, DocumentContent};
use chachong_compare::{DocumentIndex, DocumentShares, LeftOutRun};

/// Content of the report of one document that was read and compared.
#[derive(Debug)]
pub(crate) struct DocumentReport<'a> {
    /// Position of the document in the check.
    pub(crate) position: DocumentIndex,
    pub(crate) document: &'a Document,
    pub(crate) content: &'a DocumentContent,
    pub(crate) shares: &'a DocumentShares,
    pub(crate) sources: DocumentSources,
    /// Text with the runs of its passages; owners are indices in `sources.sources`, or one of
    /// [`chachong_check::shown::SWITCHED_OFF`] and [`chachong_check::shown::POSSIBLE`].
    pub(crate) text: LoadedText,
    /// Text that does not count, with the reason.
    pub(crate) left_out: &'a [LeftOutRun],
}

impl<'a> DocumentReport<'a> {
    /// Assembles the report of the document at `position`; `None` if the document was not read or texts were not
    /// compared. Fails if the kept text cannot be read again.
    pub(crate) fn of(check: Report<'a>, position: DocumentIndex) -> io::Result<Option<Self>> {
        let document = check.result.document(position);
        let Some((document, content)) = document.and_then(|d| Some((d, d.content()?))) else {
            return Ok(None);
        };
        let Some((copies, all)) = check.result.copies() else {
            return Ok(None);
        };
        let Some(shares) = all.document(position) else {
            return Ok(None);
        };
        let sources = DocumentSources::of(copies, all, position);
        let characters: Vec<char> = content.text.text()?.chars().collect();
        let shown = ShownText::of(&characters, Lines::of(document));
        let mut text = LoadedText::new(shown, in_order(content.text.exclusions()));
        text.strong = sources.runs(false);
        text.runs = sources.runs(true);
        Ok(Some(Self {
            position,
            document,
            content,
            shares,
            sources,
            text,
            left_out: all.left_out(position),
        }))
    }

    /// Sorts sources of equal size by this key, so that their order does not reveal the order of the check.
    pub(crate) fn order_sources<K: Ord>(&mut self, key: impl Fn(DocumentIndex) -> K) {
        let sources = &mut self.sources.sources;
        sources.sort_by_key(|one| {
            let shares = one.source.shares;
            let shown = if one.counts { shares.net } else { shares.gross };
            (Reverse(shown.characters), key(one.source.document))
        });
        self.text.strong = self.sources.runs(false);
        self.text.runs = self.sources.runs(true);
    }

    /// Returns the layers over the text: passages (with possible ones if `possible` is set), text that does not count,
    /// and text that is not compared.
    pub(crate) fn layers(&self, possible: bool) -> Layers<'_> {
        Layers {
            runs: self.text.runs(possible),
            left_out: self.left_out,
            passed_over: &self.text.passed_over,
            ..Layers::default()
        }
    }

    /// Paragraphs of the text.
    pub(crate) fn paragraphs(&self) -> &[Paragraph] {
        &self.text.text.paragraphs
    }
}
