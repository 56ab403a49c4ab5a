//! Decisions of a person: the row in which they are made, with the note; and the day of a decision on a passage.

use egui::{ComboBox, Key, Label, RichText, Role, Ui, WidgetInfo};

use crate::cases::mark::{MarkPlace, case_mark_ui};
use crate::cases::opening::case_menu_ui;
use crate::widgets::labels::controls_ui;
use crate::widgets::note::{NoteDraft, row_note_ui};
use crate::widgets::theme::{ROW, Tokens, is_short};
use chachong_check::kept_decision;
use chachong_compare::{Decision, DocumentIndex, DocumentPair, Passage};
use chachong_messages::{Language, day};
use chachong_window_model::command::Command;
use chachong_window_model::decision_filter::DecisionFilter;
use chachong_window_model::decisions::key;
use chachong_window_model::state::State;

/// Keys of the decisions, in their order, and the key that withdraws one.
const KEYS: [Key; 4] = [Key::Num1, Key::Num2, Key::Num3, Key::Num4];
const CLEAR: Key = Key::Num0;

/// Draws the row in which a person decides about a pair, or about a document (both positions equal), and notes the reason.
pub(crate) fn decision_row_ui(
    ui: &mut Ui,
    state: &State,
    pair: DocumentPair,
    note: &mut NoteDraft,
    commands: &mut Vec<Command>,
) {
    controls_ui(ui, |ui| decision_ui(ui, state, pair, note, commands));
}

/// Draws the contents of [`decision_row_ui`] in an existing row. In a low window, the decisions are in a list.
pub(crate) fn decision_ui(
    ui: &mut Ui,
    state: &State,
    (a, b): DocumentPair,
    note: &mut NoteDraft,
    commands: &mut Vec<Command>,
) {
    let (language, tokens) = (state.language, Tokens::of(ui));
    let present = state.check.decision(a, b);
    let label = RichText::new(language.text("decision.column")).color(tokens.weak);
    let label = ui.label(label).on_hover_text(subject(state, a, b));
    let mut choose = |ui: &mut Ui| {
        for decision in Decision::ALL {
            let is_set = present == Some(decision);
            let hint = match decision {
                Decision::NotPlagiarism if a == b => "decision.not-plagiarism-document-hint".into(),
                _ => format!("decision.{}-hint", decision.name()),
            };
            let mut hint = language.text(&hint);
            if is_set {
                hint = format!("{hint}\n{}", language.text("decision.clear-hint"));
            }
            let button = ui.selectable_label(is_set, language.decision(decision));
            if button.on_hover_text(hint).clicked() {
                let decision = (!is_set).then_some(decision);
                commands.push(Command::Decide((a, b), decision));
            }
        }
    };
    if is_short(ui.ctx()) {
        let chosen = present.map_or_else(
            || language.text("decision.none"),
            |decision| language.decision(decision),
        );
        (ComboBox::from_id_salt("decide").selected_text(chosen))
            .show_ui(ui, choose)
            .response
            .labelled_by(label.id);
    } else {
        choose(ui);
    }
    if let Some(day) = decided_on(state, (a, b), None) {
        ui.weak(language.fill("decision.on", &[("day", &day)]));
    }
    case_menu_ui(ui, state, (a, b), commands);
    let cases = if a == b {
        (state.cases).about_documents(state.check.row_documents(a))
    } else {
        (state.cases).about_pairs(std::iter::once([a, b]))
    };
    case_mark_ui(ui, state, &cases, MarkPlace::Page, commands);
    row_note_ui(ui, state, (a, b), note, commands);
}

/// Draws the filter of rows by decision; `show` makes the command.
pub(crate) fn decision_filter_ui(
    ui: &mut Ui,
    language: Language,
    present: DecisionFilter,
    show: impl Fn(DecisionFilter) -> Command,
    commands: &mut Vec<Command>,
) {
    let label = ui.label(language.text("decision.filter"));
    ComboBox::from_id_salt("decision")
        .height(ROW * 14.0)
        .selected_text(present.name(language))
        .show_ui(ui, |ui| {
            for of in DecisionFilter::all() {
                if ui
                    .selectable_label(of == present, of.name(language))
                    .clicked()
                {
                    commands.push(show(of));
                }
            }
        })
        .response
        .labelled_by(label.id);
}

/// Draws a decision in a cell, and a sign if there is a note, which is in the tooltip.
pub(crate) fn decision_cell_ui(
    ui: &mut Ui,
    language: Language,
    decision: Option<Decision>,
    note: Option<&str>,
) {
    let decision = decision.map(|one| language.decision(one));
    let noted = note.map(|_| language.text("decision.note"));
    let parts: Vec<String> = decision.into_iter().chain(noted).collect();
    let text = parts.join(" · ");
    if text.is_empty() {
        return;
    }
    let cell = ui.add(Label::new(&text).truncate());
    if let Some(note) = note {
        let shown = language.fill("note.shown", &[("note", &note)]);
        cell.widget_info(|| WidgetInfo::labeled(Role::Label, true, format!("{text}, {shown}")));
        cell.on_hover_text(shown);
    }
}

/// Decision that a key makes; `None` withdraws the decision.
type Decided = Option<Decision>;

/// Returns the decision of the pressed key; `None` if no such key is pressed.
pub(crate) fn decision_key(pressed: impl Fn(Key) -> bool) -> Option<Decided> {
    let decided = Decision::ALL.into_iter().map(Some);
    (KEYS.into_iter().zip(decided))
        .chain([(CLEAR, None)])
        .find(|&(key, _)| pressed(key))
        .map(|(_, decision)| decision)
}

/// Returns the subject of a decision as text.
fn subject(state: &State, a: DocumentIndex, b: DocumentIndex) -> String {
    let language = state.language;
    match state.check.decided_together(a, b).len() {
        _ if a == b => language.text("decision.of-document"),
        1 => language.text("decision.of-pair"),
        count => language.fill("decision.of-submissions", &[("count", &count)]),
    }
}

/// Returns the day of the decision or note on `passage` or, if that is `None`, on a pair or a document (both positions equal);
/// `None` if the day is unknown.
fn decided_on(state: &State, (a, b): DocumentPair, passage: Option<&Passage>) -> Option<String> {
    let choices = &state.check.choices;
    let in_library = || {
        let known = kept_decision(&state.check.result.documents, choices, (a, b), passage)?;
        let is_decided = known.decision.is_some();
        let when = &state.check.decisions.when;
        is_decided.then(|| when.get(&key(&known)).copied())?
    };
    day(choices.decided_at(a, b, passage).or_else(in_library)?).into()
}

/// Returns the decision that a passage is no plagiarism as text with its day; `None` if the passage counts, or if the day is
/// unknown.
pub(crate) fn decision_text(
    state: &State,
    a: DocumentIndex,
    b: DocumentIndex,
    passage: &Passage,
) -> Option<String> {
    if state.check.choices.passage_counts(a, b, passage) {
        return None;
    }
    let day = decided_on(state, (a, b), Some(passage))?;
    Some(state.language.fill("passages.decided", &[("day", &day)]))
}
