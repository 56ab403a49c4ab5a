//! Line breaks: the characters that end a line in a text of any origin.

/// Whether a character ends a line: line feed, carriage return, vertical tab, form feed, next line, line separator or
/// paragraph separator.
#[must_use]
pub const fn is_line_break(c: char) -> bool {
    matches!(
        c,
        '\n' | '\r' | '\u{B}' | '\u{C}' | '\u{85}' | '\u{2028}' | '\u{2029}'
    )
}
