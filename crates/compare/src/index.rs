//! Indices of documents and of pairs. Each has its own type, so that the two cannot be confused with each other or with a row.

use std::ops::{Index, IndexMut};

use serde::{Deserialize, Serialize};

/// Position of a document in a check's list of documents, counted from 0. It can index every slice and `Vec` with one element
/// for each document; an index beyond the end panics.
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

/// Positions of the first and the second document of a pair.
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

/// Index of a pair in the parallel lists of passages and of shares ([`crate::Shares::pairs`]), which contain only pairs with
/// passages. The list of findings is another list: it also contains pairs without passages and has its own order.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(transparent)]
pub struct PairIndex(pub usize);
