//! Controls above the text of a document: buttons that step through passages and found words, and the find field.

use egui::{Button, RichText, Role, TextEdit, Ui, WidgetInfo};

use crate::document::text::{DocumentPane, is_program};
use crate::shared_texts::link_ui;
use crate::widgets::attribution::attribution_filter_ui;
use crate::widgets::find_in::find_in;
use crate::widgets::labels::controls_ui;
use crate::widgets::text_field::{is_entered, text_field_ui};
use crate::widgets::theme::{GAP, Tokens};
use chachong_check::shown::POSSIBLE;
use chachong_compare::{DocumentIndex, Span};
use chachong_messages::grouped;
use chachong_text::ExclusionReason;
use chachong_window_model::command::Command;
use chachong_window_model::state::State;

/// Width of the find field, in points.
const FIND: f32 = 160.0;

/// Kind of span that the previous and next buttons step through.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Walk {
    /// Passages and shared code.
    Passages,
    /// Passages and shared code of one source, by its index in the list of sources.
    Source(u32),
    /// Matches of the find query.
    Found,
}

/// Draws the buttons that step through the passages, and the find field.
pub(crate) fn walk_ui(
    ui: &mut Ui,
    state: &State,
    position: Option<DocumentIndex>,
    view: &mut DocumentPane,
    commands: &mut Vec<Command>,
) {
    let (language, tokens) = (state.language, Tokens::of(ui));
    controls_ui(ui, |ui| {
        if is_program(state, position) && view.sources.code_blocks == 0 {
            // It has nothing to step through.
            ui.weak(language.passed_over(ExclusionReason::Code));
            ui.add_space(GAP);
        } else if position.is_some() {
            let count = view.sources.blocks.len();
            steps_ui(ui, state, view, Walk::Passages, count);
            ui.weak(walked_text(state, position, view));
            if let Some((document, span)) = position.zip(view.chosen()) {
                link_ui(ui, state, document, span, commands);
            }
            if view.sources.passages > 0 {
                attribution_filter_ui(ui, state, view.sources.counts, commands);
            }
            ui.add_space(GAP);
        }
        let mut find = state.find.clone();
        let hint = RichText::new(language.text("text.find")).color(tokens.weak);
        let field = TextEdit::singleline(&mut find).hint_text(hint);
        let field = text_field_ui(ui, field.desired_width(FIND));
        let name = language.text("text.find");
        field.widget_info(|| WidgetInfo::text_edit(true, "", &find, &name));
        find_in(ui, &field);
        if field.changed() {
            commands.push(Command::Find(find.clone()));
        }
        if is_entered(ui, &field) {
            view.step(ui.input(|i| !i.modifiers.shift), Walk::Found);
            field.request_focus();
        }
        if !find.trim().is_empty() {
            let count = view.found.len();
            steps_ui(ui, state, view, Walk::Found, count);
            ui.weak(language.fill("text.found", &[("count", &grouped(count as u64))]));
        }
    });
}

/// Returns the number of the passage that was jumped to, or how many there are: strong passages, stretches of shared code and, where they
/// are shown, possible passages, counted separately. In a text with shared code, passages and code are numbered together.
fn walked_text(state: &State, position: Option<DocumentIndex>, view: &DocumentPane) -> String {
    let language = state.language;
    if state.copied().is_none() {
        return language.text("passages.unknown");
    }
    let blocks = &view.sources.blocks;
    let chosen = (view.chosen()).and_then(|chosen| blocks.iter().position(|b| b.0 == chosen));
    let of_kind =
        |possible: bool| move |&&(_, owner): &&(Span, u32)| (owner == POSSIBLE) == possible;
    let code = view.sources.code_blocks;
    let count = |possible: bool| {
        let of_kind = blocks.iter().filter(of_kind(possible)).count();
        grouped((of_kind - if possible { 0 } else { code }) as u64)
    };
    // What holds code and passages is numbered as one.
    if let Some(chosen) = chosen.filter(|_| code > 0) {
        let (number, count) = (grouped(chosen as u64 + 1), grouped(blocks.len() as u64));
        return language.fill("code.match", &[("number", &number), ("count", &count)]);
    }
    if let Some(chosen) = chosen {
        let possible = blocks[chosen].1 == POSSIBLE;
        let number = blocks[..=chosen].iter().filter(of_kind(possible)).count();
        let key = if possible {
            "text.possible-of"
        } else {
            "text.passage-of"
        };
        let (number, count) = (grouped(number as u64), count(possible));
        return language.fill(key, &[("number", &number), ("count", &count)]);
    }
    let mut parts = Vec::new();
    if view.sources.passages > 0 || !is_program(state, position) {
        parts.push(if count(false) == "0" {
            language.text("text.no-passages")
        } else {
            language.fill("text.passages", &[("count", &count(false))])
        });
    }
    if code > 0 {
        parts.push(language.fill("text.same-code", &[("count", &grouped(code as u64))]));
    }
    if blocks.iter().any(|(_, owner)| *owner == POSSIBLE) {
        parts.push(language.fill("text.possible", &[("count", &count(true))]));
    }
    parts.join(" · ")
}

/// Draws the buttons for the previous and the next span of a kind.
fn steps_ui(ui: &mut Ui, state: &State, view: &mut DocumentPane, walk: Walk, count: usize) {
    let keys = if walk == Walk::Found {
        ["text.previous-found", "text.next-found"]
    } else {
        ["passages.previous", "passages.next"]
    };
    for (key, forward, sign) in [(keys[0], false, "▲"), (keys[1], true, "▼")] {
        let name = state.language.text(key);
        let button = Button::new(sign).small();
        let button = ui.add_enabled(count > 0, button).on_hover_text(&name);
        button.widget_info(|| WidgetInfo::labeled(Role::Button, count > 0, &name));
        if button.clicked() {
            view.step(forward, walk);
        }
    }
}
