//! Reads the identifiers of an entry: DOI, ISBN and ISSN as printed after a label. One that a line break or a gap may
//! have cut is not read.

use chachong_text::{Words, is_ideograph};

/// Addresses and labels that may be repeated between the label of a DOI and the DOI, as in `DOI: https://doi.org/10.1000/182`.
const AGAIN: Words = Words(
    "https://doi.org/|http://doi.org/|https://dx.doi.org/|http://dx.doi.org/|doi.org/|doi:|doi ",
);

/// Signs that end a sentence, not an identifier.
const ENDS: [char; 10] = ['.', ',', ';', '。', '，', '；', '．', '、', '】', '”'];

/// Returns the DOI of an entry as printed after its label or address. `None` without one, or if a line break may have
/// cut it.
pub(super) fn doi(lines: &str) -> Option<String> {
    let lower = lines.to_ascii_lowercase();
    let (at, label) = ["doi.org/", "doi:", "doi：", "doi "]
        .iter()
        .filter_map(|label| Some((lower.find(label)?, label.len())))
        .min()?;
    let mut rest = &lines[at + label..];
    rest = rest.trim_start_matches([' ', ':', '：', '\u{A0}']);
    // "doi: https://doi.org/10.…" and "DOI: DOI 10.…" name it twice.
    for _ in 0..2 {
        let lower = rest.to_ascii_lowercase();
        if let Some(label) = AGAIN.all().find(|label| lower.starts_with(label)) {
            rest = rest[label.len()..].trim_start_matches([' ', ':', '：']);
        }
    }
    let length = rest
        .find(|c: char| {
            c.is_whitespace() || is_ideograph(c) || matches!(c, '，' | '。' | '；' | '[')
        })
        .unwrap_or(rest.len());
    let after = &rest[length..];
    let found = rest[..length].trim_end_matches(ENDS);
    let is_ended = rest[..length].len() > found.len()
        || after.is_empty()
        || after.starts_with(['[', '，', '。', '；']);
    if found.is_empty() || (!is_ended && after.starts_with('\n')) {
        return None;
    }
    // A gap inside: "10. 1109/…", "10.1109 /…".
    let gap = after.starts_with([' ', '\u{A0}'])
        && (rest[..length].ends_with('.') && !found.contains('/')
            || after.trim_start().starts_with('/'));
    (!gap && is_possible(found)).then(|| unbracketed(found).to_owned())
}

/// Returns whether the text after the label is meant as a DOI: it contains digits and is not a word.
fn is_possible(found: &str) -> bool {
    found.chars().any(|c| c.is_ascii_digit()) && found.len() >= 4
}

/// Removes a closing bracket that was opened before the DOI.
fn unbracketed(found: &str) -> &str {
    let (open, close) = (found.matches('(').count(), found.matches(')').count());
    if close > open {
        found.strip_suffix(')').unwrap_or(found)
    } else {
        found
    }
}

/// Returns the ISBN as printed; `None` without one.
pub(super) fn isbn(lines: &str) -> Option<String> {
    labelled(lines, "isbn", 10)
}

/// Returns the ISSN as printed; `None` without one.
pub(super) fn issn(lines: &str) -> Option<String> {
    labelled(lines, "issn", 8)
}

/// Returns the number after a label. `None` if it has fewer digits than `least`, or if a line break may have cut it.
fn labelled(lines: &str, label: &str, least: usize) -> Option<String> {
    let at = lines.to_ascii_lowercase().find(label)? + label.len();
    let rest = lines[at..]
        .trim_start_matches("-10")
        .trim_start_matches("-13");
    let rest = rest.trim_start_matches([' ', ':', '：', '.', '\u{A0}']);
    let mut digits = 0;
    let mut end = 0;
    for (at, c) in rest.char_indices() {
        match c {
            '0'..='9' | 'X' | 'x' => {
                digits += 1;
                end = at + 1;
            }
            '-' | '‐' | '–' => {}
            ' ' if label == "isbn" && !is_whole_isbn(&rest[..end], digits) => {}
            _ => break,
        }
    }
    let after = rest[end..].trim_start_matches(['-', ' ']);
    let is_cut = after.starts_with('\n')
        && !rest[..end].is_empty()
        && rest[end..].starts_with(['-', '‐', '–']);
    (digits >= least && !is_cut).then(|| rest[..end].to_owned())
}

/// Returns whether an ISBN with this beginning has all its digits. What follows a space is then a number of its own.
fn is_whole_isbn(beginning: &str, digits: usize) -> bool {
    let prefix = beginning.chars().filter(char::is_ascii_digit).take(3);
    let is_long = matches!(prefix.collect::<String>().as_str(), "978" | "979");
    digits >= if is_long { 13 } else { 10 }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn dois_where_they_are_whole() {
        for (text, expected) in [
            ("doi:10.1000/night.12.", Some("10.1000/night.12")),
            (
                "DOI: https://doi.org/10.1000/night(3)",
                Some("10.1000/night(3)"),
            ),
            ("(doi:10.1000/night)", Some("10.1000/night")),
            ("doi：10.1000/night，2010", Some("10.1000/night")),
            ("https://doi.org/10.1000/nig\nht", None),
            ("doi: 10. 1000/night", None),
            ("doi:1O.1000/night", Some("1O.1000/night")),
            ("doing nothing", None),
        ] {
            assert_eq!(doi(text).as_deref(), expected, "{text}");
        }
    }

    #[test]
    fn book_and_serial_numbers() {
        assert_eq!(
            isbn("ISBN 978-7-04-044442-1.").as_deref(),
            Some("978-7-04-044442-1")
        );
        assert_eq!(
            isbn("ISBN-13: 978 7 04 044442 1, 3").as_deref(),
            Some("978 7 04 044442 1")
        );
        assert_eq!(isbn("ISBN 978-7-04-\n044442-1"), None);
        for (text, expected) in [
            ("ISBN 0-306-40615-2 123-125.", "0-306-40615-2"),
            ("ISBN 0 306 40615 2 123.", "0 306 40615 2"),
            ("ISBN 978 7 900000 12 1 300", "978 7 900000 12 1"),
        ] {
            assert_eq!(isbn(text).as_deref(), Some(expected), "{text}");
        }
        assert_eq!(issn("ISSN 0162-8828.").as_deref(), Some("0162-8828"));
        assert_eq!(issn("ISSN 0162"), None);
    }
}
