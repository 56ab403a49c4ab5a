//! Numbers, positions and names as the printed report writes them.

use chachong_check::{Document, DocumentContent, LIBRARY_PREFIX, Origin};
use chachong_record::RecordField;

/// Maximum length of a name in a table, in characters; a longer one loses its middle.
pub(super) const LONGEST_NAME: usize = 160;

/// Returns the name of a document, without the prefix of library documents, and shortened if very long.
pub(super) fn name(document: &Document) -> String {
    let name = match document.origin {
        Origin::Library => document.name.strip_prefix(LIBRARY_PREFIX),
        Origin::Checked => None,
    };
    shortened(name.unwrap_or(&document.name), LONGEST_NAME)
}

/// Shortens a text of more than `longest` characters to that number, with an ellipsis in place of its middle.
pub(super) fn shortened(text: &str, longest: usize) -> String {
    let count = text.chars().count();
    if count <= longest {
        return text.to_owned();
    }
    let half = longest / 2;
    let begin: String = text.chars().take(half).collect();
    let end: String = text.chars().skip(count + half + 1 - longest).collect();
    format!("{begin}…{end}")
}

/// Returns the title of a document: of its record, else the name of its file without folder and ending.
pub(super) fn title(document: &Document, content: &DocumentContent) -> String {
    stated(content, RecordField::Title).unwrap_or_else(|| {
        let name = name(document);
        let file = name.rsplit('/').next().unwrap_or(&name);
        let stem = file.rsplit_once('.').map_or(file, |(stem, _)| stem);
        (if stem.is_empty() { file } else { stem }).to_owned()
    })
}

/// Returns a field of a document's record, shortened; `None` if the record has none, or only a guess.
pub(super) fn stated(content: &DocumentContent, field: RecordField) -> Option<String> {
    let value = content.record.trusted(field)?.trim();
    (!value.is_empty()).then(|| shortened(value, LONGEST_NAME))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn long_names_are_shortened() {
        assert_eq!(shortened("夜间开放", 4), "夜间开放");
        let long = shortened(&"夜".repeat(400), 160);
        assert_eq!(long.chars().count(), 160);
    }
}
