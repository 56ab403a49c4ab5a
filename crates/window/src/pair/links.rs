//! Ribbons between both texts of a pair, one for each listed passage.

use egui::{Color32, Rect, Ui};

use crate::pair::look::Shown;
use crate::pair::panes::PairPanes;
use crate::pair::select::select;
use crate::reader::{self, Link};
use crate::widgets::theme::Tokens;
use chachong_messages::grouped;
use chachong_window_model::command::Command;

/// Draws a ribbon from each passage on the left to its counterpart on the right; a click selects the passage.
pub(crate) fn ribbons_ui(
    ui: &Ui,
    gap: Rect,
    shown: &Shown<'_>,
    panes: &PairPanes,
    links: &[Link],
    commands: &mut Vec<Command>,
) {
    let offsets = [0, 1].map(|side| panes.offset(side));
    let fitting = (0..links.len()).filter(|&one| shown.fits(one)).collect();
    let colors = |passage: usize| {
        let color = color(ui, shown, passage, None);
        let (fill, edge) = if passage == shown.chosen {
            (0.2, 0.8)
        } else {
            (0.1, 0.35)
        };
        (color.gamma_multiply(fill), color.gamma_multiply(edge))
    };
    let (response, hovered) =
        reader::ribbons_ui(ui, gap, offsets, links, fitting, shown.chosen, colors);
    let Some(passage) = hovered else {
        return;
    };
    if response.clicked() {
        commands.push(select(passage));
    }
    let number = grouped(passage as u64 + 1);
    let key = shown.name_key(passage);
    let name = (shown.state.language).fill(key, &[("number", &number)]);
    response.on_hover_text_at_pointer(name);
}

/// Returns the colour of a passage: red if it counts, calm if it is cited or quoted on a side (`None`: on both), blue if it is only
/// possible, otherwise grey.
pub(crate) fn color(ui: &Ui, shown: &Shown<'_>, passage: usize, side: Option<usize>) -> Color32 {
    let tokens = Tokens::of(ui);
    if shown.is_possible(passage) {
        tokens.possible
    } else if shown.counts(passage) && shown.attribution.is_covered(passage, side) {
        tokens.calm
    } else if shown.counts(passage) {
        tokens.near
    } else {
        tokens.weak
    }
}
