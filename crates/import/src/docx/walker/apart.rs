//! Walker, part for text of drawings that does not stand in paragraphs: letters along a line (`WordArt`), diagrams, charts,
//! and documents placed as objects.

use quick_xml::events::BytesStart;

use super::{Flow, Walker};
use crate::docx::xml::attribute;
use crate::marked::Mark;
use crate::sight::Unseen;

impl Walker<'_> {
    /// Reads the letters that a shape of an older program draws.
    pub(super) fn text_path(&mut self, start: &BytesStart<'_>) {
        let is_off = attribute(start, b"on").is_some_and(|on| on.starts_with('f'));
        let text = attribute(start, b"string").filter(|text| !is_off && !text.trim().is_empty());
        if let Some(text) = text {
            let mut flow = Flow::default();
            let line: Vec<&str> = text.split_whitespace().collect();
            flow.push(&line.join(" "), None);
            flow.settle();
            self.put_apart(flow);
        }
    }

    /// Handles the element that shows a diagram, a chart or an object: its text is in another part.
    pub(super) fn part_apart(&mut self, name: &[u8], start: &BytesStart<'_>) {
        let key: &[u8] = if name == b"relIds" { b"dm" } else { b"id" };
        let Some(id) = attribute(start, key) else {
            return;
        };
        if name == b"OLEObject" {
            // Of an object that is shown as an icon nobody sees the text.
            if attribute(start, b"DrawAspect").as_deref() == Some("Icon") {
                return;
            }
            let object = self.around.objects.get_mut(&id);
            if let Some(flow) = object.and_then(|object| object.flow.take()) {
                self.around.objects.remove(&id);
                self.put_apart(flow);
            }
        } else if let Some(flow) = self.around.drawings.remove(&id) {
            self.put_apart(flow);
        }
    }

    /// Puts text after the paragraph of its drawing, which may be hidden or outside the page.
    fn put_apart(&mut self, flow: Flow) {
        self.progress += 1;
        let sight = self.sight();
        let shape = self.shapes.last().copied().unwrap_or_default();
        let is_hidden =
            sight.hidden || shape.is_hidden || self.anchors.iter().any(|anchor| anchor.is_hidden);
        let is_outside = shape.is_outside || self.anchors.iter().any(|anchor| anchor.is_outside);
        let mut shown = Flow::default();
        if is_hidden {
            shown.hide(flow.text());
        } else if is_outside {
            shown.push(flow.text(), Some(Mark::Unseen(Unseen::Outside)));
        } else {
            shown = flow;
        }
        self.level().flow.wait(shown);
    }
}
