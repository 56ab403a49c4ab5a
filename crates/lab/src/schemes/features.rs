//! Computes the features of a normalised text that the schemes compare.

use super::frequencies::Frequencies;
use super::hash::hash;
use super::{keywords, segments, sentences};
use chachong_text::{Normalized, TermCounts, TermRule, tokens};

// The source articles give only the number of longest sentences; the others are our choice.

/// Number of heaviest terms that are used as keywords (N in the source article on keywords); with 5, clearly fewer copies are found.
const KEYWORDS: usize = 20;
/// Number of digests into which the keywords are hashed, so that each has about 5.
const DIGESTS: u64 = 4;
/// Number of segments into which a text is cut (N in the source article on segments).
const SEGMENTS: usize = 10;
/// Number of longest sentences that are compared.
const LONGEST: usize = 3;

/// Features of a text that the schemes compare, prepared once for all of them.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Features {
    /// Hash and frequency of each different term, sorted.
    pub(super) terms: Vec<(u64, u32)>,
    pub(super) keywords: Vec<u64>,
    /// Index of each digest that contains a keyword, and the hash of its keywords, sorted.
    pub(super) digests: Vec<(u64, u64)>,
    /// Hashes of the segments, sorted, with repetitions.
    pub(super) segments: Vec<u64>,
    pub(super) contexts: Vec<u64>,
    pub(super) longest: Vec<u64>,
}

impl Features {
    /// Computes the features of a text. The terms are words without stop words ([`TermRule::Words`]) for every
    /// scheme.
    #[must_use]
    pub fn new(text: &Normalized, frequencies: &Frequencies) -> Self {
        let counts = TermCounts::of_raw(&text.text, TermRule::Words);
        let keywords = keywords::heaviest(&counts, frequencies, KEYWORDS);
        let digests = keywords::digests(&keywords, DIGESTS);
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
            segments: segments::signatures(&sentences, SEGMENTS),
            contexts: sentences::contexts(&tokens),
            longest: sentences::longest(&sentences, LONGEST),
        }
    }
}
