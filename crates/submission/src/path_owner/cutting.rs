//! Cuts the names of folders and files into words.

use super::CoverWords;
use super::numbers::{is_counter, is_digits};
use super::words::TEAMS;
use crate::key;
use crate::pieces::{pieces, without_document_words};

/// Returns the words of a name in lower case. A Chinese name that is stated, and a team with its number, are one word each.
pub(super) fn cut(name: &str, cover: &CoverWords) -> Vec<String> {
    let mut words: Vec<String> = Vec::new();
    for piece in pieces(name) {
        if !key::has_han(&piece) {
            let plain = piece.replace("'s", "").replace("’s", "");
            words.extend(plain.split_whitespace().map(key::name));
            continue;
        }
        let mut lower = piece.to_lowercase();
        if let Some((before, after)) = cover.around_name(&lower) {
            let own = &lower[before.len()..lower.len() - after.len()];
            words.extend([before, own, after].map(str::to_owned));
            continue;
        }
        // 修改 in 第3章修改, which without the digits would read like the name 章修改.
        if let [.., ordinal, digits] = &words[..]
            && ordinal.ends_with('第')
            && is_digits(digits)
            && lower.starts_with(is_counter)
        {
            lower.remove(0);
        }
        let bare = without_document_words(&lower);
        let is_single = |word: &str| word.chars().count() == 1 && key::has_han(word);
        match words.last_mut().filter(|last| is_single(last)) {
            // The parts of a name with a blank in it.
            Some(last) if is_single(&bare) => last.push_str(&bare),
            _ if bare.is_empty() => words.push(lower),
            _ => words.push(bare),
        }
    }
    words.retain(|word| !word.is_empty());
    let mut joined: Vec<String> = Vec::new();
    for word in words {
        let is_day = word == "号"
            && joined
                .iter()
                .rev()
                .nth(1)
                .is_some_and(|word| word.ends_with('月'));
        match joined.last_mut() {
            Some(last) if !is_day && is_of_team(last, &word, cover) => last.push_str(&word),
            _ => joined.push(word),
        }
    }
    joined
}

/// Returns whether two words are a team or place and its number, in either order. A student number is none.
fn is_of_team(one: &str, other: &str, cover: &CoverWords) -> bool {
    let is_number = |word: &str| is_digits(word) && !cover.has_number(word);
    is_number(one) && TEAMS.contains(&other) || TEAMS.contains(&one) && is_number(other)
}
