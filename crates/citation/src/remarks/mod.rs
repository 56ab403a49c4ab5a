//! Remarks on reference lists: what does not fit in an entry, between entries, and between entries and the citations of the
//! running text. Where the text is not certain, nothing is said: a remark that is wrong costs more than one that is missing.

mod brackets;
mod citing;
mod duplicates;
mod identifiers;
mod numbering;
mod order;
mod years;

use crate::{Manuscript, Reference, citations, references};

/// What does not fit in an entry of a reference list.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Remark {
    /// The running text never cites the entry, though it cites most entries of the list.
    NotCited,
    /// An entry before has the same number.
    NumberRepeated,
    /// The list leaves out numbers before the entry.
    NumberMissing {
        /// First number that is missing.
        first: u32,
        /// Last number that is missing.
        last: u32,
    },
    /// The list is ordered by first citation, and the entry is cited too early or too late.
    CitedOutOfOrder {
        /// Smaller number that is first cited after the entry, or greater one that is first cited before it.
        beside: u32,
    },
    /// The year of publication is later than the document itself, or earlier than printed books.
    ImpossibleYear {
        /// The year.
        year: u16,
    },
    /// The work was read before it was published.
    ReadBeforePublished {
        /// Year in which it was read.
        read: u16,
        /// Year in which it was published.
        published: u16,
    },
    /// The ISBN's last digit does not fit the others.
    IsbnCheckDigit,
    /// The ISSN's last digit does not fit the others.
    IssnCheckDigit,
    /// What is given as a DOI cannot be one.
    MalformedDoi,
    /// The same work is listed before.
    Duplicate {
        /// Position of the first entry of the work among the references.
        of: usize,
    },
}

impl Remark {
    /// Returns the remark's name in kebab-case.
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

    /// Whether the remark is on a detail of the work that two people do not get wrong in the same way by chance.
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

/// Citation of a work that no list of the text has.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct NotListed {
    /// Offset of the citation's first character in the author's text, in Unicode scalar values.
    pub start: u32,
    /// Offset after the citation's last character.
    pub end: u32,
    /// What is cited: `[17]`, `Smith 2010`.
    pub cited: String,
}

/// References of a text with the remarks on them.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct ReferenceCheck {
    /// Entries of the text's lists, in their order.
    pub references: Vec<Reference>,
    /// Remarks with the position of their entry in `references`, ascending.
    pub remarks: Vec<(usize, Remark)>,
    /// Citations of works that no list has, the first of each work, in the order of the text.
    pub not_listed: Vec<NotListed>,
}

impl ReferenceCheck {
    /// Reads the reference lists of a text and looks at them. `newest` is the newest year that a work may have, by the date of
    /// the document; `None` where that is not known. `is_certain` tells whether all of the text could be read, and from letters, not
    /// from pictures: what is cited on a page that is only a picture is cited too, and a digit may be another one.
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

    /// Returns the remarks on the entry at a position.
    pub fn remarks_on(&self, position: usize) -> impl Iterator<Item = &Remark> {
        let of_entry = self
            .remarks
            .iter()
            .filter(move |(entry, _)| *entry == position);
        of_entry.map(|(_, remark)| remark)
    }

    /// Whether nothing does not fit.
    #[must_use]
    pub fn has_no_remarks(&self) -> bool {
        self.remarks.is_empty() && self.not_listed.is_empty()
    }
}

#[cfg(test)]
mod tests;
