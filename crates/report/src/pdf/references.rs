//! References in the printed report: what libraries know about the entries, with the remarks on them.

use super::content::Content;
use super::flow::Flow;
use super::style::{BODY, INK, Style};
use super::text::Rich;

/// Adds the section; nothing if references were not looked up.
pub(super) fn references(flow: &mut Flow<'_>, content: &Content<'_>) {
    let Some(said) = &content.references else {
        return;
    };
    let heading = content.text("html.part-references");
    flow.section(&heading);
    for one in &said.about {
        flow.note(one);
    }
    for entry in &said.entries {
        flow.space(4.0);
        let line = Rich::of(flow.face, &entry.line, Style::plain(BODY, INK));
        flow.left(&line, 0.0, BODY * 1.5);
        for one in entry.remarks.iter().chain(&entry.lookup) {
            flow.note(one);
        }
    }
    for one in &said.not_listed {
        flow.note(one);
    }
}
