//! Markers: the numbers of notes and of a list's items (①, 〔2〕, ［3］, （４）, 注⑤, "6.", ＊), and several before one note.

use super::evidence;

/// Maximum number of further numbers read before one note.
const MOST: usize = 40;

/// Number, or several numbers, before a note.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Marker {
    /// First of the numbers; 0 if the marker is a star.
    pub number: u32,
    /// Last of the numbers; 0 if the marker is a star.
    pub last: u32,
    /// Length of all numbers, in bytes.
    pub bytes: usize,
    /// Whether the number is followed by a full stop and not enclosed in brackets.
    pub dotted: bool,
}

/// Returns the number that a paragraph begins with; `None` if it begins with none.
pub(super) fn at_start(text: &str) -> Option<Marker> {
    inside(text).or_else(|| star(text))
}

/// Returns the number that `text` begins with in the middle of a line; `None` for a star, which is not a marker there, and
/// if it begins with none.
pub(super) fn inside(text: &str) -> Option<Marker> {
    let text_after_note = text.strip_prefix(['注', '註']).unwrap_or(text);
    let prefix = text.len() - text_after_note.len();
    let (first, mut bytes) =
        enclosed(text_after_note).or_else(|| (prefix == 0).then(|| dotted(text)).flatten())?;
    let is_dotted = !is_enclosing(text_after_note);
    let mut last = first;
    // "②③⑨（１０）": several notes on one work.
    for _ in 0..if is_dotted { 0 } else { MOST } {
        let rest = &text_after_note[bytes..];
        let next =
            rest.trim_start_matches(|c: char| c.is_whitespace() || matches!(c, '、' | ',' | '，'));
        let Some((number, more)) = enclosed(next) else {
            break;
        };
        last = number;
        bytes += rest.len() - next.len() + more;
    }
    Some(Marker {
        number: first,
        last,
        bytes: prefix + bytes,
        dotted: is_dotted,
    })
}

/// Whether a number may begin with `c`.
pub(super) const fn may_begin(c: char) -> bool {
    matches!(
        c,
        '①'..='⑳' | '[' | '［' | '〔' | '【' | '(' | '（' | '﹝' | '注' | '註' | '0'..='9' | '０'..='９'
    )
}

/// Whether a number in the middle of a line may follow `c`.
pub(super) const fn may_stand_after(c: char) -> bool {
    c.is_whitespace()
        || matches!(
            c,
            '。' | '.'
                | '．'
                | ';'
                | '；'
                | ')'
                | '）'
                | '】'
                | ']'
                | '”'
                | '》'
                | '页'
                | ':'
                | '：'
        )
}

const fn is_open(c: char) -> bool {
    matches!(c, '[' | '［' | '〔' | '【' | '(' | '（' | '﹝')
}

fn is_enclosing(text: &str) -> bool {
    text.starts_with(|c| is_open(c) || matches!(c, '①'..='⑳'))
}

/// Returns a circled or bracketed number and its length in bytes; `None` if `text` begins with neither.
fn enclosed(text: &str) -> Option<(u32, usize)> {
    let first = text.chars().next()?;
    if matches!(first, '①'..='⑳') {
        return Some((u32::from(first) - 0x245F, first.len_utf8()));
    }
    if !is_open(first) {
        return None;
    }
    let inside = &text[first.len_utf8()..];
    let (close_at, close) = inside
        .char_indices()
        .take(7)
        .find(|&(_, c)| matches!(c, ']' | '］' | '〕' | '】' | ')' | '）' | '﹞'))?;
    let number = inside[..close_at].trim().trim_start_matches(['注', '註']);
    let mut value = 0_u32;
    for c in number.chars() {
        let digit = match c {
            '①'..='⑨' => u32::from(c) - 0x245F,
            '⑩' => 0,
            '０'..='９' => u32::from(c) - u32::from('０'),
            _ => c.to_digit(10)?,
        };
        value = value * 10 + digit;
    }
    let named = !number.is_empty() && value < 1000;
    named.then_some((value, first.len_utf8() + close_at + close.len_utf8()))
}

/// Returns a number such as "3." or "3、" and its length in bytes, sign included; `None` if `text` begins with none.
fn dotted(text: &str) -> Option<(u32, usize)> {
    let value = evidence::number(text)?;
    let digits = text.find(|c: char| !c.is_numeric())?;
    let stop = text[digits..].chars().next()?;
    Some((value, digits + stop.len_utf8()))
}

/// Returns the marker for a star: "＊", "＊ａ", "※"; `None` if `text` begins with none.
fn star(text: &str) -> Option<Marker> {
    let rest = text.trim_start_matches(['＊', '*', '※']);
    let rest = rest
        .strip_prefix(|c| matches!(c, 'ａ'..='ｚ'))
        .unwrap_or(rest);
    let bytes = text.len() - rest.len();
    (bytes > 0 && text.starts_with(['＊', '*', '※'])).then_some(Marker {
        number: 0,
        last: 0,
        bytes,
        dotted: false,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_before_notes() {
        for (text, number, last, bytes) in [
            ("①《夜读》", 1, 1, "①"),
            ("〔12〕张三", 12, 12, "〔12〕"),
            ("（４）李四", 4, 4, "（４）"),
            ("注②王五", 2, 2, "注②"),
            ("［②⑦］赵六", 27, 27, "［②⑦］"),
            ("②③⑨（１０）见", 2, 10, "②③⑨（１０）"),
            ("③  ④  ⑨《史》", 3, 9, "③  ④  ⑨"),
            ("7. Brown", 7, 7, "7."),
            ("＊ａ牛", 0, 0, "＊ａ"),
        ] {
            let marker = at_start(text).unwrap();
            assert_eq!(
                (marker.number, marker.last, marker.bytes),
                (number, last, bytes.len()),
                "{text}"
            );
        }
        for text in ["2010 年", "3.2 方法", "（一）", "[美]", "（注：", "读者"] {
            assert_eq!(at_start(text), None, "{text}");
        }
    }
}
