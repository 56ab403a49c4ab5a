//! Rows of a passage shown side by side; each row begins where the same sentence begins in both texts.

use chachong_compare::Span;

/// Minimum length, in characters, of an equal run that aligns both texts; shorter runs occur anywhere.
const LEAST_ANCHOR: u32 = 6;

/// Rows of a passage in a side-by-side view. Each row is (span in the first text, span in the second text), in characters. The
/// rows are in order and cover both sides without gaps.
pub type Rows = Vec<[Span; 2]>;

/// Characters of a text, by offset; a space beyond its end.
#[derive(Clone, Copy)]
struct Text<'t>(&'t [char]);

impl Text<'_> {
    fn at(self, place: u32) -> char {
        self.0.get(place as usize).copied().unwrap_or(' ')
    }

    /// Positions in a span where a sentence begins, except for the span's own start.
    fn sentences(self, span: Span) -> Vec<u32> {
        let ends = |place: u32| match self.at(place) {
            '。' | '！' | '？' | '；' => true,
            '.' | '!' | '?' | ';' => self.at(place + 1).is_whitespace(),
            _ => false,
        };
        (span.start..span.end.saturating_sub(1))
            .filter(|&place| ends(place))
            .map(|place| {
                let mut next = place + 1;
                while next < span.end && closes(self.at(next)) {
                    next += 1;
                }
                next
            })
            .filter(|&next| next < span.end)
            .collect()
    }

    /// Returns whether a sentence begins at `place` in a passage.
    fn begins_sentence(self, place: u32, passage: Span) -> bool {
        let before = (passage.start..place)
            .rev()
            .map(|place| self.at(place))
            .find(|&c| !closes(c));
        before.is_none_or(|c| "。！？；.!?;".contains(c))
    }
}

fn closes(c: char) -> bool {
    c.is_whitespace() || "”’」』）)\"'".contains(c)
}

/// Cuts a passage into rows. Once `filled` says that a row is long enough, the next row begins where the same sentence begins in
/// both texts. `texts` are the characters of both documents, `passage` its span in each, and `equal` the equal runs of the
/// passage, sorted by the first text.
#[must_use]
pub fn rows(
    texts: [&[char]; 2],
    passage: [Span; 2],
    equal: &[(Span, Span)],
    filled: &dyn Fn(&[Span; 2]) -> bool,
) -> Rows {
    let mut rows = Vec::new();
    let mut from = passage.map(|span| span.start);
    let row =
        |from: [u32; 2], to: [u32; 2]| [0, 1].map(|side: usize| Span::new(from[side], to[side]));
    for to in meeting_places(texts, passage, equal) {
        let next = row(from, to);
        if filled(&next) {
            rows.push(next);
            from = to;
        }
    }
    let end = passage.map(|span| span.end);
    if from != end {
        rows.push(row(from, end));
    }
    rows
}

/// Positions, ascending in both texts, where the same sentence begins in both and no equal run crosses.
fn meeting_places(
    texts: [&[char]; 2],
    passage: [Span; 2],
    equal: &[(Span, Span)],
) -> Vec<[u32; 2]> {
    let [a, b] = texts.map(Text);
    let anchors: Vec<&(Span, Span)> = (equal.iter())
        .filter(|(in_a, _)| in_a.len() >= LEAST_ANCHOR)
        .collect();
    // Minimum start in b of each anchor and all later ones.
    let mut first_from = vec![u32::MAX; anchors.len() + 1];
    for (i, (_, in_b)) in anchors.iter().enumerate().rev() {
        first_from[i] = first_from[i + 1].min(in_b.start);
    }
    let both_begin = |place: [u32; 2]| {
        let begins =
            a.begins_sentence(place[0], passage[0]) && b.begins_sentence(place[1], passage[1]);
        begins.then_some(place)
    };
    let mut places: Vec<[u32; 2]> = Vec::new();
    let mut end_before = passage[1].start;
    for (i, (in_a, in_b)) in anchors.into_iter().enumerate() {
        if end_before <= in_b.start && in_b.start <= first_from[i] {
            places.extend(both_begin([in_a.start, in_b.start]));
            if in_b.end <= first_from[i + 1] {
                let (inside_a, inside_b) = (a.sentences(*in_a), b.sentences(*in_b));
                // Equal words, but perhaps other punctuation: then it is unknown which sentences belong together.
                if inside_a.len() == inside_b.len() {
                    places.extend(inside_a.into_iter().zip(inside_b).map(|(a, b)| [a, b]));
                }
                places.extend(both_begin([in_a.end, in_b.end]));
            }
        }
        end_before = end_before.max(in_b.end);
    }
    // A run that ends where the passage does would begin a row without text.
    places.retain(|place| (0..2).all(|i| (passage[i].start..passage[i].end).contains(&place[i])));
    places
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    const fn span(start: u32, end: u32) -> Span {
        Span { start, end }
    }

    /// Tells whether one side of a row has at least `least` characters.
    fn longer(least: u32) -> impl Fn(&[Span; 2]) -> bool {
        move |row| row.iter().any(|span| span.len() >= least)
    }

    #[test]
    fn a_row_begins_at_a_sentence_that_both_have() {
        let a: Vec<char> = "图书馆夜间开放很好。读者可以安静阅读。后来下雨。"
            .chars()
            .collect();
        let b: Vec<char> = "夜里图书馆夜间开放真好。读者可以安静阅读。"
            .chars()
            .collect();
        let equal = [(span(0, 7), span(2, 9)), (span(9, 19), span(11, 21))];
        let found = rows([&a, &b], [span(0, 24), span(0, 21)], &equal, &longer(5));
        let text = |row: &[Span; 2]| -> [String; 2] {
            let of = |text: &[char], span: Span| {
                text[span.start as usize..span.end as usize]
                    .iter()
                    .collect()
            };
            [of(&a, row[0]), of(&b, row[1])]
        };
        let found: Vec<[String; 2]> = found.iter().map(text).collect();
        assert_eq!(found.len(), 2, "{found:?}");
        assert_eq!(
            found[0],
            ["图书馆夜间开放很好。", "夜里图书馆夜间开放真好。"]
        );
    }

    proptest! {
        #[test]
        fn rows_are_the_whole_passage(
            text in "[夜间a。.! ]{20,60}",
            cuts in prop::collection::vec(0_u32..60, 0..6),
            least in 1_u32..20,
        ) {
            let characters: Vec<char> = text.chars().collect();
            let length = u32::try_from(characters.len()).unwrap();
            let mut cuts: Vec<u32> = cuts.into_iter().map(|cut| cut.min(length)).collect();
            cuts.sort_unstable();
            let equal: Vec<(Span, Span)> = cuts.chunks_exact(2)
                .map(|two| (span(two[0], two[1]), span(two[0], two[1])))
                .collect();
            let whole = span(0, length);
            let found = rows([&characters, &characters], [whole, whole], &equal, &longer(least));
            let mut from = [0, 0];
            for row in &found {
                prop_assert_eq!(row.map(|span| span.start), from);
                from = row.map(|span| span.end);
            }
            prop_assert_eq!(from, [length, length]);
        }
    }
}
