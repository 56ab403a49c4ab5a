//! Workbooks read back from their XML, by rules of their own and not by the code that writes them.

use std::collections::{BTreeMap, BTreeSet};
use std::io::{Cursor, Read};

use quick_xml::Reader;
use quick_xml::events::{BytesStart, Event};

/// Text as a cell carries it, by the rule and not by our code.
pub(crate) fn carried(text: &str) -> String {
    let shown: String = (text.chars())
        .map(|c| match c {
            '\t' | '\n' => c,
            '\0'..='\u{1f}' => char::from_u32(0x2400 + u32::from(c)).unwrap(),
            '\u{7f}' => '␡',
            '\u{2028}' | '\u{2029}' => '␤',
            '\u{80}'..='\u{9f}'
            | '\u{202a}'..='\u{202e}'
            | '\u{2066}'..='\u{2069}'
            | '\u{fffe}'
            | '\u{ffff}' => '\u{fffd}',
            c => c,
        })
        .collect();
    if shown.encode_utf16().count() <= 32_767 {
        return shown;
    }
    let kept: String = shown.chars().take(32_766).collect();
    kept + "…"
}

/// Sheet read back: cells by row and column, which of them are numbers, links by the cell they are in.
#[derive(Default)]
pub(crate) struct Sheet {
    pub(crate) cells: BTreeMap<(usize, usize), String>,
    pub(crate) numbers: BTreeSet<(usize, usize)>,
    pub(crate) links: BTreeMap<(usize, usize), String>,
}

impl Sheet {
    pub(crate) fn at(&self, row: usize, column: usize) -> &str {
        self.cells.get(&(row, column)).map_or("", String::as_str)
    }

    pub(crate) fn column(&self, heading: &str) -> usize {
        let found = self
            .cells
            .iter()
            .find(|((row, _), text)| *row == 0 && *text == heading);
        found.map_or_else(
            || unreachable!("no column {heading}"),
            |((_, column), _)| *column,
        )
    }

    pub(crate) fn rows(&self) -> usize {
        self.cells.keys().map(|(row, _)| row + 1).max().unwrap_or(0)
    }
}

fn attribute(tag: &BytesStart<'_>, name: &str) -> Option<String> {
    let value = tag
        .attributes()
        .flatten()
        .find(|a| a.key.as_ref() == name.as_bytes())?;
    let text = String::from_utf8(value.value.into_owned()).unwrap();
    Some(quick_xml::escape::unescape(&text).unwrap().into_owned())
}

/// Row and column, from 0, of a cell's name such as `AB12`.
pub(crate) fn place(name: &str) -> (usize, usize) {
    let letters = name.trim_end_matches(|c: char| c.is_ascii_digit());
    let column = letters
        .bytes()
        .fold(0, |n, c| n * 26 + usize::from(c - b'A') + 1);
    (
        name[letters.len()..].parse::<usize>().unwrap() - 1,
        column - 1,
    )
}

/// Undoes `_xHHHH_`, by which a cell's text writes characters.
fn unescaped(text: &str) -> String {
    let mut out = String::new();
    let mut rest = text;
    while let Some(at) = rest.find("_x") {
        let code = rest
            .get(at + 2..at + 6)
            .and_then(|hex| u32::from_str_radix(hex, 16).ok());
        let closed = rest.get(at + 6..at + 7) == Some("_");
        out.push_str(&rest[..at]);
        if let Some(c) = code.and_then(char::from_u32).filter(|_| closed) {
            out.push(c);
            rest = &rest[at + 7..];
        } else {
            out.push_str("_x");
            rest = &rest[at + 2..];
        }
    }
    out + rest
}

/// Parses XML into its events' texts and tags.
fn events(xml: &str, mut on: impl FnMut(&Event<'_>)) {
    let mut reader = Reader::from_str(xml);
    loop {
        match reader.read_event().unwrap() {
            Event::Eof => break,
            event => on(&event),
        }
    }
}

/// Text of an event: characters as they stand, or a reference such as `&amp;`.
fn words(event: &Event<'_>) -> String {
    match event {
        Event::Text(text) => text.decode().unwrap().into_owned(),
        Event::GeneralRef(reference) => {
            let name = reference.decode().unwrap();
            quick_xml::escape::unescape(&format!("&{name};"))
                .unwrap()
                .into_owned()
        }
        _ => String::new(),
    }
}

/// Returns a part of a zip archive such as a docx or xlsx.
pub(crate) fn part(bytes: &[u8], name: &str) -> String {
    let mut zip = zip::ZipArchive::new(Cursor::new(bytes)).unwrap();
    let mut text = String::new();
    zip.by_name(name)
        .unwrap()
        .read_to_string(&mut text)
        .unwrap();
    text
}

/// Reads a workbook's sheets by name, in order; fails on a formula.
pub(crate) fn read(bytes: &[u8]) -> Vec<(String, Sheet)> {
    let part = |name: &str| part(bytes, name);
    let mut names = Vec::new();
    events(&part("xl/workbook.xml"), |event| {
        if let Event::Start(tag) | Event::Empty(tag) = event
            && tag.name().as_ref() == b"sheet"
        {
            names.push(attribute(tag, "name").unwrap());
        }
    });
    let (mut strings, mut inside) = (Vec::new(), false);
    events(&part("xl/sharedStrings.xml"), |event| match event {
        Event::Start(tag) if tag.name().as_ref() == b"t" => {
            strings.push(String::new());
            inside = true;
        }
        Event::End(tag) if tag.name().as_ref() == b"t" => inside = false,
        event if inside => strings.last_mut().unwrap().push_str(&words(event)),
        _ => {}
    });
    let strings: Vec<String> = strings.iter().map(|text| unescaped(text)).collect();
    (1..)
        .zip(names)
        .map(|(number, name)| {
            let xml = part(&format!("xl/worksheets/sheet{number}.xml"));
            (name, sheet(&xml, &strings))
        })
        .collect()
}

fn sheet(xml: &str, strings: &[String]) -> Sheet {
    let mut sheet = Sheet::default();
    let (mut at, mut is_string, mut in_value) = ((0, 0), false, false);
    events(xml, |event| match event {
        Event::Start(tag) | Event::Empty(tag) => match tag.name().as_ref() {
            b"c" => {
                at = place(&attribute(tag, "r").unwrap());
                is_string = attribute(tag, "t").as_deref() == Some("s");
            }
            b"v" => in_value = true,
            b"f" => unreachable!("a formula at {at:?}"),
            b"hyperlink" => {
                let to = attribute(tag, "location").unwrap();
                sheet
                    .links
                    .insert(place(&attribute(tag, "ref").unwrap()), to);
            }
            _ => {}
        },
        Event::End(tag) if tag.name().as_ref() == b"v" => in_value = false,
        event if in_value => {
            let value = words(event);
            let text = if is_string {
                strings[value.parse::<usize>().unwrap()].clone()
            } else {
                sheet.numbers.insert(at);
                value
            };
            sheet.cells.insert(at, text);
        }
        _ => {}
    });
    sheet
}

pub(crate) fn named<'s>(sheets: &'s [(String, Sheet)], name: &str) -> &'s Sheet {
    &sheets.iter().find(|(own, _)| own == name).unwrap().1
}
