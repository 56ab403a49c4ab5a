//! Re-check in the printed report: earlier and present figures, and the fate of each passage in both wordings.

use super::content::Content;
use super::flow::Flow;
use super::style::{ACCENT, BODY, GROUND, INK, Mark, SMALL, Style, WEAK};
use super::text::Rich;
use crate::recheck::DocumentRecheck;
use chachong_check::{RecheckState, RecheckedPassage, RecheckedTexts, WordingPiece};

/// Indent of the wordings, in points.
const INDENT: f32 = 14.0;

/// Adds the section; nothing if the document was compared with no earlier version.
pub(super) fn recheck(flow: &mut Flow<'_>, content: &Content<'_>) {
    let Some(of) = &content.recheck else {
        return;
    };
    let heading = content.text("html.part-recheck");
    flow.section(&heading);
    for line in of.about() {
        flow.note(&line);
    }
    for (name, value) in of.shares() {
        let mut rich = Rich::of(flow.face, &format!("{name}  "), Style::plain(BODY, WEAK));
        rich.push(flow.face, &value, Style::bold(BODY, INK));
        flow.left(&rich, 0.0, BODY * 1.6);
    }
    if of.document.passages.is_empty() {
        flow.paragraph(&content.text("recheck.no-passages"));
        return;
    }
    for (_, words) in of.states() {
        flow.paragraph(&words);
    }
    flow.note(&content.text("recheck.differences"));
    match of.texts() {
        Ok(texts) => {
            for (at, passage) in of.document.passages.iter().enumerate() {
                entry(flow, content, (of, &texts), (at, passage));
            }
        }
        Err(error) => {
            let lost = content
                .language()
                .fill("html.text-lost", &[("detail", &error)]);
            flow.note(&lost);
        }
    }
}

fn entry(
    flow: &mut Flow<'_>,
    content: &Content<'_>,
    (of, texts): (&DocumentRecheck<'_>, &RecheckedTexts),
    (at, passage): (usize, &RecheckedPassage),
) {
    let [state, characters, sources] = of.said_of(passage);
    flow.space(8.0);
    flow.need(72.0);
    let heading = format!("{}. {state}", at + 1);
    let heading = Rich::of(flow.face, &heading, Style::bold(BODY, INK));
    flow.left(&heading, 0.0, BODY * 1.5);
    flow.note(&characters);
    flow.note(&sources);
    let wordings = texts.wordings(passage);
    let differs = wordings.differ() && passage.state != RecheckState::Unchanged;
    let then = std::iter::once(&wordings.then).filter(|pieces| !pieces.is_empty());
    let then = then.map(|pieces| ("recheck.wording-then", pieces));
    let now = wordings
        .now
        .iter()
        .map(|pieces| ("recheck.wording-now", pieces));
    for (key, pieces) in then.chain(now) {
        wording(flow, &content.text(key), pieces, differs);
    }
    flow.y += 4.0;
    flow.rule();
}

/// Adds a wording; what the other one does not have is marked.
fn wording(flow: &mut Flow<'_>, label: &str, pieces: &[WordingPiece], differs: bool) {
    let mut rich = Rich::of(flow.face, &format!("{label}  "), Style::bold(SMALL, WEAK));
    for piece in pieces {
        let mark = (differs && !piece.is_same).then_some(Mark::Filled {
            ground: GROUND,
            line: ACCENT,
        });
        let style = Style {
            mark,
            ..Style::plain(BODY, INK)
        };
        rich.push(flow.face, &piece.text, style);
    }
    flow.left(&rich, INDENT, BODY * 1.55);
}
