//! Page of all decisions and notes of a person: what each is about, its day, and the way back.

use egui::{Align, Label, Layout, RichText, Ui};
use egui_extras::{Column as Width, TableBuilder};

use crate::widgets::labels::{colored_name_ui, controls_ui};
use crate::widgets::theme::{ROW, Tokens};
use chachong_check::CheckResult;
use chachong_compare::Choices;
use chachong_messages::{day, grouped};
use chachong_window_model::command::{Choice, Command};
use chachong_window_model::computed::Computed;
use chachong_window_model::decision_filter::DecisionFilter;
use chachong_window_model::decision_list::ListedDecision;
use chachong_window_model::identity::Identity;
use chachong_window_model::page::{Page, pair_page};
use chachong_window_model::state::State;

/// What the list follows from.
type ListOf = (Identity<CheckResult>, Identity<Choices>, DecisionFilter);

/// View state of the page.
#[derive(Debug, Default)]
pub(crate) struct DecisionsPane {
    filter: DecisionFilter,
    listed: Computed<ListOf, Vec<ListedDecision>>,
}

/// Widths of the columns of day, decision and the button, in points.
const DAY: f32 = 100.0;
const DECISION: f32 = 120.0;
const BACK: f32 = 110.0;
/// Minimum width of the column that says what a decision is about, in points.
const LEAST_ABOUT: f32 = 220.0;

pub(crate) fn decisions_ui(
    ui: &mut Ui,
    state: &State,
    pane: &mut DecisionsPane,
    commands: &mut Vec<Command>,
) {
    let (language, weak) = (state.language, Tokens::of(ui).weak);
    ui.label(RichText::new(language.text("decisions.explanation")).color(weak));
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
        ui.label(RichText::new(language.text("decisions.none")).color(weak));
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
                    ui.label(RichText::new(language.text(key)).color(weak));
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
                    let decision = one.decision.map(|decision| language.decision(decision));
                    ui.label(decision.unwrap_or_default());
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

/// Draws what a decision is about, as the way to it.
fn about_ui(ui: &mut Ui, state: &State, one: &ListedDecision, commands: &mut Vec<Command>) {
    let (language, (a, b)) = (state.language, one.about);
    let mut text = subject(state, one);
    if one.pairs > 1 {
        let count = language.fill("submission.pairs", &[("count", &one.pairs)]);
        text = format!("{text} ({count})");
    }
    if colored_name_ui(ui, &text, Tokens::of(ui).calm).clicked() {
        commands.push(match one.passage {
            Some((passage, _)) => Command::OpenPassage { a, b, passage },
            None if a == b => Command::Go(Page::Document(a)),
            None => Command::Go(pair_page(a, b)),
        });
    }
}

/// Names what a decision is about.
fn subject(state: &State, one: &ListedDecision) -> String {
    let (a, b) = one.about;
    if a == b {
        return state.check.file_name(a).to_owned();
    }
    let pair = format!("{} × {}", state.row_name(a), state.row_name(b));
    match one.passage {
        Some((index, _)) => {
            let number = grouped(index as u64 + 1);
            let passage = state.language.fill("passages.name", &[("number", &number)]);
            format!("{pair} · {passage}")
        }
        None => pair,
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
        let (a, b) = one.about;
        commands.push(match one.passage {
            Some((_, passage)) => Command::Choose(Choice::Passage {
                a,
                b,
                passage,
                counts: true,
            }),
            None => Command::TakeBack(one.about),
        });
    }
}
