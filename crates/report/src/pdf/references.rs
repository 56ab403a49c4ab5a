//! References in the printed report: what libraries know about the entries, with the remarks on them.

use super::content::Content;
use super::flow::{Align, Flow};
use super::sheets::Role;
use super::style::{BODY, INK, LEFT, Style, WIDTH};
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
        flow.begin(Role::Paragraph);
        let line = Rich::of(flow.face, &entry.line, Style::plain(BODY, INK));
        flow.lines_of(&line, LEFT, WIDTH, Align::Left, BODY * 1.5);
        for one in entry.remarks.iter().chain(&entry.lookup) {
            flow.note(one);
        }
    }
    for one in &said.not_listed {
        flow.note(one);
    }
}
