//! Detects formats that are text with markup: XML by its root element, HTML pages, MIME messages, notebooks, LaTeX.

use std::borrow::Cow;
use std::io::{self, Read, Seek};

use encoding_rs::{UTF_16BE, UTF_16LE};
use quick_xml::NsReader;
use quick_xml::events::{BytesStart, Event};
use quick_xml::name::ResolveResult;

use super::{Detected, UnreadFormat};
use crate::Format;
use crate::bytes::read_end;
use crate::docx::xml::attribute;
use crate::prose;

/// Number of bytes at the end of a notebook that hold the number of its format.
const TAIL: u64 = 2 << 10;
/// Number of bytes at the start of a file with a word processor's ending in which a page may begin.
const PAGE_WITHIN: usize = 1024;
/// Minimum share of the visible characters, in per cent, that stand in tags in a part of a page. A text about pages
/// that begins with a tag has far fewer.
const FRAGMENT_PERCENT: u64 = 20;

const WORD_2003: &[u8] = b"http://schemas.microsoft.com/office/word/2003/wordml";
const PACKAGE: &[u8] = b"http://schemas.microsoft.com/office/2006/xmlPackage";
const WORD: [&[u8]; 2] = [
    b"http://schemas.openxmlformats.org/wordprocessingml/2006/main",
    b"http://purl.oclc.org/ooxml/wordprocessingml/main",
];
const OPEN_DOCUMENT: &[u8] = b"urn:oasis:names:tc:opendocument:xmlns:office:1.0";
const SPREADSHEET: &[u8] = b"urn:schemas-microsoft-com:office:spreadsheet";

/// Elements with which a part of a page begins.
const FIRST_ELEMENTS: &str = "html head body meta title style link script div p span table tbody tr td h1 h2 h3 h4 h5 h6 ul ol font center \
    b br section article main header blockquote";

/// Detects the format of a text with markup. `head` is its beginning. `None` if it has no markup.
pub(super) fn detect<C: Read + Seek>(head: &[u8], content: &mut C) -> io::Result<Option<Detected>> {
    let text = text_of(head);
    let text = text.trim_start_matches(['\u{FEFF}', ' ', '\t', '\r', '\n']);
    if text.starts_with("{\\rtf") {
        return Ok(Some(Detected::Format(Format::Rtf)));
    }
    if text.starts_with('<') {
        return Ok(of_element(text));
    }
    if text.starts_with('{') {
        return Ok(is_notebook(text, content)?.then_some(Detected::Format(Format::Notebook)));
    }
    if is_message(text) {
        return Ok(Some(Detected::Format(Format::Mhtml)));
    }
    Ok(is_tex(text).then_some(Detected::Format(Format::Tex)))
}

/// Decodes the beginning of a file as far as marks go, which are ASCII in all encodings but those of two bytes.
fn text_of(head: &[u8]) -> Cow<'_, str> {
    let wide = match head {
        [0xFF, 0xFE, ..] | [b'<' | b'{', 0, ..] => Some(UTF_16LE),
        [0xFE, 0xFF, ..] | [0, b'<' | b'{', ..] => Some(UTF_16BE),
        _ => None,
    };
    wide.map_or_else(
        || String::from_utf8_lossy(head),
        |encoding| encoding.decode_without_bom_handling(head).0,
    )
}

/// Detects the format of a text that begins with an element or declaration; `None` if that shows none.
fn of_element(text: &str) -> Option<Detected> {
    let is_declared = text.starts_with("<?xml") || text.starts_with("<?mso-application");
    let body = after_comments(text);
    let lower: String = body
        .chars()
        .take(2048)
        .collect::<String>()
        .to_ascii_lowercase();
    if lower.starts_with("<!doctype html") || (!is_declared && is_page_start(&lower)) {
        return Some(Detected::Format(Format::Html));
    }
    if let Some(detected) = of_root(text, is_declared) {
        return Some(detected);
    }
    is_declared.then_some(Detected::Unread(UnreadFormat::Xml))
}

/// Whether a text, in lower case, begins with the root of a page and continues like one.
fn is_page_start(lower: &str) -> bool {
    lower.starts_with("<html")
        && [
            "<head", "<body", "<meta", "<title", "<table", "<p", "<div", "xmlns",
        ]
        .iter()
        .any(|next| lower.contains(next))
}

/// Returns the text after comments, processing instructions and white space.
fn after_comments(mut text: &str) -> &str {
    loop {
        text = text.trim_start();
        let end = if text.starts_with("<!--") {
            "-->"
        } else if text.starts_with("<?") {
            "?>"
        } else {
            return text;
        };
        let Some((_, rest)) = text.split_once(end) else {
            return text;
        };
        text = rest;
    }
}

/// Tells what XML holds by its first element; `None` if that is of no format that is known.
fn of_root(text: &str, is_declared: bool) -> Option<Detected> {
    let mut reader = NsReader::from_str(text);
    loop {
        let (space, event) = reader.read_resolved_event().ok()?;
        let (Event::Start(root) | Event::Empty(root)) = event else {
            if matches!(event, Event::Eof) {
                return None;
            }
            continue;
        };
        let ResolveResult::Bound(space) = space else {
            let is_page = is_declared && root.name().as_ref() == b"html";
            return is_page.then_some(Detected::Format(Format::Html));
        };
        return of_name(space.into_inner(), &root, text);
    }
}

fn of_name(space: &[u8], root: &BytesStart<'_>, text: &str) -> Option<Detected> {
    let local = root.local_name();
    let name = local.as_ref();
    let is_word = space == WORD_2003 && name == b"wordDocument"
        || WORD.contains(&space) && name == b"document";
    if is_word {
        return Some(Detected::Format(Format::WordXml));
    }
    if space == PACKAGE && name == b"package" {
        let is_of_word = text.contains("progid=\"Word.Document\"") || text.contains("/word/");
        return Some(if is_of_word {
            Detected::Format(Format::WordXml)
        } else {
            Detected::Unread(UnreadFormat::OfficeXml)
        });
    }
    if space == OPEN_DOCUMENT && name == b"document" {
        let kind = attribute(root, b"mimetype").unwrap_or_default();
        return Some(if kind.contains("presentation") {
            Detected::Format(Format::Odp)
        } else if kind.contains("spreadsheet") {
            Detected::Unread(UnreadFormat::OfficeXml)
        } else if kind.contains("graphics") {
            Detected::Unread(UnreadFormat::Drawing)
        } else {
            Detected::Format(Format::Odt)
        });
    }
    if space == SPREADSHEET && name == b"Workbook" {
        return Some(Detected::Unread(UnreadFormat::OfficeXml));
    }
    (name == b"html").then_some(Detected::Format(Format::Html))
}

/// Whether a text is a message in MIME: its headers say that parts, a page or plain text follow.
fn is_message(text: &str) -> bool {
    let headers = text.split("\n\n").next().unwrap_or_default();
    let headers = headers.split("\r\n\r\n").next().unwrap_or_default();
    let (mut is_mime, mut has_kind, mut follows) = (false, false, false);
    for line in headers.lines() {
        if line.starts_with([' ', '\t']) && follows {
            continue;
        }
        let Some((name, value)) = line.split_once(':') else {
            return false;
        };
        let is_name = |c: char| c.is_ascii_alphanumeric() || c == '-';
        if name.is_empty() || !name.chars().all(is_name) {
            return false;
        }
        follows = true;
        let value = value.trim().to_ascii_lowercase();
        is_mime |= name.eq_ignore_ascii_case("mime-version");
        if name.eq_ignore_ascii_case("content-type") {
            is_mime |= value.starts_with("multipart/");
            has_kind |= ["multipart/", "text/html", "text/plain"]
                .iter()
                .any(|kind| value.starts_with(kind));
        }
    }
    is_mime && has_kind
}

/// Whether a text is a notebook of Jupyter; the number of its format stands at the start or at the end.
fn is_notebook<C: Read + Seek>(text: &str, content: &mut C) -> io::Result<bool> {
    if !text.contains("\"cells\"") && !text.contains("\"worksheets\"") {
        return Ok(false);
    }
    let mark = "\"nbformat\"";
    if text.contains(mark) {
        return Ok(true);
    }
    let (_, tail) = read_end(content, TAIL)?;
    Ok(String::from_utf8_lossy(&tail).contains(mark))
}

/// Whether a text is a document of LaTeX: its first line outside comments states its class, and `\begin{document}` is
/// in its beginning.
fn is_tex(text: &str) -> bool {
    let mut lines = text.lines().map(str::trim_start);
    let first = lines.find(|line| !line.is_empty() && !line.starts_with('%'));
    first.is_some_and(|line| {
        ["\\documentclass{", "\\documentclass[", "\\documentstyle"]
            .iter()
            .any(|command| line.starts_with(command))
    }) && text.contains("\\begin{document}")
}

/// Whether the bytes of a file with a word processor's or spreadsheet's ending begin like a page of HTML.
pub(crate) fn is_page(bytes: &[u8]) -> bool {
    let text = text_of(&bytes[..bytes.len().min(PAGE_WITHIN)]).to_ascii_lowercase();
    text.contains("<html") || text.contains("<!doctype html")
}

/// Whether the bytes are a part of a page without its frame: they begin with an element of HTML, and tags are common.
pub(crate) fn is_fragment(bytes: &[u8]) -> bool {
    let head = text_of(&bytes[..bytes.len().min(super::TEXT_HEAD)]);
    let body = after_comments(head.trim_start_matches('\u{FEFF}'));
    let Some(rest) = body.strip_prefix('<') else {
        return false;
    };
    let name: String = rest
        .chars()
        .take_while(char::is_ascii_alphanumeric)
        .collect();
    let mut elements = FIRST_ELEMENTS.split(' ');
    elements.any(|element| name.eq_ignore_ascii_case(element))
        && prose::Make::of(body).tags_percent() >= FRAGMENT_PERCENT
}
