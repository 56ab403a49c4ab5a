//! Page of all decisions and notes of a person: the subject and day of each, and buttons that take them back.

use egui::{Align, Label, Layout, Ui};
use egui_extras::{Column as Width, TableBuilder};

use crate::widgets::labels::{colored_name_ui, controls_ui, one_line};
use crate::widgets::theme::{ROW, Tokens};
use chachong_check::CheckResult;
use chachong_compare::{Choices, DocumentIndex, DocumentPair, TextDecision};
use chachong_messages::{day, document_name, grouped};
use chachong_window_model::command::Command;
use chachong_window_model::computed::Computed;
use chachong_window_model::decision_filter::DecisionFilter;
use chachong_window_model::decision_list::{ListedDecision, Subject};
use chachong_window_model::identity::Identity;
use chachong_window_model::leads::LeadCommand;
use chachong_window_model::page::{Page, pair_page};
use chachong_window_model::state::State;

/// Inputs of the list.
type ListOf = (Identity<CheckResult>, Identity<Choices>, DecisionFilter);

/// View state of the page.
#[derive(Debug, Default)]
pub(crate) struct DecisionsPane {
    filter: DecisionFilter,
    listed: Computed<ListOf, Vec<ListedDecision>>,
}

/// Widths of the columns of day, decision and the button, in points.
const DAY: f32 = 100.0;
const DECISION: f32 = 150.0;
const BACK: f32 = 110.0;
/// Minimum width of the column with the subject of a decision, in points.
const LEAST_ABOUT: f32 = 220.0;

pub(crate) fn decisions_ui(
    ui: &mut Ui,
    state: &State,
    pane: &mut DecisionsPane,
    commands: &mut Vec<Command>,
) {
    let language = state.language;
    ui.heading(language.text("pages.decisions"));
    ui.weak(language.text("decisions.explanation"));
    controls_ui(ui, |ui| {
        for filter in DecisionFilter::all() {
            let name = match filter {
                DecisionFilter::None => language.text("decisions.notes-only"),
                _ => filter.name(language),
            };
            if ui.selectable_label(pane.filter == filter, name).clicked() {
                pane.filter = filter;
            }
        }
    });
    let check = &state.check;
    let of = (
        Identity::of(&check.result),
        Identity::of(&check.choices),
        pane.filter,
    );
    let filter = pane.filter;
    let listed = pane.listed.get(of, || state.decision_list(filter));
    ui.add_space(4.0);
    if listed.is_empty() {
        ui.weak(language.text("decisions.none"));
        return;
    }
    let width = ui.available_width();
    TableBuilder::new(ui)
        .id_salt("decisions")
        .striped(true)
        .auto_shrink(false)
        .cell_layout(Layout::left_to_right(Align::Center))
        .column(Width::exact(DAY))
        .column(Width::exact(DECISION))
        .column(
            Width::initial(width * 0.4)
                .at_least(LEAST_ABOUT)
                .clip(true)
                .resizable(true),
        )
        .column(Width::remainder().clip(true))
        .column(Width::exact(BACK))
        .header(ROW, |mut header| {
            for key in [
                "decisions.day",
                "decision.column",
                "decisions.about",
                "decision.note",
            ] {
                header.col(|ui| {
                    ui.weak(language.text(key));
                });
            }
            header.col(|_| {});
        })
        .body(|body| {
            body.rows(ROW, listed.len(), |mut row| {
                let Some(one) = listed.get(row.index()) else {
                    return;
                };
                row.col(|ui| {
                    ui.label(one.at.map_or_else(String::new, day));
                });
                row.col(|ui| {
                    ui.add(Label::new(decided(state, one)).truncate());
                });
                row.col(|ui| about_ui(ui, state, one, commands));
                row.col(|ui| {
                    let note = one.note.split_whitespace().collect::<Vec<_>>().join(" ");
                    ui.add(Label::new(note).truncate());
                });
                row.col(|ui| back_ui(ui, state, one, commands));
            });
        });
}

/// Returns the decision as text; empty for a note alone.
fn decided(state: &State, one: &ListedDecision) -> String {
    let language = state.language;
    match (&one.subject, one.decision) {
        (_, Some(decision)) => language.decision(decision),
        (Subject::Text(_, TextDecision::Template), None) => language.text("decisions.text-given"),
        (Subject::Text(_, TextDecision::Counts), None) => language.text("decisions.text-counts"),
        (Subject::Versions(_, true), None) => language.text("decisions.one-thesis"),
        (Subject::Versions(_, false), None) => language.text("decisions.two-theses"),
        (_, None) => String::new(),
    }
}

/// Draws the subject of a decision as a link to it.
fn about_ui(ui: &mut Ui, state: &State, one: &ListedDecision, commands: &mut Vec<Command>) {
    let mut text = subject(state, one);
    if let Subject::Pair(_, pairs @ 2..) = &one.subject {
        let count = (state.language).fill("submission.pairs", &[("count", pairs)]);
        text = format!("{text} ({count})");
    }
    if !colored_name_ui(ui, &text, Tokens::of(ui).calm).clicked() {
        return;
    }
    commands.extend(match &one.subject {
        Subject::Document(document) => Some(Command::Go(Page::Document(*document))),
        &Subject::Pair((a, b), _) | &Subject::Versions((a, b), _) => {
            Some(Command::Go(pair_page(a, b)))
        }
        &Subject::Passage(pair, passage, _) => Some(Command::OpenPassage(pair, passage)),
        Subject::Text(places, _) => {
            (places.first()).map(|&(document, span)| Command::OpenPlace(document, span))
        }
        &Subject::Lead(_, position) => Some(Command::Lead(LeadCommand::Show(position))),
    });
}

/// Returns the subject of a decision as text.
fn subject(state: &State, one: &ListedDecision) -> String {
    let language = state.language;
    let pair = |&(a, b): &DocumentPair| format!("{} × {}", state.row_name(a), state.row_name(b));
    match &one.subject {
        Subject::Document(document) => state.check.result.file_name(*document).to_owned(),
        Subject::Pair(of, _) | Subject::Versions(of, _) => pair(of),
        Subject::Passage(of, index, _) => {
            let number = grouped(*index as u64 + 1);
            let passage = language.fill("passages.name", &[("number", &number)]);
            format!("{} · {passage}", pair(of))
        }
        Subject::Text(places, _) => {
            let documents = places.chunk_by(|one, next| one.0 == next.0).count();
            let name = places
                .first()
                .map(|&(document, _)| state.check.result.file_name(document));
            let values: [(&str, &dyn std::fmt::Display); 2] = [
                ("count", &grouped(documents as u64)),
                ("name", &name.unwrap_or_default()),
            ];
            language.fill("decisions.shared-text", &values)
        }
        &Subject::Lead((a, b), _) => {
            let leads = state.check.result.leads.as_ref();
            let name = |position: DocumentIndex| {
                let document = leads?.document(&state.check.result.documents, position)?;
                Some(one_line(&document_name(document, language)))
            };
            let [a, b] = [a, b].map(|position| name(position).unwrap_or_default());
            language.fill("decisions.lead", &[("a", &a), ("b", &b)])
        }
    }
}

/// Draws the button that takes a decision and its note back.
fn back_ui(ui: &mut Ui, state: &State, one: &ListedDecision, commands: &mut Vec<Command>) {
    let language = state.language;
    let button = ui.button(language.text("decisions.take-back"));
    let button = button.on_hover_text(language.text("decisions.take-back-hint"));
    button.widget_info(|| {
        let name = language.fill("decisions.take-back-of", &[("about", &subject(state, one))]);
        egui::WidgetInfo::labeled(egui::Role::Button, true, name)
    });
    if button.clicked() {
        commands.push(Command::TakeBack(one.subject.clone()));
    }
}
