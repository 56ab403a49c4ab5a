//! Lines above the documents table: the text that was taken for the assignment's, with a look at it and the choice to count it, and
//! the code that was taken for handed out.

use egui::{Frame, Margin, RichText, Ui};

use crate::widgets::icons::Icon;
use crate::widgets::theme::Tokens;
use chachong_compare::{DocumentIndex, Reason, Span};
use chachong_text::MarkReason;
use chachong_window_model::command::{Choice, Command};
use chachong_window_model::state::State;

/// Draws the lines; nothing where nothing was taken for given.
pub(crate) fn given_text_ui(ui: &mut Ui, state: &State, commands: &mut Vec<Command>) {
    let result = &state.check.result;
    let (text, code) = (result.given_text(), result.evidence.given_code);
    if text.is_none() && code.is_none() {
        return;
    }
    let (language, tokens) = (state.language, Tokens::of(ui));
    let is_left_out =
        (state.check.choices.reasons_left_out()).any(|reason| reason == Reason::Common);
    Frame::new()
        .fill(tokens.calm_fill)
        .corner_radius(6)
        .inner_margin(Margin::symmetric(10, 4))
        .show(ui, |ui| {
            if let Some(code) = code {
                ui.label(RichText::new(language.given_code(code)).color(tokens.calm));
            }
            let Some(text) = text else { return };
            ui.horizontal_wrapped(|ui| {
                let text = language.given_text(text, is_left_out);
                ui.label(RichText::new(text).color(tokens.calm));
                if let Some((document, span)) = place(state) {
                    let look = (Icon::Documents.atom(), language.text("given.look"));
                    let look = ui
                        .button(look)
                        .on_hover_text(language.text("given.look-hint"));
                    if look.clicked() {
                        commands.push(Command::OpenPlace {
                            document,
                            span,
                            pictured: false,
                        });
                    }
                }
                let key = if is_left_out {
                    "given.count"
                } else {
                    "given.leave-out"
                };
                if ui.button(language.text(key)).clicked() {
                    let choice = Choice::LeaveOut(Reason::Common, !is_left_out);
                    commands.push(Command::Choose(choice));
                }
            });
        });
}

/// Returns the first document that has given text, with the longest stretch of it; `None` if no document has any.
fn place(state: &State) -> Option<(DocumentIndex, Span)> {
    let copied = state.copied()?;
    ((0..).map(DocumentIndex).zip(&copied.copies.counted)).find_map(|(document, counted)| {
        let marks = counted.marks.iter();
        let common = marks.filter(|mark| matches!(mark.reason, MarkReason::Common { .. }));
        let longest = common.max_by_key(|mark| mark.end - mark.start)?;
        let span = Span {
            start: longest.start,
            end: longest.end,
        };
        Some((document, span))
    })
}
