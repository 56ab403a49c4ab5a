//! Result that each of the two readers of Word files returns.

use super::super::Warning;
use super::source::TextSource;
use chachong_text::Exclusion;

/// Result of one reader for a file.
pub(super) struct Reading {
    pub(super) text: String,
    pub(super) exclusions: Vec<Exclusion>,
    /// Block quotations as (start, end) in characters of `text`, ascending, without overlap; always empty from the reader
    /// that uses docx-rs.
    pub(super) block_quotations: Vec<(u64, u64)>,
    pub(super) warnings: Vec<Warning>,
    pub(super) reader: &'static str,
    /// Pictures with their places in the text, and the names of their parts.
    pub(super) pictures: Vec<(u64, String)>,
    /// Where the text stands in the main part, ascending; empty if the reader does not know.
    pub(super) sources: Vec<TextSource>,
}
