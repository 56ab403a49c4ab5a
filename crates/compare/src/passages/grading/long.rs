//! Long stretches of equal text, which are evidence of a copy even where many documents have them.

use std::ops::Range;

use super::clause::clauses;
use super::{Equal, SPEAKING};
use crate::passages::Weighed;

/// Minimum weight of equal text that many documents of the folder have and that is evidence all the same: 50 Chinese characters
/// or 34 words, as long as a passage. Shorter text of this kind consists of terms, commands, headings or the output of
/// programs.
pub(super) const LONG: u32 = 100;

/// Returns for each token of a range whether it stands in clauses one after another that are mostly equal and together as
/// long as a passage ([`LONG`]): text that many documents of the folder have is evidence only there. What was given to all is
/// passed over.
pub(super) fn long_stretches(
    text: &Weighed,
    range: &Range<usize>,
    given: &[bool],
    equals: &[Equal],
) -> Vec<bool> {
    let tokens = &text.text.tokens[range.clone()];
    let mut equal = vec![false; tokens.len()];
    for one in equals.iter().filter(|one| one.heavy >= SPEAKING) {
        for (i, _) in one.tile.pairs() {
            equal[i - range.start] = true;
        }
    }
    let mut long = vec![false; tokens.len()];
    let mut stretch = 0..0;
    let mut heavy = 0;
    let mut close = |stretch: &Range<usize>, heavy: u32| {
        if heavy >= LONG {
            long[stretch.clone()].fill(true);
        }
    };
    for clause in clauses(tokens) {
        let own = || clause.clone().filter(|&at| !given[at]);
        let all: u32 = own().map(|at| tokens[at].weight()).sum();
        let same: u32 = own()
            .filter(|&at| equal[at])
            .map(|at| tokens[at].weight())
            .sum();
        if 5 * same < 3 * all {
            close(&stretch, heavy);
            (stretch, heavy) = (clause.end..clause.end, 0);
        } else {
            stretch.end = clause.end;
            heavy += all;
        }
    }
    close(&stretch, heavy);
    long
}
