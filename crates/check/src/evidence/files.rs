//! Metadata of the files of a check (ids, people, pictures), and how many files may share a statement before it says nothing.

use crate::{Document, Origin, pairs_among};
use chachong_compare::{DocumentIndex, DocumentPair, each_once};
use chachong_import::Metadata;

/// Number of documents from which on something that a third of all documents have is widespread.
const FEW: usize = 3;
/// Maximum number of documents that something telling is in, however many there are: more have it from one template.
const MOST: usize = 20;

/// Files of a check, by position.
pub(super) struct Files<'a> {
    documents: &'a [Document],
    /// Number of documents that were read.
    read: usize,
}

impl<'a> Files<'a> {
    pub(super) fn of(documents: &'a [Document]) -> Self {
        let read = documents.iter().filter(|one| one.content().is_some());
        Self {
            read: read.count(),
            documents,
        }
    }

    /// Returns the positions and metadata of the documents that were read, by position.
    pub(super) fn iter(&self) -> impl Iterator<Item = (DocumentIndex, &'a Metadata)> {
        let documents = (0..).map(DocumentIndex).zip(self.documents);
        documents.filter_map(|(position, document)| {
            let content = document.content()?;
            Some((position, &*content.metadata))
        })
    }

    /// Whether the document at `position` is checked, not of a library.
    pub(super) fn is_checked(&self, position: DocumentIndex) -> bool {
        self.origin(position) == Some(Origin::Checked)
    }

    fn origin(&self, position: DocumentIndex) -> Option<Origin> {
        Some(self.documents.get(position.0)?.origin)
    }

    pub(super) fn metadata(&self, position: DocumentIndex) -> Option<&'a Metadata> {
        let content = self.documents.get(position.0)?.content()?;
        Some(&*content.metadata)
    }

    /// Number of documents, read or not.
    pub(super) fn len(&self) -> usize {
        self.documents.len()
    }

    /// Whether something that `documents` documents have says nothing about any two of them: at least [`FEW`] documents have it, and these
    /// are a third of all that were read or more than [`MOST`].
    pub(super) fn is_widespread(&self, documents: usize) -> bool {
        documents >= FEW && (documents * 3 >= self.read || documents > MOST)
    }

    /// Number of pairs of checked documents.
    pub(super) fn pairs_of_checked(&self) -> u64 {
        pairs_among(self.checked(), 0)
    }

    /// Number of pairs of the check, those with documents of the library that are in it included.
    pub(super) fn pairs(&self) -> u64 {
        pairs_among(self.checked(), self.documents.len() - self.checked())
    }

    fn checked(&self) -> usize {
        let documents = self.documents.iter();
        documents
            .filter(|one| one.origin == Origin::Checked)
            .count()
    }

    /// Whether both documents are checked ones, none of the library.
    pub(super) fn are_both_checked(&self, a: DocumentIndex, b: DocumentIndex) -> bool {
        self.is_checked(a) && self.is_checked(b)
    }

    /// Whether the two documents are a pair of the check: not two of the library, nor one document.
    pub(super) fn are_compared(&self, a: DocumentIndex, b: DocumentIndex) -> bool {
        let is_of_library = |position| self.origin(position) == Some(Origin::Library);
        a != b && !(is_of_library(a) && is_of_library(b))
    }
}

/// Returns the documents that have each key, sorted, for the keys of at least two; sorted by key.
pub(super) fn sharing<K: Ord>(stated: Vec<(K, DocumentIndex)>) -> Vec<Vec<DocumentIndex>> {
    (each_once(stated).chunk_by(|x, y| x.0 == y.0))
        .filter(|group| group.len() > 1)
        .map(|group| group.iter().map(|&(_, document)| document).collect())
        .collect()
}

/// Returns all pairs of a sorted list.
pub(super) fn pairs(documents: &[DocumentIndex]) -> impl Iterator<Item = DocumentPair> {
    (0..)
        .zip(documents)
        .flat_map(move |(at, &a): (usize, _)| documents[at + 1..].iter().map(move |&b| (a, b)))
}
