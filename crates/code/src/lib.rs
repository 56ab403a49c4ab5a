//! Program code of theses and lab reports, compared: what two documents have in common after names, types, order of
//! functions, kinds of loops and comments were changed.
//!
//! [`listings`] finds code inside the text of a report. A [`Listing`] is code by kinds of tokens, with comments, texts and
//! numbers apart. A [`Comparison`] finds pairs of documents by fingerprints (winnowing, Schleimer et al. 2003), tiles them
//! (greedy string tiling, Wise 1993, as `JPlag`, Prechelt et al. 2002), and weighs what is common by how few have it.
//!
//! ```
//! use chachong_code::{Comparison, Language, Listing};
//!
//! let read = |text: &str| vec![Listing::of(text, Language::Java)];
//! let documents = [
//!     read("int sum = 0; for (int i = 0; i < 57; i++) { sum += prices[i]; } print(\"Sum of all prices: \" + sum);"),
//!     read("long s=0; int k=0; while (k < 57) { s = s + p[k]; k++; } println(\"Sum of all prices: \" + s);"),
//!     read("String name = input.next(); if (name.isEmpty()) { throw new Error(\"Who is there?\"); }"),
//! ];
//! let comparison = Comparison::of(&documents);
//! let near = comparison.pair(0, 1).unwrap();
//! let far = comparison.pair(0, 2).unwrap();
//! assert!(near.similarity > 0.8 && far.similarity < 0.2);
//! ```

mod background;
mod candidates;
mod comment;
mod comparison;
mod features;
mod find;
mod keys;
mod kind;
mod language;
mod line_form;
mod listing;
mod scan;
mod tiling;

pub use comment::EqualComment;
pub use comparison::{Comparison, Pair, Tile};
pub use find::listings;
pub use keys::{Key, keys};
pub use language::Language;
pub use listing::{Comment, Listing, Literal, Span, Token};
