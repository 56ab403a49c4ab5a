//! Passages of a pair: their list and, beside it, both texts.

use chachong_compare::{DocumentIndex, DocumentPair};
use egui::{Frame, Panel, Ui};

use crate::pair::list::list_ui;
use crate::pair::look::neighbour;
use crate::pair::panes::PairPanes;
use crate::pair::select::select;
use crate::pair::texts::texts_ui;
use crate::widgets::labels::not_compared_ui;
use chachong_check::shown::Listed;
use chachong_window_model::command::Command;
use chachong_window_model::state::State;

/// Initial and minimum width of the list, in points.
const LIST: f32 = 310.0;
const LEAST_LIST: f32 = 240.0;
/// Maximum share of the page's width that the list takes at first; a person may widen it.
const MOST_OF_PAGE: f32 = 0.25;

/// Selects the next (`down`) or previous (`up`) passage by the keyboard.
pub(crate) fn step(
    state: &State,
    a: DocumentIndex,
    b: DocumentIndex,
    down: bool,
    up: bool,
    commands: &mut Vec<Command>,
) {
    let is_compared = (state.check.result.pair(a, b)).is_some_and(|pair| pair.copied.is_some());
    if down == up || !is_compared {
        return;
    }
    let fitting = state.filtered_passages((a, b)).fitting;
    if let Some(to) = neighbour(&fitting, state.pair.passage, down) {
        commands.push(select(to));
    }
}

/// Draws the passages of a pair beside both texts; the texts also while passages are not known yet.
pub(crate) fn passages_ui(
    ui: &mut Ui,
    state: &State,
    (a, b): DocumentPair,
    panes: &mut PairPanes,
    commands: &mut Vec<Command>,
) {
    let result = &state.check.result;
    let listed = result
        .pair(a, b)
        .map_or_else(Listed::default, |pair| result.listed(&pair));
    let shares = result.copied_shares(a, b);
    let filtered = state.filtered_passages((a, b));
    if let Some(shares) = shares {
        let width = LIST
            .min(ui.available_width() * MOST_OF_PAGE)
            .max(LEAST_LIST);
        Panel::left("passages")
            .default_size(width)
            .size_range(LEAST_LIST..=480.0)
            .frame(Frame::NONE)
            .show(ui, |ui| {
                let note = &mut panes.note;
                let lists = (shares, &listed, &filtered);
                list_ui(ui, state, (a, b), lists, note, commands);
            });
    } else if state.copied().is_some() {
        ui.weak(state.language.text("passages.none"));
    } else {
        not_compared_ui(ui, state, commands);
    }
    let margin = egui::Margin {
        left: if shares.is_some() { 10 } else { 0 },
        ..egui::Margin::ZERO
    };
    Frame::new().inner_margin(margin).show(ui, |ui| {
        let passages = (&listed, filtered.fitting.as_slice());
        texts_ui(ui, state, (a, b), passages, panes, commands);
    });
}
