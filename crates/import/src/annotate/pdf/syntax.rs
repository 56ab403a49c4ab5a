//! Finds where the entries of a dictionary begin and end in the bytes of a PDF object. Nothing is decoded, so that a
//! dictionary can be copied with one entry changed.

use crate::transfer::unescaped;

/// Maximum nesting of objects that is followed.
const DEEPEST: usize = 100;

/// Entry of a dictionary: its name without the slash, and its value as it is written.
pub(super) type Entry<'a> = (Vec<u8>, &'a [u8]);

/// Returns the entries of a dictionary, with which `bytes` begins after white space; `None` if there is none.
pub(super) fn entries(bytes: &[u8]) -> Option<Vec<Entry<'_>>> {
    let mut at = space(bytes, 0);
    if !bytes.get(at..)?.starts_with(b"<<") {
        return None;
    }
    at += 2;
    let mut entries = Vec::new();
    loop {
        at = space(bytes, at);
        if bytes.get(at..)?.starts_with(b">>") {
            return Some(entries);
        }
        if bytes.get(at) != Some(&b'/') {
            // Something that does not belong there, which readers pass over.
            at = object(bytes, at, 1)?;
            continue;
        }
        let end = regular(bytes, at + 1);
        let name = unescaped(&bytes[at + 1..end], b'#');
        let value = space(bytes, end);
        at = value_end(bytes, value, 1)?;
        entries.push((name, &bytes[value..at]));
    }
}

/// Returns the value of an entry by its name.
pub(super) fn entry<'a>(entries: &[Entry<'a>], name: &[u8]) -> Option<&'a [u8]> {
    let found = entries.iter().rev().find(|(found, _)| found == name);
    found.map(|(_, value)| *value)
}

/// Returns the number of which `value` consists; `None` if it is not a number.
pub(super) fn number(value: &[u8]) -> Option<u64> {
    std::str::from_utf8(value).ok()?.trim().parse().ok()
}

/// Returns the end of a value: an object, or a reference to one.
fn value_end(bytes: &[u8], at: usize, depth: usize) -> Option<usize> {
    let end = object(bytes, at, depth)?;
    Some(reference_end(bytes, at).unwrap_or(end))
}

/// Returns the end of a reference (`12 0 R`) at `at`; `None` if there is none.
fn reference_end(bytes: &[u8], at: usize) -> Option<usize> {
    let digits = |from: usize| {
        let count = bytes
            .get(from..)?
            .iter()
            .take_while(|byte| byte.is_ascii_digit())
            .count();
        (count > 0).then_some(from + count)
    };
    let number = digits(at)?;
    let generation = space(bytes, number);
    let end = digits(generation).filter(|_| generation > number)?;
    let letter = space(bytes, end);
    let is_reference = letter > end
        && bytes.get(letter) == Some(&b'R')
        && bytes.get(letter + 1).is_none_or(|&byte| !is_regular(byte));
    is_reference.then_some(letter + 1)
}

/// Returns the end of the object at `at`.
fn object(bytes: &[u8], at: usize, depth: usize) -> Option<usize> {
    if depth > DEEPEST {
        return None;
    }
    match bytes.get(at)? {
        b'(' => string(bytes, at),
        b'<' if bytes.get(at + 1) == Some(&b'<') => closed(bytes, at + 2, b">>", depth),
        b'<' => Some(at + bytes[at..].iter().position(|&byte| byte == b'>')? + 1),
        b'[' => closed(bytes, at + 1, b"]", depth),
        b'/' => Some(regular(bytes, at + 1)),
        &byte if is_regular(byte) => Some(regular(bytes, at)),
        // A bracket that closes nothing: one character, so that every step goes on.
        _ => Some(at + 1),
    }
}

/// Returns the end of a sequence of objects that `end` closes.
fn closed(bytes: &[u8], mut at: usize, end: &[u8], depth: usize) -> Option<usize> {
    loop {
        at = space(bytes, at);
        if bytes.get(at..)?.starts_with(end) {
            return Some(at + end.len());
        }
        at = object(bytes, at, depth + 1)?;
    }
}

/// Returns the end of a string in parentheses.
fn string(bytes: &[u8], at: usize) -> Option<usize> {
    let mut open = 0_usize;
    let mut at = at;
    loop {
        match bytes.get(at)? {
            b'\\' => at += 1,
            b'(' => open += 1,
            b')' => {
                open -= 1;
                if open == 0 {
                    return Some(at + 1);
                }
            }
            _ => {}
        }
        at += 1;
    }
}

/// Returns the place after white space and comments.
pub(super) fn space(bytes: &[u8], mut at: usize) -> usize {
    while let Some(&byte) = bytes.get(at) {
        if byte == b'%' {
            let line = bytes[at..]
                .iter()
                .position(|byte| matches!(byte, b'\r' | b'\n'));
            at = line.map_or(bytes.len(), |length| at + length);
        } else if is_space(byte) {
            at += 1;
        } else {
            break;
        }
    }
    at
}

/// Returns the end of the regular characters at `at`.
fn regular(bytes: &[u8], at: usize) -> usize {
    let rest = bytes.get(at..).unwrap_or_default();
    at + rest.iter().take_while(|&&byte| is_regular(byte)).count()
}

const fn is_space(byte: u8) -> bool {
    matches!(byte, 0 | b'\t' | b'\n' | 0x0C | b'\r' | b' ')
}

const fn is_regular(byte: u8) -> bool {
    !is_space(byte)
        && !matches!(
            byte,
            b'(' | b')' | b'<' | b'>' | b'[' | b']' | b'{' | b'}' | b'/' | b'%'
        )
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn shown(dictionary: &str) -> Option<Vec<(String, String)>> {
        let text = |bytes: &[u8]| String::from_utf8_lossy(bytes).into_owned();
        let found = entries(dictionary.as_bytes())?;
        let found = found.into_iter();
        Some(
            found
                .map(|(name, value)| (text(&name), text(value)))
                .collect(),
        )
    }

    #[test]
    fn entries_are_found_whatever_their_values_hold() {
        let dictionary = " <</Type/Page/A#6enots 12 0 R /T (a \\) (>>) b)/K[1 0 R<</X(])>>]\n\
             % /No (comment\n/H<AB>/N 5/B true/D<</P<<>>>>>> rest";
        let expected = [
            ("Type", "/Page"),
            ("Annots", "12 0 R"),
            ("T", "(a \\) (>>) b)"),
            ("K", "[1 0 R<</X(])>>]"),
            ("H", "<AB>"),
            ("N", "5"),
            ("B", "true"),
            ("D", "<</P<<>>>>"),
        ];
        let expected = expected.map(|(name, value)| (name.to_owned(), value.to_owned()));
        assert_eq!(shown(dictionary), Some(expected.to_vec()));
        let found = entries(b"<</A 1/A 2>>").unwrap();
        assert_eq!(entry(&found, b"A").and_then(number), Some(2));
        assert_eq!(entry(&found, b"B"), None);
    }

    #[test]
    fn what_is_cut_off_is_no_dictionary() {
        for cut in [
            "",
            "<",
            "<<",
            "<</A",
            "<</A 1",
            "<</A (",
            "<</A [",
            "<</A <</B 1>>",
            "[1]",
        ] {
            assert_eq!(shown(cut), None, "{cut}");
        }
        let deep = format!("<</A {}", "[".repeat(100_000));
        assert_eq!(shown(&deep), None);
    }

    proptest! {
        #[test]
        fn any_bytes_end(bytes in prop::collection::vec(any::<u8>(), 0..200)) {
            entries(&[b"<<", &bytes[..]].concat());
        }
    }
}
