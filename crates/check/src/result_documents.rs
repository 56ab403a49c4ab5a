//! Queries on the documents of a check.

use chachong_compare::{DocumentIndex, Fingerprinted};

use crate::{CheckResult, Document, DocumentContent, Origin, first_documents};

impl CheckResult {
    /// Returns the document at a position; `None` beyond the last.
    #[must_use]
    pub fn document(&self, position: DocumentIndex) -> Option<&Document> {
        self.documents.get(position.0)
    }

    /// Returns the position of the first document with this name; `None` if none has it.
    #[must_use]
    pub fn position_of(&self, name: &str) -> Option<DocumentIndex> {
        let position = self
            .documents
            .iter()
            .position(|document| document.name == name);
        position.map(DocumentIndex)
    }

    /// Returns all documents with their positions, in order.
    pub fn with_positions(&self) -> impl Iterator<Item = (DocumentIndex, &Document)> {
        self.positions().zip(self.documents.iter())
    }

    /// Returns the positions of all documents, in order.
    pub fn positions(&self) -> impl Iterator<Item = DocumentIndex> + use<> {
        (0..self.documents.len()).map(DocumentIndex)
    }

    /// Returns the first document of each document's submission ([`crate::first_documents`]).
    #[must_use]
    pub fn first_documents(&self) -> Vec<DocumentIndex> {
        let counts_earlier = self.submission_settings.counts_earlier;
        let documents: Vec<&Document> = self.documents.iter().collect();
        first_documents(&documents, &self.submissions, counts_earlier)
    }

    /// Returns the fingerprint, length and origin of each document, in the order of [`Self::documents`].
    #[must_use]
    pub fn fingerprinted(&self) -> Vec<Fingerprinted> {
        self.documents.iter().map(Document::fingerprinted).collect()
    }

    /// Returns whether a document was checked, so that it does not come from a library; false beyond the last document.
    #[must_use]
    pub fn is_checked(&self, position: DocumentIndex) -> bool {
        let document = self.document(position);
        document.is_some_and(|document| document.origin == Origin::Checked)
    }

    /// Returns whether a document is of a library; false beyond the last document.
    pub(crate) fn is_of_library(&self, position: DocumentIndex) -> bool {
        (self.document(position)).is_some_and(|document| document.origin == Origin::Library)
    }

    /// Returns the checked documents, whether they were read or not.
    pub fn checked_documents(&self) -> impl Iterator<Item = &Document> {
        let documents = self.documents.iter();
        documents.filter(|document| document.origin == Origin::Checked)
    }

    /// Returns the number of checked documents that were read.
    #[must_use]
    pub fn count_read(&self) -> usize {
        let read = |document: &&Document| document.content().is_some();
        self.checked_documents().filter(read).count()
    }

    /// Returns whether any document has prose. Without prose, copied shares and fingerprints say nothing about the check.
    #[must_use]
    pub fn has_prose(&self) -> bool {
        let mut contents = self.documents.iter().filter_map(Document::content);
        contents.any(DocumentContent::has_prose)
    }

    /// Returns whether a checked document contains, apart from a few words, only given code
    /// ([`crate::DocumentSpecimens::given`]).
    #[must_use]
    pub fn is_only_given_code(&self, position: DocumentIndex) -> bool {
        let document = self.document(position);
        let document = document.filter(|one| one.origin == Origin::Checked);
        let has_prose = |document: &Document| document.fingerprint().is_some();
        document.is_some_and(|one| !has_prose(one))
            && (self.evidence.documents.get(position.0)).is_some_and(|of| of.only_given)
    }
}
