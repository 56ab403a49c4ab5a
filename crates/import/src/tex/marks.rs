//! Marks in a text that is being read: where invisible text begins and ends, and where a condition was not decided.
//! They are no characters of Unicode, move with the surrounding text, and are removed at the end.

use chachong_text::Places;

/// Unseen text begins, and ends.
pub(super) const UNSEEN: char = '\u{FDD0}';
pub(super) const SEEN: char = '\u{FDD1}';
/// A condition begins that the source does not decide.
pub(super) const UNDECIDED: char = '\u{FDD2}';
/// All marks.
pub(super) const MARKS: [char; 3] = [UNSEEN, SEEN, UNDECIDED];

/// Text without its marks, and the spans and places that they marked.
#[derive(Debug, Default, PartialEq, Eq)]
pub(super) struct Unmarked {
    /// Text without marks.
    pub text: String,
    /// Spans of invisible text, each as (start, end) in bytes of the text, in ascending order; none is empty.
    pub unseen: Vec<(usize, usize)>,
    /// Conditions that could not be evaluated, with their offsets in characters.
    pub undecided: Places,
}

/// Removes the marks from a text. `spans` are other spans of the text in bytes, in order, which are moved accordingly.
pub(super) fn unmarked(marked: &str, spans: &mut [(usize, usize)]) -> Unmarked {
    let mut found = Unmarked::default();
    let mut open: Option<usize> = None;
    let (mut bytes, mut characters) = (0, 0);
    // Each place of a mark with the number of bytes that marks take before its end.
    let mut taken: Vec<(usize, usize)> = Vec::new();
    for (at, c) in marked.char_indices() {
        if !MARKS.contains(&c) {
            found.text.push(c);
            characters += 1;
            continue;
        }
        let here = found.text.len();
        match c {
            UNSEEN => open = open.or(Some(here)),
            SEEN => {
                if let Some(start) = open.take().filter(|&start| start < here) {
                    found.unseen.push((start, here));
                }
            }
            _ => found.undecided.add(characters, 1),
        }
        bytes += c.len_utf8();
        taken.push((at, bytes));
    }
    if let Some(start) = open.filter(|&start| start < found.text.len()) {
        found.unseen.push((start, found.text.len()));
    }
    let moved = |place: usize| {
        let before = taken.partition_point(|&(at, _)| at < place);
        place - before.checked_sub(1).map_or(0, |last| taken[last].1)
    };
    for (start, end) in spans {
        (*start, *end) = (moved(*start), moved(*end));
    }
    found
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn marks_go_and_say_where_they_were() {
        let marked = format!("甲{UNDECIDED}乙{UNSEEN}丙{UNSEEN}丁{SEEN}戊{SEEN}己{UNSEEN}");
        let mut spans = [(0, 3), ("甲乙丙".len() + 6, "甲乙丙丁".len() + 9)];
        let found = unmarked(&marked, &mut spans);
        assert_eq!(found.text, "甲乙丙丁戊己");
        assert_eq!(found.unseen, [(6, 12)]);
        assert_eq!(found.undecided.at, [1]);
        assert_eq!(spans[0], (0, 3));
        assert_eq!(spans[1], (9, 12));
    }
}
