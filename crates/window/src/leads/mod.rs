//! Page of the leads to rewritten and translated passages (疑似改写): the search, the list, and beside it the chosen lead,
//! sentence by sentence. A lead is for a person to judge: nothing here is red or counts.

pub(crate) mod detail;
pub(crate) mod list;
pub(crate) mod loaded;
mod search;
pub(crate) mod words;

use chachong_compare::DocumentIndex;
use egui::{Frame, Margin, Panel, RichText, ScrollArea, Ui};

use crate::leads::detail::detail_ui;
use crate::leads::list::{filter_ui, keys, list_ui};
use crate::leads::loaded::LoadedLead;
use crate::leads::search::{empty_ui, search_ui};
use crate::widgets::theme::{GAP, Tokens};
use chachong_check::Document;
use chachong_library::DocumentId;
use chachong_window_model::command::Command;
use chachong_window_model::leads::LeadCommand;
use chachong_window_model::state::State;

/// Minimum width, in points, at which the lead is beside the list.
const WIDE: f32 = 900.0;
/// Share of the width that the list takes.
const LIST: f32 = 0.32;
/// Minimum and maximum width of the list, in points.
const LIST_WIDTH: std::ops::RangeInclusive<f32> = 320.0..=440.0;

/// State that the page keeps for itself.
#[derive(Debug, Default)]
pub(crate) struct LeadsPane {
    /// Sentences of the chosen lead; `None` until they are read.
    pub(crate) loaded: Option<LoadedLead>,
    /// Whether the lead stands where the list would be.
    pub(crate) hides_list: bool,
    /// Note that is being typed, with the position of its lead; `None` while none is.
    pub(crate) note: Option<(usize, String)>,
}

pub(crate) fn leads_ui(
    ui: &mut Ui,
    state: &State,
    pane: &mut LeadsPane,
    commands: &mut Vec<Command>,
) {
    let language = state.language;
    let is_wide = ui.available_width() >= WIDE;
    pane.hides_list = !is_wide && state.leads_view.open && !state.leads_view.rows.is_empty();
    if !pane.hides_list {
        ui.weak(language.text("lead.explanation"));
        ui.add_space(4.0);
        search_ui(ui, state, commands);
    }
    let Some(leads) = state
        .check
        .result
        .leads
        .as_deref()
        .filter(|leads| !leads.list.is_empty())
    else {
        ScrollArea::vertical()
            .id_salt("no-leads")
            .show(ui, |ui| empty_ui(ui, state));
        return;
    };
    keys(ui, state, is_wide, commands);
    if !is_wide {
        if pane.hides_list {
            detail_ui(ui, state, leads, pane, true, commands);
        } else {
            filter_ui(ui, state, leads.list.len(), commands);
            list_ui(ui, state, leads, commands);
        }
        return;
    }
    let width = (ui.available_width() * LIST).clamp(*LIST_WIDTH.start(), *LIST_WIDTH.end());
    Panel::left("leads-list")
        .resizable(false)
        .exact_size(width)
        .frame(Frame::NONE)
        .show(ui, |ui| {
            filter_ui(ui, state, leads.list.len(), commands);
            list_ui(ui, state, leads, commands);
        });
    let margin = Margin {
        left: 14,
        ..Margin::ZERO
    };
    Frame::new().inner_margin(margin).show(ui, |ui| {
        if state.leads_view.rows.is_empty() {
            ui.add_space(GAP);
            return;
        }
        detail_ui(ui, state, leads, pane, false, commands);
    });
}

/// Draws a link to the first lead of a document, or of its pair with a second one, with the number of such leads.
/// Dismissed leads do not count; draws nothing without any other.
pub(crate) fn links_ui(
    ui: &mut Ui,
    state: &State,
    document: DocumentIndex,
    other: Option<DocumentIndex>,
    commands: &mut Vec<Command>,
) {
    let Some(leads) = state.check.result.leads.as_deref() else {
        return;
    };
    let is_of = |of: usize| {
        let lead = &leads.list[of];
        let has = |document| lead.a == document || lead.b == document;
        !lead.lead.is_dismissed() && has(document) && other.is_none_or(has)
    };
    let found: Vec<usize> = (0..leads.list.len()).filter(|&of| is_of(of)).collect();
    let Some(&first) = found.first() else { return };
    let (language, tokens) = (state.language, Tokens::of(ui));
    let text = language.fill("leads.link", &[("count", &found.len())]);
    let link = egui::Button::new(RichText::new(text).color(tokens.calm)).frame(false);
    let hint = language.text("lead.explanation");
    if ui.add(link).on_hover_text(hint).clicked() {
        commands.push(Command::Lead(LeadCommand::Show(first)));
    }
}

/// Draws a link to the first lead of this check about a member of the library, with the number of such leads; nothing
/// if there are none.
pub(crate) fn member_links_ui(
    ui: &mut Ui,
    state: &State,
    member: DocumentId,
    commands: &mut Vec<Command>,
) {
    let Some(leads) = state.check.result.leads.as_deref() else {
        return;
    };
    let is_member = |document: &Document| {
        let kept = document.content().and_then(|content| content.kept);
        kept == Some(member)
    };
    let all = state.check.result.documents.iter().chain(&leads.members);
    if let Some(position) = all.into_iter().position(is_member) {
        links_ui(ui, state, DocumentIndex(position), None, commands);
    }
}
