//! Detail of the chosen shared text: its size, the possible decisions, the whole text, and links to its places in all documents.

use std::sync::Arc;

use egui::{
    Align, Button, Color32, Label, Layout, Rect, RichText, Sense, TextFormat, Ui, UiBuilder,
};
use egui_extras::{Column as Width, TableBuilder};

use crate::pair::code_pane::{CodeDrawing, CodePane};
use crate::reader::left_out_text::left_out_text;
use crate::reader::{Drawing, Pane, STRIP, strip_ui};
use crate::shared_texts::assignment::{is_code, source_text};
use crate::shared_texts::list::{size_text, text_decision_words};
use crate::shared_texts::pane::{Part, SharedPane};
use crate::widgets::icons::Icon;
use crate::widgets::labels::{chip_ui, controls_ui, made_of_texts, name_button_ui, one_line};
use crate::widgets::place::place;
use crate::widgets::theme::{GAP, ROW, Tokens};
use chachong_check::SharedTexts;
use chachong_check::shown::{Layers, Look};
use chachong_compare::{SharedText, TextDecision};
use chachong_messages::{document_name, grouped};
use chachong_window_model::command::Command;
use chachong_window_model::shared_view::{SharedCommand, SharedPart, documents_of};
use chachong_window_model::state::State;

/// Maximum share of the height that the list of documents takes.
const DOCUMENTS: f32 = 0.45;
/// Width of a place in the list of documents, in points.
const PLACE: f32 = 210.0;
/// Maximum number of places named above the text.
const MOST_PLACES: usize = 4;
/// Minimum width of a name in the list of documents, in points.
const LEAST_NAME: f32 = 120.0;

/// Draws the detail of the chosen text, instead of the list if `alone` or beside it.
pub(crate) fn detail_ui(
    ui: &mut Ui,
    state: &State,
    texts: &SharedTexts,
    pane: &mut SharedPane,
    alone: bool,
    commands: &mut Vec<Command>,
) {
    let position = state.shared.chosen;
    let Some(text) = texts.all().get(position) else {
        return;
    };
    head_ui(ui, state, (position, text), pane, alone, commands);
    ui.add_space(4.0);
    if alone {
        parts_ui(ui, state, text, pane);
        match pane.part {
            Part::Text => text_ui(ui, state, pane),
            Part::Documents => documents_ui(ui, state, text, commands),
        }
        return;
    }
    let room = ui.available_rect_before_wrap();
    let wanted = ROW * (documents_of(text) as f32 + 2.0) + GAP;
    let documents = wanted.min(room.height() * DOCUMENTS);
    let (above, below) = room.split_top_bottom_at_y(room.bottom() - documents);
    let above = Rect::from_min_max(above.min, above.max - egui::vec2(0.0, GAP));
    let within = |rect: Rect, salt: &'static str| UiBuilder::new().max_rect(rect).id_salt(salt);
    ui.scope_builder(within(above, "shared-text"), |ui| {
        text_ui(ui, state, pane);
    });
    ui.scope_builder(within(below, "shared-documents"), |ui| {
        ui.strong(documents_heading(state, text));
        documents_ui(ui, state, text, commands);
    });
    ui.advance_cursor_after_rect(room);
}

/// Draws the size of the text, its decision, and the buttons to decide.
fn head_ui(
    ui: &mut Ui,
    state: &State,
    (position, text): (usize, &SharedText),
    pane: &mut SharedPane,
    alone: bool,
    commands: &mut Vec<Command>,
) {
    let (language, tokens) = (state.language, Tokens::of(ui));
    let decision = pane.decision(state, position, text);
    controls_ui(ui, |ui| {
        if alone {
            let back = (Icon::Back.atom(), language.text("shared-texts.list"));
            if ui.button(back).clicked() {
                commands.push(Command::Shared(SharedCommand::List));
            }
        }
        ui.strong(size_text(text, state));
        let (words, ink) = text_decision_words(decision, state, tokens);
        let fill = match decision {
            None => tokens.related_fill,
            Some((TextDecision::Template, _)) => tokens.calm_fill,
            Some((TextDecision::Counts, _)) => tokens.bit_zero,
        };
        chip_ui(ui, &words, ink, fill);
        if let Some(source) = source_text(state, position) {
            ui.weak(one_line(&source));
        }
    });
    if state.shared.part == SharedPart::Assignment && is_code(state, position) {
        ui.label(language.text("assignment.code-note"));
    }
    controls_ui(ui, |ui| {
        let decision = decision.map(|(decision, _)| decision);
        decide_ui(
            ui,
            state,
            (state.shared.part, position),
            text,
            decision,
            commands,
        );
    });
}

/// Draws the buttons by which a person decides on a text or on code, and takes the decision back.
pub(crate) fn decide_ui(
    ui: &mut Ui,
    state: &State,
    (part, position): (SharedPart, usize),
    text: &SharedText,
    present: Option<TextDecision>,
    commands: &mut Vec<Command>,
) {
    let language = state.language;
    let [given, counts, counts_hint, undo_hint] = match part {
        SharedPart::Assignment => [
            "assignment.mine",
            "assignment.not",
            "assignment.not-hint",
            "assignment.undo-hint",
        ],
        SharedPart::Shared => [
            "shared-texts.template",
            "shared-texts.counts",
            "shared-texts.counts-hint",
            "shared-texts.undo-hint",
        ],
        SharedPart::Code => [
            "shared-code.mine",
            "assignment.not",
            "shared-texts.counts-hint",
            "shared-texts.undo-hint",
        ],
    };
    let kept = if state.library.is_writable() {
        "shared-texts.template-hint"
    } else {
        "shared-texts.template-hint-here"
    };
    let documents = documents_of(text);
    let decide = |decision| Command::Shared(SharedCommand::Decide(part, position, decision));
    for (is, icon, key, hint) in [
        (TextDecision::Template, Icon::TakeOut, given, kept),
        (TextDecision::Counts, Icon::Good, counts, counts_hint),
    ] {
        let button = Button::new((icon.atom(), language.text(key)));
        let hint = language.fill(hint, &[("count", &documents)]);
        let button = ui.add_enabled(present != Some(is), button);
        if button.on_hover_text(hint).clicked() {
            commands.push(decide(Some(is)));
        }
    }
    if present.is_some() {
        let undo = (Icon::Undo.atom(), language.text("shared-texts.undo"));
        let undo = ui.button(undo);
        if undo.on_hover_text(language.text(undo_hint)).clicked() {
            commands.push(decide(None));
        }
    }
}

/// Draws the tabs for the text and its documents, where there is room for one of them only.
fn parts_ui(ui: &mut Ui, state: &State, text: &SharedText, pane: &mut SharedPane) {
    ui.horizontal_wrapped(|ui| {
        for (part, name) in [
            (Part::Text, state.language.text("document.text")),
            (Part::Documents, documents_heading(state, text)),
        ] {
            if ui.selectable_label(pane.part == part, name).clicked() {
                pane.part = part;
            }
        }
    });
}

fn documents_heading(state: &State, text: &SharedText) -> String {
    let count = grouped(documents_of(text) as u64);
    let key = if is_code(state, state.shared.chosen) {
        "shared-code.documents"
    } else {
        "shared-texts.documents"
    };
    state.language.fill(key, &[("count", &count)])
}

/// Draws the whole text as one of the documents has it.
fn text_ui(ui: &mut Ui, state: &State, pane: &mut SharedPane) {
    let (language, tokens) = (state.language, Tokens::of(ui));
    if let Some((document, spans)) = state.shown_places(state.shared.chosen)
        && let Some(of) = state.check.result.document(document)
    {
        let name = one_line(&document_name(of, language));
        let places = spans.iter().take(MOST_PLACES);
        let places: Vec<String> = places.map(|&span| place(state, document, span)).collect();
        let mut places = places.join(language.text("punctuation.comma").as_str());
        if spans.len() > MOST_PLACES {
            places.push('…');
        }
        let values: [(&str, &dyn std::fmt::Display); 2] = [("name", &name), ("place", &places)];
        let key = if is_code(state, state.shared.chosen) {
            "shared-code.from"
        } else {
            "shared-texts.from"
        };
        let from = language.fill(key, &values);
        let from = RichText::new(from).small().color(tokens.weak);
        ui.add(Label::new(from).truncate());
    }
    if is_code(state, state.shared.chosen) {
        code_ui(ui, state, pane);
        return;
    }
    let Some(loaded) = made_of_texts(ui, pane.loaded.as_ref(), language).map(Arc::clone) else {
        return;
    };
    let loaded = &loaded;
    if !(pane.text.as_ref()).is_some_and(|known| Arc::ptr_eq(known, loaded)) {
        (pane.text, pane.pane) = (Some(Arc::clone(loaded)), Pane::default());
    }
    let layers = Layers {
        passed_over: &loaded.passed_over,
        ..Layers::default()
    };
    let format = |_: &Ui, look: Look| TextFormat {
        color: if look.passed_over.is_some() {
            tokens.weak
        } else {
            tokens.strong
        },
        italics: look.passed_over.is_some(),
        ..TextFormat::default()
    };
    let drawing = Drawing {
        text: &loaded.text,
        layers,
        pages: &[],
        format: &format,
        bar: &|_, _, _| (Color32::TRANSPARENT, None),
        tip: &|at| left_out_text(layers.look(at), language),
    };
    let room = ui.available_rect_before_wrap();
    let (body, strip) = room.split_left_right_at_x(room.right() - STRIP);
    let builder = UiBuilder::new().max_rect(body).id_salt("text");
    ui.scope_builder(builder, |ui| pane.pane.ui(ui, "shared-text", &drawing));
    let name = language.text("text.strip");
    if let Some(y) = strip_ui(ui, strip, &name, pane.pane.sight(), &[]) {
        pane.pane.scroll_to(y);
    }
    ui.advance_cursor_after_rect(room);
}

/// Draws the chosen code as one of the documents has it, in the colours of its words.
fn code_ui(ui: &mut Ui, state: &State, pane: &mut SharedPane) {
    let language = state.language;
    let Some(code) = made_of_texts(ui, pane.loaded_code.as_ref(), language).map(Arc::clone) else {
        return;
    };
    if !(pane.shown_code.as_ref()).is_some_and(|known| Arc::ptr_eq(known, &code)) {
        (pane.shown_code, pane.code) = (Some(Arc::clone(&code)), CodePane::default());
    }
    let drawing = CodeDrawing {
        side: &code,
        matches: &[],
        chosen: 0,
        tip: &|_| None,
    };
    let room = ui.available_rect_before_wrap();
    let (body, strip) = room.split_left_right_at_x(room.right() - STRIP);
    ui.painter().rect_filled(body, 0.0, Tokens::of(ui).surface);
    let builder = UiBuilder::new().max_rect(body).id_salt("code");
    ui.scope_builder(builder, |ui| pane.code.ui(ui, &drawing));
    let name = language.text("text.strip");
    if let Some(y) = strip_ui(ui, strip, &name, pane.code.sight(), &[]) {
        pane.code.scroll_to(y);
    }
    ui.advance_cursor_after_rect(room);
}

/// Draws the table of all documents that have the text, each with its first place.
fn documents_ui(ui: &mut Ui, state: &State, text: &SharedText, commands: &mut Vec<Command>) {
    let language = state.language;
    if documents_of(text) as u64 != u64::from(text.documents) {
        ui.weak(RichText::new(language.text("shared-texts.versions")).small());
    }
    let of_documents: Vec<_> = text.places.chunk_by(|x, y| x.0 == y.0).collect();
    TableBuilder::new(ui)
        .id_salt(("shared-documents", state.shared.chosen))
        .striped(true)
        .sense(Sense::click())
        .auto_shrink(false)
        .cell_layout(Layout::left_to_right(Align::Center))
        .column(Width::remainder().at_least(LEAST_NAME).clip(true))
        .column(Width::exact(PLACE).clip(true))
        .body(|body| {
            body.rows(ROW, of_documents.len(), |mut row| {
                let Some(&(document, span)) = of_documents
                    .get(row.index())
                    .and_then(|places| places.first())
                else {
                    return;
                };
                let Some(of) = state.check.result.document(document) else {
                    return;
                };
                let mut clicked = false;
                row.col(|ui| {
                    clicked = name_button_ui(ui, &document_name(of, language)).clicked();
                });
                row.col(|ui| {
                    let place = RichText::new(place(state, document, span));
                    let place = Label::new(place.color(Tokens::of(ui).weak));
                    ui.add(place.truncate());
                });
                if clicked || row.response().clicked() {
                    commands.push(Command::OpenPlace(document, span));
                }
            });
        });
}
