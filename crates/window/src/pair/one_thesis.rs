//! Line on a pair's page: whether both documents are or seem to be versions of one thesis, the evidence against it, and the buttons
//! for a person's decision.

use chachong_compare::DocumentPair;
use std::collections::BTreeSet;

use egui::Ui;

use crate::widgets::theme::Tokens;
use chachong_window_model::command::{Command, RowCommand};
use chachong_window_model::state::State;

/// Draws the line; nothing for a pair that does not look like versions.
pub(crate) fn one_thesis_ui(
    ui: &mut Ui,
    state: &State,
    (a, b): DocumentPair,
    commands: &mut Vec<Command>,
) {
    let (language, theses) = (state.language, state.check.result.theses());
    let conflict = theses.conflict(a, b);
    let one = theses.of(a).filter(|_| theses.are_one(a, b));
    let ground = one.map(|thesis| thesis.ground);
    let (text, button, one) = match (conflict, ground) {
        (_, Some(ground)) => {
            let key = format!("versions.ground-{}", ground.name());
            (language.text(&key), "versions.part", false)
        }
        (Some(contradiction), None) => {
            let why = language.text(&format!("versions.against-{}", contradiction.name()));
            let text = language.fill("versions.doubtful", &[("why", &why)]);
            (text, "versions.join", true)
        }
        (None, None) => return,
    };
    let color = if one {
        Tokens::of(ui).related
    } else {
        Tokens::of(ui).calm
    };
    ui.horizontal_wrapped(|ui| {
        ui.colored_label(color, text);
        let pressed = ui
            .button(language.text(button))
            .on_hover_text(language.text("versions.decide-hint"));
        if pressed.clicked() {
            let both = BTreeSet::from([a, b]);
            commands.push(Command::Row(RowCommand::OneThesis(both, one)));
        }
    });
}
