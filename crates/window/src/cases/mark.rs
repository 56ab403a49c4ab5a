//! Mark of the cases about a document, a pair or a student: it shows the state of the latest case, and a click opens that case.

use egui::{Button, RichText, Role, Ui, WidgetInfo};

use crate::widgets::icons::Icon;
use crate::widgets::labels::cut_text_ui;
use crate::widgets::theme::Tokens;
use chachong_case::{CaseState, CaseSummary, Outcome};
use chachong_messages::Language;
use chachong_window_model::cases::CaseCommand;
use chachong_window_model::command::Command;
use chachong_window_model::state::State;

/// Place of a mark.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum MarkPlace {
    /// In the row of a table, which has room for the state only.
    Row,
    /// On a page.
    Page,
}

/// Draws the mark; nothing without a case. While names are hidden, the mark has no number and no words of a person, which may tell
/// whose case it is, and opens nothing.
pub(crate) fn case_mark_ui(
    ui: &mut Ui,
    state: &State,
    cases: &[&CaseSummary],
    place: MarkPlace,
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
        cut_text_ui(ui, RichText::new(text).weak());
        return;
    }
    let lines: Vec<String> = cases.iter().map(|case| line(case, language)).collect();
    let text = match place {
        MarkPlace::Row => words(&first.state, language),
        MarkPlace::Page => lines[0].clone(),
    };
    let text = RichText::new(text).color(tokens.calm);
    let button = Button::new((Icon::Case.atom(), text))
        .frame(false)
        .truncate();
    let hint = language.fill("cases.mark-hint", &[("cases", &lines.join("\n"))]);
    let button = ui.add(button);
    button.widget_info(|| WidgetInfo::labeled(Role::Button, true, &lines[0]));
    if button.on_hover_text(hint).clicked() {
        commands.push(Command::Case(CaseCommand::Show(first.id)));
    }
}

fn line(case: &CaseSummary, language: Language) -> String {
    let state = words(&case.state, language);
    let values: [(&str, &dyn std::fmt::Display); 2] = [("number", &case.id.0), ("state", &state)];
    language.fill("cases.mark", &values)
}

/// Returns a state without a person's own words.
fn nameless(state: &CaseState, language: Language) -> String {
    match state {
        CaseState::Decided(Outcome::Other(_)) => language.text("case.state.decided"),
        usual => words(usual, language),
    }
}

/// Returns the outcome of a decided case, or else its state, as text.
fn words(state: &CaseState, language: Language) -> String {
    let outcome = state
        .outcome()
        .map(|outcome| language.case_outcome(outcome));
    outcome.unwrap_or_else(|| language.case_state(state))
}
