//! Field for a person's note on a pair, a document, or a passage that was switched off.

use egui::{Align, Layout, Response, ScrollArea, TextEdit, Ui, vec2};

use crate::widgets::text_field::text_field_ui;
use crate::widgets::theme::is_short;
use chachong_compare::{DocumentIndex, DocumentPair, LONGEST_NOTE, Passage};
use chachong_messages::grouped;
use chachong_window_model::command::{Command, NoteChange};
use chachong_window_model::state::State;

/// Maximum height of the field on a passage and height of that in a row, in points; a longer note scrolls.
const HIGHEST: f32 = 84.0;
const HEIGHT_IN_ROW: f32 = 30.0;

/// Minimum width of the field in a row, in points; with less room it moves to the next row.
const LEAST: f32 = 180.0;

/// Space to the right of the field in points, as beside the passages of the list.
const MARGIN: f32 = 6.0;

/// Subject of a note: both documents, and the passage (`None`: the whole pair, or a document).
type Subject = (DocumentIndex, DocumentIndex, Option<Passage>);

/// Note that is being typed; the state has it without surrounding white space.
#[derive(Debug, Default)]
pub(crate) struct NoteDraft {
    /// Subject of the field that has the focus; `None` if no such field has it.
    subject: Option<Subject>,
    text: String,
    /// Whether the text was changed since the field got the focus.
    is_changed: bool,
}

/// Draws the field for the note on a passage, with its index in the list.
pub(crate) fn passage_note_ui(
    ui: &mut Ui,
    state: &State,
    (a, b): DocumentPair,
    (index, passage): (usize, &Passage),
    draft: &mut NoteDraft,
    commands: &mut Vec<Command>,
) {
    let language = state.language;
    let number = grouped(index as u64 + 1);
    let label = ui.weak(language.fill("note.of-passage", &[("number", &number)]));
    let subject = (a, b, Some(*passage));
    let hint = language.text("note.hint");
    field_ui(ui, state, subject, (&label, hint, 2), draft, commands);
}

/// Draws the field for the note on a pair, or on a document (twice the same), in the rest of a row.
pub(crate) fn row_note_ui(
    ui: &mut Ui,
    state: &State,
    (a, b): DocumentPair,
    draft: &mut NoteDraft,
    commands: &mut Vec<Command>,
) {
    let language = state.language;
    if ui.available_size_before_wrap().x < LEAST {
        ui.end_row();
    }
    let label = ui.weak(language.text("decision.note"));
    // A field of one line has no room for a second line of its hint.
    let hint = if is_short(ui.ctx()) {
        String::new()
    } else {
        language.text("decision.note-hint")
    };
    // Of fixed height, so that nothing moves while a person types.
    let size = vec2(ui.available_size_before_wrap().x, HEIGHT_IN_ROW);
    ui.allocate_ui_with_layout(size, Layout::top_down(Align::Min), |ui| {
        field_ui(ui, state, (a, b, None), (&label, hint, 1), draft, commands);
    });
}

fn field_ui(
    ui: &mut Ui,
    state: &State,
    subject: Subject,
    (label, hint, rows): (&Response, String, usize),
    draft: &mut NoteDraft,
    commands: &mut Vec<Command>,
) {
    let (a, b, passage) = subject;
    let kept = state.check.note(a, b, passage.as_ref()).unwrap_or_default();
    let own = state.check.choices.note(a, b, passage.as_ref());
    let is_typed = draft.subject == Some(subject);
    // A note whose names are hidden would lose them.
    let is_whole = is_typed || kept == own.unwrap_or_default();
    let mut text = if is_typed { &draft.text } else { kept }.to_owned();
    let place = passage.map(|passage| (passage.a, passage.b));
    let width = ui.available_size_before_wrap().x - MARGIN;
    let field = TextEdit::multiline(&mut text)
        .id_salt(("note", a, b, place))
        .hint_text(hint)
        .interactive(is_whole)
        .desired_rows(rows)
        .desired_width(width)
        .char_limit(LONGEST_NOTE);
    let field = ScrollArea::vertical()
        .id_salt(("note-scroll", a, b, place))
        .max_height(if rows > 1 { HIGHEST } else { HEIGHT_IN_ROW })
        .min_scrolled_height(HEIGHT_IN_ROW)
        .max_width(width)
        .auto_shrink([false, true])
        .show(ui, |ui| text_field_ui(ui, field))
        .inner
        .labelled_by(label.id)
        .on_hover_text((state.language).fill("note.hover", &[("most", &LONGEST_NOTE)]));
    let is_changed = is_typed && draft.is_changed;
    let changes = field.changed() && text.trim() != kept;
    if changes {
        commands.push(Command::SetNote(NoteChange {
            a,
            b,
            passage,
            text: text.clone(),
            begins: !is_changed,
        }));
    }
    if field.has_focus() {
        *draft = NoteDraft {
            subject: Some(subject),
            text,
            is_changed: is_changed || changes,
        };
    } else if is_typed {
        *draft = NoteDraft::default();
    }
}

/// Returns the note on a passage in one line; `None` without one.
pub(crate) fn shown_note(
    state: &State,
    a: DocumentIndex,
    b: DocumentIndex,
    passage: &Passage,
) -> Option<String> {
    let note = state.check.note(a, b, Some(passage))?;
    let note = note.split_whitespace().collect::<Vec<_>>().join(" ");
    Some(state.language.fill("note.shown", &[("note", &note)]))
}
