//! Thresholds from which a finding in a text is worth a warning, with the reason for each. A finding below its
//! threshold gives no warning, so that the rows that matter stand out; text that is excluded from the comparison is
//! excluded in any case.
//!
//! Signs of manipulation need few occurrences, but more than a font, a copied mark or a slip of layout leaves in a
//! whole thesis. Defects that only make a text read worse need a share of it.

/// Minimum number of invisible characters inside words for a warning. Of 61 real theses, those from Word have at most 2
/// and those from a pdf reader at most 16. Hiding a passage of 300 characters from a comparison of 13 in a row takes
/// more than 20.
pub const INVISIBLE_CHARACTERS: u64 = 20;

/// Minimum number of words with mixed scripts for a warning. Real theses have at most 1. One such word affects an
/// English comparison; five hide a sentence.
pub const MIXED_WORDS: usize = 5;

/// Minimum number of disguised characters for a warning. It applies to radicals and compatibility ideographs whose ordinary characters
/// occur too, of which real theses have at most 11, and separately to all other disguises ([`crate::Signs::disguised`]).
pub const DISGUISED_CHARACTERS: u64 = 20;

/// Minimum number of private-use characters for a warning, without bullets and formula signs. Documents use them for
/// characters that a font lacks, so honest ones are more frequent than other signs.
pub const PRIVATE_USE_CHARACTERS: u64 = 30;

/// Minimum number of invisible characters (white, transparent, tiny, off the page or hidden) for a warning; fewer are a
/// bullet, a label in a figure or the rest of a field. The shortest sentence has more.
pub const UNSEEN_CHARACTERS: u64 = 10;

/// Reciprocal of the minimum share of characters off the page for a warning: 1 in 200. A smaller share is a listing
/// that ran over an edge (three real theses).
pub const OUTSIDE_OF: u64 = 200;

/// Reciprocal of the minimum share of unreadable characters for a warning: 1 in 50. With fewer, three in four runs of
/// 13 characters are intact, and copies are found. One odd sign of a formula, or a byte lost on the way, is no reason
/// to ask for another file.
pub const UNREADABLE_OF: u64 = 50;

/// Minimum percentage of a text's letters in garbled stretches for a warning. Calibrated on 61 real theses and papers
/// in Chinese and English and thousands of garbled variants of them.
pub const GARBLED_PERCENT: u8 = 20;
