//! Converts an entry to plain text: on one line, with half-width signs and without the gaps that a page puts between
//! ideographs.

use chachong_text::is_ideograph;

/// Returns whether no space is written between this character and another such one.
const fn is_wide(c: char) -> bool {
    is_ideograph(c)
        || matches!(c, '\u{3000}'..='\u{303F}' | '\u{FF00}'..='\u{FF60}' | '“' | '”' | '—')
}

/// Joins the lines of an entry: with nothing between ideographs and inside an address, otherwise with a space.
/// Rejoins words that are divided by a hyphen.
pub(crate) fn joined(lines: &str) -> String {
    let mut text = String::with_capacity(lines.len());
    for line in lines.split('\n').map(str::trim) {
        let (Some(last), Some(next)) = (text.chars().next_back(), line.chars().next()) else {
            text.push_str(line);
            continue;
        };
        let token = text.rsplit(char::is_whitespace).next().unwrap_or_default();
        let is_address = (token.contains("://") || token.contains("www.") || token.contains("10."))
            && next.is_ascii()
            && !token.ends_with([',', ';'])
            && !next.is_ascii_uppercase();
        let is_divided = last == '-'
            && next.is_lowercase()
            && text.chars().nth_back(1).is_some_and(char::is_lowercase);
        if is_divided && !is_address {
            text.pop();
        } else if !(is_address
            || matches!(last, '-' | '–' | '/')
            || (is_wide(last) && is_wide(next)))
        {
            text.push(' ');
        }
        text.push_str(line);
    }
    text
}

/// Returns an entry with half-width signs, digits and letters, with one space for each run of white space, and
/// without spaces next to ideographs.
pub(super) fn plain(text: &str) -> String {
    let mut plain = String::with_capacity(text.len());
    let mut gap = false;
    for c in text.chars() {
        let c = match c {
            '！'..='～' => char::from_u32(u32::from(c) - 0xFEE0).unwrap_or(c),
            '。' => '.',
            '、' => ',',
            '【' | '〔' => '[',
            '】' | '〕' => ']',
            '–' | '—' | '−' | '‐' | '‑' => '-',
            '“' | '”' | '„' => '"',
            '\u{FB00}' => {
                plain.push('f');
                'f'
            }
            '\u{FB01}' => {
                plain.push('f');
                'i'
            }
            '\u{FB02}' => {
                plain.push('f');
                'l'
            }
            other => other,
        };
        if c.is_whitespace() {
            gap = true;
            continue;
        }
        let before = plain.chars().next_back();
        if gap && before.is_some_and(|before| !(is_ideograph(before) || is_ideograph(c))) {
            plain.push(' ');
        }
        gap = false;
        plain.push(c);
    }
    plain
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_are_joined_as_they_are_read() {
        for (lines, expected) in [
            ("夜间开放的\n图书馆[J]", "夜间开放的图书馆[J]"),
            ("night read-\ning. Journal", "night reading. Journal"),
            ("pages 155-\n170", "pages 155-170"),
            ("https://example.org/\nnight", "https://example.org/night"),
            ("Journal of\nReading", "Journal of Reading"),
        ] {
            assert_eq!(joined(lines), expected);
        }
        assert_eq!(plain("贾 晶 ，陈 元．夜　读［Ｍ］"), "贾晶,陈元.夜读[M]");
    }
}
