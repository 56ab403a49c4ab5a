//! List of leads: both documents, kind, strength and a person's word. Only rows in sight are drawn.

use chachong_compare::DocumentIndex;
use egui::{Rect, Ui};

use crate::leads::words::{kind_words, strength_colors, strength_words, word_words};
use crate::widgets::filter_field::filter_field_ui;
use crate::widgets::labels::{controls_ui, one_line};
use crate::widgets::tall_rows::{row_by_key, tall_row_ui, tall_rows_ui};
use crate::widgets::theme::{GAP, Tokens};
use chachong_check::{PlacedLead, PlacedLeads};
use chachong_messages::{document_name, grouped};
use chachong_window_model::command::Command;
use chachong_window_model::leads::LeadCommand;
use chachong_window_model::state::State;

/// Width of the filter's field, in points.
const FILTER: f32 = 150.0;

pub(crate) fn filter_ui(ui: &mut Ui, state: &State, all: usize, commands: &mut Vec<Command>) {
    let language = state.language;
    let view = &state.leads_view;
    controls_ui(ui, |ui| {
        let keys = ("documents.filter", "leads.filter-hint");
        let typed = filter_field_ui(ui, language, keys, &view.filter, FILTER);
        commands.extend(typed.map(|typed| Command::Lead(LeadCommand::Filter(typed))));
        let count = language.fill(
            "leads.count",
            &[
                ("shown", &grouped(view.rows.len() as u64)),
                ("all", &grouped(all as u64)),
            ],
        );
        ui.weak(count);
    });
}

/// Moves through the list with the arrow keys, Home, End and the page keys.
pub(crate) fn keys(ui: &Ui, state: &State, is_wide: bool, commands: &mut Vec<Command>) {
    let view = &state.leads_view;
    if is_wide || !view.open {
        let at = view.rows.iter().position(|&row| row == view.chosen);
        let row = row_by_key(ui, at.unwrap_or(0), view.rows.len(), !is_wide);
        commands.extend(row.map(|(row, open)| {
            let chosen = if open { view.chosen } else { view.rows[row] };
            Command::Lead(LeadCommand::Choose(chosen, open))
        }));
    }
}

pub(crate) fn list_ui(
    ui: &mut Ui,
    state: &State,
    leads: &PlacedLeads,
    commands: &mut Vec<Command>,
) {
    let view = &state.leads_view;
    if view.rows.is_empty() {
        ui.add_space(GAP);
        ui.weak(state.language.text("leads.none-shown"));
        return;
    }
    let follow = view
        .follow
        .then(|| view.rows.iter().position(|&row| row == view.chosen));
    tall_rows_ui(
        ui,
        "leads",
        view.rows.len(),
        follow.flatten(),
        |ui, number, rect| {
            let position = view.rows[number];
            if let Some(lead) = leads.list.get(position) {
                row_ui(ui, state, leads, (number, position, lead), rect, commands);
            }
        },
    );
    if view.follow {
        // Only once: afterwards the person may scroll elsewhere.
        commands.push(Command::Lead(LeadCommand::RowShown));
    }
}

fn row_ui(
    ui: &Ui,
    state: &State,
    leads: &PlacedLeads,
    (number, position, lead): (usize, usize, &PlacedLead),
    rect: Rect,
    commands: &mut Vec<Command>,
) {
    let (language, tokens) = (state.language, Tokens::of(ui));
    let chosen = state.leads_view.chosen == position;
    let name = |at: DocumentIndex| {
        let document = leads.document(&state.check.result.documents, at);
        document.map_or_else(String::new, |d| one_line(&document_name(d, language)))
    };
    let (a, b) = (name(lead.a), name(lead.b));
    let kind = kind_words(lead.lead.kind, language);
    let strength = strength_words(lead.lead.strength(), language);
    let word = word_words(&lead.lead, language);
    let number = grouped(number as u64 + 1);
    let said = (word.as_ref()).map_or_else(String::new, |word| format!(", {word}"));
    let label = format!("{number}. {a} — {b} ({kind}, {strength}{said})");
    let ink = if lead.lead.is_dismissed() {
        tokens.weak
    } else {
        tokens.strong
    };
    let (strength_ink, _) = strength_colors(lead.lead.strength(), tokens);
    let mut below = vec![
        (kind.as_str(), tokens.weak),
        (" · ", tokens.weak),
        (strength.as_str(), strength_ink),
    ];
    if let Some(word) = &word {
        below.extend([(" · ", tokens.weak), (word.as_str(), tokens.calm)]);
    }
    let upper = [(a.as_str(), ink, 1), (b.as_str(), ink, 1)];
    let row = (position, chosen);
    let (response, [is_cut, _]) = tall_row_ui(ui, rect, row, &label, &upper, &below);
    if response.clicked() || (response.gained_focus() && !chosen) {
        let open = response.clicked();
        commands.push(Command::Lead(LeadCommand::Choose(position, open)));
    }
    if is_cut {
        response.on_hover_text(format!("{a}\n{b}"));
    }
}
