//! How the passages of a pair are painted in its texts: what each stands on, what differs, what does not count.

use egui::{Stroke, TextFormat, Ui};

use super::reader::Look;
use super::state::State;
use super::theme::Tokens;
use crate::compare::{Passage, Span};
use crate::i18n::Language;

/// The pair that is shown.
pub(super) struct Shown<'s> {
    pub(super) state: &'s State,
    pub(super) documents: [usize; 2],
    /// Those that are shown; the first so many are strong.
    pub(super) passages: &'s [Passage],
    pub(super) strong: usize,
    /// The chosen passage.
    pub(super) chosen: usize,
}

impl Shown<'_> {
    /// Where a passage stands on a side.
    pub(super) fn span(&self, passage: usize, side: usize) -> Option<Span> {
        let passage = self.passages.get(passage)?;
        Some([passage.a, passage.b][side])
    }

    /// Whether a passage is possible only.
    pub(super) const fn is_possible(&self, passage: usize) -> bool {
        passage >= self.strong
    }

    /// The key of what a passage is called.
    pub(super) const fn name_key(&self, passage: usize) -> &'static str {
        if self.is_possible(passage) {
            "passages.possible-name"
        } else {
            "passages.name"
        }
    }

    /// What a passage stands on.
    pub(super) fn ground(&self, passage: usize) -> Ground {
        if self.is_possible(passage) {
            Ground::Possible
        } else if self.counts(passage) {
            Ground::Counts
        } else {
            Ground::Off
        }
    }

    pub(super) fn counts(&self, passage: usize) -> bool {
        let ([a, b], choices) = (self.documents, &self.state.choices);
        let passage = self.passages.get(passage);
        (choices.counts_for(a, b) || choices.counts_for(b, a))
            && passage.is_some_and(|passage| choices.passage_counts(a, b, passage))
    }
}

/// What a passage's text stands on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Ground {
    Counts,
    /// Switched off.
    Off,
    Possible,
}

/// Why a stretch does not count, or is not compared.
pub(super) fn why_not(look: Look, language: Language) -> Option<String> {
    if let Some(reason) = look.passed_over {
        return Some(language.passed_over(reason));
    }
    let reason = language.reason_left_out(look.left_out?);
    Some(language.fill("text.left-out", &[("reason", &reason)]))
}

/// What is copied has a ground, stronger where it is chosen; what differs has another and a line: a colour alone is not
/// enough. What does not count is grey, and what is possible only is a calm blue.
pub(super) fn format(ui: &Ui, look: Look, ground: Option<Ground>, chosen: bool) -> TextFormat {
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
        Ground::Counts if look.changed => (tokens.related_fill, tokens.related),
        Ground::Counts => (tokens.near_fill, tokens.related),
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
