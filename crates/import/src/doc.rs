//! Reader for Word 97 to 2003 files (.doc, .dot, most .wps): an OLE2 container (crate `cfb`) whose piece table tells
//! where the text is (specification: MS-DOC).
//!
//! Formatting is not read, so hidden text and tracked deletions are included in the text.

use std::io::{Cursor, Read};
use std::path::PathBuf;

use cfb::CompoundFile;
use encoding_rs::{UTF_16LE, WINDOWS_1252};

use super::docx::embedded;
use super::field::{self, Values};
use super::marked::Marked;
use super::{Extracted, Format, ImportCause, Warning, pictured_pages};

/// `FibBase.nFib` of Word 97, the first version with this layout.
const WORD_97: u16 = 193;
/// Flags of `FibBase` at offset 10: the file is encrypted; the piece table is in the stream `1Table`.
const ENCRYPTED: u16 = 0x0100;
const TABLE_STREAM_1: u16 = 0x0200;
/// Offsets in the file information block, in bytes: the stories' character counts, and the position of the piece
/// table.
const COUNTS: usize = 0x4C;
const CLX: usize = 0x1A2;
/// Maximum length of all stories, in UTF-16 units: pieces may share their bytes, so a small file may claim any length.
const MAXIMUM_CHARACTERS: usize = 64 << 20;
/// Maximum number of objects that are looked at.
const MOST_OBJECTS: usize = 1_000;

/// Kind of a story, one of the parts in which a Word document stores its text. `STORIES` lists them in the document's
/// order; the file information block counts the characters of each.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Story {
    Text,
    RunningHead,
    /// Comments and macros, which are not part of the thesis.
    Other,
}

const STORIES: [Story; 8] = [
    Story::Text,        // main text
    Story::Text,        // footnotes
    Story::RunningHead, // headers and footers
    Story::Other,       // macros
    Story::Other,       // comments
    Story::Text,        // endnotes
    Story::Text,        // text boxes
    Story::RunningHead, // text boxes in headers
];
const MAIN: usize = 0;
const FOOTNOTES: usize = 1;
const ENDNOTES: usize = 5;

/// Character in place of a note's number, where the text refers to it and before the note.
const NOTE: u16 = 2;
/// Characters that end a paragraph: the paragraph mark, and the end of a table cell.
const PARAGRAPH: u16 = 0x0D;
const CELL: u16 = 0x07;

pub(super) fn read(bytes: &[u8]) -> Result<Extracted, ImportCause> {
    let damaged = |error: std::io::Error| ImportCause::damaged(&error);
    let mut container = CompoundFile::open(Cursor::new(bytes)).map_err(damaged)?;
    if container.exists("/EncryptedPackage") {
        return Err(ImportCause::Encrypted);
    }
    if !container.is_stream("/WordDocument") {
        return Err(ImportCause::wrong(Format::Doc));
    }
    let main = stream(&mut container, "/WordDocument").map_err(damaged)?;
    let flags = u16_at(&main, 10).ok_or_else(cut)?;
    if u16_at(&main, 2).ok_or_else(cut)? < WORD_97 {
        return Err(ImportCause::NotSupported);
    }
    if flags & ENCRYPTED != 0 {
        return Err(ImportCause::Encrypted);
    }
    let table = if flags & TABLE_STREAM_1 == 0 {
        "/0Table"
    } else {
        "/1Table"
    };
    let table = stream(&mut container, table).map_err(damaged)?;
    let mut counts = [0; STORIES.len()];
    for (i, count) in counts.iter_mut().enumerate() {
        *count = u32_at(&main, COUNTS + 4 * i).ok_or_else(cut)? as usize;
    }
    let units = pieces(&main, &table, counts.iter().sum())?;
    let mut extracted = lay_out(&units, counts);
    let names = placed(&mut container);
    extracted.warnings.extend(Warning::embedded(names));
    // Pictures in a line are in a stream of their own, those that float in the main one.
    let pictures = stream(&mut container, "/Data").unwrap_or_default();
    let sizes = [&main, &pictures].map(|data| pictured_pages::within(data));
    pictured_pages::tell(&mut extracted, sizes.concat());
    Ok(extracted)
}

/// Returns the names of the documents that were placed as objects.
fn placed(container: &mut CompoundFile<Cursor<&[u8]>>) -> Vec<String> {
    let Ok(objects) = container.read_storage("/ObjectPool") else {
        return Vec::new();
    };
    let objects = objects.filter(cfb::Entry::is_storage).take(MOST_OBJECTS);
    let objects: Vec<PathBuf> = objects.map(|object| object.path().to_owned()).collect();
    (objects.iter())
        .filter_map(|object| embedded::document_in_storage(container, object))
        .collect()
}

/// Returns the cause of a file that lacks the table of its pieces, or a part of it.
fn cut() -> ImportCause {
    ImportCause::damaged(&"DOC")
}

fn stream(container: &mut CompoundFile<Cursor<&[u8]>>, name: &str) -> std::io::Result<Vec<u8>> {
    let mut bytes = Vec::new();
    container.open_stream(name)?.read_to_end(&mut bytes)?;
    Ok(bytes)
}

fn u16_at(bytes: &[u8], at: usize) -> Option<u16> {
    let two = bytes.get(at..at.checked_add(2)?)?;
    Some(u16::from_le_bytes(two.try_into().ok()?))
}

fn u32_at(bytes: &[u8], at: usize) -> Option<u32> {
    let four = bytes.get(at..at.checked_add(4)?)?;
    Some(u32::from_le_bytes(four.try_into().ok()?))
}

/// Returns the UTF-16 units of all stories, in order. Clearly more than `wanted` units are an error.
fn pieces(main: &[u8], table: &[u8], wanted: usize) -> Result<Vec<u16>, ImportCause> {
    let start = u32_at(main, CLX).ok_or_else(cut)? as usize;
    let length = u32_at(main, CLX + 4).ok_or_else(cut)? as usize;
    let mut clx = start
        .checked_add(length)
        .and_then(|end| table.get(start..end))
        .ok_or_else(cut)?;
    // Property changes of fast-saved files come before the piece table.
    while let [1, low, high, rest @ ..] = clx {
        let length = usize::from(u16::from_le_bytes([*low, *high]));
        clx = rest.get(length..).ok_or_else(cut)?;
    }
    let [2, _, _, _, _, plc @ ..] = clx else {
        return Err(cut());
    };
    let count = plc.len().saturating_sub(4) / 12;
    let limit = wanted.saturating_add(count + 8).min(MAXIMUM_CHARACTERS);
    let mut units: Vec<u16> = Vec::new();
    for i in 0..count {
        let from = u32_at(plc, 4 * i).ok_or_else(cut)?;
        let to = u32_at(plc, 4 * (i + 1)).ok_or_else(cut)?;
        let place = u32_at(plc, 4 * (count + 1) + 8 * i + 2).ok_or_else(cut)?;
        let length = to.checked_sub(from).ok_or_else(cut)? as usize;
        if units.len().saturating_add(length) > limit {
            return Err(cut());
        }
        let (compressed, offset) = (place & 0x4000_0000 != 0, (place & 0x3FFF_FFFF) as usize);
        if compressed {
            let bytes = main.get(offset / 2..).and_then(|rest| rest.get(..length));
            let text = WINDOWS_1252
                .decode_without_bom_handling(bytes.ok_or_else(cut)?)
                .0;
            units.extend(text.encode_utf16());
        } else {
            let bytes = main.get(offset..).and_then(|rest| rest.get(..2 * length));
            let pairs = bytes.ok_or_else(cut)?.chunks_exact(2);
            units.extend(pairs.map(|pair| u16::from_le_bytes([pair[0], pair[1]])));
        }
    }
    Ok(units)
}

/// Joins the stories into one text, with notes behind the paragraphs that refer to them, and with headers and footers last; running heads
/// in them are excluded.
fn lay_out(units: &[u16], counts: [usize; STORIES.len()]) -> Extracted {
    let mut rest = units;
    let mut stories = counts.map(|count| {
        let (own, after) = rest.split_at(count.min(rest.len()));
        rest = after;
        own
    });
    let placed = match (stories[FOOTNOTES], stories[ENDNOTES]) {
        (notes, []) | ([], notes) => with_notes(stories[MAIN], notes),
        // Nothing in the text tells a reference to a footnote from one to an endnote.
        _ => None,
    };
    if let Some(whole) = &placed {
        stories[MAIN] = whole;
        stories[FOOTNOTES] = &[];
        stories[ENDNOTES] = &[];
    }
    let (mut text, mut heads) = (String::new(), String::new());
    for (story, own) in STORIES.into_iter().zip(stories) {
        match story {
            Story::Text => append_story(&mut text, own),
            Story::RunningHead => append_story(&mut heads, own),
            Story::Other => {}
        }
    }
    let mut marked = Marked::default();
    marked.push(&text, None);
    if !heads.trim().is_empty() {
        marked.push_heads(&heads);
    }
    let mut extracted = marked.extracted();
    if text.trim().is_empty() {
        extracted.warnings = vec![Warning::NoText];
    }
    extracted
}

/// Returns the main text with each note behind the paragraph that refers to it; `None` unless the text has as many references as there
/// are notes.
fn with_notes(main: &[u16], notes: &[u16]) -> Option<Vec<u16>> {
    let mut pieces = notes.split(|&unit| unit == NOTE);
    // Text before the first such character is a note with a mark that the author chose, such as an asterisk.
    if pieces.next().is_none_or(|before| !before.is_empty()) {
        return None;
    }
    let references = main.iter().filter(|&&unit| unit == NOTE).count();
    if references == 0 || pieces.clone().count() != references {
        return None;
    }
    let mut whole = Vec::with_capacity(main.len() + notes.len());
    let mut open = 0;
    let is_closed = main.last() == Some(&PARAGRAPH);
    let closing: &[u16] = if is_closed { &[] } else { &[PARAGRAPH] };
    for &unit in main.iter().chain(closing) {
        whole.push(unit);
        open += usize::from(unit == NOTE);
        if matches!(unit, PARAGRAPH | CELL) {
            for note in pieces.by_ref().take(std::mem::take(&mut open)) {
                let end = note.iter().rposition(|&unit| unit != PARAGRAPH);
                whole.extend(&note[..end.map_or(0, |end| end + 1)]);
                whole.push(PARAGRAPH);
            }
        }
    }
    Some(whole)
}

/// Open field of a story.
struct StoryField {
    is_code: bool,
    code: String,
    /// Where the stored result begins in the text, in bytes.
    result: usize,
}

/// Appends a story. Of a field (page number, link, table of contents) only the result is text, not the instruction; a
/// field without a stored result (an enclosed character) shows what its instruction says.
fn append_story(out: &mut String, units: &[u16]) {
    let mut fields: Vec<StoryField> = Vec::new();
    // Those whose instruction is being read, by their place in `fields`.
    let mut codes: Vec<usize> = Vec::new();
    let none = Values::new();
    let bytes: Vec<u8> = units.iter().flat_map(|unit| unit.to_le_bytes()).collect();
    for c in UTF_16LE.decode_without_bom_handling(&bytes).0.chars() {
        match c {
            '\u{13}' => {
                codes.push(fields.len());
                fields.push(StoryField {
                    is_code: true,
                    code: String::new(),
                    result: out.len(),
                });
            }
            '\u{14}' => {
                if let Some(field) = fields.last_mut() {
                    if std::mem::take(&mut field.is_code) {
                        codes.pop();
                    }
                    field.result = out.len();
                }
            }
            '\u{15}' => {
                let Some(field) = fields.pop() else {
                    continue;
                };
                if field.is_code {
                    codes.pop();
                }
                let is_stored = !field.is_code && !out[field.result..].trim().is_empty();
                if let Some(shown) = field::shown(&field.code, &none).filter(|_| !is_stored) {
                    match codes.last().and_then(|&at| fields.get_mut(at)) {
                        Some(outer) => outer.code.push_str(&shown.text),
                        None => out.push_str(&shown.text),
                    }
                }
            }
            c if !codes.is_empty() => {
                if let Some(open) = codes.last().and_then(|&at| fields.get_mut(at)) {
                    open.code.push(c);
                }
            }
            '\r' | '\u{B}' | '\u{C}' | '\u{E}' => out.push('\n'),
            // End of a table cell; the end of a row follows that of its last cell and adds no line.
            '\u{7}' => {
                if !out.ends_with('\n') {
                    out.push('\n');
                }
            }
            '\u{1E}' => out.push('\u{2011}'),
            '\u{1F}' => out.push('\u{AD}'),
            '\t' => out.push('\t'),
            // Pictures, references to notes and comments, other marks.
            '\0'..='\u{1F}' => {}
            c => out.push(c),
        }
    }
    if !out.is_empty() && !out.ends_with('\n') {
        out.push('\n');
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::detection::OLE2;
    use proptest::prelude::*;

    fn story(text: &str) -> String {
        let mut out = String::new();
        append_story(&mut out, &text.encode_utf16().collect::<Vec<_>>());
        out
    }

    #[test]
    fn placed_documents_are_named() {
        let mut made = CompoundFile::create(Cursor::new(Vec::<u8>::new())).unwrap();
        for (stream, content) in [
            ("_1/Package", b"{\\rtf1 x}".as_slice()),
            ("_2/WordDocument", b"x".as_slice()),
            ("_3/Equation Native", b"x".as_slice()),
        ] {
            let path = std::path::Path::new("/ObjectPool").join(stream);
            made.create_storage_all(path.parent().unwrap()).unwrap();
            let mut stream = made.create_stream(path).unwrap();
            std::io::Write::write_all(&mut stream, content).unwrap();
            std::io::Write::flush(&mut stream).unwrap();
        }
        made.flush().unwrap();
        let bytes = made.into_inner().into_inner();
        let mut container = CompoundFile::open(Cursor::new(bytes.as_slice())).unwrap();
        assert_eq!(placed(&mut container), ["_1", "_2"]);
    }

    #[test]
    fn fields_give_their_results() {
        assert_eq!(
            story("见\u{13}HYPERLINK \"x\"\u{14}网站\u{15}。\r"),
            "见网站。\n"
        );
        assert_eq!(
            story("\u{13}TOC \u{13}PAGE\u{14}3\u{15}\u{14}目录\u{13}PAGEREF\u{14}7\u{15}\u{15}"),
            "目录7\n"
        );
        // Fields without a stored result show what their instructions say.
        assert_eq!(
            story(
                "带圈的\u{13} eq \\o\\ac(○,注)\u{15}字，\u{13}QUOTE \"\u{13}EQ \\x(内)\u{15}外\"\u{14}\u{15}完"
            ),
            "带圈的注字，内外完\n"
        );
        // Field ends and separators without a beginning.
        assert_eq!(story("甲\u{15}\u{14}乙\u{1E}丙\u{2}"), "甲乙\u{2011}丙\n");
    }

    #[test]
    fn notes_stand_behind_the_paragraphs_that_refer_to_them() {
        let lay = |main: &str, notes: &str, endnotes: &str| {
            let stories = [main, notes, endnotes].map(|story| story.encode_utf16().collect());
            let stories: [Vec<u16>; 3] = stories;
            let mut counts = [0; STORIES.len()];
            for (index, story) in [MAIN, FOOTNOTES, ENDNOTES].into_iter().zip(&stories) {
                counts[index] = story.len();
            }
            lay_out(&stories.concat(), counts).text
        };
        let (main, notes) = (
            "甲\u{2}乙\u{2}\r丙\r格\u{2}\u{7}\u{7}丁\r",
            "\u{2} 一\r续\r\u{2} 二\r\u{2} 三\r\r",
        );
        let placed = "甲乙\n 一\n续\n 二\n丙\n格\n 三\n丁\n";
        assert_eq!(lay(main, notes, ""), placed);
        assert_eq!(lay(main, "", notes), placed);
        // With another number of notes than references, they stand at the end.
        assert_eq!(
            lay("甲\u{2}\r乙\r", "\u{2}一\r*二\r\u{2}三\r", ""),
            "甲\n乙\n一\n*二\n三\n"
        );
        assert_eq!(
            lay("甲\u{2}\u{2}\r", "\u{2}一\r", "\u{2}二\r"),
            "甲\n一\n二\n"
        );
    }

    #[test]
    fn a_long_paragraph_in_a_header_is_text() {
        let long = "页眉里的一整段正文".repeat(14);
        let (main, heads) = ("正文\r", format!("某某大学\r{long}\r第 1 页\r"));
        let units: Vec<u16> = main.encode_utf16().chain(heads.encode_utf16()).collect();
        let mut counts = [0; STORIES.len()];
        (counts[0], counts[2]) = (3, units.len() - 3);
        let got = lay_out(&units, counts);
        assert_eq!(got.text, format!("正文\n某某大学\n{long}\n第 1 页\n"));
        assert_eq!(got.spans(), [(3, 8), (135, 141)]);
    }

    #[test]
    fn what_is_no_word_file_says_so() {
        assert!(matches!(read(OLE2), Err(ImportCause::Damaged { .. })));
        let mut container = CompoundFile::create(Cursor::new(Vec::<u8>::new())).unwrap();
        container.create_stream("/Workbook").unwrap();
        let bytes = container.into_inner().into_inner();
        assert_eq!(read(&bytes), Err(ImportCause::wrong(Format::Doc)));
        let mut container = CompoundFile::create(Cursor::new(Vec::<u8>::new())).unwrap();
        container.create_stream("/EncryptedPackage").unwrap();
        let bytes = container.into_inner().into_inner();
        assert_eq!(read(&bytes), Err(ImportCause::Encrypted));
    }

    #[test]
    fn the_flags_of_the_first_block_are_heeded() {
        let with = |version: u16, flags: u16| {
            let mut container = CompoundFile::create(Cursor::new(Vec::<u8>::new())).unwrap();
            let mut block = vec![0; 1024];
            block[2..4].copy_from_slice(&version.to_le_bytes());
            block[10..12].copy_from_slice(&flags.to_le_bytes());
            let mut stream = container.create_stream("/WordDocument").unwrap();
            std::io::Write::write_all(&mut stream, &block).unwrap();
            drop(stream);
            read(&container.into_inner().into_inner())
        };
        assert_eq!(with(104, 0), Err(ImportCause::NotSupported));
        assert_eq!(with(193, ENCRYPTED), Err(ImportCause::Encrypted));
        assert!(matches!(with(193, 0), Err(ImportCause::Damaged { .. })));
    }

    proptest! {
        #[test]
        fn no_piece_table_harms_it(
            main in prop::collection::vec(any::<u8>(), 0x1AA..0x300),
            table in prop::collection::vec(any::<u8>(), 0..200),
            wanted in 0..1000_usize,
        ) {
            let mut main = main;
            main[CLX..CLX + 4].fill(0);
            main[CLX + 4..CLX + 8].copy_from_slice(&u32::try_from(table.len()).unwrap().to_le_bytes());
            let _ = pieces(&main, &table, wanted);
            let mut table = table;
            if let Some(first) = table.first_mut() {
                *first = 2;
            }
            let _ = pieces(&main, &table, wanted);
        }
    }
}
