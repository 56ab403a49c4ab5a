//! A passage of one document as text with its place, for a report or a letter. Knows nothing of egui.

use super::labels::shown_name;
use super::passage_text::{Kind, Loaded, Paragraph};
use super::state::State;

/// The text of one side of the passage that is shown, in quotation marks, with the document and the place; `None` until it is
/// loaded.
pub(super) fn cited(state: &State, loaded: &Loaded, side: usize, place: &str) -> Option<String> {
    let sides = loaded.sides.as_ref().ok()?;
    let document = state.documents.get(loaded.document(side))?;
    let language = state.language;
    Some(language.fill(
        "passages.cited",
        &[
            ("text", &plain(sides.get(side)?)),
            ("name", &shown_name(document, language)),
            ("place", &place),
        ],
    ))
}

/// What a reader of the print sees: without running heads and unseen text.
fn plain(paragraphs: &[Paragraph]) -> String {
    let text = |paragraph: &Paragraph| -> String {
        let seen = (paragraph.pieces.iter()).filter(|piece| piece.look.kind != Kind::PassedOver);
        seen.map(|piece| piece.text.as_str()).collect()
    };
    let lines: Vec<String> = paragraphs.iter().map(text).collect();
    lines.join("\n").trim().to_owned()
}
