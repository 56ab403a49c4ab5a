//! Remarks on reference lists: errors in an entry, between entries, and between entries and the citations of the
//! running text. If the text is uncertain, no remark is made, because a wrong remark does more harm than a missing
//! one.

mod brackets;
mod citing;
mod duplicates;
mod identifiers;
mod numbering;
mod order;
mod years;

use crate::{Manuscript, Reference, citations, references};

/// Error or inconsistency in an entry of a reference list.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Remark {
    /// The running text never cites the entry, although it cites most entries of the list.
    NotCited,
    /// The preceding entry has the same number.
    NumberRepeated,
    /// The list skips numbers before the entry.
    NumberMissing {
        /// First number that is missing.
        first: u32,
        /// Last number that is missing.
        last: u32,
    },
    /// The list is ordered by first citation, but the first citation of the entry breaks this order.
    CitedOutOfOrder {
        /// Number of an entry that shows the break: a greater number that is first cited earlier, or a smaller one
        /// that is first cited later.
        beside: u32,
    },
    /// The year of publication is later than the document itself, or earlier than the first printed books.
    ImpossibleYear {
        /// Year of publication that the entry states.
        year: u16,
    },
    /// The entry states a year of access before the year of publication.
    ReadBeforePublished {
        /// Year of access.
        read: u16,
        /// Year of publication.
        published: u16,
    },
    /// The check digit of the ISBN is wrong.
    IsbnCheckDigit,
    /// The check digit of the ISSN is wrong.
    IssnCheckDigit,
    /// The text given as a DOI is not a DOI.
    MalformedDoi,
    /// An earlier entry of the same list names the same work.
    Duplicate {
        /// Position of that entry in [`ReferenceCheck::references`].
        of: usize,
    },
}

impl Remark {
    /// Returns the stable name of the remark in kebab-case.
    #[must_use]
    pub const fn name(&self) -> &'static str {
        match self {
            Self::NotCited => "not-cited",
            Self::NumberRepeated => "number-repeated",
            Self::NumberMissing { .. } => "number-missing",
            Self::CitedOutOfOrder { .. } => "cited-out-of-order",
            Self::ImpossibleYear { .. } => "impossible-year",
            Self::ReadBeforePublished { .. } => "read-before-published",
            Self::IsbnCheckDigit => "isbn-check-digit",
            Self::IssnCheckDigit => "issn-check-digit",
            Self::MalformedDoi => "malformed-doi",
            Self::Duplicate { .. } => "duplicate",
        }
    }

    /// Returns whether the remark is about a detail of the work (a year, ISBN, ISSN or DOI), which two people are
    /// unlikely to get wrong in the same way by chance.
    #[must_use]
    pub const fn is_of_detail(&self) -> bool {
        matches!(
            self,
            Self::ImpossibleYear { .. }
                | Self::ReadBeforePublished { .. }
                | Self::IsbnCheckDigit
                | Self::IssnCheckDigit
                | Self::MalformedDoi
        )
    }
}

/// Citation of a work that is in none of the text's reference lists.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct NotListed {
    /// Offset of the citation's first character in the author's text, in Unicode scalar values.
    pub start: u32,
    /// Offset after the citation's last character, in Unicode scalar values.
    pub end: u32,
    /// Short form of the citation: `[17]`, `Smith 2010`.
    pub cited: String,
}

/// References of a text, with remarks on those that have errors.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct ReferenceCheck {
    /// Entries of the text's reference lists, in order of position.
    pub references: Vec<Reference>,
    /// Remarks on entries, each with the position of its entry in `references`, in ascending order.
    pub remarks: Vec<(usize, Remark)>,
    /// Citations of works that no list contains, in order of position: only the first for each work.
    pub not_listed: Vec<NotListed>,
}

impl ReferenceCheck {
    /// Reads the reference lists of a text and checks them. `newest` is the latest possible year of publication, from the date of the
    /// document; `None` if unknown. If three or more entries certainly state later years, `newest` is ignored, because the document's own
    /// date is then probably wrong. `is_certain` is false if part of the text could not be read or was recognised in pictures, so that
    /// citations may be missing and digits wrong: then only duplicates are reported.
    #[must_use]
    pub fn of(manuscript: &Manuscript<'_>, newest: Option<u16>, is_certain: bool) -> Self {
        let references = references(manuscript);
        if references.is_empty() {
            return Self::default();
        }
        let mut remarks = duplicates::remarks(&references);
        let mut not_listed = Vec::new();
        if is_certain {
            let citations = citations(manuscript, &references);
            let citing = citing::Citing::of(manuscript, &references, &citations);
            remarks.extend(years::remarks(&references, newest));
            remarks.extend(identifiers::remarks(&references));
            remarks.extend(numbering::remarks(manuscript, &references));
            remarks.extend(citing.not_cited());
            remarks.extend(order::remarks(&citing));
            not_listed = citing.not_listed();
        }
        remarks.sort();
        remarks.dedup();
        Self {
            references,
            remarks,
            not_listed,
        }
    }

    /// Returns the remarks on the entry at a position in `references`, in the order of the variants of [`Remark`].
    pub fn remarks_on(&self, position: usize) -> impl Iterator<Item = &Remark> {
        let first = self.remarks.partition_point(|(entry, _)| *entry < position);
        let of_entry = self.remarks[first..]
            .iter()
            .take_while(move |(entry, _)| *entry == position);
        of_entry.map(|(_, remark)| remark)
    }
}

#[cfg(test)]
mod tests;
