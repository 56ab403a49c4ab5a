//! References of the documents of a check: the entries of their reference lists, remarks on them, and errors that several
//! documents share.

use chachong_citation::{ReferenceCheck, SameError, same_errors};
use chachong_compare::DocumentIndex;
use chachong_import::{Format, Warning};
use chachong_record::{RecordField, is_template_date};
use chachong_text::MarkReason;
use rayon::prelude::*;

use crate::attribution::manuscript;
use crate::submissions::submission_numbers;
use crate::{Document, DocumentContent, MemoryRoom};

/// Years that a document's date may state; others are a file system's or a program's own.
const PLAUSIBLE: std::ops::RangeInclusive<u16> = 1990..=2200;
/// Number of years by which a work may be later than the document that cites it: it may be in print.
const IN_PRINT: u16 = 1;

/// References of all documents of a check.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct CheckReferences {
    /// References of each document with the remarks on them, by document position; documents beyond the list have none.
    pub of: Vec<ReferenceCheck>,
    /// Errors or oddities of an entry that documents of several submissions share, in the order of the documents.
    pub same_errors: Vec<SameError>,
}

impl CheckReferences {
    /// Reads the reference lists of all documents. `first` holds the first document of each document's submission; an error that
    /// only one submission has is not shared. A document whose text cannot be read again has no references.
    #[must_use]
    pub fn of(documents: &[Document], first: &[DocumentIndex]) -> Self {
        let of: Vec<ReferenceCheck> = documents
            .par_iter()
            .map(|document| check_references(document).unwrap_or_default())
            .collect();
        let same_errors = same_errors(&of, &submission_numbers(documents.len(), first));
        Self { of, same_errors }
    }

    /// Returns the references with the texts of `again`, which was read from the same documents with names hidden, and with the
    /// remarks of `self`. A document whose number of entries differs loses its references. A document whose number of works cited but not
    /// listed differs loses the list of these works.
    #[must_use]
    pub fn with_texts_of(&self, again: &Self) -> Self {
        let pairs = self.of.iter().zip(again.of.iter().cloned());
        let of = pairs.map(|(own, mut again)| {
            if own.references.len() != again.references.len() {
                return ReferenceCheck::default();
            }
            if own.not_listed.len() != again.not_listed.len() {
                again.not_listed.clear();
            }
            again.remarks.clone_from(&own.remarks);
            again
        });
        let of: Vec<ReferenceCheck> = of.collect();
        let is_kept = |error: &&SameError| {
            error.entries.iter().all(|(document, entry)| {
                of.get(*document)
                    .is_some_and(|of| *entry < of.references.len())
            })
        };
        let same_errors = self.same_errors.iter().filter(is_kept).cloned().collect();
        Self { of, same_errors }
    }

    /// Returns the references without the errors that several documents share, which name other students.
    #[must_use]
    pub fn without_shared(&self) -> Self {
        Self {
            of: self.of.clone(),
            same_errors: Vec::new(),
        }
    }

    /// Returns the references of the document at a position; `None` beyond the last.
    #[must_use]
    pub fn document(&self, position: DocumentIndex) -> Option<&ReferenceCheck> {
        self.of.get(position.0)
    }

    /// Returns the errors that an entry of a document shares with entries of other documents, in the order of [`Self::same_errors`].
    /// `entry` is the entry's position among the references of the document.
    pub fn same_errors_of(
        &self,
        document: DocumentIndex,
        entry: usize,
    ) -> impl Iterator<Item = &SameError> {
        self.same_errors
            .iter()
            .filter(move |error| error.entries.binary_search(&(document.0, entry)).is_ok())
    }

    /// Returns the name, in kebab-case, of each error that entries of this document share with other documents, once for each of these
    /// entries. The order is that of [`Self::same_errors`].
    pub fn shared_names(&self, position: DocumentIndex) -> impl Iterator<Item = &'static str> {
        let of_error = move |error: &SameError| {
            let entries = error
                .entries
                .iter()
                .filter(|(document, _)| *document == position.0);
            std::iter::repeat_n(error.name(), entries.count())
        };
        self.same_errors.iter().flat_map(of_error)
    }

    /// Returns the number of remarks on a document's references: remarks on entries, works that are cited but not listed, and
    /// errors shared with other documents.
    #[must_use]
    pub fn remarks(&self, position: DocumentIndex) -> usize {
        let own = self
            .document(position)
            .map_or(0, |of| of.remarks.len() + of.not_listed.len());
        let entries = self.same_errors.iter().flat_map(|error| &error.entries);
        own + entries
            .filter(|(document, _)| *document == position.0)
            .count()
    }
}

/// Reads the reference lists of a document; `None` for source code and tables, for a document without a reference list, and if the text
/// cannot be read.
fn check_references(document: &Document) -> Option<ReferenceCheck> {
    let content = document.content()?;
    let is_prose = !matches!(
        document.read_format(),
        Some(Format::Source | Format::Sheet | Format::Csv)
    );
    let mut marks = content.counted.marks.iter();
    if !is_prose || !marks.any(|mark| mark.reason == MarkReason::References) {
        return None;
    }
    // Nobody cancels a wait for the others.
    let _room = MemoryRoom::for_preparing(content.characters, &|| false);
    let text = content.text.text().ok()?;
    Some(ReferenceCheck::of(
        &manuscript(content, &text),
        newest_year(content),
        is_certain(content),
    ))
}

/// Returns the newest year that a work cited by a document may have; `None` where none is known.
fn newest_year(content: &DocumentContent) -> Option<u16> {
    latest_year(content).map(|year| year.saturating_add(IN_PRINT))
}

/// Returns the latest year in which a document may have been written, by its record and the dates of its file; `None` if no date
/// is known.
pub(crate) fn latest_year(content: &DocumentContent) -> Option<u16> {
    let stated = content
        .record
        .get(RecordField::Year)
        .map(|year| year.value.as_str());
    let of_file = [&content.metadata.created, &content.metadata.modified].into_iter();
    let of_file = of_file
        .filter_map(|date| date.as_deref())
        .filter(|date| !is_template_date(date));
    stated.into_iter().chain(of_file).filter_map(year).max()
}

/// Returns the plausible year that a date begins with; `None` without one.
fn year(date: &str) -> Option<u16> {
    let year: u16 = date.trim().get(..4)?.parse().ok()?;
    PLAUSIBLE.contains(&year).then_some(year)
}

/// Whether all pages could be read, and from letters: a citation may stand on a page that is only a picture, and text recognition
/// confuses digits.
fn is_certain(content: &DocumentContent) -> bool {
    let is_doubtful = |warning: &Warning| {
        matches!(
            warning,
            Warning::Garbled { .. }
                | Warning::UnreadPictures { .. }
                | Warning::PicturesLikePages { .. }
                | Warning::RecognisedText { .. }
                | Warning::RecognisedPages { .. }
                | Warning::RecognisedPictures { .. }
        )
    };
    content.unrecognised_pages() == 0 && !content.warnings.iter().any(is_doubtful)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::fingerprint;
    use chachong_import::decode_text;

    const LIST: &str = "第一章 绪论\n社区图书馆的夜间开放始于上个世纪。\n参考文献\n\
        [1] 沈知远. 夜间开放的图书馆研究[J]. 灯塔学报, 2019, 29(3): 17-18.\n\
        [2] 陆明. 阅读史[M]. 北京: 灯塔出版社, 2006. ISBN 978-0-306-40615-8.\n\
        [3] 何以宁. 灯光与书页的关系研究[D]. 灯塔大学, 2011.\n\
        [4] 顾清. 社区阅读的组织[J]. 灯塔学报, 2012, 31(1): 5-9.\n";

    fn document(name: &str, modified: &str) -> Document {
        let mut content = fingerprint(&decode_text(LIST.as_bytes()).unwrap());
        content.metadata.modified = Some(modified.to_owned());
        Document::checked(name, None, Some(Ok(content)))
    }

    #[test]
    fn remarks_follow_the_date_of_the_document_and_errors_are_shared() {
        let documents = [
            document("a.txt", "2016-05-01"),
            document("b.txt", "2019-05-01"),
            document("c.txt", "2013-12-23T23:15:00Z"),
        ];
        let each = [0, 1, 2].map(DocumentIndex);
        let found = CheckReferences::of(&documents, &each);
        let names = |at: usize| {
            found.of[at]
                .remarks
                .iter()
                .map(|(entry, remark)| (*entry, remark.name()))
                .collect::<Vec<_>>()
        };
        assert_eq!(names(0), [(0, "impossible-year"), (1, "isbn-check-digit")]);
        assert_eq!(names(1), [(1, "isbn-check-digit")]);
        assert_eq!(names(2), names(1), "the date of a template is nobody's");
        assert_eq!(found.same_errors.len(), 1);
        assert_eq!(found.same_errors_of(DocumentIndex(1), 1).count(), 1);
        assert_eq!(found.remarks(DocumentIndex(1)), 2);
        let one_person = CheckReferences::of(&documents, &[DocumentIndex(0); 3]);
        assert!(one_person.same_errors.is_empty());
    }
}
