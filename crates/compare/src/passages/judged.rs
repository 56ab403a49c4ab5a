//! Judgement of an aligned passage within its folder: its degrees, and the evidence of the whole and of its parts.

use std::ops::Range;

use super::evidence::{Score, Side, score};
use super::{Chance, FolderText, Graded, Passage, PassageKind, Span, Weighed, grade};

/// Weight of an equal run that is evidence by itself, whatever others wrote on the same thing: 13 Chinese characters or
/// 9 words.
const LONG_RUN: u32 = 26;
/// Minimum number of tokens of a part on either side; a shorter one is too little to be judged by itself.
const LEAST_PART: usize = 20;

/// Judgement of a passage: its degrees of copying, and the evidence of the whole and of its parts. Text that many documents of
/// the folder have is no evidence.
#[derive(Clone, Debug)]
pub struct Judged {
    /// Degrees of copying on both sides.
    pub graded: Graded,
    /// Evidence of the whole passage.
    pub whole: PassageEvidence,
    /// Evidence of each part of the passage between stretches of handed-out text, because one answer may be copied where others
    /// are not. A part that has fewer than 20 tokens in either text is left out. Empty if no handed-out text divides the passage.
    pub parts: Vec<PassageEvidence>,
}

/// Evidence that a passage, or part of one, was copied.
#[derive(Clone, Copy, Debug)]
pub struct PassageEvidence {
    /// Span of the passage or part in the first text.
    pub a: Span,
    /// Span of the passage or part in the second text.
    pub b: Span,
    likeness: Likeness,
    longest: u32,
}

/// How alike two stretches are.
#[derive(Clone, Copy, Debug)]
enum Likeness {
    /// Score of their evidence.
    Score(Score),
    /// Chance that the alignment found, which counted the same tokens.
    Aligned(Chance),
}

impl PassageEvidence {
    /// Returns whether the evidence must be compared with what others in the folder wrote on the same subject. False if it has
    /// an equal run of 13 Chinese characters or 9 words, which is evidence by itself.
    #[must_use]
    pub const fn needs_margin(&self) -> bool {
        self.longest < LONG_RUN
    }

    /// Returns the chance of evidence this strong. Its score counts only as far as it exceeds `middle`, the median score, in nats,
    /// against other documents' text on the same subject; 0 if there is none. The result is corrected for choosing the best of `tries`
    /// parts.
    #[must_use]
    pub fn chance(&self, middle: f32, tries: usize) -> Chance {
        let chance = match self.likeness {
            Likeness::Score(score) => score.chance(middle),
            Likeness::Aligned(chance) => chance,
        };
        chance.among(tries)
    }
}

/// Grades a passage and weighs its evidence. `folder` has, for the first and the second text, the stretches that other
/// documents of the folder have too.
#[must_use]
pub fn judge(a: &Weighed, b: &Weighed, passage: &Passage, folder: [FolderText<'_>; 2]) -> Judged {
    let graded = grade(a, b, passage, folder);
    let (in_a, in_b) = (a.text.tokens_in(passage.a), b.text.tokens_in(passage.b));
    // Two equal texts are one passage, and the alignment scored all their tokens. A folder of equal files has very many.
    let is_counted = passage.kind == PassageKind::Identical
        && (graded.silent_a.is_empty() && graded.silent_b.is_empty())
        && (in_a == (0..a.text.tokens.len()) && in_b == (0..b.text.tokens.len()))
        && graded.longest >= LONG_RUN;
    let evidence = |part_a: &Range<usize>, part_b: &Range<usize>, longest: u32| {
        let likeness = if is_counted {
            Likeness::Aligned(passage.chance)
        } else {
            let own = side(a, &in_a, part_a, &graded.silent_a);
            let other = side(b, &in_b, part_b, &graded.silent_b);
            Likeness::Score(score(own, other, a.library.as_deref()))
        };
        PassageEvidence {
            a: a.text.span(part_a),
            b: b.text.span(part_b),
            likeness,
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

/// Returns a part of a passage's side. `silent` says for each token of the whole side whether it is no evidence; it is empty if every token
/// is evidence.
fn side<'t>(
    text: &'t Weighed,
    whole: &Range<usize>,
    part: &Range<usize>,
    silent: &'t [bool],
) -> Side<'t> {
    Side {
        tokens: &text.text.tokens[part.clone()],
        silent: (silent.get(part.start - whole.start..part.end - whole.start)).unwrap_or(&[]),
    }
}
