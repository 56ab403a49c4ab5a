//! Bibliographic record of a document: each field with its place and trust, and a pencil to correct it.

use chachong_compare::DocumentIndex;
use egui::{Button, Id, Label, RichText, TextEdit, Ui};

use crate::widgets::icons::Icon;
use crate::widgets::text_field::{is_entered, is_escaped, text_field_ui};
use crate::widgets::theme::{GAP, Tokens};
use chachong_messages::Language;
use chachong_record::{BibliographicRecord, Certainty, RecordField, Stated, StatedPlace};
use chachong_report::record_key;
use chachong_window_model::command::Command;

/// Width of the names of the fields, in points.
const NAME: f32 = 84.0;
/// Width kept for the pencil, in points.
const PENCIL: f32 = 24.0;
/// Width of the field in which a value is typed, in points.
const FIELD: f32 = 220.0;

/// Correction that is being typed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Typing {
    position: DocumentIndex,
    field: RecordField,
    value: String,
    /// Whether the field was opened just now and takes the keyboard.
    fresh: bool,
}

/// Draws the fields of the record of the document at this position.
pub(crate) fn record_ui(
    ui: &mut Ui,
    record: &BibliographicRecord,
    position: DocumentIndex,
    typing: &mut Option<Typing>,
    language: Language,
    commands: &mut Vec<Command>,
) {
    ui.strong(language.text("record.heading"));
    for field in RecordField::ALL {
        let name = language.text(record_key(field));
        ui.horizontal_top(|ui| {
            let label = (ui.vertical(|ui| {
                ui.set_width(NAME);
                ui.add(Label::new(RichText::new(&name).color(Tokens::of(ui).weak)).wrap())
            }))
            .inner;
            let is_typed = (typing.as_ref())
                .is_some_and(|typed| typed.position == position && typed.field == field);
            if is_typed {
                typing_ui(ui, typing, label.id, language, commands);
                return;
            }
            let width = ui.available_width() - PENCIL - ui.spacing().item_spacing.x;
            ui.vertical(|ui| {
                ui.set_width(width.max(NAME));
                value_ui(ui, record.get(field), language);
            });
            let spoken = language.fill("record.correct", &[("field", &name)]);
            let pencil = Button::new(Icon::Correct.atom()).frame(false);
            let pencil = ui.add(pencil).on_hover_text(&spoken);
            pencil.widget_info(|| egui::WidgetInfo::labeled(egui::Role::Button, true, &spoken));
            if pencil.clicked() {
                *typing = Some(Typing {
                    position,
                    field,
                    value: record.value(field).to_owned(),
                    fresh: true,
                });
            }
        });
    }
    ui.add_space(GAP);
}

/// Draws a value with its place and trust; a dash without a value.
fn value_ui(ui: &mut Ui, stated: Option<&Stated>, language: Language) {
    let weak = Tokens::of(ui).weak;
    let Some(stated) = stated else {
        ui.weak("–");
        return;
    };
    ui.add(Label::new(&stated.value).wrap());
    let place = language.text(place_key(stated.place));
    let origin = if stated.place == StatedPlace::Person {
        place
    } else {
        let certainty = language.text(certainty_key(stated.certainty));
        language.fill(
            "record.origin",
            &[("place", &place), ("certainty", &certainty)],
        )
    };
    ui.add(Label::new(RichText::new(origin).small().color(weak)).wrap());
}

/// Draws the field in which a correction is typed: Enter takes it, Escape drops it.
fn typing_ui(
    ui: &mut Ui,
    typing: &mut Option<Typing>,
    label: Id,
    language: Language,
    commands: &mut Vec<Command>,
) {
    let Some(typed) = typing else {
        return;
    };
    let (mut done, mut dropped) = (false, false);
    ui.horizontal_wrapped(|ui| {
        let field = TextEdit::singleline(&mut typed.value).desired_width(FIELD);
        let field = text_field_ui(ui, field).labelled_by(label);
        if typed.fresh {
            field.request_focus();
            typed.fresh = !field.has_focus();
        }
        done = is_entered(ui, &field);
        dropped = is_escaped(ui, &field);
        done |= ui.button(language.text("record.take")).clicked();
        dropped |= ui.button(language.text("record.drop")).clicked();
    });
    if done {
        let value = typed.value.trim().to_owned();
        commands.push(Command::Correct(typed.position, typed.field, value));
    }
    if done || dropped {
        *typing = None;
    }
}

const fn place_key(place: StatedPlace) -> &'static str {
    match place {
        StatedPlace::Properties => "record.place-properties",
        StatedPlace::FileName => "record.place-file-name",
        StatedPlace::PageHead => "record.place-page-head",
        StatedPlace::Declaration => "record.place-declaration",
        StatedPlace::Cover => "record.place-cover",
        StatedPlace::Person => "record.place-person",
    }
}

const fn certainty_key(certainty: Certainty) -> &'static str {
    match certainty {
        Certainty::Guess => "record.guess",
        Certainty::Likely => "record.likely",
        Certainty::Sure => "record.sure",
    }
}
