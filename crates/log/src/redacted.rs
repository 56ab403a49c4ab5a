//! Removes from the message of a panic or parser everything that may quote a document's text.

/// Beginnings of messages of the standard library. Any other message may be a document's text.
const KNOWN: [&str; 22] = [
    "assertion failed",
    "assertion `left",
    "attempt to ",
    "already borrowed",
    "already mutably borrowed",
    "byte index",
    "called `Option::unwrap()`",
    "called `Result::unwrap()`",
    "capacity overflow",
    "cannot advance past",
    "copy_from_slice",
    "end byte index",
    "explicit panic",
    "index out of bounds",
    "internal error: entered unreachable code",
    "it ended",
    "memory allocation of",
    "mid > len",
    "range ",
    "slice index",
    "start byte index",
    "unreachable",
];
/// Replacement for words that may come from a document.
const LEFT_OUT: &str = "[…]";
/// Maximum length of the kept text after a known beginning, in characters.
const LONGEST: usize = 200;

/// Returns the part of a message that cannot be text of a document. Of a message that begins as one of the standard
/// library, this is the first line, up to the first quotation mark, colon or non-ASCII character after that beginning,
/// and at most about 200 characters; the figures of an index that is out of bounds are kept. `[…]` stands for a rest of
/// the line that is left out, and for any other message.
#[must_use]
pub fn redacted(message: &str) -> String {
    let line = message.lines().next().unwrap_or_default();
    let Some(known) = KNOWN.iter().find(|known| line.starts_with(**known)) else {
        return LEFT_OUT.to_owned();
    };
    let rest = &line[known.len()..];
    let quotes = |c: char| matches!(c, '"' | '\'' | '`' | ':') || !c.is_ascii();
    // Figures of an index follow a colon, and name a length only.
    let is_figure = |rest: &str| rest.starts_with(": the len is ");
    let end = match rest.find(quotes) {
        Some(end) if is_figure(&rest[end..]) => rest.len(),
        Some(end) => end,
        None => rest.len(),
    };
    let kept: String = rest[..end].chars().take(LONGEST).collect();
    let cut = if kept.len() < rest.len() {
        LEFT_OUT
    } else {
        ""
    };
    format!("{known}{kept}{cut}")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_quoted_text_is_left() {
        let text = "图书馆在夜间开放";
        for message in [
            format!(
                "byte index 1 is not a char boundary; it is inside '图' (bytes 0..3) of `{text}`"
            ),
            format!("called `Result::unwrap()` on an `Err` value: Bad(\"{text}\")"),
            "called `Result::unwrap()` on an `Err` value: Bad(\"The night library\")".to_owned(),
            format!("assertion failed: {text}"),
            "assertion failed: night library".to_owned(),
            text.to_owned(),
            "The night library".to_owned(),
        ] {
            let kept = redacted(&message);
            assert!(
                !kept.contains('图') && !kept.contains("night") && kept.ends_with("[…]"),
                "{kept}"
            );
        }
    }

    #[test]
    fn what_quotes_nothing_is_kept() {
        for message in [
            "index out of bounds: the len is 3 but the index is 7",
            "range end index 9 out of range for slice of length 3",
            "attempt to subtract with overflow",
            "it ended; signal 9 (SIGKILL)",
        ] {
            assert_eq!(redacted(message), message);
        }
        let of_option = redacted("called `Option::unwrap()` on a `None` value");
        assert_eq!(of_option, "called `Option::unwrap()` on a […]");
    }
}
