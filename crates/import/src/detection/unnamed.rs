//! Decides from the content whether a file without the extension of a document is a document.

use std::io::{self, Read, Seek};
use std::path::Path;

use super::{Detected, TEXT_HEAD};
use crate::bytes::read_at;
use crate::{Format, encoding, prose};

/// Names of texts that programs and their licences bring along, in lower case without an ending: nobody's work.
const NOT_WORK: &str = "license licence copying copyright notice patents authors contributors maintainers codeowners owners changelog \
    changes install todo version manifest record metadata wheel unlicense thanks credits contributing history news";
/// Maximum length of an extension in characters; a longer one is part of the name.
const LONGEST_ENDING: usize = 10;

/// Returns the format of a file whose name has no ending of a document: that which its content shows; for text, that of
/// an earlier ending (`论文.txt.bak`), or plain text if the name has no ending and the text is prose. `None` for pictures
/// and for what is no document.
pub(crate) fn unnamed_format<C: Read + Seek>(
    path: &Path,
    content: &mut C,
) -> io::Result<Option<Format>> {
    let name = path.file_name().unwrap_or_default().to_string_lossy();
    Ok(match Detected::of(content)? {
        // Pictures are documents where a person says so, by their endings.
        Detected::Format(Format::Image) => None,
        Detected::Format(format) => Some(format),
        Detected::Text => match inner_format(&name).filter(|&format| is_text(format)) {
            Some(format) => Some(format),
            // A copy that an editor or browser made of a source file is none of its own.
            None if has_ending(&name) || inner_format(&name).is_some() || is_not_work(&name) => {
                None
            }
            None => is_prose(content)?.then_some(Format::Txt),
        },
        _ => None,
    })
}

/// Whether files of a format are text without marks, so that only their names say it.
const fn is_text(format: Format) -> bool {
    matches!(
        format,
        Format::Txt | Format::Markdown | Format::Html | Format::Tex | Format::Csv
    )
}

/// Returns the format that an earlier ending of a name says (`论文.docx.download`, `读我.txt(1)`); `None` if there is none.
pub(crate) fn inner_format(name: &str) -> Option<Format> {
    let (_, rest) = name.split_once('.')?;
    rest.rsplit('.').find_map(|piece| {
        let ending: String = (piece.chars())
            .take_while(char::is_ascii_alphanumeric)
            .collect();
        Format::of(Path::new(&format!("x.{ending}")))
    })
}

/// Returns whether a name has an extension: a dot followed by at most ten ASCII letters, digits, `~`, `_` and `-`, with
/// at least one letter.
fn has_ending(name: &str) -> bool {
    name.rsplit_once('.').is_some_and(|(stem, ending)| {
        !stem.is_empty()
            && ending.len() <= LONGEST_ENDING
            && ending
                .chars()
                .all(|c| c.is_ascii_alphanumeric() || matches!(c, '~' | '_' | '-'))
            && ending.chars().any(|c| c.is_ascii_alphabetic())
    })
}

fn is_not_work(name: &str) -> bool {
    let lower = name.to_lowercase();
    NOT_WORK.split(' ').any(|known| {
        lower
            .strip_prefix(known)
            .is_some_and(|rest| !rest.starts_with(char::is_alphanumeric))
    })
}

/// Whether the beginning of a text is that of prose.
fn is_prose<C: Read + Seek>(content: &mut C) -> io::Result<bool> {
    let head = read_at(content, 0, TEXT_HEAD as u64)?;
    Ok(prose::is_prose(&encoding::decode(head).text))
}
