//! A normalised text -> what the schemes compare of it, computed once. Knows nothing of other texts but how many of them
//! have a term.

use std::collections::HashMap;

use twox_hash::XxHash3_64;

use super::{keywords, segments, sentences};
use crate::text::{Normalized, TermCounts, TermRule, tokens};

/// The numbers that the articles leave open, or name.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Parameters {
    /// How many of the heaviest terms make up a text's keywords (the article's N).
    pub keywords: usize,
    /// Into how many digests they are hashed, 1 or more.
    pub digests: u64,
    /// Into how many segments a text is cut (the article's N).
    pub segments: usize,
    /// How many of the longest sentences count; the article: usually 3.
    pub longest: usize,
}

impl Default for Parameters {
    /// 3 longest sentences as in the article. The others it leaves open: 20 keywords (5 find clearly less), 4 digests, so
    /// of about 5 keywords each, 10 segments.
    fn default() -> Self {
        Self {
            keywords: 20,
            digests: 4,
            segments: 10,
            longest: 3,
        }
    }
}

/// In how many texts of a collection each term stands: the `df` of a keyword's weight.
#[derive(Clone, Debug, Default)]
pub struct Frequencies {
    documents: HashMap<u64, u32>,
}

impl Frequencies {
    /// Counts one more text.
    pub fn add(&mut self, text: &Normalized) {
        self.add_terms(&Self::terms(text));
    }

    /// The different terms of a text: the work of [`Frequencies::add`] that needs no collection.
    #[must_use]
    pub fn terms(text: &Normalized) -> Vec<u64> {
        let terms = TermCounts::of_raw(&text.text, TermRule::Words);
        terms.iter().map(|(term, _)| hash(term)).collect()
    }

    /// Counts one more text by its [`Frequencies::terms`].
    pub fn add_terms(&mut self, terms: &[u64]) {
        for &term in terms {
            *self.documents.entry(term).or_default() += 1;
        }
    }

    /// The number of texts with a term; 1 for a term of none of them, which stands at least in the text asked about.
    pub(super) fn of(&self, term: u64) -> u32 {
        self.documents.get(&term).copied().unwrap_or(1)
    }
}

/// What the schemes compare of a text. Lists are sorted.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Features {
    /// Each different term's hash with its frequency.
    pub(super) terms: Vec<(u64, u32)>,
    pub(super) keywords: Vec<u64>,
    /// For each digest that any keyword falls to: which one, and the hash of its keywords.
    pub(super) digests: Vec<(u64, u64)>,
    /// With repetitions.
    pub(super) segments: Vec<u64>,
    pub(super) contexts: Vec<u64>,
    pub(super) longest: Vec<u64>,
}

impl Features {
    /// Prepares a text. Terms are words without stop words ([`TermRule::Words`]), whatever the scheme.
    #[must_use]
    pub fn new(text: &Normalized, frequencies: &Frequencies, parameters: Parameters) -> Self {
        let counts = TermCounts::of_raw(&text.text, TermRule::Words);
        let keywords = keywords::heaviest(&counts, frequencies, parameters.keywords);
        let digests = keywords::digests(&keywords, parameters.digests);
        let mut terms: Vec<(u64, u32)> = counts
            .iter()
            .map(|(term, count)| (hash(term), count))
            .collect();
        terms.sort_unstable();
        let tokens = tokens(text);
        let sentences = sentences::sentences(&tokens);
        let mut keywords: Vec<u64> = keywords.into_iter().map(hash).collect();
        keywords.sort_unstable();
        Self {
            terms,
            keywords,
            digests,
            segments: segments::signatures(&sentences, parameters.segments),
            contexts: sentences::contexts(&tokens),
            longest: sentences::longest(&sentences, parameters.longest),
        }
    }
}

/// 64 bits stand for a term: among a million different ones two fall together with a chance of 1 in 37 million.
pub(super) fn hash(term: &str) -> u64 {
    XxHash3_64::oneshot(term.as_bytes())
}
