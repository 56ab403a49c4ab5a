//! What a full-text search needs beyond its index: the terms of a text, a person's query, where it stands in a text, and
//! how a place is shown. Knows nothing of SQL, files or screens.
//!
//! The index keeps of each document which terms it has, not where. A query's terms lead to the documents that may hold
//! it, and [`Query::find`] looks into their texts: it alone decides. Whatever it finds has all terms of the query, so no
//! document is missed.

mod fold;
mod pieces;
mod query;
mod snippet;
mod term;

use crate::text::Normalized;

pub use query::{MAXIMUM_PIECES, MAXIMUM_TERMS, Query};
pub use snippet::{Snippet, snippet};
pub use term::{MAXIMUM_WORD, Term};

use pieces::Pieces;

/// The distinct terms of a text, ascending: each Chinese character, each two that stand side by side (white space was
/// taken out by normalising; any sign or the end of a paragraph parts them), and each word or number of another script.
///
/// Each consists of `a` to `z` and `0` to `9` only and begins with a letter, so that every tokenizer of FTS5 takes it for
/// one token and leaves it as it is. Joined by spaces they are what the index is given.
#[must_use]
pub fn index_terms(normalized: &Normalized) -> Vec<String> {
    term::all(&Pieces::of(normalized))
}

#[cfg(test)]
mod tests;
