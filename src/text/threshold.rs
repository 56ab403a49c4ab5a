//! From how much on something in a text is worth a warning: every such number, and why. Below, a row says nothing, so that
//! the rows that matter stand out; what is passed over in comparing is passed over all the same.
//!
//! Signs of manipulation need few occurrences, but more than a font, a copied mark or a slip of layout leaves in a whole
//! thesis. What only makes a text read worse needs a share of it.

/// Invisible characters inside words: real theses (61 files) have at most 2 from Word, and a pdf reader put 16 direction
/// marks into one. To hide a passage of 300 characters from a comparison of 13 in a row takes more than 20.
pub(crate) const INVISIBLE_CHARACTERS: u64 = 20;

/// Words that mix scripts: real theses have at most 1. A word is noticed by an English comparison, five hide a sentence.
pub(crate) const MIXED_WORDS: usize = 5;

/// Radicals and compatibility forms whose ordinary character stands in the text too: real theses have at most 11.
pub(crate) const DISGUISED_CHARACTERS: u64 = 20;

/// Private-use characters that are no bullets or formula signs. They are what a font lacks, so honest ones are more
/// frequent than other signs.
pub(crate) const PRIVATE_USE_CHARACTERS: u64 = 30;

/// White, transparent or tiny characters, those outside the page, and those marked as hidden: fewer are a bullet, a label in
/// a figure, a field's remains. The shortest sentence has more.
pub(crate) const UNSEEN_CHARACTERS: u64 = 10;

/// Characters outside the page: less than one in so many is a listing that ran over an edge (three real theses).
pub(crate) const OUTSIDE_OF: u64 = 200;

/// Characters that could not be read: one in so many. With fewer, three in four runs of 13 characters are whole, and copies
/// are found. One odd sign of a formula, or a byte lost on the way, is no reason to ask for another file.
pub(crate) const UNREADABLE_OF: u64 = 50;

/// Text that stands in no word, in per cent. Calibrated on 61 real theses and papers in Chinese and English and thousands of
/// garbled variants of them.
pub const GARBLED_PERCENT: u8 = 20;
