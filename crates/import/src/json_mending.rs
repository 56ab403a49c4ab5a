//! Repairs JSON that strict parsers refuse although every program displays it: half of a surrogate pair as an escape,
//! from programs that cut a text within an emoji, and unescaped control characters.

use std::fmt::Write;

/// Returns JSON with U+FFFD in the place of each surrogate without its partner, and with escapes for control characters in
/// strings. All else stays as it is.
pub(super) fn mended(json: &str) -> String {
    let mut mended = String::with_capacity(json.len());
    let (mut rest, mut is_in_string) = (json, false);
    while let Some(c) = rest.chars().next() {
        let mut length = c.len_utf8();
        match c {
            '"' => is_in_string = !is_in_string,
            '\\' if is_in_string => {
                length = match (unit(rest), unit(rest.get(6..).unwrap_or_default())) {
                    (Some(0xD800..=0xDBFF), Some(0xDC00..=0xDFFF)) => 12,
                    (Some(0xD800..=0xDFFF), _) => {
                        mended.push('\u{FFFD}');
                        rest = &rest[6..];
                        continue;
                    }
                    // The escaped character may be a quotation mark.
                    _ => 1 + rest[1..].chars().next().map_or(0, char::len_utf8),
                };
            }
            control if is_in_string && control < ' ' => {
                // Writing to a string cannot fail.
                let _ = write!(mended, "\\u{:04x}", u32::from(control));
                rest = &rest[1..];
                continue;
            }
            _ => {}
        }
        mended.push_str(&rest[..length]);
        rest = &rest[length..];
    }
    mended
}

/// Returns the UTF-16 unit of an escape like `\ud83d` with which a text begins; `None` if it begins with none.
fn unit(text: &str) -> Option<u32> {
    let digits = text.strip_prefix("\\u")?.get(..4)?;
    let is_hex = digits.bytes().all(|digit| digit.is_ascii_hexdigit());
    is_hex.then(|| u32::from_str_radix(digits, 16).ok())?
}

#[cfg(test)]
mod tests {
    use super::mended;
    use proptest::prelude::*;

    #[test]
    fn half_a_pair_and_a_bare_control_character_cost_themselves_alone() {
        for (json, expected) in [
            (r#"["读\ud800者"]"#, "[\"读\u{FFFD}者\"]"),
            (r#"["\udc00\ud83d\ude00"]"#, "[\"\u{FFFD}\\ud83d\\ude00\"]"),
            (r#"["\ud800\ud83d\ude00"]"#, "[\"\u{FFFD}\\ud83d\\ude00\"]"),
            (r#"["\\ud800\"\u4e00"]"#, r#"["\\ud800\"\u4e00"]"#),
            ("[\n\"a\tb\n\"\n]", "[\n\"a\\u0009b\\u000a\"\n]"),
            (r#"["\ud8"#, r#"["\ud8"#),
            (r#"["\"#, r#"["\"#),
        ] {
            assert_eq!(mended(json), expected);
        }
    }

    proptest! {
        #[test]
        fn what_a_strict_reader_reads_stays_as_it_is(text in "\\PC{0,40}") {
            let json = serde_json::to_string(&text).unwrap();
            prop_assert_eq!(mended(&json), json);
        }

        #[test]
        fn any_units_can_be_read(units in proptest::collection::vec(0xD7FF_u16..=0xE000, 0..12)) {
            let escapes: Vec<String> = units.iter().map(|unit| format!("\\u{unit:04x}")).collect();
            let json = format!("\"{}\"", escapes.concat());
            let read: String = serde_json::from_str(&mended(&json)).unwrap();
            prop_assert_eq!(read, String::from_utf16_lossy(&units));
        }
    }
}
