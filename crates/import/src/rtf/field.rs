//! Fields of RTF. A field without a stored result shows what its code states; a form field that was not filled in shows
//! the prompt of the form.

use super::destination::Destination;
use super::walker::Walker;
use crate::field::{Values, shown};
use crate::marked::{Mark, Place, legible};

/// Open field.
#[derive(Default)]
pub(super) struct Field {
    /// Number of groups around the field and with it.
    depth: usize,
    code: String,
    /// Text of a form field before it is filled in.
    default: String,
    /// Reason why the code, and with it the text that it shows, is not seen.
    mark: Option<Mark>,
    /// Where the stored result begins in the line; `None` without one.
    result: Option<Place>,
    /// Whether the result went into the code of the field around this one.
    is_taken: bool,
}

impl Walker {
    pub(super) fn begin_field(&mut self) {
        if self.group.destination != Destination::Nothing {
            self.fields.push(Field {
                depth: self.outer.len(),
                ..Field::default()
            });
        }
    }

    pub(super) fn begin_result(&mut self) {
        let here = self.line.end();
        if let Some(field) = self.fields.last_mut() {
            field.result = Some(here);
        }
    }

    /// Adds to the code of a field, or to its text before it is filled in.
    pub(super) fn put_code(&mut self, text: &str) {
        let mark = self.mark();
        let is_default = self.group.destination == Destination::Default;
        if is_default {
            if let Some(field) = self.fields.last_mut() {
                field.default.push_str(text);
            }
            return;
        }
        if let Some(field) = self.fields.get_mut(self.group.field) {
            if field.code.trim().is_empty() {
                field.mark = mark;
            }
            field.code.push_str(text);
        }
        let inner = self.fields.len().saturating_sub(1);
        if inner != self.group.field
            && let Some(field) = self.fields.last_mut()
        {
            field.is_taken |= legible(text) > 0;
        }
    }

    /// Ends the field whose group ends.
    pub(super) fn end_field(&mut self) {
        let is_at_end = (self.fields.last()).is_some_and(|field| field.depth == self.outer.len());
        let Some(field) = self.fields.pop_if(|_| is_at_end) else {
            return;
        };
        let stored = field
            .result
            .map_or("", |place| self.line.since(place))
            .trim();
        if legible(stored) > 0 {
            if !field.default.is_empty()
                && stored == field.default.trim()
                && let Some(start) = field.result
            {
                self.line.mark_prompt(start);
            }
            return;
        }
        if field.is_taken || self.group.is_hidden || self.group.is_deleted {
            return;
        }
        let Some(shown) = shown(&field.code, &Values::new()) else {
            return;
        };
        match self.group.destination {
            Destination::Text | Destination::Note => {
                let prompt = shown.is_prompt.then_some(Mark::Prompt);
                self.line.push(&shown.text, field.mark.or(prompt));
            }
            _ => self.put(&shown.text),
        }
    }
}
