//! Result that each of the two readers of Word files returns.

use super::super::Extracted;
use super::source::TextSource;

/// Result of one reader for a file.
pub(super) struct Reading {
    /// Text, without metadata and without the pictures. The reader that uses docx-rs finds no exclusions and no block quotations.
    pub(super) read: Extracted,
    /// Pictures with their places in the text, and the names of their parts.
    pub(super) pictures: Vec<(u64, String)>,
    /// Where the text stands in the main part, ascending; empty if the reader does not know.
    pub(super) sources: Vec<TextSource>,
}
