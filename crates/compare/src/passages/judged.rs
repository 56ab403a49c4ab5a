//! Judgement of an aligned passage by what its folder has: its degrees, and the evidence of the whole and of its parts.

use std::ops::Range;

use super::difference::tokens_in;
use super::evidence::{Score, Side, score};
use super::{Chance, FolderText, Graded, Passage, Span, Weighed, grade};

/// Weight of an equal run that is evidence by itself, whatever others wrote on the same thing: 13 Chinese characters or
/// 9 words.
const LONG_RUN: u32 = 26;
/// Minimum number of tokens of a part on either side; a shorter one is too little to be judged by itself.
const LEAST_PART: usize = 20;

/// Judged passage: the evidence of the whole and of its parts, without the text that many have.
#[derive(Clone, Debug)]
pub struct Judged {
    /// Degrees of both sides.
    pub graded: Graded,
    /// Evidence of the whole passage.
    pub whole: Evidence,
    /// Evidence of each part between text that was given to all: one answer may be a copy where the others are not. Empty if
    /// nothing that was given divides the passage.
    pub parts: Vec<Evidence>,
}

/// Evidence of a passage or a part of one.
#[derive(Clone, Copy, Debug)]
pub struct Evidence {
    /// Span in the first text.
    pub a: Span,
    /// Span in the second text.
    pub b: Span,
    score: Score,
    longest: u32,
}

impl Evidence {
    /// Returns whether the strength must be held against what others of the folder wrote: there is no long equal run.
    #[must_use]
    pub const fn needs_margin(&self) -> bool {
        self.longest < LONG_RUN
    }

    /// Returns the chance above `middle`, the score of what others wrote on the same thing, in nats; 0 where nobody did. It is
    /// that of one of `tries` parts.
    #[must_use]
    pub fn chance(&self, middle: f32, tries: usize) -> Chance {
        self.score.chance(middle).among(tries)
    }
}

/// Judges a passage. `folder` is what the folder says of both texts.
#[must_use]
pub fn judge(a: &Weighed, b: &Weighed, passage: &Passage, folder: [FolderText<'_>; 2]) -> Judged {
    let graded = grade(a, b, passage, folder);
    let (in_a, in_b) = (tokens_in(a, passage.a), tokens_in(b, passage.b));
    let evidence = |part_a: &Range<usize>, part_b: &Range<usize>, longest: u32| {
        let own = Side {
            tokens: &a.text.tokens[part_a.clone()],
            silent: &graded.silent_a[part_a.start - in_a.start..part_a.end - in_a.start],
        };
        let other = Side {
            tokens: &b.text.tokens[part_b.clone()],
            silent: &graded.silent_b[part_b.start - in_b.start..part_b.end - in_b.start],
        };
        Evidence {
            a: a.text.span(part_a),
            b: b.text.span(part_b),
            score: score(own, other, a.library.as_deref()),
            longest,
        }
    };
    let whole = evidence(&in_a, &in_b, graded.longest);
    let parts = (graded.parts.iter())
        .filter(|part| part.a.len().min(part.b.len()) >= LEAST_PART)
        .map(|part| evidence(&part.a, &part.b, part.longest))
        .collect();
    Judged {
        graded,
        whole,
        parts,
    }
}
