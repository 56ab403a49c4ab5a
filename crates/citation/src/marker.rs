//! Reads the number with which an entry of a list begins.

/// Style in which a list prints its numbers.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(crate) enum Style {
    /// `[3]`, `［3］`, `【3】`, `〔3〕`, `[3［`.
    Square,
    /// "(3)", "（3）".
    Round,
    /// "3.", "3．", "3、".
    Stop,
    /// "③", the number of a footnote.
    Circled,
    /// "3 " before a word.
    Bare,
}

impl Style {
    pub(crate) const ALL: [Self; 5] = [
        Self::Square,
        Self::Round,
        Self::Stop,
        Self::Circled,
        Self::Bare,
    ];
}

/// Number before an entry, with its style.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Marker {
    pub style: Style,
    pub number: u32,
    /// Length in bytes, without the white space after it.
    pub bytes: usize,
}

/// Returns the marker at the beginning of a text; `None` if there is none.
pub(crate) fn at_start(text: &str) -> Option<Marker> {
    let first = text.chars().next()?;
    if let '①'..='⑳' = first {
        return Some(Marker {
            style: Style::Circled,
            number: u32::from(first) - 0x245F,
            bytes: first.len_utf8(),
        });
    }
    let opened = match first {
        '[' | '［' | '【' | '〔' => Some(Style::Square),
        '(' | '（' => Some(Style::Round),
        _ => None,
    };
    let rest = if opened.is_some() {
        text.get(first.len_utf8()..)?
    } else {
        text
    };
    let body = rest.trim_start();
    if opened.is_none() && body.len() < rest.len() {
        return None;
    }
    let digits: String = body.chars().take_while(|c| digit(*c).is_some()).collect();
    if !(1..=3).contains(&digits.chars().count()) {
        return None;
    }
    let number = digits
        .chars()
        .filter_map(digit)
        .fold(0, |value, digit| value * 10 + digit);
    let after = &body[digits.len()..];
    let (style, after) = match opened {
        Some(style) => (
            style,
            after
                .trim_start()
                .strip_prefix([']', '］', '】', '〕', ')', '）'])?,
        ),
        None => unbracketed(after)?,
    };
    (number > 0).then_some(Marker {
        style,
        number,
        bytes: text.len() - after.len(),
    })
}

/// Returns the style of a number without brackets, judged by the text after it, and the rest of the text. `None` if
/// the text is not a marker.
fn unbracketed(after: &str) -> Option<(Style, &str)> {
    let next = after.chars().next()?;
    if let '.' | '．' | '、' = next {
        let rest = &after[next.len_utf8()..];
        let is_decimal = rest.chars().next().is_some_and(|c| digit(c).is_some());
        return (!is_decimal).then_some((Style::Stop, rest));
    }
    let word = after.trim_start();
    let named = word.chars().next().is_some_and(char::is_alphabetic);
    (named && word.len() < after.len()).then_some((Style::Bare, after))
}

/// Returns the value of a decimal digit, half-width or full-width; `None` for any other character.
fn digit(c: char) -> Option<u32> {
    match c {
        '０'..='９' => Some(u32::from(c) - u32::from('０')),
        _ => c.to_digit(10),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_in_all_styles() {
        for (text, expected) in [
            ("[12] Smith", Some((Style::Square, 12, 4))),
            ("［ 3 ］张", Some((Style::Square, 3, 9))),
            ("（２）李", Some((Style::Round, 2, 9))),
            ("7. Brown", Some((Style::Stop, 7, 2))),
            ("8、赵", Some((Style::Stop, 8, 4))),
            ("③ 孙", Some((Style::Circled, 3, 3))),
            ("12 Smith", Some((Style::Bare, 12, 2))),
            ("3.2 方法", None),
            ("[2010] 判决", None),
            ("[J]. 学报", None),
            ("2010, 29(3)", None),
            ("[0] 空", None),
            ("", None),
        ] {
            let found = at_start(text).map(|marker| (marker.style, marker.number, marker.bytes));
            assert_eq!(found, expected, "{text}");
        }
    }
}
