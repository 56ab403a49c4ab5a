//! The listed pairs, ranked: the answer to "who is near whom".

use egui::{Align, Layout, RichText, Sense, Ui};
use egui_extras::{Column as Width, TableBuilder};

use super::command::Command;
use super::documents::pair_page;
use super::labels::{distance_ui, name_button_ui, verdict_ui};
use super::state::State;
use super::theme::{ROW, Tokens};
use crate::compare::PairFinding;

pub(super) fn pairs_ui(ui: &mut Ui, state: &State, commands: &mut Vec<Command>) {
    let language = state.language;
    let pairs = &state.findings.pairs;
    if pairs.is_empty() {
        ui.add_space(8.0);
        let key = if state.progress.is_some() {
            "pairs.none-yet"
        } else {
            "pairs.none"
        };
        ui.label(RichText::new(language.text(key)).color(Tokens::of(ui).weak));
        return;
    }
    ui.label(RichText::new(language.text("pairs.explanation")).color(Tokens::of(ui).weak));
    ui.add_space(4.0);
    let width = ui.available_width();
    TableBuilder::new(ui)
        .id_salt("pairs")
        .striped(true)
        .sense(Sense::click())
        .auto_shrink(false)
        .cell_layout(Layout::left_to_right(Align::Center))
        .column(Width::exact(90.0))
        .column(Width::exact(100.0))
        .column(Width::exact(96.0))
        .column(Width::exact(130.0))
        .column(
            Width::initial((width - 480.0).max(280.0) * 0.5)
                .clip(true)
                .resizable(true),
        )
        .column(Width::remainder().at_least(140.0).clip(true))
        .header(ROW, |mut header| {
            for column in [
                "distance",
                "cosine",
                "blocks",
                "verdict",
                "document-a",
                "document-b",
            ] {
                header.col(|ui| {
                    let text = language.text(&format!("column.{column}"));
                    ui.label(RichText::new(text).color(Tokens::of(ui).weak));
                });
            }
        })
        .body(|body| {
            body.rows(ROW, pairs.len(), |mut row| {
                let Some(pair) = pairs.get(row.index()) else {
                    return;
                };
                pair_row_ui(&mut row, state, pair, commands);
            });
        });
}

fn pair_row_ui(
    row: &mut egui_extras::TableRow<'_, '_>,
    state: &State,
    pair: &PairFinding,
    commands: &mut Vec<Command>,
) {
    let (a, b) = (&state.documents[pair.a], &state.documents[pair.b]);
    let blocks = match (a.fingerprint(), b.fingerprint()) {
        (Some(a), Some(b)) => a.equal_block_names(b),
        _ => String::new(),
    };
    row.col(|ui| distance_ui(ui, pair.distance, pair.verdict));
    row.col(|ui| {
        ui.label(format!("{:.1} %", pair.estimated_cosine() * 100.0));
    });
    row.col(|ui| {
        ui.label(if blocks.is_empty() { "–" } else { &blocks });
    });
    row.col(|ui| verdict_ui(ui, pair.verdict, state.language));
    let mut clicked = false;
    row.col(|ui| clicked |= name_button_ui(ui, &a.name).clicked());
    row.col(|ui| clicked |= name_button_ui(ui, &b.name).clicked());
    if clicked || row.response().clicked() {
        commands.push(Command::Go(pair_page(pair.a, pair.b)));
    }
}
