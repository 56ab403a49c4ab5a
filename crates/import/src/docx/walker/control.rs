//! Walker, part for content controls (`w:sdt`): the prompt of a control that was not filled in belongs to the form.

use quick_xml::events::BytesStart;

use super::{Frame, Walker};
use crate::docx::look::is_on;
use crate::marked::{Place, legible};

/// Open content control.
pub(super) struct Control {
    start: Place,
    is_prompt: bool,
    /// Whether a control inside it was filled in.
    holds_text: bool,
}

impl Walker<'_> {
    pub(super) fn start_control(&mut self) -> Frame {
        let level = self.level();
        level.controls.push(Control {
            start: level.flow.marked.end(),
            is_prompt: false,
            holds_text: false,
        });
        Frame::Control
    }

    /// Takes in a property of the innermost control.
    pub(super) fn control(&mut self, name: &[u8], start: &BytesStart<'_>) {
        if name == b"showingPlcHdr"
            && let Some(control) = self.level().controls.last_mut()
        {
            control.is_prompt = is_on(start);
        }
    }

    pub(super) fn end_control(&mut self) {
        let level = self.level();
        let Some(control) = level.controls.pop() else {
            return;
        };
        if control.is_prompt && !control.holds_text {
            level.flow.marked.mark_prompt(control.start);
        } else if let Some(outer) = level.controls.last_mut() {
            let own = level.flow.marked.since(control.start);
            outer.holds_text |= control.holds_text || legible(own) > 0;
        }
    }
}
