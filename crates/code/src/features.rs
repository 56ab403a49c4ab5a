//! A document made ready: all its tokens in one row, and what of it is counted and looked up. Fingerprints are chosen by
//! winnowing (Schleimer, Wilkerson, Aiken 2003): of each few neighbouring runs the one with the least hash.

use crate::background::{Background, Feature, GIVEN, feature};
use crate::comment::says_something;
use crate::kind::{BREAK, Kind};
use crate::tiling::Sequence;
use crate::{Listing, Literal, Span};
use std::collections::{HashMap, HashSet};

/// Tokens of a run that is counted, and least length of a tile. `JPlag` takes 9 for Java and 12 for C, of which it keeps more
/// tokens. With 6, strangers of a class that got the same code had half of it in tiles.
const RUN: usize = 8;
/// Runs of which one is looked up.
const WINDOW: usize = 4;
/// Letters of a piece of a text: a changed letter leaves most of them.
const PIECE: usize = 3;
/// Weight of a number among pieces of texts: about that of a short word.
const NUMBER: f64 = 6.0;
/// Words of a comment that are counted together.
const WORDS: usize = 3;

/// A document made ready.
#[derive(Debug, Default)]
pub(crate) struct Features {
    /// Kinds of all tokens, with a break between listings.
    pub kinds: Vec<Kind>,
    /// Listing and span of each token.
    pub places: Vec<(usize, Span)>,
    /// The run that begins at each token; fewer than tokens.
    runs: Vec<Feature>,
    /// Numbers and pieces of string literals, each with its weight.
    pub literals: HashMap<Feature, f64>,
    /// Words of comments.
    pub comments: HashSet<Feature>,
    /// Features for finding candidates: a document that has one of them too may share code.
    pub looked_up: HashSet<Feature>,
}

impl Features {
    /// Reads a document.
    pub(crate) fn of(document: &[Listing]) -> Self {
        let mut features = Self::default();
        let mut kinds = Vec::new();
        for (at, listing) in document.iter().enumerate() {
            for token in &listing.tokens {
                kinds.push(token.kind);
                features.places.push((at, token.span));
            }
            kinds.push(BREAK);
            features.places.push((at, Span { start: 0, end: 0 }));
            for literal in &listing.literals {
                features.add_literal(literal);
            }
            for comment in listing
                .comments
                .iter()
                .filter(|comment| says_something(&comment.text))
            {
                features.looked_up.insert(comment_feature(&comment.text));
                let words: Vec<&str> = comment.text.split(' ').collect();
                for words in words.windows(WORDS) {
                    features
                        .comments
                        .insert(feature(4, words.join(" ").as_bytes()));
                }
            }
        }
        features.runs = kinds.windows(RUN).map(run_feature).collect();
        for window in features.runs.windows(WINDOW) {
            features.looked_up.extend(window.iter().min());
        }
        features.kinds = kinds;
        features
    }

    fn add_literal(&mut self, literal: &Literal) {
        match literal {
            // Everybody counts from these.
            Literal::Number(value) if [0.0, 1.0, 2.0].contains(value) => {}
            Literal::Number(value) => {
                let number = feature(2, &value.to_bits().to_le_bytes());
                self.literals.insert(number, NUMBER);
                self.looked_up.insert(number);
            }
            Literal::Text(text) => {
                self.looked_up.insert(text_feature(text));
                let letters: Vec<char> = text.chars().collect();
                for piece in letters.windows(PIECE.min(letters.len().max(1))) {
                    let piece: String = piece.iter().collect();
                    self.literals.insert(feature(1, piece.as_bytes()), 1.0);
                }
            }
        }
    }

    /// The run that begins at each token; fewer than tokens.
    pub(crate) fn runs(&self) -> &[Feature] {
        &self.runs
    }

    /// Number of tokens of a run.
    pub(crate) const fn run_length() -> usize {
        RUN
    }

    /// All that is counted over a class, each once.
    pub(crate) fn counted(&self) -> HashSet<Feature> {
        let all = self.runs.iter().chain(self.literals.keys());
        all.chain(&self.comments)
            .chain(&self.looked_up)
            .copied()
            .collect()
    }

    /// The tokens made ready to be tiled: no tile begins with what was given.
    pub(crate) fn sequence(&self, class: &Background) -> Sequence {
        let counts = |at: usize| {
            self.runs
                .get(at)
                .is_some_and(|run| class.weight(*run) > GIVEN)
        };
        Sequence::of(self.kinds.clone(), RUN, counts)
    }

    /// The weight of each token: that of the rarest run it stands in; of breaks 0.
    pub(crate) fn weights(&self, class: &Background) -> Vec<f64> {
        let mut weights = vec![GIVEN; self.kinds.len()];
        if self.runs.is_empty() {
            weights.fill(1.0);
        }
        for (at, run) in self.runs.iter().enumerate() {
            let weight = class.weight(*run);
            for token in &mut weights[at..at + RUN] {
                *token = token.max(weight);
            }
        }
        for (weight, kind) in weights.iter_mut().zip(&self.kinds) {
            if *kind == BREAK {
                *weight = 0.0;
            }
        }
        weights
    }
}

/// The feature of a whole text in quotation marks.
pub(crate) fn text_feature(text: &str) -> Feature {
    feature(3, text.as_bytes())
}

/// The feature of a whole comment.
pub(crate) fn comment_feature(text: &str) -> Feature {
    feature(5, text.as_bytes())
}

fn run_feature(run: &[Kind]) -> Feature {
    let mut bytes = [0; 2 * RUN];
    for (pair, kind) in bytes.chunks_exact_mut(2).zip(run) {
        pair.copy_from_slice(&kind.to_le_bytes());
    }
    feature(0, &bytes)
}

#[cfg(test)]
mod tests {
    use super::Features;
    use crate::background::Background;
    use crate::{Language, Listing};

    #[test]
    fn short_runs_have_no_fingerprints_and_breaks_no_weight() {
        let features = Features::of(&[Listing::of("x = 1;", Language::C)]);
        assert!(features.looked_up.is_empty());
        assert_eq!(
            features.weights(&Background::default()),
            [1.0, 1.0, 1.0, 0.0]
        );
    }

    #[test]
    fn small_numbers_say_nothing() {
        let of = |text: &str| {
            Features::of(&[Listing::of(text, Language::C)])
                .literals
                .len()
        };
        assert_eq!(of("f(0, 1, 2.0);"), 0);
        assert_eq!(of("f(3, 0.4937, \"abcd\");"), 4);
    }
}
