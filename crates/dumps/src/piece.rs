//! Pieces into which a dump is divided.

use serde::{Deserialize, Serialize};

/// Part of a dump that can be read separately, with the number of its items that were already read. The value is small
/// and can be stored.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Piece {
    /// Size of the file that it is a piece of.
    pub(crate) file_bytes: u64,
    pub(crate) range: Range,
    /// Number of items at its start that were read before.
    pub(crate) skip: u64,
    /// Number of items after which one reading stops; `None` for no such limit.
    pub(crate) most: Option<u64>,
}

impl Piece {
    /// Returns the piece without its next `items` items.
    #[must_use]
    pub fn behind(&self, items: u64) -> Self {
        Self {
            skip: self.skip.saturating_add(items),
            ..self.clone()
        }
    }

    /// Returns the piece limited to `items` items in one call of [`Dump::read`](crate::Dump::read), for a preview.
    #[must_use]
    pub fn at_most(&self, items: u64) -> Self {
        Self {
            most: Some(items),
            ..self.clone()
        }
    }

    /// Returns the size of the whole piece, including its skipped items, for showing progress: in articles for a ZIM
    /// file, else in bytes of the file as it is stored. The part of a ZIM file without articles counts 0.
    #[must_use]
    pub fn weight(&self) -> u64 {
        match self.range {
            Range::Bytes { from, to } | Range::Articles { from, to } => to.saturating_sub(from),
            Range::OtherEntries => 0,
        }
    }
}

/// Part of the file that a piece covers.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub(crate) enum Range {
    /// Items that begin in this range of byte offsets of the compressed file.
    Bytes { from: u64, to: u64 },
    /// Articles of a ZIM file, by their numbers in the order of their clusters.
    Articles { from: u64, to: u64 },
    /// Entries of a ZIM file that are not articles.
    OtherEntries,
}
