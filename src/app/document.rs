//! One document: what was read, and its nearest others, ranked.

use egui::{Align, ComboBox, Frame, Grid, Layout, RichText, Sense, Ui};
use egui_extras::{Column as Width, TableBuilder};

use super::command::Command;
use super::documents::{explanation, grouped, pair_page};
use super::evidence::evidence_ui;
use super::labels::{distance_ui, name_button_ui, one_line, status_ui, verdict_ui};
use super::state::State;
use super::theme::{GAP, ROW, Tokens};
use crate::compare::{PairFinding, ranked_partners};
use crate::import::{Format, TextEncoding};
use crate::session::{Document, Status};

/// Beyond the near-duplicates, so many of the nearest others are shown for comparison.
const NEAREST_OTHERS: usize = 10;

pub(super) fn document_ui(
    ui: &mut Ui,
    state: &State,
    position: usize,
    commands: &mut Vec<Command>,
) {
    let Some(document) = state.documents.get(position) else {
        return;
    };
    let (language, tokens) = (state.language, Tokens::of(ui));
    ui.add(egui::Label::new(RichText::new(one_line(&document.name)).heading()).wrap());
    ui.label(
        RichText::new(document.path.display().to_string())
            .small()
            .color(tokens.weak),
    );
    ui.add_space(4.0);
    if document.status() != Status::Ok {
        let failed = document.status() == Status::Failed;
        let fill = if failed {
            tokens.near_fill
        } else {
            tokens.related_fill
        };
        Frame::new()
            .fill(fill)
            .corner_radius(6)
            .inner_margin(8)
            .show(ui, |ui| {
                ui.horizontal_wrapped(|ui| {
                    status_ui(ui, document.status(), language);
                    ui.label(explanation(document, state));
                });
            });
        ui.add_space(4.0);
    }
    encoding_ui(ui, state, position, document, commands);
    let Some(reading) = document.reading() else {
        return;
    };
    Grid::new("facts")
        .num_columns(2)
        .spacing([24.0, 4.0])
        .show(ui, |ui| {
            let mut fact = |key: &str, value: String, monospace: bool| {
                ui.label(
                    RichText::new(language.text(&format!("document.{key}"))).color(tokens.weak),
                );
                let value = RichText::new(value);
                ui.label(if monospace { value.monospace() } else { value });
                ui.end_row();
            };
            fact("characters", grouped(reading.characters), false);
            if !reading.pages.is_empty() {
                fact("pages", reading.pages.len().to_string(), false);
            }
            if let Some(reader) = &reading.reader {
                fact("reader", reader.clone(), false);
            }
            if let Some(fingerprint) = reading.fingerprint {
                fact(
                    "fingerprint",
                    format!("{fingerprint}   {}", fingerprint.bits_in_blocks()),
                    true,
                );
            }
        });
    evidence_ui(ui, reading, language);
    ui.add_space(GAP);
    if reading.fingerprint.is_none() {
        return;
    }
    let others = ranked_partners(
        &state.fingerprinted(),
        position,
        state.thresholds(),
        NEAREST_OTHERS,
    );
    let near = others.iter().filter(|pair| pair.verdict.is_some()).count();
    let title = if near == 0 {
        language.text("document.no-near")
    } else {
        language.fill("document.near", &[("count", &near)])
    };
    ui.label(RichText::new(title).strong().size(16.0));
    ui.add_space(4.0);
    others_ui(ui, state, position, &others, commands);
}

/// Which encoding a plain text is read in, and the choice of another.
fn encoding_ui(
    ui: &mut Ui,
    state: &State,
    position: usize,
    document: &Document,
    commands: &mut Vec<Command>,
) {
    let is_text = matches!(
        document.format,
        Some(Format::Txt | Format::Html | Format::Markdown)
    );
    if !is_text {
        return;
    }
    let language = state.language;
    let read_in = document
        .reading()
        .and_then(|reading| reading.encoding.clone());
    ui.horizontal(|ui| {
        let label =
            ui.label(RichText::new(language.text("document.encoding")).color(Tokens::of(ui).weak));
        ComboBox::from_id_salt("encoding")
            .selected_text(read_in.clone().unwrap_or_else(|| "—".to_owned()))
            .show_ui(ui, |ui| {
                if ui
                    .selectable_label(false, language.text("document.recognise"))
                    .clicked()
                {
                    commands.push(Command::ReadAs(position, None));
                }
                for encoding in TextEncoding::ALL {
                    let chosen = read_in.as_deref() == Some(encoding.name());
                    if ui.selectable_label(chosen, encoding.name()).clicked() {
                        commands.push(Command::ReadAs(position, Some(encoding)));
                    }
                }
            })
            .response
            .labelled_by(label.id);
        ui.label(
            RichText::new(language.text("document.encoding-hint"))
                .small()
                .color(Tokens::of(ui).weak),
        );
    });
    ui.add_space(4.0);
}

fn others_ui(
    ui: &mut Ui,
    state: &State,
    position: usize,
    others: &[PairFinding],
    commands: &mut Vec<Command>,
) {
    let language = state.language;
    TableBuilder::new(ui)
        .id_salt("others")
        .striped(true)
        .sense(Sense::click())
        .auto_shrink(false)
        .cell_layout(Layout::left_to_right(Align::Center))
        .column(Width::exact(90.0))
        .column(Width::exact(100.0))
        .column(Width::exact(130.0))
        .column(Width::remainder().at_least(200.0).clip(true))
        .header(ROW, |mut header| {
            for key in [
                "column.distance",
                "column.cosine",
                "column.verdict",
                "documents.name",
            ] {
                header.col(|ui| {
                    ui.label(RichText::new(language.text(key)).color(Tokens::of(ui).weak));
                });
            }
        })
        .body(|body| {
            body.rows(ROW, others.len(), |mut row| {
                let Some(pair) = others.get(row.index()) else {
                    return;
                };
                let Some(other) = pair.partner_of(position) else {
                    return;
                };
                row.col(|ui| distance_ui(ui, pair.distance, pair.verdict));
                row.col(|ui| {
                    ui.label(format!("{:.1} %", pair.estimated_cosine() * 100.0));
                });
                row.col(|ui| verdict_ui(ui, pair.verdict, language));
                let mut clicked = false;
                row.col(|ui| clicked = name_button_ui(ui, &state.documents[other].name).clicked());
                if clicked || row.response().clicked() {
                    commands.push(Command::Go(pair_page(position, other)));
                }
            });
        });
}
