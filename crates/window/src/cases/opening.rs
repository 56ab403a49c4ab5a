//! Menu that opens a new case about a finding.

use egui::{Button, Ui};

use crate::widgets::icons::Icon;
use chachong_check::CaseAbout;
use chachong_compare::{DocumentIndex, DocumentPair, Passage};
use chachong_window_model::cases::CaseCommand;
use chachong_window_model::command::Command;
use chachong_window_model::state::State;

/// Draws the menu for a pair, or for a document (both positions equal). It is disabled without an open library that can store a
/// case, and until the passages have been found.
pub(crate) fn case_menu_ui(
    ui: &mut Ui,
    state: &State,
    (a, b): DocumentPair,
    commands: &mut Vec<Command>,
) {
    let language = state.language;
    let text = (Icon::Case.atom(), language.text("cases.open"));
    if !state.library.is_writable() || state.copied().is_none() {
        let hint = language.text("cases.open-needs");
        ui.add_enabled(false, Button::new(text))
            .on_disabled_hover_text(hint);
        return;
    }
    let menu = ui.menu_button(text, |ui| {
        for (key, of, document) in offers(state, (a, b)) {
            let name = state.check.result.file_name(document);
            let text = language.fill(key, &[("name", &name)]);
            if ui.button(text).clicked() {
                commands.push(Command::Case(CaseCommand::Open(of)));
            }
        }
    });
    menu.response
        .on_hover_text(language.text("cases.open-hint"));
}

/// Returns the possible subjects of a case, each with the key of its text and the document in question.
fn offers(state: &State, (a, b): DocumentPair) -> Vec<(&'static str, CaseAbout, DocumentIndex)> {
    if a == b {
        return vec![("cases.open-student", CaseAbout::Student { document: a }, a)];
    }
    let passage = chosen(state, (a, b));
    let mut offers = Vec::new();
    for (one, other) in [(a, b), (b, a)] {
        if !state.check.is_checked(one) {
            continue;
        }
        let of = CaseAbout::Pair {
            document: one,
            source: other,
        };
        offers.push(("cases.open-pair", of, one));
        if let Some(passage) = passage {
            let of = CaseAbout::Passage {
                document: one,
                source: other,
                passage,
            };
            offers.push(("cases.open-passage", of, one));
        }
        offers.push((
            "cases.open-student",
            CaseAbout::Student { document: one },
            one,
        ));
    }
    offers
}

/// Returns the passage that is chosen on the page of the pair; `None` without passages.
fn chosen(state: &State, (a, b): DocumentPair) -> Option<Passage> {
    let result = &state.check.result;
    let pair = result.pair(a, b)?;
    let listed = result.listed(&pair);
    listed
        .shown(state.settings.possible)
        .get(state.pair.passage)
        .copied()
}
