//! Computes the features of a normalised text that the schemes compare.

use super::frequencies::Frequencies;
use super::hash::hash;
use super::{keywords, segments, sentences};
use chachong_text::{Normalized, TermCounts, TermRule, tokens};

/// Parameters of the schemes, some stated in the published articles and some left open there.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Parameters {
    /// Number of heaviest terms that are used as keywords (N in the source article on keywords).
    pub keywords: usize,
    /// Number of digests into which the keywords are hashed; at least 1.
    pub digests: u64,
    /// Number of segments into which a text is cut (N in the source article on segments).
    pub segments: usize,
    /// Number of longest sentences that are compared; usually 3 in the source article.
    pub longest: usize,
}

impl Default for Parameters {
    /// Returns the defaults. The source articles give only one of them, the 3 longest sentences. The others are 20 keywords (5 find
    /// clearly fewer copies), 4 digests, so about 5 keywords in each, and 10 segments.
    fn default() -> Self {
        Self {
            keywords: 20,
            digests: 4,
            segments: 10,
            longest: 3,
        }
    }
}

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
