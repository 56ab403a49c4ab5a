//! Walker, part for fields: reads the result of a field if the file stores it, otherwise derives it from the field's
//! code. The prompt of a form field that was not filled in belongs to the form.

use quick_xml::events::BytesStart;

use super::{Frame, Level, Walker};
use crate::docx::look::Sight;
use crate::docx::xml::{as_shown, attribute};
use crate::field::{self, Values};
use crate::marked::{Mark, Place, legible};

/// Open field.
#[derive(Default)]
pub(super) struct Field {
    is_code: bool,
    code: String,
    /// Whether the stored result went into the code of the field around this one.
    is_taken: bool,
    /// Appearance of the code, and with it of the result.
    sight: Option<Sight>,
    /// Where the stored result begins.
    result: Place,
    form: Form,
}

/// Data of a form field of Word 97 to 2003.
#[derive(Default)]
struct Form {
    /// Text before the field is filled in.
    default: Option<String>,
    entries: Vec<String>,
    chosen: Option<usize>,
}

impl Walker<'_> {
    /// Begins, parts or ends a field (`w:fldChar`).
    pub(super) fn field(&mut self, kind: Option<&str>) {
        let level = self.level();
        match kind {
            Some("begin") => {
                level.codes.push(level.fields.len());
                level.fields.push(Field {
                    is_code: true,
                    result: level.flow.marked.end(),
                    ..Field::default()
                });
            }
            Some("separate") => {
                let here = level.flow.marked.end();
                if let Some(field) = level.fields.last_mut() {
                    if std::mem::take(&mut field.is_code) {
                        level.codes.pop();
                    }
                    field.result = here;
                }
            }
            Some("end") => self.end_field(),
            _ => {}
        }
    }

    /// Returns the frame of an element that holds a field's code or data.
    pub(super) fn start_field(&mut self, name: &[u8], start: &BytesStart<'_>) -> Frame {
        match name {
            b"fldSimple" => {
                let sight = self.sight();
                let level = self.level();
                level.fields.push(Field {
                    code: attribute(start, b"instr").unwrap_or_default(),
                    sight: Some(sight),
                    result: level.flow.marked.end(),
                    ..Field::default()
                });
                Frame::SimpleField
            }
            b"ffData" => Frame::FormField,
            _ => {
                self.buffer.clear();
                self.keeps_space = attribute(start, b"space").as_deref() == Some("preserve");
                Frame::Instruction
            }
        }
    }

    /// Takes in the data of a form field.
    pub(super) fn form_field(&mut self, name: &[u8], start: &BytesStart<'_>) {
        let Some(field) = self.level().fields.last_mut() else {
            return;
        };
        let value = || attribute(start, b"val").unwrap_or_default();
        match name {
            b"default" => field.form.default = Some(value()),
            b"listEntry" => field.form.entries.push(value()),
            b"result" => field.form.chosen = value().parse().ok(),
            _ => {}
        }
    }

    pub(super) fn end_instruction(&mut self) {
        let text = std::mem::take(&mut self.buffer);
        let sight = self.sight();
        let shown = as_shown(&text, self.keeps_space);
        self.level().code(&shown, sight);
        self.buffer = text;
    }

    pub(super) fn end_field(&mut self) {
        let from = self.from;
        let values = self.around.values;
        let level = self.level();
        let Some(field) = level.fields.pop() else {
            return;
        };
        if field.is_code {
            level.codes.pop();
        }
        let stored = if field.is_code {
            ""
        } else {
            level.flow.marked.since(field.result).trim()
        };
        if legible(stored) > 0 {
            let is_prompt =
                (field.form.default.as_deref()).is_some_and(|text| text.trim() == stored);
            if is_prompt {
                level.flow.marked.mark_prompt(field.result);
            }
            return;
        }
        if field.is_taken {
            return;
        }
        let none = Values::default();
        let Some(shown) = field.shown(values.unwrap_or(&none)) else {
            return;
        };
        let sight = field.sight.unwrap_or_default();
        if sight.hidden {
            level.flow.hide(&shown.text);
            return;
        }
        self.progress += 1;
        let level = self.level();
        if !level.codes.is_empty() {
            return level.code(&shown.text, sight);
        }
        let unseen = sight.unseen.map(Mark::Unseen);
        let prompt = shown.is_prompt.then_some(Mark::Prompt);
        let start = level.write(&shown.text, unseen.or(prompt));
        level.flow.source(start, from, false);
    }

    /// Ends the fields that are open where their text ends.
    pub(super) fn end_all_fields(&mut self) {
        while !self.level().fields.is_empty() {
            self.end_field();
        }
    }
}

impl Level {
    /// Adds text to the code of the innermost field whose code is being read.
    pub(super) fn code(&mut self, text: &str, sight: Sight) {
        if let Some(field) = self.codes.last().and_then(|&at| self.fields.get_mut(at)) {
            if field.sight.is_none() && !text.trim().is_empty() {
                field.sight = Some(sight);
            }
            field.code.push_str(text);
            if let Some(last) = self.fields.last_mut().filter(|last| !last.is_code) {
                last.is_taken |= legible(text) > 0;
            }
        }
    }
}

impl Field {
    /// Returns the text that the field shows without a stored result; `None` if it shows nothing.
    fn shown(&self, values: &Values) -> Option<field::Shown> {
        if self.form.entries.is_empty() {
            return field::shown(&self.code, values);
        }
        // A list that nobody touched shows its first entry.
        Some(field::Shown {
            text: self
                .form
                .entries
                .get(self.form.chosen.unwrap_or(0))?
                .clone(),
            is_prompt: self.form.chosen.is_none(),
        })
    }
}
