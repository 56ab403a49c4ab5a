//! Figures of the form, which the JSON report also contains.

use std::io;

use crate::Report;
use chachong_check::shown::DocumentSources;
use chachong_check::{ChapterFigures, LowerEstimate};
use chachong_citation::Attribution;
use chachong_compare::{Copied, DocumentIndex, DocumentShares};

/// Figures of one document.
pub(crate) struct FormFigures<'a> {
    pub(crate) shares: &'a DocumentShares,
    /// Share with all sources including the student's own earlier work; equal to the share of the document if there is
    /// no such work.
    pub(crate) with_own: Copied,
    /// Chapters, which cover the text.
    pub(crate) chapters: Vec<ChapterFigures>,
    /// Number of passages that count, with every source.
    pub(crate) passages: usize,
    /// Reason why the shares are lower estimates; `None` if they are exact.
    pub(crate) lower: Option<LowerEstimate>,
}

impl<'a> FormFigures<'a> {
    /// Collects the figures of a checked document; `None` for a document without text to compare, for a library
    /// document, and if texts were not compared. Fails if the stored text cannot be read again.
    pub(crate) fn of(check: Report<'a>, position: DocumentIndex) -> io::Result<Option<Self>> {
        let result = check.result;
        let shares = result.document_shares(position);
        let shares = shares.filter(|_| result.is_checked(position));
        let (Some(shares), Some((copies, all))) = (shares, result.copies()) else {
            return Ok(None);
        };
        let sources = DocumentSources::of(copies, all, position);
        let origins = result.origins(position);
        Ok(Some(Self {
            shares,
            with_own: origins.map_or(shares.net, |origins| origins.with_own.net),
            chapters: result.chapters(position)?,
            passages: sources.counted().0,
            lower: result.lower_estimate(position),
        }))
    }

    /// Returns the share without text that is cited or quoted in this document.
    pub(crate) fn without_quotations(&self) -> Copied {
        self.shares.attributed()[Attribution::None as usize].1
    }

    /// Returns the largest share of a single source.
    pub(crate) fn largest(&self) -> Copied {
        let sources = self.shares.sources.iter();
        let largest = sources.map(|source| source.shares.net.characters).max();
        Copied {
            characters: largest.unwrap_or_default(),
            ..self.shares.net
        }
    }
}
