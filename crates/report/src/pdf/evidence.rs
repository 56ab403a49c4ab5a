//! Evidence beyond text in the printed report: other documents whose files have distinctive features in common with the
//! document's file, in words only.

use super::content::{Content, Reader};
use super::flow::Flow;
use super::programs::{programs, shared};
use super::style::{BODY, INK, SMALL, Style, WEAK};
use super::text::Rich;
use crate::evidence::{MOST_OTHERS, OTHERS_NOTES, OtherDocument, more_others};
use chachong_check::Origin;

/// Number of other documents whose programs are printed beside this one.
const MOST_PROGRAMS: usize = 3;
/// Indent of the items below the name of a document, in points.
const INDENT: f32 = 14.0;

/// Adds the section; nothing if there is no such evidence.
pub(super) fn evidence(flow: &mut Flow<'_>, content: &Content<'_>) {
    let others = &content.evidence;
    if others.is_empty() {
        return;
    }
    let heading = content.text("html.part-evidence");
    flow.section(&heading);
    for key in OTHERS_NOTES {
        flow.note(&content.text(key));
    }
    let mut programs_left = match content.reader {
        Reader::Student { texts: false } => 0,
        Reader::Teacher | Reader::Student { texts: true } => MOST_PROGRAMS,
    };
    for other in others.iter().take(MOST_OTHERS) {
        entry(flow, content, other);
        let code = shared(content, other.position).filter(|_| programs_left > 0);
        if let Some(code) = code {
            programs_left -= 1;
            programs(flow, content, other.position, code);
        }
        flow.y += 5.0;
        flow.rule();
    }
    if let Some(more) = more_others(others, content.language()) {
        flow.note(&more);
    }
}

fn entry(flow: &mut Flow<'_>, content: &Content<'_>, other: &OtherDocument<'_>) {
    flow.space(4.0);
    flow.need(48.0);
    let mut heading = Rich::of(flow.face, "B  ", Style::bold(BODY, WEAK));
    heading.push(
        flow.face,
        &content.name_of(other.position),
        Style::bold(BODY, INK),
    );
    if other.document.origin == Origin::Library {
        let origin = format!("  {}", content.text("pdf.of-library"));
        heading.push(flow.face, &origin, Style::plain(SMALL, WEAK));
    }
    flow.left(&heading, 0.0, BODY * 1.5);
    for item in &other.items {
        let item = Rich::of(flow.face, &format!("· {item}"), Style::plain(BODY, INK));
        flow.left(&item, INDENT, BODY * 1.5);
    }
}
