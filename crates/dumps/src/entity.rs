//! Character references of HTML (`&nbsp;`, `&#8211;`), as they occur in wikitext and in plain text taken from XML.

use html5gum::{Token, Tokenizer};

/// Maximum number of bytes of a reference, without `&` and `;`. The longest name of HTML has 32 letters.
const LONGEST: usize = 32;

/// Decodes the reference at the start of `text`, which begins with `&`, and adds the result to `out`. Returns the length of the reference
/// in bytes; returns `None` and adds nothing if there is no reference.
pub(crate) fn decode_into(text: &str, out: &mut String) -> Option<usize> {
    let bytes = text.as_bytes();
    let end = bytes
        .iter()
        .take(LONGEST + 2)
        .position(|&byte| byte == b';')?;
    let name = text.get(1..end)?;
    if let Some(number) = name.strip_prefix('#') {
        let code = match number.strip_prefix(['x', 'X']) {
            Some(hexadecimal) => u32::from_str_radix(hexadecimal, 16).ok()?,
            None => number.parse().ok()?,
        };
        // Tabs and breaks written as numbers are layout, and controls are nothing that a reader sees.
        out.push(match char::from_u32(code)? {
            '\u{A0}' | '\t' | '\n' | '\r' => ' ',
            control if control.is_control() => return Some(end + 1),
            character => character,
        });
        return Some(end + 1);
    }
    // The names that nearly all references have; the rest is looked up by the tokenizer of HTML.
    let known = match name {
        "nbsp" | "thinsp" | "ensp" | "emsp" => " ",
        "lt" => "<",
        "gt" => ">",
        "amp" => "&",
        "quot" => "\"",
        "apos" => "'",
        "ndash" => "–",
        "mdash" => "—",
        "minus" => "−",
        "times" => "×",
        "middot" => "·",
        "hellip" => "…",
        "zwnj" | "zwj" | "shy" => "",
        _ => {
            if name.is_empty() || !name.bytes().all(|byte| byte.is_ascii_alphanumeric()) {
                return None;
            }
            let mut tokens = Tokenizer::new(&text[..=end]);
            let Some(Ok(Token::String(characters))) = tokens.next() else {
                return None;
            };
            let characters = std::str::from_utf8(&characters).ok()?;
            if characters.starts_with('&') {
                return None;
            }
            out.push_str(characters);
            return Some(end + 1);
        }
    };
    out.push_str(known);
    Some(end + 1)
}

/// Adds text whose character references are decoded.
pub(crate) fn decode_all(text: &str, out: &mut String) {
    let mut rest = text;
    while let Some(at) = memchr::memchr(b'&', rest.as_bytes()) {
        out.push_str(&rest[..at]);
        rest = &rest[at..];
        let length = decode_into(rest, out).unwrap_or_else(|| {
            out.push('&');
            1
        });
        rest = &rest[length..];
    }
    out.push_str(rest);
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn references_become_characters() {
        let decoded = |text: &str| {
            let mut out = String::new();
            decode_into(text, &mut out).map(|length| (length, out))
        };
        let some = |length, text: &str| Some((length, text.to_owned()));
        assert_eq!(decoded("&nbsp;x"), some(6, " "));
        assert_eq!(decoded("&#8211;"), some(7, "–"));
        assert_eq!(decoded("&#x4E01;"), some(8, "丁"));
        assert_eq!(decoded("&eacute;tude"), some(8, "é"));
        assert_eq!(decoded("&rarr;"), some(6, "→"));
        assert_eq!(decoded("&nosuchname;"), None);
        assert_eq!(decoded("& so on;"), None);
        assert_eq!(decoded("&甲;"), None);
        assert_eq!(decoded("&#xD800;"), None);
        assert_eq!(decoded("&"), None);
    }
}
