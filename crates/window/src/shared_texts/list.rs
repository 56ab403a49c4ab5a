//! List of shared texts: beginning, length, number of documents and decision of each. Only rows in sight are drawn.

use egui::{Color32, Key, Rect, Ui};

use crate::shared_texts::pane::SharedPane;
use crate::widgets::filter_field::filter_field_ui;
use crate::widgets::labels::controls_ui;
use crate::widgets::table_keys::{pressed, steps};
use crate::widgets::tall_rows::{tall_row_ui, tall_rows_ui};
use crate::widgets::theme::{GAP, Tokens};
use chachong_check::SharedTexts;
use chachong_compare::{SharedText, TextDecision};
use chachong_messages::{day, grouped};
use chachong_window_model::command::Command;
use chachong_window_model::decisions::DatedDecision;
use chachong_window_model::shared_view::{SharedCommand, SharedPart};
use chachong_window_model::state::State;

/// Number of rows that a page key moves by.
const PAGE: isize = 8;
/// Width of the filter's field, in points.
const FILTER: f32 = 170.0;

/// Row of the list: its rectangle on the screen and the text that it shows.
struct Row {
    rect: Rect,
    /// Index of the row, from 0.
    number: usize,
    /// Position among all shared texts.
    position: usize,
}

pub(crate) fn filter_ui(ui: &mut Ui, state: &State, all: usize, commands: &mut Vec<Command>) {
    let language = state.language;
    let shared = &state.shared;
    controls_ui(ui, |ui| {
        let keys = ("documents.filter", "shared-texts.filter-hint");
        let typed = filter_field_ui(ui, language, keys, &shared.filter, FILTER);
        commands.extend(typed.map(|typed| Command::Shared(SharedCommand::Filter(typed))));
        let count = language.fill(
            "shared-texts.count",
            &[
                ("shown", &grouped(shared.rows.len() as u64)),
                ("all", &grouped(all as u64)),
            ],
        );
        ui.weak(count);
    });
}

pub(crate) fn list_ui(
    ui: &mut Ui,
    state: &State,
    texts: &SharedTexts,
    pane: &mut SharedPane,
    commands: &mut Vec<Command>,
) {
    let shared = &state.shared;
    if shared.rows.is_empty() {
        ui.add_space(GAP);
        ui.weak(state.language.text("shared-texts.none-shown"));
        return;
    }
    let chosen = || shared.rows.iter().position(|&row| row == shared.chosen);
    let follow = shared.follow.then(chosen).flatten();
    tall_rows_ui(
        ui,
        "shared-texts",
        shared.rows.len(),
        follow,
        |ui, number, rect| {
            let position = shared.rows[number];
            if let Some(text) = texts.all().get(position) {
                let row = Row {
                    rect,
                    number,
                    position,
                };
                row_ui(ui, state, text, pane, &row, commands);
            }
        },
    );
    if shared.follow {
        // Only once: afterwards the person may scroll elsewhere.
        commands.push(Command::Shared(SharedCommand::RowShown));
    }
}

fn row_ui(
    ui: &Ui,
    state: &State,
    text: &SharedText,
    pane: &mut SharedPane,
    row: &Row,
    commands: &mut Vec<Command>,
) {
    let tokens = Tokens::of(ui);
    let chosen = state.shared.chosen == row.position;
    let begins = beginning(state, row.position);
    let size = size_text(text, state);
    let decision = pane.decision(state, row.position, text);
    let (decision, ink) = text_decision_words(decision, state, tokens);
    let number = grouped(row.number as u64 + 1);
    let label = format!("{number}. {begins} ({size}, {decision})");
    let size = format!("{size} · ");
    let upper = [(begins.as_str(), tokens.strong, 2)];
    let below = [(size.as_str(), tokens.weak), (decision.as_str(), ink)];
    let id = (row.position, chosen);
    let (response, cut) = tall_row_ui(ui, row.rect, id, &label, &upper, &below);
    if response.clicked() || (response.gained_focus() && !chosen) {
        let open = response.clicked();
        commands.push(Command::Shared(SharedCommand::Choose(row.position, open)));
    }
    if cut.contains(&true) {
        response.on_hover_text(format!("{begins}\n{size}{decision}"));
    }
}

/// Returns the beginning of a text, `…` until it is read, or the message that it is lost.
pub(crate) fn beginning(state: &State, position: usize) -> String {
    let Some(all) = &state.shared.beginnings else {
        return "…".to_owned();
    };
    match all.get(position) {
        Some(text) if !text.is_empty() => text.to_string(),
        _ => state.language.text("shared-texts.lost"),
    }
}

/// Returns the length of a text or code and the number of documents that have it, in words.
pub(crate) fn size_text(text: &SharedText, state: &State) -> String {
    let key = match state.shared.part {
        SharedPart::Code => "shared-code.size",
        SharedPart::Shared | SharedPart::Assignment => "shared-texts.size",
    };
    state.language.fill(
        key,
        &[
            ("characters", &grouped(u64::from(text.characters))),
            ("documents", &grouped(u64::from(text.documents))),
        ],
    )
}

/// Returns the decision on a text in words, with its day, and its colour.
pub(crate) fn text_decision_words(
    decision: Option<DatedDecision>,
    state: &State,
    tokens: Tokens,
) -> (String, Color32) {
    let language = state.language;
    let [undecided, given, counts] = match state.shared.part {
        SharedPart::Assignment => [
            "assignment.undecided",
            "assignment.is-mine",
            "assignment.is-not",
        ],
        SharedPart::Code => [
            "shared-texts.undecided",
            "assignment.is-mine",
            "assignment.is-not",
        ],
        SharedPart::Shared => [
            "shared-texts.undecided",
            "shared-texts.is-template",
            "shared-texts.is-counted",
        ],
    };
    match decision {
        None => (language.text(undecided), tokens.related),
        Some((TextDecision::Template, when)) => {
            (language.fill(given, &[("day", &day(when))]), tokens.calm)
        }
        Some((TextDecision::Counts, when)) => {
            (language.fill(counts, &[("day", &day(when))]), tokens.strong)
        }
    }
}

/// Handles the keys of the list: arrows and page keys move along it, Enter shows the text or, if that is shown beside
/// the list, its place in the first document that has it.
pub(crate) fn keys(ui: &Ui, state: &State, is_wide: bool, commands: &mut Vec<Command>) {
    let shared = &state.shared;
    let mut at = shared.rows.iter().position(|&row| row == shared.chosen);
    for key in pressed(ui, |key, modifiers| modifiers.is_none().then_some(key)) {
        if key == Key::Enter {
            let position = at.and_then(|at| shared.rows.get(at).copied());
            commands.extend(position.and_then(|at| entered(state, at, is_wide)));
        }
        let Some(by) = steps(key, PAGE) else { continue };
        let last = shared.rows.len().saturating_sub(1);
        let to = at.unwrap_or(0).saturating_add_signed(by).min(last);
        if let Some(&position) = shared.rows.get(to) {
            at = Some(to);
            commands.push(Command::Shared(SharedCommand::Choose(position, false)));
        }
    }
}

fn entered(state: &State, at: usize, is_wide: bool) -> Option<Command> {
    if !is_wide && !state.shared.open {
        return Some(Command::Shared(SharedCommand::Choose(at, true)));
    }
    let (document, spans) = state.shown_places(at)?;
    Some(Command::OpenPlace(document, *spans.first()?))
}
