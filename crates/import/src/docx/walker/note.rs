//! Identity of footnotes and endnotes, and the references to them.

use quick_xml::events::BytesStart;

use crate::docx::xml::{Space, attribute};

/// Identity of a note: whether it is an endnote, and its id.
pub(super) type NoteId = (bool, String);

/// Returns the note that an element refers to; `None` for other elements.
pub(super) fn note_reference(space: Space, start: &BytesStart<'_>) -> Option<NoteId> {
    let is_endnote = match start.local_name().as_ref() {
        b"footnoteReference" => false,
        b"endnoteReference" => true,
        _ => return None,
    };
    (space == Space::Word).then(|| (is_endnote, attribute(start, b"id").unwrap_or_default()))
}
