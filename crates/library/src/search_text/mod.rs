//! Text side of the full-text search: the terms of a text, a person's query, the places where it occurs in a text,
//! and the snippets that show them.
//!
//! The index keeps which terms each document has, not where. A query's terms lead to the documents that may match,
//! and [`Query::find`] looks into their texts: it alone decides. Every text it finds something in has all terms of
//! the query, so no document is missed.

mod fold;
mod pieces;
mod query;
mod snippet;
mod term;

use chachong_text::Normalized;
use twox_hash::XxHash3_64;

pub use query::{MAXIMUM_PIECES, MAXIMUM_TERMS, Query};
pub use snippet::{Snippet, snippet};
pub(super) use term::match_expression;
pub use term::{MAXIMUM_WORD, Term};

use pieces::Pieces;

/// Returns the distinct search terms of a text, ascending: single Chinese characters, adjacent pairs of them, and words
/// and numbers in other scripts. Normalising has removed white space; any punctuation and the end of a paragraph
/// separate characters.
///
/// Each term consists of `a` to `z` and `0` to `9` only and begins with a letter, so that every tokenizer of FTS5
/// takes it for one token and leaves it unchanged. The index is given the terms joined by spaces.
#[must_use]
pub fn index_terms(normalized: &Normalized) -> Vec<String> {
    term::all(&Pieces::of(normalized))
}

/// Returns the sum, modulo 2^64, of the XXH3 hashes of terms joined by spaces ([`crate::SearchStore::search_sums`]).
#[must_use]
pub fn terms_sum(terms: &str) -> u64 {
    (terms.split_ascii_whitespace()).fold(0, |sum: u64, term| {
        sum.wrapping_add(word_sum(term.as_bytes()))
    })
}

/// Returns the checksum of one term.
pub(crate) fn word_sum(term: &[u8]) -> u64 {
    XxHash3_64::oneshot(term)
}

#[cfg(test)]
mod tests;
