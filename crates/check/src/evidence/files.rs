//! Metadata of the files of a check (ids, people, pictures), and how many files may share a statement before it says nothing.

use crate::{Document, Origin, pairs_among};
use chachong_compare::{DocumentIndex, DocumentPair};
use chachong_import::Metadata;

/// Number of documents from which on something that a third of all documents have is widespread.
const FEW: usize = 3;
/// Maximum number of documents that something telling is in, however many there are: more have it from one template.
const MOST: usize = 20;

/// Files of a check, by position.
pub(super) struct Files<'a> {
    of_position: Vec<(Option<&'a Metadata>, Origin)>,
    /// Number of documents that were read.
    read: usize,
}

impl<'a> Files<'a> {
    pub(super) fn of(documents: &'a [Document]) -> Self {
        let of_position: Vec<_> = (documents.iter())
            .map(|document| {
                let content = document.content();
                (content.map(|content| &*content.metadata), document.origin)
            })
            .collect();
        let read = of_position.iter().filter(|(read, _)| read.is_some());
        Self {
            read: read.count(),
            of_position,
        }
    }

    /// Returns the positions and metadata of the documents that were read, by position.
    pub(super) fn iter(&self) -> impl Iterator<Item = (DocumentIndex, &'a Metadata)> {
        (0..)
            .map(DocumentIndex)
            .zip(&self.of_position)
            .filter_map(|(position, (metadata, _))| Some((position, (*metadata)?)))
    }

    /// Whether the document at `position` is checked, not of a library.
    pub(super) fn is_checked(&self, position: DocumentIndex) -> bool {
        let document = self.of_position.get(position.0);
        document.is_some_and(|(_, origin)| *origin == Origin::Checked)
    }

    pub(super) fn metadata(&self, position: DocumentIndex) -> Option<&'a Metadata> {
        self.of_position.get(position.0)?.0
    }

    /// Number of documents, read or not.
    pub(super) fn len(&self) -> usize {
        self.of_position.len()
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
        pairs_among(self.checked(), self.of_position.len() - self.checked())
    }

    fn checked(&self) -> usize {
        let origins = self.of_position.iter().map(|(_, origin)| *origin);
        origins.filter(|origin| *origin == Origin::Checked).count()
    }

    /// Whether both documents are checked ones, none of the library.
    pub(super) fn are_both_checked(&self, a: DocumentIndex, b: DocumentIndex) -> bool {
        [a, b]
            .iter()
            .all(|position| matches!(self.of_position.get(position.0), Some((_, Origin::Checked))))
    }

    /// Whether the two documents are a pair of the check: not two of the library, nor one document.
    pub(super) fn are_compared(&self, a: DocumentIndex, b: DocumentIndex) -> bool {
        let is_of_library = |position: DocumentIndex| {
            matches!(self.of_position.get(position.0), Some((_, Origin::Library)))
        };
        a != b && !(is_of_library(a) && is_of_library(b))
    }
}

/// Returns the documents that have each key, sorted, for the keys of at least two; sorted by key.
pub(super) fn sharing<K: Ord>(mut stated: Vec<(K, DocumentIndex)>) -> Vec<Vec<DocumentIndex>> {
    stated.sort_unstable();
    stated.dedup();
    (stated.chunk_by(|x, y| x.0 == y.0))
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
