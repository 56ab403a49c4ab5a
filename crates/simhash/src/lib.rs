//! Fingerprints of texts in Chinese and English: the 64-bit `SimHash` of weighted terms (Charikar, STOC 2002), and indexes
//! that find all fingerprints within a Hamming distance.
//!
//! An [`Accumulator`] turns hashes with weights into a [`Fingerprint`]. A [`Recipe`] does so from the counted terms of a
//! text, by settings that have a name, so that two programs can compare their fingerprints; [`Explanation`] tells which
//! terms decided a bit. [`index::BlockIndex`] looks fingerprints up, [`index::pairs_within`] finds all near pairs of a
//! set. Without the feature `recipes` (on by default) only fingerprints and indexes are left, and no text is read.
//!
#![cfg_attr(feature = "recipes", doc = "```")]
#![cfg_attr(not(feature = "recipes"), doc = "```ignore")]
//! use chachong_simhash::Recipe;
//! use chachong_simhash::index::{BlockIndex, RadiusIndex};
//! use chachong_text::{LineBreaks, TermCounts, normalize};
//!
//! let fingerprint = |text: &str| {
//!     let normalized = normalize(text, LineBreaks::Layout);
//!     let terms = TermCounts::of(text, &normalized, Recipe::THESIS.term_rule());
//!     Recipe::THESIS.fingerprint(&terms)
//! };
//! // The same sentence, once as a PDF breaks it: the same fingerprint.
//! let a = fingerprint("图书馆在夜间开放，读者可以安静地阅读和讨论。").unwrap();
//! let b = fingerprint("图书馆在夜间开\n放，读者可以安静地阅 读和讨论。").unwrap();
//! let index = BlockIndex::build(vec![(a, 1)]);
//! assert_eq!(index.within(b, 3), [(1, 0)]);
//! // Too little text carries no information.
//! assert_eq!(fingerprint("图书馆"), None);
//! ```
//!
//! Without recipes, from hashes and weights of your own:
//!
//! ```
//! use chachong_simhash::{Accumulator, Fingerprint, Tie, index::pairs_within};
//!
//! let fingerprint = |terms: [(u64, u32); 2]| {
//!     let mut sums = Accumulator::default();
//!     sums.add_all(terms);
//!     Fingerprint(sums.finish(64, Tie::Zero))
//! };
//! // The heavier term decides every bit.
//! let a = fingerprint([(0x9E37_79B9_7F4A_7C15, 3), (0xBF58_476D_1CE4_E5B9, 1)]);
//! let b = fingerprint([(0x9E37_79B9_7F4A_7C15, 3), (0x94D0_49BB_1331_11EB, 1)]);
//! assert_eq!(pairs_within(vec![(a, 7), (b, 8)], 3), [(7, 8, 0)]);
//! ```

mod accumulate;
mod bit_counts;
#[cfg(feature = "recipes")]
mod document_frequencies;
#[cfg(feature = "recipes")]
mod explain;
mod fingerprint;
pub mod index;
#[cfg(feature = "recipes")]
mod recipe;
#[cfg(feature = "recipes")]
mod term_hash;
#[cfg(feature = "recipes")]
mod weigh;

pub use accumulate::{Accumulator, Tie};
pub use bit_counts::BitCounts;
#[cfg(feature = "recipes")]
pub use document_frequencies::{DocumentFrequencies, IDF_UNIT, NotATable, PRIOR_DOCUMENTS};
#[cfg(feature = "recipes")]
pub use explain::{Deciding, Explanation};
pub use fingerprint::Fingerprint;
#[cfg(feature = "recipes")]
pub use recipe::{Recipe, UnknownRecipe};
#[cfg(feature = "recipes")]
pub use term_hash::TermHash;
#[cfg(feature = "recipes")]
pub use weigh::Weighed;
