//! Ends of sentences: which mark ends a sentence, and which characters after it still belong to the sentence.

use super::weight::is_han;

/// Words that a full stop shortens, in lower case. A sentence that ends with one goes on to the next.
const SHORTENED: [&str; 30] = [
    "al", "approx", "assoc", "ca", "cf", "corp", "dept", "dr", "ed", "eds", "eq", "eqs", "fig",
    "figs", "jr", "mr", "mrs", "ms", "prof", "proc", "ref", "refs", "resp", "sect", "sr", "st",
    "univ", "viz", "vs", "vol",
];
/// Words that a full stop shortens where a number follows: "no. 5".
const BEFORE_A_NUMBER: [&str; 10] = [
    "art", "ch", "chap", "no", "nos", "pp", "sec", "tab", "vol", "vols",
];
/// Maximum number of digits of a number that counts items of a list: "12. ".
const ITEM_DIGITS: usize = 3;
/// Maximum number of characters between the brackets of a note mark after a sentence: "[12,15-18]".
const NOTE_MARK: usize = 16;

/// Closing quotation marks and brackets, further final marks, and note marks of one character.
const CLOSING: &str = "”’」』》〉）)】]］〕。！？!?…⋯；;¹²³";
/// Maximum number of characters between the straight quotation marks of a quotation in one sentence.
const QUOTED: usize = 2_000;

/// Returns the offset after the sentence that the mark at `at` ends, including its closing quotation marks and
/// brackets; `None` if the mark ends no sentence. `start` is the offset of the sentence's first character. All offsets
/// are in characters.
pub(super) fn end_after(text: &[char], start: usize, at: usize) -> Option<usize> {
    let before = at.checked_sub(1).filter(|&i| i >= start).map(|i| text[i]);
    let next = text.get(at + 1).copied();
    let ends = match *text.get(at)? {
        '。' | '！' | '？' | '；' | '…' | '｡' | '⋯' => true,
        // Addresses on the web have these marks between letters.
        '!' | '?' | ';' => {
            !(before.is_some_and(is_plain)
                && next.is_some_and(|c| is_plain(c) || c == '=' || c == '/'))
        }
        '.' | '．' => full_stop_ends(text, start, at),
        _ => false,
    };
    ends.then(|| closed(text, start, at + 1))
}

fn is_plain(c: char) -> bool {
    c.is_ascii_alphanumeric()
}

/// Whether the full stop at `at` ends a sentence: not in a number, an abbreviation, an initial or an item's number.
fn full_stop_ends(text: &[char], start: usize, at: usize) -> bool {
    let sentence = &text[start..at];
    let Some(&before) = sentence.last() else {
        return false;
    };
    if before == '.' {
        // Three points: the thought goes on.
        return false;
    }
    let after = closed(text, start, at + 1);
    match text.get(after) {
        // "图1.研究框架", "A.选项".
        Some(&next) if is_han(next) && before.is_numeric() => return false,
        Some(&next) if !is_han(next) && !next.is_whitespace() => return false,
        _ => {}
    }
    let following = text
        .get(after..)
        .into_iter()
        .flatten()
        .find(|c| !c.is_whitespace());
    if following.is_some_and(|c| c.is_lowercase()) {
        return false;
    }
    let letters = sentence
        .iter()
        .rev()
        .take_while(|c| c.is_alphabetic() && !is_han(**c))
        .count();
    if letters > 0 {
        let word: String = sentence[sentence.len() - letters..]
            .iter()
            .flat_map(|c| c.to_lowercase())
            .collect();
        let number = following.is_some_and(|c| c.is_numeric());
        // An initial, or the end of "e.g" and "U.S".
        let initial = letters == 1 && following.is_some();
        return !(initial
            || SHORTENED.contains(&word.as_str())
            || (number && BEFORE_A_NUMBER.contains(&word.as_str())));
    }
    let digits = sentence.iter().rev().take_while(|c| c.is_numeric()).count();
    // "3. 5" is a number torn apart, "12. " at the start counts an item.
    let torn = digits > 0 && following.is_some_and(|c| c.is_numeric());
    let (before, _) = sentence.split_at(sentence.len() - digits);
    let item = (1..=ITEM_DIGITS).contains(&digits) && before.iter().all(|c| c.is_whitespace());
    !(torn || item)
}

/// Returns the offset after the closing marks, further final marks and note marks that stand at `at`.
fn closed(text: &[char], start: usize, mut at: usize) -> usize {
    while let Some(&c) = text.get(at) {
        let closes = match c {
            '①'..='⑳' => true,
            _ if CLOSING.contains(c) => true,
            // The same sign opens and closes.
            '"' | '\'' => {
                let before = &text[start.max(at.saturating_sub(QUOTED))..at];
                before.iter().filter(|&&mark| mark == c).count() % 2 == 1
            }
            '[' | '［' | '〔' => {
                let Some(length) = note_mark(&text[at..]) else {
                    return at;
                };
                at += length;
                continue;
            }
            _ => false,
        };
        if !closes {
            return at;
        }
        at += 1;
    }
    at
}

/// Returns the length in characters of the note mark that `text` begins with: "[3]", "〔1-4〕"; `None` if it begins with
/// none.
fn note_mark(text: &[char]) -> Option<usize> {
    let inside = text
        .iter()
        .skip(1)
        .take(NOTE_MARK)
        .take_while(|c| {
            c.is_ascii_digit() || matches!(c, ',' | '，' | '、' | '-' | '–' | '—' | '~' | ' ')
        })
        .count();
    let has_digit = text.iter().skip(1).take(inside).any(char::is_ascii_digit);
    (has_digit && matches!(text.get(inside + 1), Some(']' | '］' | '〕'))).then_some(inside + 2)
}
