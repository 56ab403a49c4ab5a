//! Chosen passage in both wordings beside each other: what only one of them has is marked.

use egui::text::LayoutJob;
use egui::{Align, Label, Layout, RichText, Stroke, TextFormat, TextStyle, Ui, UiBuilder, vec2};

use crate::recheck::RecheckPane;
use crate::recheck::passages::state_colors;
use crate::widgets::icons::Icon;
use crate::widgets::labels::{chip_ui, controls_ui, made_of_texts};
use crate::widgets::place::place;
use crate::widgets::theme::{GAP, SMALL_GAP, Tokens};
use chachong_check::{
    BothWordings, Recheck, RecheckState, RecheckedDocument, RecheckedPassage, WordingPiece,
};
use chachong_window_model::command::Command;
use chachong_window_model::state::State;

/// Space between the two columns, in points.
const GUTTER: f32 = 18.0;

pub(super) fn wordings_ui(
    ui: &mut Ui,
    state: &State,
    recheck: &Recheck,
    (document, pane): (&RecheckedDocument, &RecheckPane),
    commands: &mut Vec<Command>,
) {
    let chosen = state.recheck_view.passage;
    let Some(passage) = document.passages.get(chosen) else {
        return;
    };
    said_ui(ui, state, recheck, passage);
    let Some(wordings) = made_of_texts(ui, pane.loaded.as_ref(), state.language) else {
        return;
    };
    let Some(both) = wordings.get(chosen) else {
        return;
    };
    ui.add_space(SMALL_GAP);
    let differs = both.differ() && passage.state != RecheckState::Unchanged;
    columns(ui, ("recheck-sides", chosen), |ui, side| {
        if side == 0 {
            then_ui(ui, state, both, differs);
        } else {
            now_ui(ui, state, (document, passage, both), differs, commands);
        }
    });
    ui.add_space(GAP);
}

/// Says what became of the passage, of how many characters, and who has it.
fn said_ui(ui: &mut Ui, state: &State, recheck: &Recheck, passage: &RecheckedPassage) {
    let (language, tokens) = (state.language, Tokens::of(ui));
    controls_ui(ui, |ui| {
        let (ink, fill) = state_colors(passage.state, tokens);
        chip_ui(ui, &language.rechecked_passage(passage), ink, fill);
        let characters = language.recheck_characters(passage);
        ui.add(Label::new(RichText::new(characters).color(tokens.weak)).wrap());
    });
    let result = match passage.then {
        Some(_) => &recheck.earlier.result,
        None => &state.check.result,
    };
    let names: Vec<&str> = (passage.sources.iter())
        .filter_map(|&source| Some(result.document(source)?.name.as_str()))
        .collect();
    let names = names.join(&language.text("punctuation.comma"));
    let text = language.fill("recheck.sources", &[("names", &names)]);
    ui.add(Label::new(RichText::new(&text).color(tokens.weak)).truncate())
        .on_hover_text(text);
}

fn then_ui(ui: &mut Ui, state: &State, both: &BothWordings, differs: bool) {
    let (language, tokens) = (state.language, Tokens::of(ui));
    ui.label(RichText::new(language.text("recheck.wording-then")).color(tokens.weak));
    if both.then.is_empty() {
        ui.label(
            RichText::new(language.text("recheck.not-there"))
                .italics()
                .color(tokens.weak),
        );
        return;
    }
    pieces_ui(ui, &both.then, differs);
}

fn now_ui(
    ui: &mut Ui,
    state: &State,
    (document, passage, both): (&RecheckedDocument, &RecheckedPassage, &BothWordings),
    differs: bool,
    commands: &mut Vec<Command>,
) {
    let (language, tokens) = (state.language, Tokens::of(ui));
    ui.label(RichText::new(language.text("recheck.wording-now")).color(tokens.weak));
    if both.now.is_empty() {
        ui.label(
            RichText::new(language.text("recheck.not-there"))
                .italics()
                .color(tokens.weak),
        );
    }
    for (&span, pieces) in passage.now.iter().zip(&both.now) {
        let place = (Icon::Documents.atom(), place(state, document.now, span));
        let open = ui
            .button(place)
            .on_hover_text(language.text("recheck.open-place"));
        if open.clicked() {
            commands.push(Command::OpenPlace {
                document: document.now,
                span,
                pictured: false,
            });
        }
        pieces_ui(ui, pieces, differs);
        ui.add_space(SMALL_GAP);
    }
}

/// Draws a wording; what the other one does not have is underlined.
fn pieces_ui(ui: &mut Ui, pieces: &[WordingPiece], differs: bool) {
    let tokens = Tokens::of(ui);
    let font = TextStyle::Body.resolve(ui.style());
    let mut job = LayoutJob::default();
    for piece in pieces {
        let mut format = TextFormat::simple(font.clone(), tokens.strong);
        if differs && !piece.is_same {
            format.background = tokens.related_fill;
            format.underline = Stroke::new(1.0, tokens.related);
        }
        job.append(&piece.text, 0.0, format);
    }
    ui.add(Label::new(job).wrap().selectable(true));
}

/// Draws two columns of equal width, each as high as the higher one.
fn columns(
    ui: &mut Ui,
    salt: impl std::hash::Hash + std::fmt::Debug + Copy,
    mut add: impl FnMut(&mut Ui, usize),
) {
    let room = ui.available_rect_before_wrap();
    let width = ((room.width() - GUTTER) / 2.0).max(40.0);
    let mut bottom = room.top();
    for side in 0..2_u8 {
        let left = room.left() + f32::from(side) * (width + GUTTER);
        let rect = egui::Rect::from_min_size(
            egui::pos2(left, room.top()),
            vec2(width, room.height().max(20.0)),
        );
        let builder = UiBuilder::new()
            .max_rect(rect)
            .id_salt((salt, side))
            .layout(Layout::top_down(Align::Min));
        let used = ui.scope_builder(builder, |ui| {
            ui.set_max_width(width);
            add(ui, usize::from(side));
            ui.min_rect()
        });
        bottom = bottom.max(used.inner.bottom());
    }
    let used = egui::Rect::from_min_max(room.min, egui::pos2(room.right(), bottom));
    ui.advance_cursor_after_rect(used);
}
