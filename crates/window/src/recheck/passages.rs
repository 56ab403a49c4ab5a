//! List of the chosen document's passages: the state of each, and its beginning. Only visible rows are drawn.

use egui::{Color32, Role, ScrollArea, Sense, TextStyle, Ui, WidgetInfo, vec2};

use crate::recheck::RecheckPane;
use crate::widgets::tall_rows::{lines_job, row_box_ui};
use crate::widgets::theme::Tokens;
use chachong_check::{BothWordings, RecheckState, RecheckedPassage};
use chachong_compare::Verdict;
use chachong_window_model::command::Command;
use chachong_window_model::recheck::RecheckCommand;
use chachong_window_model::state::State;

/// Number of characters of a passage's beginning.
const BEGINNING: usize = 120;
/// Margin left and right of the words of a row, in points.
const INSIDE: f32 = 8.0;

/// Returns ink and background of a state; passages that remain without attribution stand out.
pub(super) const fn state_colors(state: RecheckState, tokens: Tokens) -> (Color32, Color32) {
    match state {
        RecheckState::Unchanged | RecheckState::New => tokens.verdict(Some(Verdict::LargePart)),
        RecheckState::Reworded
        | RecheckState::Shortened
        | RecheckState::FoundNow
        | RecheckState::Replaced => (tokens.related, tokens.related_fill),
        RecheckState::NowQuoted | RecheckState::NowCited => (tokens.calm, tokens.calm_fill),
        RecheckState::Gone => (tokens.weak, tokens.bit_zero),
    }
}

pub(super) fn passages_ui(
    ui: &mut Ui,
    state: &State,
    pane: &RecheckPane,
    height: f32,
    commands: &mut Vec<Command>,
) {
    let listed = state.listed_passages();
    let wordings = pane.loaded.as_ref().and_then(|loaded| loaded.as_ref().ok());
    let font = TextStyle::Body.resolve(ui.style());
    let row = ui.ctx().fonts_mut(|fonts| fonts.row_height(&font)) + 8.0;
    ScrollArea::vertical()
        .id_salt("recheck-passages")
        .auto_shrink([false, true])
        .max_height(height)
        .show_rows(ui, row, listed.len(), |ui, rows| {
            for &(place, passage) in listed.get(rows).unwrap_or_default() {
                let wording = wordings.and_then(|all| all.get(place));
                row_ui(ui, state, (place, passage, wording), row, commands);
            }
        });
}

fn row_ui(
    ui: &mut Ui,
    state: &State,
    (place, passage, wording): (usize, &RecheckedPassage, Option<&BothWordings>),
    height: f32,
    commands: &mut Vec<Command>,
) {
    let (language, tokens) = (state.language, Tokens::of(ui));
    let chosen = state.recheck_view.passage == place;
    let size = vec2(ui.available_width() - 12.0, height);
    let (rect, response) = ui.allocate_exact_size(size, Sense::click());
    let words = language.rechecked_passage(passage);
    let beginning = wording.map_or_else(String::new, beginning);
    response.widget_info(|| {
        let label = format!("{}. {words}: {beginning}", place + 1);
        WidgetInfo::selected(Role::Button, true, chosen, label)
    });
    if response.clicked() || (response.gained_focus() && !chosen) {
        commands.push(Command::Recheck(RecheckCommand::Passage(place)));
    }
    row_box_ui(ui, rect, &response, chosen, Color32::TRANSPARENT);
    let font = TextStyle::Body.resolve(ui.style());
    let (ink, _) = state_colors(passage.state, tokens);
    let number = format!("{}.  ", place + 1);
    let pieces = [
        (number.as_str(), tokens.weak),
        (words.as_str(), ink),
        ("  ", tokens.weak),
        (beginning.as_str(), tokens.strong),
    ];
    let job = lines_job(&pieces, &font, rect.width() - 2.0 * INSIDE, 1);
    let galley = ui.painter().layout_job(job);
    let is_elided = galley.elided;
    let top = rect.center().y - galley.size().y / 2.0;
    let left = rect.left() + INSIDE;
    ui.painter()
        .galley(egui::pos2(left, top), galley, tokens.strong);
    if is_elided {
        response.on_hover_text(format!("{number}{words}  {beginning}"));
    }
}

/// Returns the beginning of a passage in the new text, or in the earlier one if the passage is gone.
fn beginning(wording: &BothWordings) -> String {
    let now = wording.now.first();
    let pieces = now.unwrap_or(&wording.then).iter();
    let letters = pieces.flat_map(|piece| piece.text.chars());
    letters.take(BEGINNING).collect()
}
