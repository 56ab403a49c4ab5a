//! Page of the comparison with an earlier check (复检): the earlier checks to choose from, then the documents with their earlier and
//! present figures, and beside them the passages of the chosen document with their states.

mod choosing;
mod document;
mod documents;
pub(crate) mod loaded;
mod passages;
mod wordings;

use egui::{Button, Frame, Margin, Panel, RichText, Ui};

use crate::recheck::choosing::choosing_ui;
use crate::recheck::document::document_ui;
use crate::recheck::documents::{keys, list_ui};
use crate::recheck::loaded::LoadedWordings;
use crate::widgets::icons::Icon;
use crate::widgets::labels::{busy_ui, controls_ui};
use crate::widgets::theme::{GAP, SMALL_GAP};
use chachong_check::Recheck;
use chachong_messages::minute;
use chachong_window_model::command::Command;
use chachong_window_model::recheck::RecheckCommand;
use chachong_window_model::state::State;

/// Minimum width, in points, at which the document is beside the list.
const WIDE: f32 = 900.0;
/// Share of the width that the list takes.
const LIST: f32 = 0.3;
/// Minimum and maximum width of the list, in points.
const LIST_WIDTH: std::ops::RangeInclusive<f32> = 280.0..=400.0;

/// State that the page keeps for itself.
#[derive(Debug, Default)]
pub(crate) struct RecheckPane {
    /// Wordings of the passages of the chosen document; `None` until they are read.
    pub(crate) loaded: Option<LoadedWordings>,
    /// Whether the document is displayed instead of the list.
    pub(crate) hides_list: bool,
}

pub(crate) fn recheck_ui(
    ui: &mut Ui,
    state: &State,
    pane: &mut RecheckPane,
    commands: &mut Vec<Command>,
) {
    let is_wide = ui.available_width() >= WIDE;
    let compared = state.check.result.recheck.as_deref();
    pane.hides_list = false;
    let Some(recheck) = compared.filter(|_| !state.recheck_view.choosing) else {
        choosing_ui(ui, state, compared.is_some(), commands);
        return;
    };
    pane.hides_list = !is_wide && state.recheck_view.open && !state.recheck_view.rows.is_empty();
    if !pane.hides_list {
        head_ui(ui, state, recheck, commands);
    }
    if state.recheck_view.rows.is_empty() {
        ui.add_space(GAP);
        ui.label(state.language.text("recheck.no-versions"));
        return;
    }
    keys(ui, state, is_wide, commands);
    if !is_wide {
        if pane.hides_list {
            document_ui(ui, state, recheck, pane, true, commands);
        } else {
            list_ui(ui, state, recheck, commands);
        }
        return;
    }
    let width = (ui.available_width() * LIST).clamp(*LIST_WIDTH.start(), *LIST_WIDTH.end());
    Panel::left("recheck-list")
        .resizable(false)
        .exact_size(width)
        .frame(Frame::NONE)
        .show(ui, |ui| list_ui(ui, state, recheck, commands));
    let margin = Margin {
        left: 14,
        ..Margin::ZERO
    };
    Frame::new().inner_margin(margin).show(ui, |ui| {
        document_ui(ui, state, recheck, pane, false, commands);
    });
}

/// Draws the title of the earlier check, and the button that chooses another one.
fn head_ui(ui: &mut Ui, state: &State, recheck: &Recheck, commands: &mut Vec<Command>) {
    let language = state.language;
    controls_ui(ui, |ui| {
        let title = match recheck.earlier.title.as_str() {
            "" => "–",
            title => title,
        };
        let time = minute(recheck.earlier.saved_at);
        let text = language.fill("recheck.with-title", &[("title", &title)]);
        let saved = language.fill("recheck.saved", &[("time", &time)]);
        ui.heading(language.text("pages.recheck"));
        ui.strong(text).on_hover_text(saved);
        let other = Button::new((Icon::Again.atom(), language.text("recheck.other")));
        if ui.add(other).clicked() {
            commands.push(Command::Recheck(RecheckCommand::Choose(true)));
        }
        if state.check.recheck.running.is_some() {
            busy_ui(ui, language);
        }
    });
    ui.weak(RichText::new(language.not_rechecked(recheck)).small());
    ui.add_space(SMALL_GAP);
}
