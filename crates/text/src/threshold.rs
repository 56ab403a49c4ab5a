//! Thresholds from which a finding in a text is worth a warning, with the reason for each. Below its threshold a
//! finding gives no warning, so that the rows that matter stand out; text that is excluded from comparing is excluded
//! all the same.
//!
//! Signs of manipulation need few occurrences, but more than a font, a copied mark or a slip of layout leaves in a
//! whole thesis. Defects that only make a text read worse need a share of it.

/// Minimum number of invisible characters inside words: real theses (61 files) have at most 2 from Word, and a pdf
/// reader put 16 direction marks into one. To hide a passage of 300 characters from a comparison of 13 in a row takes
/// more than 20.
pub const INVISIBLE_CHARACTERS: u64 = 20;

/// Minimum number of words that mix scripts: real theses have at most 1. One such word is noticed by an English
/// comparison, five hide a sentence.
pub const MIXED_WORDS: usize = 5;

/// Minimum number of radicals and compatibility forms whose ordinary character occurs in the text too: real theses have
/// at most 11.
pub const DISGUISED_CHARACTERS: u64 = 20;

/// Minimum number of private-use characters that are no bullets or formula signs. They are what a font lacks, so honest
/// ones are more frequent than other signs.
pub const PRIVATE_USE_CHARACTERS: u64 = 30;

/// Minimum number of unseen characters (white, transparent, tiny, outside the page or marked as hidden): fewer are a
/// bullet, a label in a figure, the remains of a field. The shortest sentence has more.
pub const UNSEEN_CHARACTERS: u64 = 10;

/// Denominator of the minimum share of characters outside the page (1 in 200): a smaller share is a listing that ran
/// over an edge (three real theses).
pub const OUTSIDE_OF: u64 = 200;

/// Denominator of the minimum share of unreadable characters (1 in 50). With fewer, three in four runs of 13 characters
/// are whole, and copies are found. One odd sign of a formula, or a byte lost on the way, is no reason to ask for
/// another file.
pub const UNREADABLE_OF: u64 = 50;

/// Minimum share of a text's letters that are in garbled stretches, in per cent. Calibrated on 61 real theses and
/// papers in Chinese and English and thousands of garbled variants of them.
pub const GARBLED_PERCENT: u8 = 20;
