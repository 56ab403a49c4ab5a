//! Walker, part for formulas: passes their elements to a separate reader, whose text is inserted in the sentence or on
//! a line of its own.

use quick_xml::events::BytesStart;

use super::{Frame, Level, Walker};
use crate::docx::xml::attribute;
use crate::formula::{Form, Omml, is_left_out};
use crate::marked::Mark;
use crate::sight::Unseen;

impl Walker<'_> {
    /// Returns the frame of an element of a formula; `None` for an element that is left out.
    pub(super) fn start_math(&mut self, name: &[u8], start: &BytesStart<'_>) -> Option<Frame> {
        if is_left_out(name) {
            return None;
        }
        if matches!(name, b"r" | b"t") {
            return Some(self.start_text_of(name, start));
        }
        let from = self.from;
        let level = self.level();
        if name == b"oMathPara" {
            level.displays += 1;
            return Some(Frame::DisplayFormulas);
        }
        Some(match &mut level.formula {
            Some(formula) => {
                formula.start(name, attribute(start, b"val"));
                Frame::Math
            }
            None if name == b"oMath" => {
                level.formula = Some(Omml::new());
                self.formula_from = from;
                Frame::Formula
            }
            None => Frame::Plain,
        })
    }

    /// Ends the formula of the innermost flow, if one is open.
    pub(super) fn end_formula(&mut self) {
        let formula_from = self.formula_from;
        let level = self.level();
        let Some(formula) = level.formula.take() else {
            return;
        };
        let is_display = level.displays > 0;
        let form = if is_display {
            Form::Display
        } else {
            Form::Inline
        };
        let written = formula.finish().finish(form);
        if written.text.is_empty() {
            return;
        }
        level.is_after_display |= is_display;
        let (mut from, start) = (0, level.flow.marked.length());
        for span in written.faint {
            level.write(&written.text[from..span.start], None);
            level.write(&written.text[span.clone()], Some(Unseen::Faint.into()));
            from = span.end;
        }
        level.write(&written.text[from..], None);
        level.flow.source(start, formula_from, false);
        level.is_after_display = is_display;
    }
}

impl Level {
    /// Adds text to the flow; after a formula on a line of its own it begins a new line. Returns the place of its first
    /// character.
    pub(super) fn write(&mut self, text: &str, mark: Option<Mark>) -> u64 {
        if self.is_after_display && !text.trim().is_empty() {
            self.is_after_display = false;
            if !self.flow.text().is_empty() && !self.flow.text().ends_with('\n') {
                self.flow.push("\n", None);
            }
        }
        let start = self.flow.marked.length();
        self.flow.push(text, mark);
        start
    }
}
