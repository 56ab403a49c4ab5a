//! List of the compared documents: name, earlier and present share, numbers of passages by state. Only visible rows are drawn.

use egui::{Rect, Ui};

use crate::widgets::labels::one_line;
use crate::widgets::tall_rows::{row_by_key, tall_row_ui, tall_rows_ui};
use crate::widgets::theme::Tokens;
use chachong_check::{Recheck, RecheckState, RecheckedDocument};
use chachong_compare::Copied;
use chachong_messages::{document_name, percent};
use chachong_window_model::command::Command;
use chachong_window_model::recheck::RecheckCommand;
use chachong_window_model::state::State;

/// Returns a share as text; a dash without one.
pub(super) fn share_text(share: Option<Copied>) -> String {
    share.map_or_else(|| "–".to_owned(), |share| percent(share.share()))
}

/// Moves through the list with the arrow keys, Home, End and the page keys.
pub(super) fn keys(ui: &Ui, state: &State, is_wide: bool, commands: &mut Vec<Command>) {
    let view = &state.recheck_view;
    if is_wide || !view.open {
        let row = row_by_key(ui, view.document, view.rows.len(), !is_wide);
        let choose = |(row, open)| Command::Recheck(RecheckCommand::Document(row, open));
        commands.extend(row.map(choose));
    }
}

pub(super) fn list_ui(ui: &mut Ui, state: &State, recheck: &Recheck, commands: &mut Vec<Command>) {
    let view = &state.recheck_view;
    let follow = view.follow.then_some(view.document);
    tall_rows_ui(
        ui,
        "recheck-documents",
        view.rows.len(),
        follow,
        |ui, row, rect| {
            let document = view.rows.get(row).and_then(|&at| recheck.documents.get(at));
            if let Some(document) = document {
                row_ui(ui, state, (row, document), rect, commands);
            }
        },
    );
    if view.follow {
        // Only once: afterwards the person may scroll elsewhere.
        commands.push(Command::Recheck(RecheckCommand::RowShown));
    }
}

fn row_ui(
    ui: &Ui,
    state: &State,
    (row, document): (usize, &RecheckedDocument),
    rect: Rect,
    commands: &mut Vec<Command>,
) {
    let (language, tokens) = (state.language, Tokens::of(ui));
    let chosen = state.recheck_view.document == row;
    let name = state.check.result.document(document.now);
    let name = name.map_or_else(String::new, |one| one_line(&document_name(one, language)));
    let values: [(&str, &dyn std::fmt::Display); 2] = [
        ("then", &share_text(document.share_then)),
        ("now", &share_text(document.share_now)),
    ];
    let shares = language.fill("recheck.then-and-now", &values);
    let states = states_text(document, state);
    let upper = [
        (name.as_str(), tokens.strong, 1),
        (shares.as_str(), tokens.strong, 1),
    ];
    let below = [(states.as_str(), tokens.weak)];
    let label = format!("{name}: {shares}; {states}");
    let (response, cut) = tall_row_ui(ui, rect, (row, chosen), &label, &upper, &below);
    if response.clicked() || (response.gained_focus() && !chosen) {
        let open = response.clicked();
        commands.push(Command::Recheck(RecheckCommand::Document(row, open)));
    }
    if cut.contains(&true) {
        response.on_hover_text(format!("{name}\n{shares}\n{states}"));
    }
}

/// Returns the number of passages in each occurring state as text.
fn states_text(document: &RecheckedDocument, state: &State) -> String {
    let counts = RecheckState::ALL.map(|one| (one, document.count(one).0));
    let there = counts.into_iter().filter(|(_, count)| *count > 0);
    let texts: Vec<String> = there
        .map(|(one, count)| format!("{} {count}", state.language.recheck_state(one)))
        .collect();
    if texts.is_empty() {
        return state.language.text("recheck.none-there");
    }
    texts.join(" · ")
}
