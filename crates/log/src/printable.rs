//! Makes text safe to print in a terminal. File names, texts, titles and replies of servers come from other people.

use std::fmt::Write as _;
use std::io::{self, Write};

/// Returns whether a character would control the terminal or hide another name. Control characters (C0, C1, DEL) move
/// the cursor, change colours or answer questions; directional marks make one name look like another.
const fn acts(c: char) -> bool {
    matches!(
        c,
        '\0'..='\u{1F}'
            | '\u{7F}'..='\u{9F}'
            | '\u{061C}'
            | '\u{200E}'
            | '\u{200F}'
            | '\u{202A}'..='\u{202E}'
            | '\u{2066}'..='\u{2069}'
    )
}

fn escaped(text: &str, stays: impl Fn(char) -> bool) -> String {
    let mut shown = String::with_capacity(text.len());
    for c in text.chars() {
        if acts(c) && !stays(c) {
            // Writing to a string cannot fail.
            let _ = write!(shown, "{}", c.escape_default());
        } else {
            shown.push(c);
        }
    }
    shown
}

/// Returns a name that is safe to print on one line of a terminal. Characters that control the terminal or the
/// direction of writing are escaped: a line break becomes `\n`.
#[must_use]
pub fn printable(name: &str) -> String {
    escaped(name, |_| false)
}

/// Returns a text that is safe to print in a terminal. Escapes the same characters as [`printable`], except line breaks
/// and tabs.
#[must_use]
pub fn printable_lines(text: &str) -> String {
    escaped(text, |c| matches!(c, '\n' | '\t'))
}

/// Writer that makes UTF-8 text safe to print, as [`printable_lines`] does. Bytes that are not UTF-8 become U+FFFD.
#[derive(Debug)]
pub struct PrintableWriter<W> {
    to: W,
    /// First bytes of a character whose last bytes have not been written yet.
    begun: Vec<u8>,
}

impl<W: Write> PrintableWriter<W> {
    /// Creates a writer that passes the escaped text to `to`.
    pub const fn new(to: W) -> Self {
        Self {
            to,
            begun: Vec::new(),
        }
    }
}

impl<W: Write> Write for PrintableWriter<W> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        let mut all = std::mem::take(&mut self.begun);
        all.extend_from_slice(bytes);
        let whole = match std::str::from_utf8(&all) {
            Err(error) if error.error_len().is_none() => error.valid_up_to(),
            _ => all.len(),
        };
        let text = String::from_utf8_lossy(&all[..whole]);
        self.to.write_all(printable_lines(&text).as_bytes())?;
        self.begun = all.split_off(whole);
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        self.to.flush()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nothing_that_acts_reaches_a_terminal() {
        assert_eq!(printable("a\nb\u{1b}[31m😀"), "a\\nb\\u{1b}[31m😀");
        assert_eq!(
            printable_lines("甲\t乙\r\n\u{9b}2J"),
            "甲\t乙\\r\n\\u{9b}2J"
        );
        for c in (0..=0x2069).filter_map(char::from_u32).filter(|c| acts(*c)) {
            assert!(!printable(&format!("x{c}y")).contains(c), "{c:?}");
        }
        assert_eq!(printable("ring\u{202E}gnp.txt"), "ring\\u{202e}gnp.txt");
    }

    #[test]
    fn a_character_may_come_in_pieces() {
        let mut out = Vec::new();
        let mut writer = PrintableWriter::new(&mut out);
        for byte in "查\u{1b}重\u{202E}".as_bytes() {
            writer.write_all(&[*byte]).unwrap();
        }
        writer.write_all(b"\xff.").unwrap();
        assert_eq!(
            String::from_utf8(out).unwrap(),
            "查\\u{1b}重\\u{202e}\u{FFFD}."
        );
    }
}
