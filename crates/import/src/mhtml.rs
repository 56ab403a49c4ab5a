//! Reader for pages and messages in MIME (mht, mhtml, eml, and what Word and web systems save this way as .doc): finds
//! the page among the parts, decodes it and passes it to the HTML reader.

use std::collections::HashMap;

use encoding_rs::{Encoding, GB18030, GBK};

use super::encoding::{TextEncoding, name_of};
use super::transfer::{base64, quoted_printable};
use super::{Extracted, Format, ImportCause, UnreadFormat, Warning, html, txt, xhtml};

/// Maximum number of messages around a part, and of parts.
const MOST_LEVELS: usize = 8;
const MOST_PARTS: usize = 20_000;

/// Part of a message without parts of its own.
struct Leaf<'m> {
    headers: Headers,
    body: &'m [u8],
}

/// Headers by their names in lower case.
type Headers = HashMap<String, String>;

pub(super) fn read(message: &[u8], chosen: Option<TextEncoding>) -> Result<Extracted, ImportCause> {
    let mut read = read_page(message, chosen)?;
    if is_cut_off(message) {
        read.warnings.push(Warning::CutOff);
    }
    Ok(read)
}

fn read_page(message: &[u8], chosen: Option<TextEncoding>) -> Result<Extracted, ImportCause> {
    let mut leaves = Vec::new();
    let headers = collect(message, 0, &mut leaves);
    if leaves.iter().any(is_attachment) {
        return Err(ImportCause::Unread {
            format: UnreadFormat::Mail,
        });
    }
    let is_page = |leaf: &&Leaf<'_>| leaf.is(&["text/html", "application/xhtml+xml"]);
    let start = parameter(header(&headers, "content-type"), "start");
    let is_first = |leaf: &&Leaf<'_>| {
        start
            .as_deref()
            .is_some_and(|start| header(&leaf.headers, "content-id").trim() == start)
    };
    let pages = || leaves.iter().filter(is_page);
    let first = pages().find(is_first).or_else(|| pages().next());
    if let Some(first) = first {
        let read = first.page(chosen)?;
        if !read.warnings.contains(&Warning::NoText) {
            return Ok(read);
        }
        // The page only names the frames that hold its text.
        let mut others = pages().filter(|page| !std::ptr::eq(*page, first));
        let framed = others.find_map(|page| {
            let read = page.page(chosen).ok()?;
            (!read.warnings.contains(&Warning::NoText)).then_some(read)
        });
        return Ok(framed.unwrap_or(read));
    }
    match leaves.iter().find(|leaf| leaf.is(&["text/plain"])) {
        Some(plain) => txt::read_in(plain.decoded(chosen).0, chosen),
        None => Err(ImportCause::WrongContent {
            expected: Format::Mhtml,
        }),
    }
}

/// Adds the parts of a message to `leaves`; returns its own headers.
fn collect<'m>(message: &'m [u8], level: usize, leaves: &mut Vec<Leaf<'m>>) -> Headers {
    let (headers, body) = split(message);
    match boundary(&headers) {
        Some(boundary) if level < MOST_LEVELS => {
            for part in parts(body, boundary.as_bytes()).0 {
                if leaves.len() < MOST_PARTS {
                    collect(part, level + 1, leaves);
                }
            }
        }
        _ => leaves.push(Leaf {
            headers: headers.clone(),
            body,
        }),
    }
    headers
}

/// Whether the last boundary of a message with several parts is missing.
fn is_cut_off(message: &[u8]) -> bool {
    let (headers, body) = split(message);
    boundary(&headers).is_some_and(|boundary| parts(body, boundary.as_bytes()).1)
}

/// Returns what separates the parts of a message; `None` for a message without parts.
fn boundary(headers: &Headers) -> Option<String> {
    let kind = header(headers, "content-type");
    parameter(kind, "boundary").filter(|_| is_of(kind, &["multipart/"]))
}

/// Splits a message into its headers and its body.
fn split(message: &[u8]) -> (Headers, &[u8]) {
    let mut headers = Headers::new();
    let mut last = String::new();
    let mut rest = message;
    while !rest.is_empty() {
        let end = rest
            .iter()
            .position(|&byte| byte == b'\n')
            .map_or(rest.len(), |at| at + 1);
        let (line, after) = rest.split_at(end);
        let text = String::from_utf8_lossy(line);
        let text = text.trim_end().trim_start_matches('\u{FEFF}');
        if text.is_empty() {
            if headers.is_empty() && after.len() < message.len() && !after.is_empty() {
                // Blank lines may stand before the headers.
                rest = after;
                if last.is_empty() && !looks_like_header(after) {
                    return (headers, after);
                }
                continue;
            }
            return (headers, after);
        }
        if text.starts_with([' ', '\t']) {
            if let Some(value) = headers.get_mut(&last) {
                value.push(' ');
                value.push_str(text.trim_start());
            }
        } else if let Some((name, value)) = text.split_once(':') {
            last = name.trim().to_ascii_lowercase();
            headers.insert(last.clone(), value.trim().to_owned());
        } else {
            // A body without headers.
            return (headers, rest);
        }
        rest = after;
    }
    (headers, rest)
}

/// Whether text begins with the name of a header.
fn looks_like_header(text: &[u8]) -> bool {
    let name = text
        .iter()
        .take_while(|byte| byte.is_ascii_alphanumeric() || **byte == b'-')
        .count();
    name > 0 && text.get(name) == Some(&b':')
}

/// Returns the parts between the lines of a boundary, and whether the last part has no boundary after it: the message was
/// cut off.
fn parts<'m>(body: &'m [u8], boundary: &[u8]) -> (Vec<&'m [u8]>, bool) {
    let mut parts = Vec::new();
    let (mut begin, mut at) = (None, 0);
    for line in body.split_inclusive(|&byte| byte == b'\n') {
        let next = at + line.len();
        let rest = line
            .strip_prefix(b"--")
            .and_then(|line| line.strip_prefix(boundary));
        if let Some(rest) = rest.map(<[u8]>::trim_ascii)
            && (rest.is_empty() || rest.starts_with(b"--"))
        {
            if let Some(begin) = begin {
                parts.push(&body[begin..at]);
            }
            begin = rest.is_empty().then_some(next);
        }
        at = next;
    }
    parts.extend(begin.map(|begin| &body[begin..]));
    (parts, begin.is_some())
}

fn header<'h>(headers: &'h Headers, name: &str) -> &'h str {
    headers.get(name).map_or("", String::as_str)
}

fn is_of(kind: &str, kinds: &[&str]) -> bool {
    let kind = kind.trim().to_ascii_lowercase();
    kinds.iter().any(|wanted| kind.starts_with(wanted))
}

/// Returns a parameter of a header: `charset` of `text/html; charset="gb2312"`.
fn parameter(value: &str, name: &str) -> Option<String> {
    value.split(';').skip(1).find_map(|piece| {
        let (own, value) = piece.split_once('=')?;
        let value = value.trim().trim_matches(['"', '\'']).to_owned();
        own.trim().eq_ignore_ascii_case(name).then_some(value)
    })
}

/// Whether a part is a file of its own, and not a part of the page: it may be the very document.
fn is_attachment(leaf: &Leaf<'_>) -> bool {
    if leaf.is(&[
        "image/",
        "text/css",
        "text/javascript",
        "font/",
        "application/pkcs7-signature",
        "application/x-pkcs7",
    ]) {
        return false;
    }
    let disposition = header(&leaf.headers, "content-disposition");
    is_of(disposition, &["attachment"])
}

impl Leaf<'_> {
    /// Whether the part is of one of these kinds.
    fn is(&self, kinds: &[&str]) -> bool {
        is_of(header(&self.headers, "content-type"), kinds)
    }

    /// Returns the content without its transfer encoding. If the headers name a character encoding, it is converted to
    /// UTF-8 and that encoding is returned too; not so if it is UTF-8 already, or if an encoding was `chosen`.
    fn decoded(&self, chosen: Option<TextEncoding>) -> (Vec<u8>, Option<&'static Encoding>) {
        let transfer = header(&self.headers, "content-transfer-encoding");
        let bytes = if is_of(transfer, &["base64"]) {
            base64(self.body)
        } else if is_of(transfer, &["quoted-printable"]) {
            quoted_printable(self.body)
        } else {
            self.body.to_vec()
        };
        let named = parameter(header(&self.headers, "content-type"), "charset");
        let named = named.and_then(|label| Encoding::for_label_no_replacement(label.as_bytes()));
        // Faultless UTF-8 is taken as UTF-8, whatever is declared.
        let named = named.filter(|_| chosen.is_none() && std::str::from_utf8(&bytes).is_err());
        let named = named.map(|encoding| if encoding == GBK { GB18030 } else { encoding });
        match named {
            Some(encoding) => {
                let text = encoding.decode(&bytes).0.into_owned();
                (text.into_bytes(), Some(encoding))
            }
            None => (bytes, None),
        }
    }

    fn page(&self, chosen: Option<TextEncoding>) -> Result<Extracted, ImportCause> {
        let (bytes, encoding) = self.decoded(chosen);
        let mut read = html::read(xhtml::with_end_tags(bytes), chosen)?;
        if let Some(encoding) = encoding {
            read.encoding = Some(name_of(encoding).to_owned());
        }
        Ok(read)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn text(message: &str) -> String {
        read(message.as_bytes(), None).unwrap().text
    }

    #[test]
    fn the_page_among_the_parts_is_read() {
        let message = "From: <Saved>\r\nMIME-Version: 1.0\r\nContent-Type: multipart/related;\r\n\tboundary=\"--x\"\r\n\r\n\
            Preamble\r\n----x\r\nContent-Type: text/html; charset=\"gb2312\"\r\nContent-Transfer-Encoding: quoted-printable\r\n\r\n\
            <p>=B2=E9=D6=D8 a=3Db=\r\nc</p>\r\n----x\r\nContent-Type: image/png\r\nContent-Transfer-Encoding: base64\r\n\r\nAAAA\r\n----x--\r\n";
        let got = read(message.as_bytes(), None).unwrap();
        assert_eq!(got.text, "查重 a=bc\n");
        assert_eq!(got.encoding.as_deref(), Some("gb18030"));
        assert_eq!(
            text(
                "MIME-Version: 1.0\nContent-Type: text/html\nContent-Transfer-Encoding: base64\n\nPHA+5p+lPC9w\nPg==\n"
            ),
            "查\n"
        );
        assert_eq!(
            text(
                "MIME-Version: 1.0\nContent-Type: multipart/alternative; boundary=b\n\n--b\nContent-Type: text/plain\n\nplain\n--b\n\
                Content-Type: text/html\n\n<b>page</b>\n--b--"
            ),
            "page\n"
        );
    }

    #[test]
    fn a_page_of_frames_gives_what_a_frame_holds() {
        assert_eq!(
            text(
                "Content-Type: multipart/related; boundary=b\n\n--b\nContent-Type: text/html\n\n<frameset><frame></frameset>\n--b\n\
                Content-Type: text/html\n\n<p>inside</p>\n"
            ),
            "inside\n"
        );
    }

    #[test]
    fn a_message_without_its_last_boundary_is_told() {
        let cut = "Content-Type: multipart/related; boundary=b\n\n--b\nContent-Type: text/html\n\n<p>one</p>\n";
        let got = read(cut.as_bytes(), None).unwrap();
        assert_eq!(
            (&got.text[..], &got.warnings[..]),
            ("one\n", &[Warning::CutOff][..])
        );
        let whole = format!("{cut}--b--\n");
        assert_eq!(read(whole.as_bytes(), None).unwrap().warnings, []);
    }

    #[test]
    fn a_message_with_files_is_not_read_as_the_document() {
        let message = "MIME-Version: 1.0\nContent-Type: multipart/mixed; boundary=b\n\n--b\nContent-Type: text/plain\n\nhere\n--b\n\
            Content-Type: application/msword\nContent-Disposition: attachment; filename=a.doc\n\nxx\n--b--";
        assert_eq!(
            read(message.as_bytes(), None),
            Err(ImportCause::Unread {
                format: UnreadFormat::Mail
            })
        );
    }

    proptest! {
        #[test]
        fn no_message_harms_it(message in "(Content-Type: |multipart/x; |boundary=b|--b|--|\n|: |[a-z<>= ]{0,5}){0,40}") {
            let _ = read(message.as_bytes(), None);
        }
    }
}
