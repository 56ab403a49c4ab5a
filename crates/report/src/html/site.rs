//! Pages of a report: which documents and pairs have a page, the file of each page, and the links between them.

use std::collections::HashMap;

use super::pictures::Pictures;
use crate::Report;
use crate::facts::{Fact, facts};
use chachong_check::{Document, Origin, SubmissionFinding, SubmissionRows};
use chachong_compare::{DocumentIndex, DocumentPair, PairFinding};

/// Maximum number of pairs that have a page: the first in the order of reports. Beyond it (a ring of 500 documents has
/// 124,750 pairs) pages would fill a disk, and nobody reads them.
pub(super) const MOST_PAIR_PAGES: usize = 10_000;
/// Maximum number of pairs at which every page of a pair holds both whole texts.
pub(super) const MOST_WHOLE_TEXTS: usize = 300;

/// Place of a page, which decides how its links begin.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Place {
    /// In the report's folder.
    Top,
    /// In one of its folders.
    Inside,
}

/// Pages of a report.
pub(super) struct Site<'a> {
    pub(super) check: Report<'a>,
    /// Listed pairs of documents in the order of reports; the first `pair_pages` have pages.
    pub(super) order: Vec<&'a PairFinding>,
    /// Rows of the tables, the groups and the matrix: submissions, or documents.
    pub(super) rows: SubmissionRows,
    /// Positions of the documents that have a page.
    pub(super) documents: Vec<DocumentIndex>,
    /// Number of pairs, counted from the first of `order`, that have a page.
    pub(super) pair_pages: usize,
    /// Index in `order` of each pair that has a page, by its positions.
    pages_of_pairs: HashMap<DocumentPair, usize>,
    /// Whether submissions have several documents, so that pages name them beside the documents.
    pub(super) has_submissions: bool,
    /// Whether the pages of pairs hold both whole texts.
    pub(super) whole_texts: bool,
    /// Facts about the check, stated on every page.
    pub(super) facts: Vec<Fact>,
    /// Pictures that the pages show; none until they are read.
    pub(super) pictures: Pictures,
    /// Number of digits of a document's number in names of files.
    digits: usize,
    /// Whether there are other pages beside the one that is written.
    linked: bool,
}

impl<'a> Site<'a> {
    /// Lays out the report of a whole check.
    pub(super) fn of(check: Report<'a>) -> Self {
        let order: Vec<&PairFinding> = check.result.findings.pairs.iter().collect();
        let pair_pages = order.len().min(MOST_PAIR_PAGES);
        let pages = order.iter().take(pair_pages).enumerate();
        Self {
            pages_of_pairs: pages.map(|(i, pair)| ((pair.a, pair.b), i)).collect(),
            documents: (check.result.positions())
                .filter(|&position| has_page(check, position))
                .collect(),
            pair_pages,
            linked: true,
            whole_texts: order.len() <= MOST_WHOLE_TEXTS,
            order,
            rows: SubmissionRows::listed(check.result),
            ..Self::alone(check)
        }
    }

    /// Lays out a page that stands alone: it links to no other.
    pub(super) fn alone(check: Report<'a>) -> Self {
        Self {
            check,
            order: Vec::new(),
            rows: SubmissionRows::default(),
            documents: Vec::new(),
            pair_pages: 0,
            pages_of_pairs: HashMap::new(),
            has_submissions: check.result.has_submissions(),
            whole_texts: true,
            digits: check.result.documents.len().to_string().len().max(4),
            facts: facts(check),
            pictures: Pictures::default(),
            linked: false,
        }
    }

    /// Returns the document at a position of the check; `None` beyond the last.
    pub(super) fn document(&self, position: DocumentIndex) -> Option<&'a Document> {
        self.check.result.document(position)
    }

    /// Returns the file of a document's page, from the report's folder.
    pub(super) fn document_file(&self, position: DocumentIndex) -> String {
        let digits = self.digits;
        format!("documents/{:0digits$}.html", position.number())
    }

    /// Returns the file of a pair's page, from the report's folder.
    pub(super) fn pair_file(&self, pair: &PairFinding) -> String {
        let digits = self.digits;
        format!(
            "pairs/{:0digits$}-{:0digits$}.html",
            pair.a.number(),
            pair.b.number()
        )
    }

    /// Returns the text of the first key, or of the second where the rows are submissions.
    pub(super) fn text(&self, of_documents: &str, of_submissions: &str) -> String {
        let key = if self.has_submissions {
            of_submissions
        } else {
            of_documents
        };
        self.check.language.text(key)
    }

    /// Returns the link to the page of the strongest pair of documents of a finding; `None` if it has none.
    pub(super) fn finding_link(&self, from: Place, finding: &SubmissionFinding) -> Option<String> {
        let pair = finding.pair(self.check.result, 0)?;
        self.pair_link(from, pair.a, pair.b)
    }

    /// Returns the link from a page to the index; `None` on a page that stands alone.
    pub(super) fn index_link(&self) -> Option<&'static str> {
        self.linked.then_some("../index.html")
    }

    /// Returns the link to a document's page; `None` if it has none.
    pub(super) fn document_link(&self, from: Place, position: DocumentIndex) -> Option<String> {
        (self.linked && self.documents.binary_search(&position).is_ok())
            .then(|| from.link(&self.document_file(position)))
    }

    /// Returns the link to the page of the pair of two documents, in any order; `None` if it has none.
    pub(super) fn pair_link(
        &self,
        from: Place,
        one: DocumentIndex,
        other: DocumentIndex,
    ) -> Option<String> {
        let key = (one.min(other), one.max(other));
        let pair = self.order.get(*self.pages_of_pairs.get(&key)?)?;
        Some(from.link(&self.pair_file(pair)))
    }
}

impl Place {
    fn link(self, file: &str) -> String {
        match self {
            Self::Top => file.to_owned(),
            Self::Inside => format!("../{file}"),
        }
    }
}

/// Returns whether a document has a page: one that was checked, read and compared.
pub(super) fn has_page(check: Report<'_>, position: DocumentIndex) -> bool {
    let document = check.result.document(position);
    let is_read = document
        .is_some_and(|document| document.origin == Origin::Checked && document.content().is_some());
    let is_compared =
        (check.result.copies()).is_some_and(|(_, shares)| position.0 < shares.documents().len());
    is_read && is_compared
}
