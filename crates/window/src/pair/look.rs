//! Text formats of a pair's passages: background, underlined differences, grey for text that does not count.

use egui::{Stroke, TextFormat, Ui};

use crate::pair::attributed::PairAttribution;
use crate::widgets::theme::Tokens;
use chachong_check::shown::Look;
use chachong_citation::Attribution;
use chachong_compare::{Degree, DocumentIndex, Passage, Span};
use chachong_window_model::state::State;

/// Pair on the page, with its listed passages.
pub(crate) struct Shown<'s> {
    pub(crate) state: &'s State,
    pub(crate) documents: [DocumentIndex; 2],
    /// Listed passages; the first `strong` ones are strong, the others possible.
    pub(crate) passages: &'s [Passage],
    pub(crate) strong: usize,
    /// Index of the selected passage in `passages`.
    pub(crate) chosen: usize,
    /// Indices of the passages that the filter by attribution shows, ascending.
    pub(crate) fitting: &'s [usize],
    pub(crate) attribution: &'s PairAttribution,
}

impl Shown<'_> {
    /// Returns the span of a passage on a side (0 or 1); `None` if there is no such passage.
    pub(crate) fn span(&self, passage: usize, side: usize) -> Option<Span> {
        let passage = self.passages.get(passage)?;
        Some([passage.a, passage.b][side])
    }

    /// Returns whether a passage is only possible, not strong.
    pub(crate) const fn is_possible(&self, passage: usize) -> bool {
        passage >= self.strong
    }

    /// Returns the text key of a passage's name.
    pub(crate) const fn name_key(&self, passage: usize) -> &'static str {
        if self.is_possible(passage) {
            "passages.possible-name"
        } else {
            "passages.name"
        }
    }

    /// Returns whether the filter by attribution shows a passage.
    pub(crate) fn fits(&self, passage: usize) -> bool {
        self.fitting.binary_search(&passage).is_ok()
    }

    /// Returns the passage before or after the selected one that the filter shows; `None` at the end.
    pub(crate) fn next(&self, forward: bool) -> Option<usize> {
        neighbour(self.fitting, self.chosen, forward)
    }

    /// Returns the background on which a passage is drawn.
    pub(crate) fn ground(&self, passage: usize) -> Ground {
        if self.is_possible(passage) {
            Ground::Possible
        } else if self.counts(passage) {
            Ground::Counts
        } else {
            Ground::Off
        }
    }

    pub(crate) fn counts(&self, passage: usize) -> bool {
        let ([a, b], choices) = (self.documents, &self.state.check.choices);
        let passage = self.passages.get(passage);
        (choices.counts_for(a, b) || choices.counts_for(b, a))
            && passage.is_some_and(|passage| choices.passage_counts(a, b, passage))
    }
}

/// Returns the neighbour in a list of the passage `of`, which need not be in it: the next (`forward`) or the previous one; `None`
/// at the end.
pub(crate) fn neighbour(fitting: &[usize], of: usize, forward: bool) -> Option<usize> {
    if forward {
        let next = fitting.partition_point(|&index| index <= of);
        return fitting.get(next).copied();
    }
    let before = fitting
        .partition_point(|&index| index < of)
        .checked_sub(1)?;
    fitting.get(before).copied()
}

/// Background of a passage, by its strength and whether it counts.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Ground {
    /// Strong passage that counts.
    Counts,
    /// Strong passage that is switched off.
    Off,
    /// Possible passage.
    Possible,
}

/// Returns the format of a stretch of text. Identical text has a strong background, edited text a light one, reworded text a
/// calm line, the author's own text nothing; all stronger if the passage is selected. Text
/// that differs is underlined, since colour alone is not enough. What does not count is grey, what is cited or quoted calm,
/// a possible passage calm blue.
pub(crate) fn format(ui: &Ui, look: Look, ground: Option<Ground>, chosen: bool) -> TextFormat {
    let tokens = Tokens::of(ui);
    let mut format = TextFormat {
        color: tokens.strong,
        ..TextFormat::default()
    };
    if look.passed_over.is_some() {
        format.color = tokens.weak;
        format.italics = true;
        return format;
    }
    let left_out = look.left_out.is_some();
    if left_out {
        format.color = tokens.weak;
    }
    let Some(ground) = ground else {
        return format;
    };
    let off = (tokens.line.gamma_multiply(0.5), tokens.weak);
    let (fill, line) = match ground {
        _ if left_out => off,
        Ground::Off => off,
        Ground::Possible => (tokens.possible_fill, tokens.possible),
        Ground::Counts => match look.degree {
            Some(Degree::Identical | Degree::Edited) if look.attribution != Attribution::None => {
                (tokens.calm_fill, tokens.calm)
            }
            Some(Degree::Identical) => (tokens.near_fill, tokens.related),
            Some(Degree::Edited) => (tokens.related_fill, tokens.related),
            Some(Degree::Reworded) => {
                format.underline = Stroke::new(1.0, tokens.possible);
                return format;
            }
            None => return format,
        },
    };
    format.background = fill;
    if !chosen {
        format.background = format.background.gamma_multiply(0.6);
    }
    if look.changed {
        format.underline = Stroke::new(1.5, line);
    }
    format
}
