//! Reads text boxes and shapes on spreadsheets, which the reader of cells leaves out, and the names of documents placed there.

use std::ffi::OsStr;
use std::path::Path;

use quick_xml::events::Event;

use super::ImportCause;
use super::docx::embedded;
use super::docx::package::{Left, Package, readable};
use super::docx::xml::{Xml, attribute, text_of};
use super::slides::{Part, drawing};

/// Texts beside the cells of a book.
#[derive(Default)]
pub(super) struct Boxes {
    /// Paragraphs of all boxes.
    pub(super) lines: Vec<String>,
    /// Names of the documents that were placed on the sheets.
    pub(super) embedded: Vec<String>,
}

/// Reads the boxes of an xlsx file.
pub(super) fn of_xlsx(bytes: &[u8]) -> Result<Boxes, ImportCause> {
    let mut package = Package::open(bytes, Left::of(bytes.len()))?;
    let mut boxes = Boxes::default();
    for part in package.names() {
        let lower = part.to_lowercase();
        if Path::new(&lower).extension() != Some(OsStr::new("xml")) {
            continue;
        }
        if lower.starts_with("xl/drawings/") {
            let xml = readable(package.xml(&part))?.unwrap_or_default();
            let text = drawing(&xml, Part::Diagram).into_text();
            boxes.lines.extend(text.lines().map(str::to_owned));
        } else if lower.starts_with("xl/worksheets/") {
            let relations = readable(package.relations(&part))?;
            let names = embedded::names(&mut package, &relations);
            boxes.embedded.extend(readable(names)?);
        }
    }
    Ok(boxes)
}

/// Reads the boxes of an ods file.
pub(super) fn of_ods(bytes: &[u8]) -> Result<Boxes, ImportCause> {
    let mut package = Package::open(bytes, Left::of(bytes.len()))?;
    let xml = package.xml("content.xml")?.unwrap_or_default();
    Ok(Boxes {
        lines: lines(&xml),
        embedded: Vec::new(),
    })
}

/// Returns the paragraphs in the shapes of an `OpenDocument` sheet. Those in a cell of text are left out: the reader of cells
/// takes them for its text.
fn lines(xml: &str) -> Vec<String> {
    let (mut lines, mut line) = (Vec::new(), String::new());
    let (mut shapes, mut paragraphs, mut is_read) = (0_usize, 0_usize, false);
    let mut reader = Xml::new(xml);
    // Of a broken part everything before the break counts.
    while let Ok((_, event)) = reader.next() {
        let is_shown = shapes > 0 && paragraphs > 0 && !is_read;
        match event {
            Event::Eof => break,
            Event::Start(start) => match start.local_name().as_ref() {
                b"table-cell" => {
                    is_read = attribute(&start, b"value-type").as_deref() == Some("string");
                }
                b"text-box" | b"custom-shape" => shapes += 1,
                b"p" => paragraphs += 1,
                b"s" | b"tab" if is_shown => line.push(' '),
                _ => {}
            },
            Event::End(end) => match end.local_name().as_ref() {
                b"table-cell" => is_read = false,
                b"text-box" | b"custom-shape" => shapes = shapes.saturating_sub(1),
                b"p" => {
                    paragraphs = paragraphs.saturating_sub(1);
                    if !line.trim().is_empty() {
                        lines.push(line.trim().to_owned());
                    }
                    line.clear();
                }
                _ => {}
            },
            text if is_shown => line.extend(text_of(&text)),
            _ => {}
        }
    }
    lines
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::docx::sample::package;

    #[test]
    fn boxes_on_sheets_have_text() {
        let shape = "<xdr:wsDr><xdr:sp><xdr:txBody><a:p><a:r><a:t>甲&amp;</a:t></a:r></a:p><a:p><a:r><a:t>乙</a:t></a:r></a:p>\
            </xdr:txBody></xdr:sp></xdr:wsDr>";
        let book = package(&[("xl/drawings/drawing1.xml", shape)]);
        assert_eq!(of_xlsx(&book).unwrap().lines, ["甲&", "乙"]);
        // A broken drawing costs itself only.
        let mut broken = book;
        let sum = broken.windows(4).rposition(|part| part == b"PK\x01\x02");
        broken[sum.unwrap() + 16] ^= 1;
        assert!(of_xlsx(&broken).unwrap().lines.is_empty());
        let content = "<x><table:table-cell office:value-type=\"string\"><text:p>格</text:p><draw:custom-shape><text:p>中</text:p>\
            </draw:custom-shape></table:table-cell><table:table-cell><draw:custom-shape><text:p>甲&amp;<text:span>乙</text:span></text:p>\
            <svg:desc>图</svg:desc></draw:custom-shape></table:table-cell><table:shapes><draw:frame><draw:text-box><text:p>丙</text:p>\
            </draw:text-box></draw:frame></table:shapes></x>";
        let book = package(&[("content.xml", content)]);
        assert_eq!(of_ods(&book).unwrap().lines, ["甲&乙", "丙"]);
    }
}
