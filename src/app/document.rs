//! One document: how much of it stands in others, where, what is left out of that, and what was read.

use egui::{CollapsingHeader, ComboBox, Frame, Grid, Margin, Panel, RichText, ScrollArea, Ui};

use super::command::Command;
use super::documents::{explanation, grouped};
use super::evidence::evidence_ui;
use super::exclusions::exclusions_ui;
use super::labels::{
    copied_of, figure_ui, not_compared_ui, one_line, percent, shown_name, status_ui,
};
use super::similar::similar_ui;
use super::state::State;
use super::theme::{GAP, Tokens};
use crate::import::{Format, TextEncoding};
use crate::session::{Document, Reading, Status};

/// From this width on the side stands beside the list.
const WIDE: f32 = 960.0;
const SIDE: f32 = 400.0;

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
    ui.add(
        egui::Label::new(RichText::new(one_line(&shown_name(document, language))).heading()).wrap(),
    );
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
    let Some(reading) = document.reading() else {
        encoding_ui(ui, state, position, document, commands);
        return;
    };
    let side = |ui: &mut Ui, commands: &mut Vec<Command>| {
        ui.scope(|ui| exclusions_ui(ui, state, state.document_shares(position), commands));
        ui.add_space(GAP);
        encoding_ui(ui, state, position, document, commands);
        facts_ui(ui, state, reading);
    };
    // Beside the list where there is room, else folded above it.
    if ui.available_width() >= WIDE {
        Panel::right("document-side")
            .resizable(false)
            .exact_size(SIDE)
            .frame(Frame::new().inner_margin(Margin {
                left: 14,
                ..Margin::ZERO
            }))
            .show(ui, |ui| {
                ScrollArea::vertical()
                    .auto_shrink(false)
                    .show(ui, |ui| side(ui, commands));
            });
    } else {
        let title = language.text("exclusions.title");
        CollapsingHeader::new(title).show(ui, |ui| side(ui, commands));
    }
    let margin = Margin {
        right: 12,
        ..Margin::ZERO
    };
    Frame::new().inner_margin(margin).show(ui, |ui| {
        totals_ui(ui, state, position, commands);
        evidence_ui(ui, reading, language);
        ui.add_space(4.0);
        if reading.fingerprint.is_some() {
            similar_ui(ui, state, position, commands);
        }
    });
}

/// The total copied share, with and without what is left out.
fn totals_ui(ui: &mut Ui, state: &State, position: usize, commands: &mut Vec<Command>) {
    let (language, tokens) = (state.language, Tokens::of(ui));
    let Some(shares) = state.document_shares(position) else {
        not_compared_ui(ui, state, commands);
        return;
    };
    ui.horizontal_wrapped(|ui| {
        for (key, copied) in [("shares.net", shares.net), ("shares.gross", shares.gross)] {
            let share = copied.share();
            let color = (key == "shares.net").then(|| tokens.share(share));
            let detail = copied_of(copied, language);
            figure_ui(ui, &language.text(key), &percent(share), &detail, color);
        }
    });
}

/// What was read.
fn facts_ui(ui: &mut Ui, state: &State, reading: &Reading) {
    let (language, tokens) = (state.language, Tokens::of(ui));
    Grid::new("facts")
        .num_columns(2)
        .spacing([16.0, 3.0])
        .show(ui, |ui| {
            let mut fact = |key: &str, value: RichText| {
                let name = language.text(&format!("document.{key}"));
                ui.label(RichText::new(name).color(tokens.weak));
                ui.label(value);
                ui.end_row();
            };
            fact("characters", grouped(reading.characters).into());
            if !reading.pages.is_empty() {
                fact("pages", reading.pages.len().to_string().into());
            }
            if let Some(reader) = &reading.reader {
                fact("reader", reader.into());
            }
            if let Some(fingerprint) = reading.fingerprint {
                let bits = fingerprint.bits_in_blocks();
                // Two blocks in a line: the side is narrow.
                let (first, second) = bits.split_at(bits.len().min(34));
                let text = format!("{fingerprint}\n{}\n{second}", first.trim_end());
                fact("fingerprint", RichText::new(text).monospace().size(11.0));
            }
        });
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
