//! Passages of a pair: their list and, beside it, both texts.

use egui::{Frame, Panel, RichText, Ui};

use super::command::Command;
use super::copied::{Listed, PairTab, PairView};
use super::documents::grouped;
use super::labels::{mark_text, not_compared_ui};
use super::pair_texts::{PairPanes, texts_ui};
use super::passage_list::list_ui;
use super::state::State;
use super::theme::Tokens;
use crate::compare::Span;
use crate::text::MarkReason;

/// Initial width of the list, in points.
const LIST: f32 = 310.0;

/// Selects the next (`down`) or previous (`up`) passage by the keyboard.
pub(super) fn step(
    state: &State,
    a: usize,
    b: usize,
    down: bool,
    up: bool,
    commands: &mut Vec<Command>,
) {
    let Some(pair) = state.copied_pair(a, b) else {
        return;
    };
    let at = state.pair.passage;
    let to = match (down, up) {
        (true, false) => {
            let count = pair.listed().shown(state.possible).len();
            (at + 1).min(count.saturating_sub(1))
        }
        (false, true) => at.saturating_sub(1),
        _ => at,
    };
    if to != at {
        commands.push(select(to));
    }
}

pub(super) fn select(passage: usize) -> Command {
    Command::ShowPair(PairView {
        tab: PairTab::Passages,
        passage,
        ..PairView::default()
    })
}

/// Draws the passages of a pair beside both texts; the texts also while passages are not known yet.
pub(super) fn passages_ui(
    ui: &mut Ui,
    state: &State,
    (a, b): (usize, usize),
    panes: &mut PairPanes,
    commands: &mut Vec<Command>,
) {
    let pair = state.copied_pair(a, b);
    let listed = pair.map_or_else(Listed::default, |pair| pair.listed());
    if let Some(pair) = pair {
        Panel::left("passages")
            .default_size(LIST)
            .size_range(220.0..=480.0)
            .frame(Frame::NONE)
            .show(ui, |ui| {
                list_ui(ui, state, (a, b), (pair.shares, &listed), commands);
            });
    } else if state.copied().is_some() {
        let none = state.language.text("passages.none");
        ui.label(RichText::new(none).color(Tokens::of(ui).weak));
    } else {
        not_compared_ui(ui, state, commands);
    }
    let margin = egui::Margin {
        left: if pair.is_some() { 10 } else { 0 },
        ..egui::Margin::ZERO
    };
    Frame::new().inner_margin(margin).show(ui, |ui| {
        texts_ui(ui, state, (a, b), &listed, panes, commands);
    });
}

pub(super) fn marks_of(state: &State, document: usize, span: Span) -> Vec<String> {
    let counted = state
        .copied()
        .and_then(|copied| copied.copies.counted.get(document));
    let mut reasons: Vec<MarkReason> = counted
        .into_iter()
        .flat_map(|counted| &counted.marks)
        .filter(|mark| mark.start < span.end && span.start < mark.end)
        .map(|mark| mark.reason)
        .collect();
    reasons.sort_unstable();
    reasons.dedup();
    reasons
        .into_iter()
        .map(|reason| mark_text(reason, state.language))
        .collect()
}

/// Returns the place of a span in words: by page where pages are known, else by character, counted from 1.
pub(super) fn place(state: &State, document: usize, span: Span) -> String {
    let language = state.language;
    let pages = state.documents[document]
        .reading()
        .map_or(&[][..], |reading| &reading.pages);
    let range = |from: u64, to: u64| {
        if from == to {
            grouped(from)
        } else {
            format!("{}–{}", grouped(from), grouped(to))
        }
    };
    if pages.is_empty() {
        let places = range(u64::from(span.start) + 1, u64::from(span.end));
        language.fill("passages.at-characters", &[("places", &places)])
    } else {
        let page = |at: u32| pages.partition_point(|&start| start <= u64::from(at)) as u64;
        let (from, to) = (page(span.start), page(span.end.saturating_sub(1)));
        let places = range(from.max(1), to.max(1));
        language.fill("passages.on-pages", &[("places", &places)])
    }
}
