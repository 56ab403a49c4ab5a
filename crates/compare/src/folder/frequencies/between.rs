//! Own text of a document between the stretches that many documents of its folder have.

use std::collections::HashMap;

use super::super::grams::grams;
use super::super::own_text::OwnText;
use super::{FolderFrequencies, GAP, joined};
use crate::passages::masked;
use crate::{Prepared, Span};
use chachong_text::Token;

impl FolderFrequencies {
    /// Returns the own text of a text: what fewer than three documents have, divided by the stretches that half of the documents have.
    /// The spans `left_out`, which are sorted and do not overlap, are no part of it.
    #[must_use]
    pub fn own_text(&self, text: &Prepared, left_out: &[Span]) -> OwnText {
        let tokens = text.tokens();
        let half = self.half().unwrap_or(u32::MAX);
        let (mut starting, mut ending) = (HashMap::new(), HashMap::new());
        for gram in grams(tokens) {
            let place = self.table.place(gram.key);
            if place.is_some_and(|place| self.table.counts[place] >= half) {
                starting.insert(gram.tokens.start, gram.key);
                ending.insert(gram.tokens.end, gram.key);
            }
        }
        let having = self.holders(text, 3);
        let is_left_out = masked(tokens, &(0..tokens.len()), left_out);
        // What stands in a gap of a run is own text, however short it is.
        let stretches = joined(tokens, &having, half, GAP)
            .into_iter()
            .flat_map(|run| {
                let start = run.start;
                (joined(&tokens[run.clone()], &having[run], half, 0).into_iter())
                    .map(move |part| start + part.start..start + part.end)
            });
        let mut own = OwnText::default();
        let mut from = 0;
        let end = tokens.len()..tokens.len();
        for stretch in stretches.chain([end]) {
            let piece: Vec<&Token> = (from..stretch.start)
                .filter(|&at| having[at] == 0 && !is_left_out[at])
                .map(|at| &tokens[at])
                .collect();
            let sides = ending.get(&from).zip(starting.get(&stretch.start));
            own.push(&piece, sides.map(|(&before, &after)| [before, after]));
            from = stretch.end;
        }
        own
    }
}
