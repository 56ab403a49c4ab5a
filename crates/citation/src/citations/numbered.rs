//! Finds citations by number: in brackets, raised or circled.

use chachong_text::{NumberList, is_cjk};

use super::{Found, Target};
use crate::Reference;
use crate::flow::Flow;

/// Largest plausible number of a listed work; a larger one is a year or something else.
const LARGEST: u32 = 999;
/// Number of characters before a list item in which the preceding item is searched.
const ITEM: usize = 300;

pub(super) fn find(flow: &Flow, references: &[Reference]) -> Vec<Found> {
    let largest = references.iter().flat_map(Reference::numbers).max();
    let mut found = Vec::new();
    let mut at = 0;
    while let Some(c) = flow.at(at) {
        let one = match c {
            '[' | '［' | '〔' | '【' | '﹝' if !is_empty_number(flow, at) => {
                in_brackets(flow, at, largest)
            }
            _ if is_empty_number(flow, at) => Some(Found {
                range: at..at + 2,
                targets: vec![Target::Note(None)],
                introduces: false,
            }),
            '¹' | '²' | '³' | '⁰' | '⁴'..='⁹' => raised(flow, at),
            '①'..='⑳' | '❶'..='❿' => circled(flow, at),
            _ => None,
        };
        let Some(one) = one.filter(|_| !flow.is_apart(at)) else {
            at += 1;
            continue;
        };
        at = one.range.end;
        found.push(one);
    }
    found
}

/// Reads numbers in brackets, with the pages that GB/T 7714 prints after them: `[3]12-15`. `None` if there are none.
fn in_brackets(flow: &Flow, at: usize, largest: Option<u32>) -> Option<Found> {
    let text = flow.text_from(at, NumberList::LONGEST);
    let list = NumberList::at(&text)?;
    let is_circled = |c: char| matches!(c, '①'..='⑳');
    let is_note = text.starts_with("[注")
        || text.starts_with("〔注")
        || text.chars().take(list.characters).any(is_circled);
    let known = |number: &u32| (1..=largest.unwrap_or(LARGEST).min(LARGEST)).contains(number);
    if list.numbers.is_empty() || !list.numbers.iter().all(known) {
        return None;
    }
    let end = at + list.characters;
    if is_index(flow, at, end) || is_item(flow, at) {
        return None;
    }
    let targets = list.numbers.into_iter().map(|number| {
        if is_note {
            Target::Note(Some(number))
        } else {
            Target::Number(number)
        }
    });
    Some(Found {
        range: at..end,
        targets: targets.collect(),
        introduces: false,
    })
}

/// Returns whether brackets after a word are empty. A word processor numbers such notes itself, so that the text
/// lacks the numbers.
fn is_empty_number(flow: &Flow, at: usize) -> bool {
    let is_empty = flow.at(at) == Some('[') && flow.at(at + 1) == Some(']');
    let is_word = |c: Option<char>| c.is_some_and(|c| is_cjk(c) || c == '”' || c == '。');
    let is_type = |c: char| c.is_ascii_alphanumeric() || matches!(c, '(' | '=' | '[' | '_');
    is_empty
        && (is_word(flow.before(at)) || is_word(flow.at(at + 2)) || flow.at(at + 2) == Some('，'))
        && !flow.at(at + 2).is_some_and(is_type)
}

/// Returns whether brackets belong to a program or a formula: `a[1] = 2`, `x∈[1,5]`, `[1, 2]^T`.
fn is_index(flow: &Flow, at: usize, end: usize) -> bool {
    let word: String = (flow.characters[..at].iter().rev())
        .take_while(|c| c.is_ascii_alphanumeric() || **c == '_')
        .collect();
    let before = flow.before(at);
    let is_command = (flow.characters[..at].iter().rev())
        .find(|c| !c.is_ascii_alphabetic() && !matches!(c, '*' | '@'))
        .is_some_and(|&c| matches!(c, '\\' | '}'));
    if is_command {
        return true;
    }
    let next = flow.at(end);
    let after = flow.text_from(end, 8);
    let after = after.trim_start();
    before.is_some_and(|c| matches!(c, '∈' | '=' | '×' | '(' | '{' | '*' | '+' | '<' | '>' | '$' | '.') && c != '.')
        || flow.text(at.saturating_sub(2)..at).ends_with("区间")
        // One or two letters or a word with an underscore are a variable.
        || (!word.is_empty() && (word.len() <= 2 || word.contains('_')) && !word.chars().all(|c| c.is_ascii_uppercase() || c.is_ascii_digit()))
        || next.is_some_and(|c| matches!(c, '=' | '^' | '*' | '+' | '{' | '_'))
        || (after.starts_with(['=', '*', '+', '{']))
}

/// Returns whether brackets begin a line as the number of a list item does.
fn is_item(flow: &Flow, at: usize) -> bool {
    let Some(paragraph) = flow.paragraph_at(at) else {
        return true;
    };
    let range = &flow.paragraphs[paragraph];
    // A whole paragraph of a number is one that a reader set apart.
    at == range.start && range.len() > 12
}

/// Reads a number in raised characters: "³", "¹²", "¹⁻³". `None` if there is none.
fn raised(flow: &Flow, at: usize) -> Option<Found> {
    let value = |c: char| match c {
        '¹' => Some(1),
        '²' => Some(2),
        '³' => Some(3),
        '⁰' => Some(0),
        '⁴'..='⁹' => Some(u32::from(c) - u32::from('⁰')),
        _ => None,
    };
    let before = flow.before(at)?;
    // "m²", "10³", "x²" and "cm³" are units and powers; a citation follows a word or a sentence's sign.
    let word = (flow.characters[..at].iter().rev())
        .take_while(|c| c.is_ascii_alphabetic())
        .count();
    let is_power = before.is_numeric()
        || (1..=3).contains(&word)
        || matches!(before, ')' | '/' | '·' | '米' | '里');
    if is_power || before.is_whitespace() {
        return None;
    }
    let (mut end, mut number, mut targets) = (at, 0_u32, Vec::new());
    while let Some(c) = flow.at(end) {
        match (value(c), c) {
            (Some(digit), _) => number = number.saturating_mul(10).saturating_add(digit),
            (None, ',' | '，' | '⁻')
                if flow.at(end + 1).is_some_and(|next| value(next).is_some()) =>
            {
                targets.push(Target::Number(number));
                number = 0;
            }
            _ => break,
        }
        end += 1;
    }
    targets.push(Target::Number(number));
    let in_range = |target: &Target| matches!(target, Target::Number(1..=LARGEST));
    targets.iter().all(in_range).then_some(Found {
        range: at..end,
        targets,
        introduces: false,
    })
}

/// Reads a circled number after a word or sentence as the number of a note. `None` at the beginning of a clause,
/// where it numbers the items of a list.
fn circled(flow: &Flow, at: usize) -> Option<Found> {
    let c = flow.at(at)?;
    let number = match c {
        '①'..='⑳' => u32::from(c) - u32::from('①') + 1,
        _ => u32::from(c) - u32::from('❶') + 1,
    };
    let paragraph = &flow.paragraphs[flow.paragraph_at(at)?];
    let before = flow.before(at).filter(|_| at > paragraph.start)?;
    let next = (at + 1 < paragraph.end).then(|| flow.at(at + 1)).flatten();
    let ends = next.is_none_or(|c| {
        c.is_whitespace() || "。，；、！？：”）.,;)".contains(c) || matches!(c, '①'..='⑳')
    });
    let opens_clause =
        before.is_whitespace() || "：:；;，,、（(-—与和见式第在由对".contains(before);
    let after_sentence = matches!(
        before,
        '。' | '！' | '？' | '”' | '」' | '》' | '.' | '①'..='⑳'
    );
    let is_behind_word = ends && !opens_clause;
    let is_behind_sentence = after_sentence && !counts_items(flow, at, paragraph.start);
    if !is_behind_word && !is_behind_sentence {
        return None;
    }
    // "①②③" beside a noun may name items of a figure; numbers of notes follow letters of a text.
    let is_letter = |c: char| {
        is_cjk(c)
            || c.is_alphabetic()
            || matches!(
                c,
                '”' | '」' | '》' | '）' | ')' | '。' | '！' | '？' | '.' | '…' | '’' | '①'
                    ..='⑳' | '％' | '%'
            )
            || c.is_ascii_digit()
    };
    is_letter(before).then_some(Found {
        range: at..at + 1,
        targets: vec![Target::Note(Some(number))],
        introduces: false,
    })
}

/// Returns whether the preceding number begins an item in the same paragraph.
fn counts_items(flow: &Flow, at: usize, start: usize) -> bool {
    let Some(c) = flow.at(at) else {
        return false;
    };
    if c == '①' {
        // The next number may begin an item too.
        return false;
    }
    let former = char::from_u32(u32::from(c) - 1);
    let paragraph = &flow.characters[start.max(at.saturating_sub(ITEM))..at];
    let Some(place) = paragraph.iter().rposition(|&other| Some(other) == former) else {
        return false;
    };
    let before = place
        .checked_sub(1)
        .and_then(|before| paragraph.get(before));
    before.is_none_or(|c| {
        c.is_whitespace() || matches!(c, '：' | ':' | '；' | ';' | '，' | ',' | '、' | '。')
    })
}
