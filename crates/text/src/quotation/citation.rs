//! Citations at a quotation: right after it, or shortly before it in the same sentence.

use super::work;
use crate::Words;

/// Maximum length of a note in brackets, in characters.
const NOTE: usize = 200;
/// Maximum length of authors and year in brackets, in characters.
const IN_BRACKETS: usize = 60;
/// Maximum number of characters between a citation and the quotation it introduces: "argues that", "指出：".
const INTRODUCTION: usize = 24;
/// Maximum length of a citation before a quotation, in characters.
const BEFORE: usize = 60;

/// Whether a citation belongs to the quotation in the bytes `open..close`.
pub(super) fn stands_at(text: &str, open: usize, close: usize) -> bool {
    follows(&text[close..]) || comes_before(&text[..open]) || work::comes_before(&text[..open])
}

fn follows(after: &str) -> bool {
    // A full stop, a comma and white space may come between.
    let mut rest = after;
    let mut adjacent = true;
    for _ in 0..4 {
        let Some(c) = rest.chars().next() else {
            return false;
        };
        if is_citation(rest, adjacent) {
            return true;
        }
        match c {
            '。' | '，' | ',' | '.' | '；' | ';' | '、' | '．' | '’' | '\'' | '！' | '？'
            | '』' | '」' => {}
            _ if c.is_whitespace() => adjacent = false,
            _ => break,
        }
        rest = &rest[c.len_utf8()..];
    }
    // The quotation itself may be in the citation's brackets: (“…”, Smith 2010).
    if after.starts_with([',', '，', ';', '；', ' ']) {
        let inside: String = after
            .chars()
            .take(IN_BRACKETS)
            .take_while(|c| !matches!(c, ')' | '）' | '(' | '（' | '。'))
            .collect();
        let closed = after.chars().nth(inside.chars().count());
        return matches!(closed, Some(')' | '）')) && has_year(&inside);
    }
    false
}

/// Whether `text`, which follows a quotation, begins with a citation. `adjacent`: nothing but a sentence's sign
/// separates it from the quotation.
fn is_citation(text: &str, adjacent: bool) -> bool {
    let Some(c) = text.chars().next() else {
        return false;
    };
    match c {
        '①'..='⑳' | '❶'..='❿' | '¹' | '²' | '³' | '⁰'..='⁹' | '†' => true,
        '[' | '［' | '〔' | '【' | '﹝' => NumberList::at(text).is_some(),
        '(' | '（' => is_bracketed_source(text),
        '注' | '註' => adjacent && is_note_number(&text[c.len_utf8()..]),
        _ => adjacent && is_raised_number(text),
    }
}

/// Bracketed numbers that cite works of the reference list: `[3]`, `[1,2-4]`, `〔注12〕`, `[3: 45]`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NumberList {
    /// Numbers of the cited works in the order of the text, without page numbers. A range of at most 60 numbers is written out; of a
    /// wider one, only its two ends are given.
    pub numbers: Vec<u32>,
    /// Length in characters, including the brackets.
    pub characters: usize,
}

/// Maximum number of works that a range of numbers names.
const WIDEST_RANGE: u32 = 60;

impl NumberList {
    /// Maximum number of characters of a list, with its brackets: about twenty works. A longer one is data.
    pub const LONGEST: usize = 80;

    /// Parses the bracketed numbers at the start of `text`; `None` if `text` does not start with any, or with a list of more than
    /// [`Self::LONGEST`] characters.
    #[must_use]
    pub fn at(text: &str) -> Option<Self> {
        if !text.starts_with(['[', '［', '〔', '【', '﹝']) {
            return None;
        }
        let (mut numbers, mut number, mut range_from) = (Vec::new(), None, None);
        let (mut is_page, mut digits) = (false, false);
        for (at, c) in text.chars().enumerate().take(Self::LONGEST).skip(1) {
            if let Some(digit) = digit(c) {
                digits = true;
                number = Some(
                    number
                        .unwrap_or(0_u32)
                        .saturating_mul(10)
                        .saturating_add(digit),
                );
                continue;
            }
            let value = match c {
                '①'..='⑳' => Some(u32::from(c) - u32::from('①') + 1),
                _ => number.take(),
            };
            digits |= matches!(c, '①'..='⑳');
            if let Some(value) = value.filter(|_| !is_page) {
                let first = range_from
                    .take()
                    .filter(|&first| first < value && value - first < WIDEST_RANGE);
                numbers.extend(first.map_or(value, |first: u32| first + 1)..=value);
            }
            match c {
                ']' | '］' | '〕' | '】' | '﹝' | '﹞' => {
                    return digits.then_some(Self {
                        numbers,
                        characters: at + 1,
                    });
                }
                '-' | '–' | '—' | '－' | '~' | '～' => {
                    range_from = numbers.last().copied().filter(|_| !is_page);
                }
                ',' | '，' | '、' | ';' | '；' => range_from = None,
                ':' | '：' | 'p' | 'P' | 'Ｐ' | '第' | '页' => {
                    is_page |= !numbers.is_empty();
                }
                '.' | '(' | '（' | ')' | '）' | ' ' | '\n' | '\r' | '注' | '註' | '①'..='⑳' =>
                    {}
                _ => return None,
            }
        }
        None
    }
}

/// Returns the value of a narrow or wide digit; `None` for other characters.
pub(crate) fn digit(c: char) -> Option<u32> {
    match c {
        '０'..='９' => Some(u32::from(c) - u32::from('０')),
        _ => c.to_digit(10),
    }
}

/// Whether the text after 注 begins with a note's number: "①", "12".
fn is_note_number(text: &str) -> bool {
    text.starts_with(|c| matches!(c, '①'..='⑳')) || is_raised_number(text)
}

/// Returns whether `text` starts with a source in brackets: "(张某，2010)", "(Smith 2010: 23)", "（注：……）", "（《书》，第3页）", "(p. 23)", "（第1卷）", a
/// note's number such as "(3)" or "（①）", or any text of at most 60 characters that contains a year. The first character of `text` must be
/// the opening bracket.
#[must_use]
pub fn is_bracketed_source(text: &str) -> bool {
    let mut inside = String::new();
    let mut closed = false;
    let mut depth = 0;
    for c in text.chars().skip(1).take(NOTE) {
        match c {
            '(' | '（' => depth += 1,
            ')' | '）' if depth > 0 => depth -= 1,
            ')' | '）' => {
                closed = true;
                break;
            }
            _ => {}
        }
        inside.push(c);
    }
    let inside = inside.trim();
    // The end of a note may be beyond the characters looked at.
    if inside.starts_with(['注', '註'])
        && inside
            .chars()
            .nth(1)
            .is_some_and(|c| matches!(c, '：' | ':' | ' ' | '0'..='9' | '①'..='⑳'))
    {
        return true;
    }
    if !closed || inside.chars().count() > NOTE {
        return false;
    }
    let short = inside.chars().count() <= IN_BRACKETS;
    let page = inside.contains("页")
        || inside.contains("頁")
        || inside.starts_with("p.")
        || inside.starts_with("pp.")
        || inside.starts_with("P.")
        || (inside.starts_with(['P', 'p', 'Ｐ'])
            && inside.chars().nth(1).is_some_and(char::is_numeric))
        || inside.contains(" p. ")
        || inside.contains(" pp. ");
    let has_digit = inside.contains(|c: char| c.is_numeric());
    let book = inside.starts_with(['《', '见', '見', '引'])
        && inside.contains('》')
        && inside.chars().count() <= IN_BRACKETS * 2;
    let volume = inside.starts_with('第') && inside.ends_with(['卷', '章', '回', '条']);
    let circled = (1..=3).contains(&inside.chars().count())
        && inside
            .chars()
            .all(|c| matches!(c, '①'..='⑳' | '0'..='9' | '０'..='９'));
    (page && has_digit)
        || (short && has_year(inside))
        || book
        || volume
        || circled
        || is_title(inside)
}

/// Whether brackets hold a title with little before and after it: "张三《夜读史》", "《夜读》卷三".
fn is_title(inside: &str) -> bool {
    let Some((author, rest)) = inside.split_once('《') else {
        return false;
    };
    let Some((_, place)) = rest.rsplit_once('》') else {
        return false;
    };
    let sentence = |text: &str| text.contains(['。', '的', '是', '了', '“']);
    author.chars().count() <= 12
        && place.chars().count() <= 20
        && inside.chars().count() <= IN_BRACKETS
        && !sentence(author)
        && !sentence(place)
        && !author.starts_with(['如', '例', '即', '包'])
}

/// Whether `text` begins with a note's number that was printed raised: one to three digits, then no digit, letter, unit
/// or decimal.
fn is_raised_number(text: &str) -> bool {
    const UNITS: &str = "年月日个号次万亿千百十种位名人条项章节元米岁%％.．:：点度倍届世级、/-–~－";
    let digits = text.chars().take_while(char::is_ascii_digit).count();
    let Some(next) = text[digits..].chars().next() else {
        return (1..=3).contains(&digits);
    };
    (1..=3).contains(&digits) && !next.is_ascii_alphanumeric() && !UNITS.contains(next)
}

/// Whether a citation comes before the quotation, in its sentence: "张某（2010）指出：" or "Smith [3] writes that".
fn comes_before(before: &str) -> bool {
    // Backwards to the closing bracket of a citation, over the few words that introduce a quotation.
    let mut between = 0;
    let mut characters = before.char_indices().rev();
    let close = loop {
        let Some((at, c)) = characters.next() else {
            return false;
        };
        match c {
            ']' | '］' | '〕' | ')' | '）' | '①'..='⑳' => break at,
            '。' | '！' | '？' | '!' | '?' | '；' | '”' | '"' | '」' => return false,
            '.' if between > 0 => return false,
            _ => {}
        }
        between += 1;
        if between > INTRODUCTION {
            return false;
        }
    };
    let mut tail = before[close..].chars();
    let last = tail.next();
    if matches!(last, Some('①'..='⑳')) {
        return true;
    }
    // An introduction ends in a colon or comma, or in a word of speech.
    let introduction = tail.as_str().trim_end();
    let introduces = introduction.ends_with([':', '：', ',', '，'])
        || introduction.ends_with("that")
        || Words(
            "指出|认为|说|写道|強調|强调|称|提出|所言|所说|曾言|曰|云|as|says|writes|wrote|argues|\
             states",
        )
        .end(introduction);
    let open = before[..close]
        .char_indices()
        .rev()
        .take(BEFORE)
        .find(|&(_, c)| matches!(c, '[' | '［' | '〔' | '(' | '（'))
        .map(|(at, _)| at);
    let Some(open) = open else {
        return false;
    };
    let citation = &before[open..];
    if citation.starts_with(['(', '（']) {
        let inside = &before[open..close];
        return introduces && has_year(inside);
    }
    introduces && NumberList::at(citation).is_some()
}

/// Returns whether `text` contains a year from 1500 to 2099 that is not part of a longer number.
#[must_use]
pub fn has_year(text: &str) -> bool {
    let mut run = 0_u32;
    let mut digits = 0;
    for c in text.chars().chain([' ']) {
        if let Some(digit) = digit(c) {
            if digits < 5 {
                run = run * 10 + digit;
                digits += 1;
            }
        } else {
            if digits == 4 && (1500..2100).contains(&run) {
                return true;
            }
            (run, digits) = (0, 0);
        }
    }
    false
}
