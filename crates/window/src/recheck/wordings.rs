//! Both wordings of the chosen passage, side by side or, on a narrow page, one below the other, with their differences marked.

use egui::text::LayoutJob;
use egui::{Label, RichText, Stroke, TextFormat, TextStyle, Ui};

use crate::recheck::RecheckPane;
use crate::recheck::passages::state_colors;
use crate::widgets::icons::Icon;
use crate::widgets::labels::{chip_ui, controls_ui, cut_text_ui, made_of_texts};
use crate::widgets::place::place;
use crate::widgets::theme::{GAP, SMALL_GAP, Tokens};
use crate::widgets::two_columns::two_columns_ui;
use chachong_check::{
    BothWordings, Recheck, RecheckState, RecheckedDocument, RecheckedPassage, WordingPiece,
};
use chachong_messages::document_name;
use chachong_window_model::command::Command;
use chachong_window_model::state::State;

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
    if pane.hides_list {
        // The page is too narrow for two columns that are read with ease.
        then_ui(ui, state, both, differs);
        ui.add_space(GAP);
        now_ui(ui, state, (document, passage, both), differs, commands);
    } else {
        two_columns_ui(ui, ("recheck-sides", chosen), |ui, side| {
            if side == 0 {
                then_ui(ui, state, both, differs);
            } else {
                now_ui(ui, state, (document, passage, both), differs, commands);
            }
        });
    }
    ui.add_space(GAP);
}

/// Draws the state of the passage, its number of characters, and the documents that contain it.
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
    let names: Vec<String> = (passage.sources.iter())
        .filter_map(|&source| Some(document_name(result.document(source)?, language)))
        .collect();
    let names = names.join(&language.text("punctuation.comma"));
    let text = language.fill("recheck.sources", &[("names", &names)]);
    cut_text_ui(ui, RichText::new(text).weak());
}

fn then_ui(ui: &mut Ui, state: &State, both: &BothWordings, differs: bool) {
    let language = state.language;
    ui.weak(language.text("recheck.wording-then"));
    if both.then.is_empty() {
        ui.weak(RichText::new(language.text("recheck.not-there")).italics());
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
    let language = state.language;
    ui.weak(language.text("recheck.wording-now"));
    if both.now.is_empty() {
        ui.weak(RichText::new(language.text("recheck.not-there")).italics());
    }
    for (&span, pieces) in passage.now.iter().zip(&both.now) {
        let place = (Icon::Documents.atom(), place(state, document.now, span));
        let open = ui
            .button(place)
            .on_hover_text(language.text("recheck.open-place"));
        if open.clicked() {
            commands.push(Command::OpenPlace(document.now, span));
        }
        pieces_ui(ui, pieces, differs);
        ui.add_space(SMALL_GAP);
    }
}

/// Draws a wording; text that the other one lacks is underlined.
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
