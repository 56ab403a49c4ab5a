//! Walker, part for content elements: elements that stand for one character, and references to notes.

use quick_xml::events::BytesStart;

use super::note::{NoteId, note_reference};
use super::{Frame, Level, MAXIMUM_LEVELS, Walker};
use crate::docx::symbol;
use crate::docx::xml::{Space, attribute};
use crate::formula::Omml;
use crate::marked::Mark;

impl Walker<'_> {
    /// Handles an element that is a character, or that refers to content elsewhere.
    pub(super) fn content(&mut self, name: &[u8], start: &BytesStart<'_>) {
        match name {
            b"tab" | b"ptab" => self.emit("\t"),
            b"br" | b"cr" => {
                self.emit("\n");
                if attribute(start, b"type").as_deref() == Some("page") {
                    self.on_drawing = 0;
                }
            }
            // The plain hyphen is used because NFKC turns U+2011 into U+2010, which no keyboard types.
            b"noBreakHyphen" => self.emit("-"),
            b"sym" => {
                let get = |name| attribute(start, name).unwrap_or_default();
                if let Some(c) = symbol::character(&get(b"font"), &get(b"char")) {
                    self.emit(c.encode_utf8(&mut [0; 4]));
                }
            }
            b"fldChar" => self.field(attribute(start, b"fldCharType").as_deref()),
            b"footnoteReference" | b"endnoteReference" => {
                if let Some(id) = note_reference(Space::Word, start) {
                    self.note(&id);
                }
            }
            b"altChunk" => {
                let chunk = attribute(start, b"id").and_then(|id| self.around.chunks.remove(&id));
                if let Some(chunk) = chunk {
                    self.progress += 1;
                    self.level().flow.append(chunk);
                }
            }
            // `w:softHyphen` is not a character of the author's; the other elements hold none.
            _ => {}
        }
    }

    pub(super) fn emit(&mut self, text: &str) {
        self.emit_from(text, self.from, false);
    }

    /// Adds text that stands at a byte of the part; `is_text` says whether it is the whole content of a `w:t`.
    pub(super) fn emit_from(&mut self, text: &str, byte: usize, is_text: bool) {
        if text.is_empty() {
            return;
        }
        let sight = self.sight();
        self.on_drawing = self.on_drawing.saturating_sub(text.chars().count());
        self.progress += 1;
        let shown = sight.font.shown(text);
        let is_text = is_text && shown.chars().count() == text.chars().count();
        let text = &*shown;
        let level = self.level();
        if !level.codes.is_empty() {
            level.code(text, sight);
            return;
        }
        let is_kept_free = (level.formula.as_ref()).is_some_and(Omml::is_hidden);
        if !sight.hidden && !is_kept_free {
            if let Some(formula) = &mut level.formula {
                formula.letters(text, sight.unseen.is_some());
            } else {
                let start = level.write(text, sight.unseen.map(Mark::Unseen));
                level.flow.source(start, byte, is_text);
            }
            return;
        }
        // Page numbers of a table of contents are hidden in web view, which has no pages: not hidden from a reader.
        if !(sight.web_hidden && text.chars().all(|c| !c.is_alphabetic())) {
            level.flow.hide(text);
        }
    }

    pub(super) fn note(&mut self, id: &NoteId) {
        self.progress += 1;
        if let Some(mut note) = self.around.notes.remove(id) {
            note.put_away(Some(self.from));
            self.level().flow.wait(note);
        } else {
            self.out.missing_notes += 1;
        }
    }

    pub(super) fn start_note(&mut self, is_endnote: bool, start: &BytesStart<'_>) -> Option<Frame> {
        let kind = attribute(start, b"type");
        // Separator lines above the notes are notes with a type of their own.
        if kind.is_some_and(|kind| kind != "normal") || self.levels.len() >= MAXIMUM_LEVELS {
            return None;
        }
        self.levels.push(Level {
            note: Some((is_endnote, attribute(start, b"id").unwrap_or_default())),
            ..Level::default()
        });
        Some(Frame::Note)
    }

    pub(super) fn end_level(&mut self) {
        if self.levels.len() < 2 {
            return;
        }
        self.end_formula();
        self.end_all_fields();
        let Some(level) = self.levels.pop() else {
            return;
        };
        let mut flow = level.flow;
        flow.settle();
        if let Some(id) = level.note {
            self.out.notes.insert(id, flow);
        } else {
            flow.put_away(None);
            self.level().flow.wait(flow);
        }
    }
}
