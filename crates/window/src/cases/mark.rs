//! Mark of the cases about a document, a pair or a student: the state of the latest one, which a click opens.

use egui::{Button, Label, RichText, Ui};

use crate::widgets::icons::Icon;
use crate::widgets::theme::Tokens;
use chachong_case::{CaseState, CaseSummary, Outcome};
use chachong_messages::Language;
use chachong_window_model::cases::CaseCommand;
use chachong_window_model::command::Command;
use chachong_window_model::state::State;

/// Draws the mark; nothing without a case. While names are hidden it has no number and no words of a person, which may tell whose
/// case it is, and opens nothing.
pub(crate) fn case_mark_ui(
    ui: &mut Ui,
    state: &State,
    cases: &[&CaseSummary],
    commands: &mut Vec<Command>,
) {
    let Some(first) = cases.first() else {
        return;
    };
    let (language, tokens) = (state.language, Tokens::of(ui));
    if state.check.is_blind() {
        let text = language.fill(
            "cases.mark-hidden",
            &[("state", &nameless(&first.state, language))],
        );
        ui.add(Label::new(RichText::new(&text).color(tokens.weak)).truncate())
            .on_hover_text(text);
        return;
    }
    let lines: Vec<String> = cases.iter().map(|case| line(case, language)).collect();
    let text = RichText::new(&lines[0]).color(tokens.calm);
    let button = Button::new((Icon::Case.atom(), text))
        .frame(false)
        .truncate();
    let hint = language.fill("cases.mark-hint", &[("cases", &lines.join("\n"))]);
    if ui.add(button).on_hover_text(hint).clicked() {
        commands.push(Command::Case(CaseCommand::Show(first.id)));
    }
}

fn line(case: &CaseSummary, language: Language) -> String {
    let state = language.case_state(&case.state);
    let values: [(&str, &dyn std::fmt::Display); 2] = [("number", &case.id.0), ("state", &state)];
    language.fill("cases.mark", &values)
}

/// Returns a state without a person's own words.
fn nameless(state: &CaseState, language: Language) -> String {
    match state {
        CaseState::Decided(Outcome::Other(_)) => language.text("case.state.decided"),
        usual => language.case_state(usual),
    }
}
