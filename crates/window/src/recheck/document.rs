//! Chosen document of the comparison: its earlier and present figures, its passages, and a filter by their state.

use egui::{RichText, ScrollArea, Ui};

use crate::recheck::RecheckPane;
use crate::recheck::documents::share_text;
use crate::recheck::passages::passages_ui;
use crate::recheck::wordings::wordings_ui;
use crate::widgets::icons::Icon;
use crate::widgets::labels::{controls_ui, cut_text_ui, name_button_ui};
use crate::widgets::theme::{GAP, SMALL_GAP};
use chachong_check::{Recheck, RecheckState, RecheckedDocument};
use chachong_compare::Copied;
use chachong_messages::{copied_of, document_name};
use chachong_window_model::command::Command;
use chachong_window_model::page::Page;
use chachong_window_model::recheck::RecheckCommand;
use chachong_window_model::state::State;

/// Maximum share of the height that the list of passages takes, above their wordings.
const PASSAGES: f32 = 0.38;

/// Draws the chosen document, instead of the list if `alone` or beside it.
pub(super) fn document_ui(
    ui: &mut Ui,
    state: &State,
    recheck: &Recheck,
    pane: &RecheckPane,
    alone: bool,
    commands: &mut Vec<Command>,
) {
    let Some(document) = state.rechecked() else {
        return;
    };
    head_ui(ui, state, recheck, document, alone, commands);
    if document.passages.is_empty() {
        ui.add_space(GAP);
        ui.label(state.language.text("recheck.no-passages"));
        return;
    }
    filter_ui(ui, state, document, commands);
    ui.add_space(SMALL_GAP);
    let height = ui.available_height() * PASSAGES;
    passages_ui(ui, state, pane, height, commands);
    ui.separator();
    ScrollArea::vertical()
        .id_salt((
            "recheck-wordings",
            document.now.0,
            state.recheck_view.passage,
        ))
        .auto_shrink(false)
        .show(ui, |ui| {
            wordings_ui(ui, state, recheck, (document, pane), commands);
        });
}

/// Draws the name and the earlier and present figures.
fn head_ui(
    ui: &mut Ui,
    state: &State,
    recheck: &Recheck,
    document: &RecheckedDocument,
    alone: bool,
    commands: &mut Vec<Command>,
) {
    let language = state.language;
    controls_ui(ui, |ui| {
        if alone {
            let back = (Icon::Back.atom(), language.text("recheck.list"));
            if ui.button(back).clicked() {
                commands.push(Command::Recheck(RecheckCommand::List));
            }
        }
        if let Some(now) = state.check.result.document(document.now)
            && name_button_ui(ui, &document_name(now, language)).clicked()
        {
            commands.push(Command::Go(Page::Document(document.now)));
        }
    });
    let then = document
        .then
        .and_then(|then| recheck.earlier.result.document(then));
    if let Some(then) = then {
        let name = document_name(then, language);
        let text = language.fill("recheck.earlier-version", &[("name", &name)]);
        cut_text_ui(ui, RichText::new(text).weak());
    }
    controls_ui(ui, |ui| {
        for (key, share) in [
            ("recheck.then", document.share_then),
            ("recheck.now", document.share_now),
        ] {
            ui.weak(language.text(key));
            ui.strong(share_text(share));
            let of = share.map(|share: Copied| copied_of(share, language));
            ui.weak(of.unwrap_or_default());
            ui.add_space(GAP);
        }
    });
}

/// Draws a button for each state that some passages have, which lists only those.
fn filter_ui(
    ui: &mut Ui,
    state: &State,
    document: &RecheckedDocument,
    commands: &mut Vec<Command>,
) {
    let language = state.language;
    let filter = state.recheck_view.filter;
    controls_ui(ui, |ui| {
        let all = language.fill("recheck.all", &[("count", &document.passages.len())]);
        if ui.selectable_label(filter.is_none(), all).clicked() {
            commands.push(Command::Recheck(RecheckCommand::Filter(None)));
        }
        for one in RecheckState::ALL {
            let (count, characters) = document.count(one);
            if count == 0 {
                continue;
            }
            let text = format!("{} {count}", language.recheck_state(one));
            let values: [(&str, &dyn std::fmt::Display); 3] = [
                ("state", &language.recheck_state(one)),
                ("count", &count),
                ("characters", &characters),
            ];
            let hint = language.fill("recheck.state-count", &values);
            let button = ui
                .selectable_label(filter == Some(one), text)
                .on_hover_text(hint);
            if button.clicked() {
                commands.push(Command::Recheck(RecheckCommand::Filter(Some(one))));
            }
        }
    });
}
