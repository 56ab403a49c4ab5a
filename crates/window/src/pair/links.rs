//! Ribbons between both texts of a pair, one for each listed passage.

use egui::{Color32, CursorIcon, Rect, Sense, Ui};

use crate::pair::look::Shown;
use crate::pair::panes::PairPanes;
use crate::pair::select::select;
use crate::reader::{Link, Ribbon, is_on, ribbon_ui};
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
    let on_screen = |side: usize, [top, bottom]: [f32; 2]| {
        let origin = gap.top() - panes.offset(side);
        [origin + top, origin + bottom]
    };
    let sense = Sense::click() - Sense::FOCUSABLE;
    let response = ui.interact(gap, ui.scope_id().with("ribbons"), sense);
    let pointer = response.hover_pos();
    let mut order: Vec<usize> = (0..links.len()).filter(|&one| shown.fits(one)).collect();
    // The selected passage is drawn last, above the others.
    order.sort_by_key(|&passage| passage == shown.chosen);
    let mut hovered = None;
    for passage in order {
        let chosen = passage == shown.chosen;
        let color = color(ui, shown, passage, None);
        let ribbon = Ribbon {
            left: on_screen(0, links[passage].a),
            right: on_screen(1, links[passage].b),
            fill: color.gamma_multiply(if chosen { 0.2 } else { 0.1 }),
            edge: color.gamma_multiply(if chosen { 0.8 } else { 0.35 }),
        };
        ribbon_ui(ui, gap, &ribbon);
        if pointer.is_some_and(|pointer| is_on(gap, &ribbon, pointer)) {
            hovered = Some(passage);
        }
    }
    let Some(passage) = hovered else {
        return;
    };
    ui.set_cursor_icon(CursorIcon::PointingHand);
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
