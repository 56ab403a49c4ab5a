//! Aligns two readings of one text: that of the check, and that of a reader that knows where each character is in the
//! file.
//!
//! White space is ignored, because two readers break lines at different places. Runs of characters that occur once in
//! both texts are anchors. Anchors in the same order are kept, and equal characters on both sides of an anchor follow
//! it. Text between two anchors is aligned only if it is equally long in both readings and differs only in characters
//! that one of the readers could not identify.

use std::collections::HashMap;

use unicode_normalization::UnicodeNormalization;

/// Number of characters of an anchor.
const ANCHOR: usize = 5;

/// Index, in another text, of each character of a text; `None` for white space and for characters without a
/// counterpart.
pub(super) type TextMap = Vec<Option<usize>>;

/// Aligns `text` with `other`; each result is the place in `other` of a character of `text`. White space has no place.
pub(super) fn align(text: &[char], other: &[char]) -> TextMap {
    let (ours, theirs) = (visible(text), visible(other));
    let mut map = vec![None; text.len()];
    let is_same = |a: usize, b: usize| is_same(ours[a].1, theirs[b].1);
    if ours.len() == theirs.len() && (0..ours.len()).all(|at| is_same(at, at)) {
        for (one, two) in ours.iter().zip(&theirs) {
            map[one.0] = Some(two.0);
        }
        return map;
    }
    let mut put = |a: usize, b: usize| map[ours[a].0] = Some(theirs[b].0);
    // Ends of what is aligned so far.
    let (mut done_a, mut done_b) = (0, 0);
    let end = (ours.len(), theirs.len());
    for (a, b) in anchors(&ours, &theirs).into_iter().chain([end]) {
        if a < done_a || b < done_b {
            continue;
        }
        let (before, behind) = between((done_a, done_b), (a, b), &is_same);
        for step in 0..before {
            put(done_a + step, done_b + step);
        }
        for step in 1..=behind {
            put(a - step, b - step);
        }
        if (a, b) == end {
            break;
        }
        for step in 0..ANCHOR {
            put(a + step, b + step);
        }
        (done_a, done_b) = (a + ANCHOR, b + ANCHOR);
    }
    map
}

/// Returns how many characters are equal after `from` and before `to`, without overlap. Both are pairs of one index in
/// each text.
fn between(
    from: (usize, usize),
    to: (usize, usize),
    is_same: &dyn Fn(usize, usize) -> bool,
) -> (usize, usize) {
    let gap = (to.0 - from.0).min(to.1 - from.1);
    let before = (0..gap).take_while(|step| is_same(from.0 + step, from.1 + step));
    let before = before.count();
    let behind = (1..=gap - before).take_while(|step| is_same(to.0 - step, to.1 - step));
    (before, behind.count())
}

/// Whether two characters are equal. U+FFFD, which a reader could not identify, equals every character.
fn is_same(one: char, other: char) -> bool {
    one == other || one == '\u{FFFD}' || other == '\u{FFFD}'
}

/// Returns the characters other than white space, each in its plain form, with their indices in `text`.
fn visible(text: &[char]) -> Vec<(usize, char)> {
    let shown = text.iter().enumerate().filter(|(_, c)| !c.is_whitespace());
    shown.map(|(at, &c)| (at, plain(c))).collect()
}

/// Returns the NFKC form of a character if it is a single character, otherwise the character itself.
fn plain(c: char) -> char {
    let mut form = std::iter::once(c).nfkc();
    match (form.next(), form.next()) {
        (Some(one), None) => one,
        _ => c,
    }
}

/// Returns the anchors, each as the index of its first character in `ours` and in `theirs`; both indices ascend.
fn anchors(ours: &[(usize, char)], theirs: &[(usize, char)]) -> Vec<(usize, usize)> {
    let (ours, theirs) = (places(ours), places(theirs));
    let mut shared: Vec<(usize, usize)> = (ours.into_iter())
        .filter_map(|(run, at)| Some((at?, (*theirs.get(&run)?)?)))
        .collect();
    shared.sort_unstable();
    ascending(&shared)
}

/// Returns where each run of [`ANCHOR`] characters begins; `None` for one that occurs several times. Runs with U+FFFD
/// are left out.
fn places(text: &[(usize, char)]) -> HashMap<[char; ANCHOR], Option<usize>> {
    let mut places = HashMap::new();
    for (at, run) in text.windows(ANCHOR).enumerate() {
        let run: [char; ANCHOR] = std::array::from_fn(|step| run[step].1);
        if run.contains(&'\u{FFFD}') {
            continue;
        }
        places
            .entry(run)
            .and_modify(|place| *place = None)
            .or_insert(Some(at));
    }
    places
}

/// Returns the longest subsequence of `pairs` whose second numbers ascend. The pairs are sorted by their first numbers.
fn ascending(pairs: &[(usize, usize)]) -> Vec<(usize, usize)> {
    // Index of the pair with which the best part of each length ends, and of the pair before each pair.
    let (mut ends, mut before): (Vec<usize>, Vec<Option<usize>>) = (Vec::new(), Vec::new());
    for (index, &(_, place)) in pairs.iter().enumerate() {
        let length = ends.partition_point(|&end| pairs[end].1 < place);
        before.push(length.checked_sub(1).map(|shorter| ends[shorter]));
        if length == ends.len() {
            ends.push(index);
        } else {
            ends[length] = index;
        }
    }
    let mut kept = Vec::new();
    let mut next = ends.last().copied();
    while let Some(index) = next {
        kept.push(pairs[index]);
        next = before[index];
    }
    kept.reverse();
    kept
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn map(text: &str, other: &str) -> TextMap {
        let chars = |text: &str| text.chars().collect::<Vec<char>>();
        align(&chars(text), &chars(other))
    }

    #[test]
    fn white_space_and_forms_of_characters_do_not_matter() {
        let some = |places: &[usize]| places.iter().map(|&at| Some(at)).collect::<TextMap>();
        assert_eq!(map("甲乙ＡＢ", "甲\n乙 AB"), some(&[0, 2, 4, 5]));
        let spaced = [Some(0), None, Some(1)];
        assert_eq!(map("a b", "ab"), spaced);
    }

    #[test]
    fn a_character_that_one_reader_cannot_name_is_any() {
        assert_eq!(map("图书馆夜间开放", "图书\u{FFFD}夜间开放")[2], Some(2));
        let found = map(
            "夜间开放的图书馆，周末也开放",
            "他说：夜间开放的\u{FFFD}书馆，周末也开放",
        );
        assert_eq!(found[..7], (3..10).map(Some).collect::<TextMap>());
    }

    #[test]
    fn what_one_reader_adds_or_loses_moves_the_rest() {
        let found = map(
            "page 3 the library opens at night",
            "the library opens at night 3",
        );
        assert_eq!(found[..6], [None; 6]);
        assert_eq!((found[7], found[32]), (Some(0), Some(25)));
        assert_eq!(map("", "abc"), []);
        assert_eq!(map("abc", ""), [None; 3]);
    }

    proptest! {
        #[test]
        fn places_ascend_and_hold_the_same_characters(
            text in "[ab甲乙 ]{0,60}", cut in 0..60_usize, added in "[a甲]{0,4}",
        ) {
            let text: Vec<char> = text.chars().collect();
            let cut = cut.min(text.len());
            let mut other = text.clone();
            other.splice(cut..cut, added.chars());
            let mut last = None;
            for (at, place) in align(&text, &other).into_iter().enumerate() {
                if let Some(place) = place {
                    prop_assert_eq!(text[at], other[place]);
                    prop_assert!(last.is_none_or(|last| last < place));
                    last = Some(place);
                }
            }
        }
    }
}
