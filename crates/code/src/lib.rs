//! Compares the program code of theses and lab reports. Finds code that two documents have in common even if names,
//! types, the order of functions, kinds of loops or comments were changed.
//!
//! [`listings`] finds code inside the text of a report. A [`Listing`] is code split into tokens, with comments and
//! texts kept separately. A [`Comparison`] weighs the runs of structure and of words that documents share, rare runs
//! the most, and shows where they stand (greedy string tiling, Wise 1993, as in `JPlag`, Prechelt et al. 2002).
//!
//! ```
//! use chachong_code::{Comparison, Language, Listing};
//!
//! let read = |text: &str| vec![Listing::of(text, Language::Java)];
//! let documents = [
//!     read("double sum = 0; for (int i = 0; i < 57; i++) { sum += prices[i] * rate; } print(\"Sum of all prices: \" + sum);"),
//!     read("double s = 0; for (int k = 0; k < 57; k++) { s += p[k] * r; } print(\"Sum of all prices: \" + s);"),
//!     read("String name = input.next(); if (name.isEmpty()) { throw new Error(\"Who is there?\"); }"),
//! ];
//! let comparison = Comparison::of(&documents, &[0, 1, 2], &[]);
//! let pairs = comparison.pairs(|_, _| true);
//! assert_eq!(pairs.len(), 1);
//! let (a, b, score) = pairs[0];
//! assert_eq!((a, b), (0, 1));
//! assert!(comparison.pair(a, b, score).unwrap().share_a > 0.5);
//! ```

mod align;
mod classes;
mod comment;
mod comparison;
mod features;
mod find;
mod keys;
mod keywords;
mod language;
mod listing;
mod scan;
mod shared;
mod syntax;
mod tiling;

pub use align::{Counterpart, align};
pub use classes::{Class, classes};
pub use comment::EqualComment;
pub use comparison::{Comparison, DecidedCode, LISTED, Pair, Tile};
pub use find::listings;
pub use keys::keys;
pub use language::Language;
pub use listing::{Comment, Form, Listing, Word};
pub use shared::SharedCode;

pub use chachong_weight::Key;
