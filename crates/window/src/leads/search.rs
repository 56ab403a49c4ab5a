//! Buttons that start the search for rewritten passages, what the search covers, and what stands where there are no leads.

use egui::{Button, RichText, Ui};

use crate::widgets::icons::Icon;
use crate::widgets::labels::{busy_ui, controls_ui};
use crate::widgets::theme::{GAP, Tokens};
use chachong_check::LeadExtent;
use chachong_messages::grouped;
use chachong_window_model::command::Command;
use chachong_window_model::leads::{LeadCommand, LeadsOf, SentenceModel};
use chachong_window_model::state::State;

/// Draws the buttons that start a search, and the extent of the last one.
pub(crate) fn search_ui(ui: &mut Ui, state: &State, commands: &mut Vec<Command>) {
    let (language, tokens) = (state.language, Tokens::of(ui));
    let leads = &state.check.leads;
    let is_searching = leads.searching.is_some();
    let can = state.leads_view.model == SentenceModel::There
        && !is_searching
        && state.check.progress.is_none();
    let of_marked = state.marked_with_hidden().len();
    controls_ui(ui, |ui| {
        let key = if leads.found.is_some() {
            "leads.search-again"
        } else if leads.is_stopped {
            "leads.go-on"
        } else {
            "leads.search"
        };
        let all = Button::new((Icon::Search.atom(), language.text(key)));
        let all = ui.add_enabled(can, all);
        let hint = language.text("leads.search-hint");
        if all.on_hover_text(hint).clicked() {
            commands.push(Command::Lead(LeadCommand::Search(LeadsOf::All)));
        }
        if of_marked > 0 {
            let text = language.fill(
                "leads.search-marked",
                &[("count", &grouped(of_marked as u64))],
            );
            if ui.add_enabled(can, Button::new(text)).clicked() {
                commands.push(Command::Lead(LeadCommand::Search(LeadsOf::Marked)));
            }
        }
        if state.library.is_open() && state.settings.against_library {
            let mut prepare = state.leads_view.prepare_members;
            let name = language.text("leads.prepare-members");
            let hint = language.text("leads.prepare-members-hint");
            if ui
                .checkbox(&mut prepare, name)
                .on_hover_text(hint)
                .changed()
            {
                commands.push(Command::Lead(LeadCommand::PrepareMembers(prepare)));
            }
        }
        if is_searching {
            busy_ui(ui, language);
        }
    });
    if state.leads_view.model == SentenceModel::Missing {
        ui.colored_label(tokens.related, language.text("leads.no-model"));
    }
    if let Some(found) = state.check.result.leads.as_deref() {
        extent_ui(ui, state, &found.extent);
    }
    ui.add_space(GAP / 2.0);
}

/// Says what was searched, and what not.
fn extent_ui(ui: &mut Ui, state: &State, extent: &LeadExtent) {
    let language = state.language;
    let mut text = language.fill(
        "leads.extent",
        &[
            ("documents", &grouped(extent.documents as u64)),
            ("members", &grouped(extent.members as u64)),
        ],
    );
    if extent.members_left > 0 {
        let left = grouped(extent.members_left as u64);
        text = format!(
            "{text} {}",
            language.fill("leads.members-left", &[("count", &left)])
        );
    }
    if !extent.unread.is_empty() {
        let unread = extent.unread.len();
        text = format!(
            "{text} {}",
            language.fill("leads.unread", &[("count", &unread)])
        );
    }
    if state.check.leads.is_outdated(state.check.generation) {
        text = format!("{text} {}", language.text("leads.outdated"));
    }
    ui.weak(RichText::new(text).small());
}

/// Draws what stands on the page where no leads are listed.
pub(crate) fn empty_ui(ui: &mut Ui, state: &State) {
    let language = state.language;
    ui.add_space(GAP);
    if state.check.leads.searching.is_some() {
        ui.label(language.text("leads.searching"));
        return;
    }
    if state.check.result.leads.as_deref().is_some() {
        ui.strong(language.text("leads.none"));
        ui.weak(language.text("leads.not-found-by-this"));
        return;
    }
    ui.strong(language.text("leads.not-sought"));
    for key in ["leads.how", "leads.not-found-by-this", "leads.takes"] {
        ui.weak(language.text(key));
        ui.add_space(4.0);
    }
}
