//! One side of a passage, token by token: from runs of equal tokens to stretches with a degree.

use std::ops::Range;

use super::clause::{Measure, clauses, copied};
use super::{Equal, Given, SOLID, SPEAKING};
use crate::passages::Weighed;
use crate::passages::degree::{Degree, DegreeRun};
use crate::passages::tile::number;
use chachong_text::Token;

/// Maximum gap between two solid runs that an edit can be, in characters: of Chinese, and of words.
const GAPS: [u32; 2] = [8, 24];

/// One side of a passage, token by token.
pub(super) struct Side {
    range: Range<usize>,
    /// Weight of the run that each token stands in; 0 without one.
    heavy: Vec<u32>,
    /// Weight of that run together with the given text that divides it; 0 without one.
    run: Vec<u32>,
    /// Place on the other side of each token of a run.
    other: Vec<u32>,
    /// Whether a token was given to all or stands in a short run that many documents have: neither for nor against a copy.
    neutral: Vec<bool>,
}

impl Side {
    /// Builds the side that covers the tokens of `range`. `given` tells for each of these tokens whether it was given to all; `equals`
    /// are the runs of equal tokens, with this side first.
    pub fn of(range: &Range<usize>, given: Vec<bool>, equals: &[Equal]) -> Self {
        let mut side = Self {
            range: range.clone(),
            heavy: vec![0; range.len()],
            run: vec![0; range.len()],
            other: vec![0; range.len()],
            neutral: given,
        };
        for equal in equals {
            for (i, j) in equal.tile.pairs() {
                let at = i - range.start;
                side.run[at] = equal.run;
                if equal.widespread || equal.given == Given::One {
                    side.neutral[at] = true;
                } else {
                    side.heavy[at] = equal.heavy;
                    side.other[at] = number(j);
                }
            }
        }
        side
    }

    /// Returns the stretches of this side that are identical, edited or reworded, in order of position. `text` is the text that
    /// this side is part of.
    pub fn runs(&self, text: &Weighed) -> Vec<DegreeRun> {
        let tokens = &text.text.tokens[self.range.clone()];
        let clauses = clauses(tokens);
        let measures: Vec<Measure> = clauses
            .iter()
            .map(|clause| self.measure(tokens, clause))
            .collect();
        let copied = copied(&measures);
        let mut degrees: Vec<Option<Degree>> = vec![None; tokens.len()];
        for ((clause, measure), copied) in clauses.iter().zip(&measures).zip(copied) {
            let rest = if copied {
                Some(Degree::Edited)
            } else if measure.is_reworded() {
                Some(Degree::Reworded)
            } else {
                None
            };
            for at in clause.clone() {
                degrees[at] = if self.heavy[at] >= SOLID {
                    Some(Degree::Identical)
                } else {
                    rest
                };
            }
        }
        self.bridge(tokens, &mut degrees);
        // What is equal on both sides is no edit, however short the pieces are into which given text divides it.
        for (degree, &run) in degrees.iter_mut().zip(&self.run) {
            if *degree == Some(Degree::Edited) && run >= SOLID {
                *degree = Some(Degree::Identical);
            }
        }
        self.spans(text, &degrees)
    }

    /// Measures how much of a clause stands in runs.
    fn measure(&self, tokens: &[Token], clause: &Range<usize>) -> Measure {
        let mut measure = Measure::default();
        for at in clause.clone() {
            let characters = tokens[at].end - tokens[at].start;
            if self.neutral[at] {
                continue;
            }
            measure.all += characters;
            let heavy = self.heavy[at];
            if heavy > 0 {
                measure.any += characters;
            }
            if heavy >= SPEAKING {
                measure.speaking += characters;
            }
            measure.heaviest = measure.heaviest.max(heavy);
        }
        measure
    }

    /// Grades short gaps between two solid runs that are near each other on the other side too as edited.
    fn bridge(&self, tokens: &[Token], degrees: &mut [Option<Degree>]) {
        let mut last: Option<usize> = None;
        for at in 0..tokens.len() {
            if degrees[at] != Some(Degree::Identical) {
                continue;
            }
            if let Some(before) = last.filter(|&before| before + 1 < at) {
                let most = GAPS[usize::from(!tokens[at].is_han)];
                let gap = tokens[at].start.saturating_sub(tokens[before].end);
                let apart = self.other[at].abs_diff(self.other[before]);
                if gap <= most && apart <= most {
                    for degree in &mut degrees[before + 1..at] {
                        if !degree.is_some_and(Degree::is_copied) {
                            *degree = Some(Degree::Edited);
                        }
                    }
                }
            }
            last = Some(at);
        }
    }

    fn spans(&self, text: &Weighed, degrees: &[Option<Degree>]) -> Vec<DegreeRun> {
        let mut runs = Vec::new();
        let mut from = 0;
        while from < degrees.len() {
            let degree = degrees[from];
            let length = degrees[from..]
                .iter()
                .take_while(|&&next| next == degree)
                .count();
            if let Some(degree) = degree {
                let tokens = self.range.start + from..self.range.start + from + length;
                runs.push(DegreeRun {
                    span: text.text.span(&tokens),
                    degree,
                });
            }
            from += length;
        }
        // Signs between two tokens may belong to both.
        for place in 1..runs.len() {
            let before: DegreeRun = runs[place - 1];
            runs[place].span.start = runs[place].span.start.max(before.span.end);
        }
        runs.retain(|run| !run.span.is_empty());
        runs
    }
}
