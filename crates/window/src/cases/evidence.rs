//! Evidence of a case: its documents with their figures, its passages, and the chosen one with both texts.

use egui::{Align, Label, Layout, RichText, ScrollArea, Ui};
use egui_extras::{Column as Width, TableBuilder};

use crate::widgets::labels::{colored_name_ui, number_ui, one_line};
use crate::widgets::theme::{ROW, SMALL_GAP, Tokens, is_short};
use chachong_case::{CaseDocument, CasePassage, CaseText};
use chachong_check::shown::joined_parts;
use chachong_messages::{grouped, percent};
use chachong_window_model::cases::{CaseCommand, ShownCase};
use chachong_window_model::command::Command;
use chachong_window_model::state::State;

/// Widths of the columns of number and characters, in points.
const NUMBER: f32 = 40.0;
const CHARACTERS: f32 = 80.0;
/// Maximum part of the height that the list of passages takes.
const OF_LIST: f32 = 0.4;

pub(super) fn evidence_ui(
    ui: &mut Ui,
    state: &State,
    shown: &ShownCase,
    commands: &mut Vec<Command>,
) {
    let evidence = &shown.case.evidence;
    if !is_short(ui.ctx()) {
        for document in evidence.questioned().iter().take(2) {
            document_ui(ui, state, document);
        }
    }
    let height = ui.available_height() * OF_LIST;
    let rows = evidence.passages.len() as f32 + 1.0;
    list_ui(ui, state, shown, height.min(rows * (ROW + 4.0)), commands);
    ui.add_space(SMALL_GAP);
    if let Some(passage) = evidence.passages.get(shown.passage) {
        passage_ui(ui, state, shown, passage);
    }
}

/// Draws a document in question with its copied share in the check.
fn document_ui(ui: &mut Ui, state: &State, document: &CaseDocument) {
    let values: [(&str, &dyn std::fmt::Display); 4] = [
        ("name", &one_line(&document.name)),
        ("share", &percent(document.copied.share())),
        ("copied", &grouped(document.copied.characters.into())),
        ("characters", &grouped(document.copied.countable.into())),
    ];
    let text = state.language.fill("cases.document", &values);
    ui.add(Label::new(text).truncate());
}

/// Draws the list of the passages.
fn list_ui(
    ui: &mut Ui,
    state: &State,
    shown: &ShownCase,
    height: f32,
    commands: &mut Vec<Command>,
) {
    let (language, tokens) = (state.language, Tokens::of(ui));
    let evidence = &shown.case.evidence;
    TableBuilder::new(ui)
        .id_salt("case-passages")
        .striped(true)
        .auto_shrink([false, true])
        .max_scroll_height(height)
        .cell_layout(Layout::left_to_right(Align::Center))
        .column(Width::exact(NUMBER))
        .column(Width::remainder().clip(true))
        .column(Width::exact(CHARACTERS))
        .column(Width::remainder().clip(true))
        .header(ROW, |mut header| {
            for key in [
                "cases.number",
                "cases.source",
                "cases.characters",
                "attribution.title",
            ] {
                header.col(|ui| {
                    ui.weak(language.text(key));
                });
            }
        })
        .body(|body| {
            body.rows(ROW, evidence.passages.len(), |mut row| {
                let index = row.index();
                let Some(passage) = evidence.passages.get(index) else {
                    return;
                };
                row.set_selected(index == shown.passage);
                row.col(|ui| {
                    ui.label(grouped(index as u64 + 1));
                });
                row.col(|ui| {
                    let name = source(shown, passage).map_or("", |source| source.name.as_str());
                    if colored_name_ui(ui, name, tokens.calm).clicked() {
                        commands.push(Command::Case(CaseCommand::ChoosePassage(index)));
                    }
                });
                row.col(|ui| {
                    number_ui(ui, grouped(passage.in_document.counting.into()));
                });
                row.col(|ui| {
                    let group = passage.in_document.attribution.group;
                    ui.add(Label::new(language.attribution(group)).truncate());
                });
            });
        });
}

fn source<'s>(shown: &'s ShownCase, passage: &CasePassage) -> Option<&'s CaseDocument> {
    shown.case.evidence.documents.get(passage.source)
}

/// Draws the chosen passage as it stands in both documents.
fn passage_ui(ui: &mut Ui, state: &State, shown: &ShownCase, passage: &CasePassage) {
    let documents = &shown.case.evidence.documents;
    let sides = [
        (documents.get(passage.document), &passage.in_document),
        (documents.get(passage.source), &passage.in_source),
    ];
    ScrollArea::vertical()
        .id_salt(("case-texts", shown.id.0, shown.passage))
        .auto_shrink(false)
        .show(ui, |ui| {
            ui.columns(2, |columns| {
                for (ui, (document, text)) in columns.iter_mut().zip(sides) {
                    text_ui(ui, state, document, text);
                }
            });
        });
}

/// Draws one side: the document, its page and its text, with the surrounding text in a weak colour.
fn text_ui(ui: &mut Ui, state: &State, document: Option<&CaseDocument>, text: &CaseText) {
    let (language, tokens) = (state.language, Tokens::of(ui));
    let name = document.map_or("", |document| document.name.as_str());
    let place = text.page.map_or_else(String::new, |page| {
        format!(" · {}", language.fill("cases.page", &[("page", &page)]))
    });
    let heading = RichText::new(format!("{}{place}", one_line(name)));
    ui.add(Label::new(heading.color(tokens.weak)).truncate());
    let joins_lines = document.is_some_and(|document| document.joins_lines);
    let parts = joined_parts([&text.before, &text.text, &text.after], joins_lines);
    let colors = [tokens.weak, tokens.strong, tokens.weak];
    ui.horizontal_wrapped(|ui| {
        ui.spacing_mut().item_spacing.x = 0.0;
        for (part, color) in parts.into_iter().zip(colors) {
            let part: String = part.into_iter().flatten().collect();
            ui.colored_label(color, part);
        }
    });
}
