//! Interface that the readers of all kinds of dumps share.

use crate::source::Item;

/// A piece of a dump being read.
pub(crate) trait Reading: Send {
    /// Reads the next item; `None` at the end of the piece.
    fn next(&mut self) -> Option<Item>;

    /// Passes over the next item without making a text of it. Returns `false` at the end of the piece.
    fn skip(&mut self) -> bool;

    /// Byte offset in the file, as it is packed, up to which it was read.
    fn position(&self) -> u64;
}
