//! Indices of documents and of pairs. Each is a type of its own, so that none is taken for a row or for the other.

use std::ops::{Index, IndexMut};

use serde::{Deserialize, Serialize};

/// Position of a document in a check's list of documents, counted from 0. Every slice and `Vec` that has one element for each
/// document can be indexed by it; like an index, it panics beyond the end.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(transparent)]
pub struct DocumentIndex(pub usize);

impl DocumentIndex {
    /// Returns the number by which reports call the document, counted from 1.
    #[must_use]
    pub const fn number(self) -> usize {
        self.0 + 1
    }
}

/// Positions of two documents.
pub type DocumentPair = (DocumentIndex, DocumentIndex);

impl<T> Index<DocumentIndex> for [T] {
    type Output = T;

    fn index(&self, document: DocumentIndex) -> &T {
        &self[document.0]
    }
}

impl<T> IndexMut<DocumentIndex> for [T] {
    fn index_mut(&mut self, document: DocumentIndex) -> &mut T {
        &mut self[document.0]
    }
}

impl<T> Index<DocumentIndex> for Vec<T> {
    type Output = T;

    fn index(&self, document: DocumentIndex) -> &T {
        &self[document.0]
    }
}

impl<T> IndexMut<DocumentIndex> for Vec<T> {
    fn index_mut(&mut self, document: DocumentIndex) -> &mut T {
        &mut self[document.0]
    }
}

/// Index of a pair in the lists of pairs with passages: that of their passages and that of their shares
/// ([`crate::Shares::pairs`]). The list of findings has pairs without passages too, and an order of its own.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(transparent)]
pub struct PairIndex(pub usize);
