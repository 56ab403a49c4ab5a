//! One passage and its equal runs -> the rows to show side by side: differing text separate from equal text, and rows
//! that begin where both texts are at the same sentence.

use unicode_width::UnicodeWidthStr;

use super::side_by_side::{Piece, Row};
use chachong_compare::Span;
use chachong_import::Extracted;
use chachong_text::{Exclusion, LineBreaks};

/// Sign shown in place of text that is not compared (running heads, unseen text).
const PASSED_OVER: char = '⋯';

/// Text as characters (Unicode scalar values).
pub(super) struct Text<'t> {
    characters: Vec<char>,
    exclusions: &'t [Exclusion],
    /// Whether a line break has no meaning, as in a pdf.
    joins_lines: bool,
}

impl<'t> Text<'t> {
    pub(super) fn new(extracted: &'t Extracted) -> Self {
        Self {
            characters: extracted.text.chars().collect(),
            exclusions: &extracted.exclusions,
            joins_lines: extracted.breaks == LineBreaks::Page,
        }
    }

    fn at(&self, place: u32) -> char {
        self.characters.get(place as usize).copied().unwrap_or(' ')
    }

    fn is_excluded(&self, place: u32) -> bool {
        let place = u64::from(place);
        self.exclusions
            .iter()
            .any(|exclusion| (exclusion.start..exclusion.end).contains(&place))
    }

    /// Splits a span into pieces without line breaks. Text outside the equal runs becomes separate pieces.
    fn pieces(&self, span: Span, equal: &[Span]) -> Vec<Piece> {
        let mut pieces = Vec::new();
        let mut from = span.start;
        for run in equal.iter().filter(|run| run.overlaps(span)) {
            self.push_other(&mut pieces, from, run.start.max(from));
            let end = run.end.min(span.end);
            self.push(&mut pieces, run.start.max(from), end, false);
            from = end.max(from);
        }
        self.push_other(&mut pieces, from, span.end);
        pieces
    }

    /// Adds differing text; punctuation and white space around it are not compared, so they are added as equal.
    fn push_other(&self, pieces: &mut Vec<Piece>, start: u32, end: u32) {
        let counts = |&place: &u32| self.at(place).is_alphanumeric() && !self.is_excluded(place);
        let first = (start..end).find(counts).unwrap_or(end);
        let last = (first..end)
            .rev()
            .find(counts)
            .map_or(first, |place| place + 1);
        self.push(pieces, start, first, false);
        self.push(pieces, first, last, true);
        self.push(pieces, last, end, false);
    }

    fn push(&self, pieces: &mut Vec<Piece>, start: u32, end: u32, differs: bool) {
        if start >= end {
            return;
        }
        if pieces.last().is_none_or(|last| last.differs != differs) {
            let text = String::new();
            pieces.push(Piece { text, differs });
        }
        let Some(Piece { text, .. }) = pieces.last_mut() else {
            return;
        };
        // End of the white space that was looked at last, and whether it is left out.
        let mut white = (start, false);
        for place in start..end {
            let c = self.at(place);
            if self.is_excluded(place) {
                if !text.ends_with(PASSED_OVER) {
                    text.push(PASSED_OVER);
                }
            } else if !c.is_whitespace() {
                text.push(c);
            } else if !text.ends_with(' ') {
                if place >= white.0 {
                    white = self.white_space(place);
                }
                if !white.1 {
                    text.push(' ');
                }
            }
        }
    }

    /// Returns the end of the white space at `place`, and whether it is left out: it stands between two Chinese characters, in a text
    /// in which line breaks have no meaning.
    fn white_space(&self, place: u32) -> (u32, bool) {
        let is_han = |place: u32| self.at(place) >= '\u{2E80}';
        let seen = |place: &u32| !self.at(*place).is_whitespace();
        let length = u32::try_from(self.characters.len()).unwrap_or(u32::MAX);
        let before = (0..place).rev().find(seen);
        let after = (place..length).find(seen);
        let is_left_out =
            self.joins_lines && before.is_some_and(is_han) && after.is_some_and(is_han);
        (after.unwrap_or(length), is_left_out)
    }
}

/// Splits a passage into rows. Once one side of a row fills three lines of `column` columns, the next row begins at a
/// sentence that both texts have.
pub(super) fn rows(
    texts: [&Text<'_>; 2],
    passage: [Span; 2],
    equal: &[(Span, Span)],
    column: usize,
) -> Vec<Row> {
    const LINES: usize = 3;
    let [a, b] = texts;
    let in_a: Vec<Span> = equal.iter().map(|run| run.0).collect();
    let mut in_b: Vec<Span> = equal.iter().map(|run| run.1).collect();
    in_b.sort_unstable();
    let pieces =
        |[in_text, in_other]: &[Span; 2]| [a.pieces(*in_text, &in_a), b.pieces(*in_other, &in_b)];
    let filled = |row: &[Span; 2]| {
        let width = |pieces: &[Piece]| pieces.iter().map(|p| p.text.width()).sum::<usize>();
        pieces(row).iter().any(|side| width(side) >= LINES * column)
    };
    let characters = [&a.characters[..], &b.characters[..]];
    let rows = chachong_check::shown::rows(characters, passage, equal, &filled);
    rows.iter().map(pieces).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use chachong_compare::{Background, Prepared, Weighed, equal_runs, passages};
    use chachong_import::decode_text;
    use chachong_text::normalize_without;

    fn read(text: &str) -> Extracted {
        decode_text(text.as_bytes()).unwrap()
    }

    fn span(start: u32, end: u32) -> Span {
        Span { start, end }
    }

    /// Formats the rows of two whole texts, differences in brackets.
    fn shown(
        a: &Extracted,
        b: &Extracted,
        equal: &[(Span, Span)],
        column: usize,
    ) -> Vec<[String; 2]> {
        let (a, b) = (Text::new(a), Text::new(b));
        let whole = |text: &Text<'_>| span(0, u32::try_from(text.characters.len()).unwrap());
        let passage = [whole(&a), whole(&b)];
        let rows = rows([&a, &b], passage, equal, column);
        let marked = |piece: &Piece| {
            if piece.differs {
                format!("[{}]", piece.text)
            } else {
                piece.text.clone()
            }
        };
        rows.iter()
            .map(|row| row.each_ref().map(|side| side.iter().map(marked).collect()))
            .collect()
    }

    #[test]
    fn what_differs_is_apart_and_punctuation_is_not_a_difference() {
        let (a, b) = (read("夜间开放，效果好。"), read("夜间开放 成效好"));
        let equal = [(span(0, 4), span(0, 4)), (span(7, 8), span(7, 8))];
        assert_eq!(
            shown(&a, &b, &equal, 80),
            [["夜间开放，[效果]好。", "夜间开放 [成效]好"]]
        );
    }

    #[test]
    fn lines_of_a_page_go_on_and_running_heads_are_left_out() {
        let mut page = read("社区图\n书馆 page\n12 馆员");
        page.breaks = LineBreaks::Page;
        page.exclusions = vec![Exclusion {
            start: 7,
            end: 14,
            reason: chachong_text::ExclusionReason::RunningHead,
        }];
        let text = read("社区图书馆馆员");
        let equal = [(span(0, 6), span(0, 5)), (span(15, 17), span(5, 7))];
        assert_eq!(
            shown(&page, &text, &equal, 80),
            [["社区图书馆 ⋯ 馆员", "社区图书馆馆员"]]
        );
    }

    #[test]
    fn long_white_space_takes_no_longer_than_text() {
        let mut page = read(&format!("书{}馆", " ".repeat(400_000)));
        page.breaks = LineBreaks::Page;
        let text = Text::new(&page);
        let whole = span(0, 400_002);
        assert_eq!(text.characters.len(), 400_002);
        let pieces = text.pieces(whole, &[whole]);
        assert_eq!((pieces.len(), pieces[0].text.as_str()), (1, "书馆"));
    }

    #[test]
    fn rows_begin_where_both_texts_begin_a_sentence() {
        let a = read("夜间开放需要值班人员。读者多在晚上到馆自习。经费由街道承担下来。");
        let b = read("夜间开放需要值班人员。其实，读者多在晚上到馆自习。经费由街道承担下来。");
        let equal = [(span(0, 11), span(0, 11)), (span(11, 32), span(14, 35))];
        assert_eq!(
            shown(&a, &b, &equal, 2),
            [
                ["夜间开放需要值班人员。", "夜间开放需要值班人员。"],
                ["读者多在晚上到馆自习。", "[其实]，读者多在晚上到馆自习。"],
                ["经费由街道承担下来。", "经费由街道承担下来。"],
            ]
        );
        // In reversed order, no position splits both texts.
        let moved = read("读者多在晚上到馆自习。夜间开放需要值班人员。");
        let equal = [(span(0, 11), span(11, 22)), (span(11, 22), span(0, 11))];
        assert_eq!(shown(&a, &moved, &equal, 2).len(), 1);
    }

    #[test]
    fn what_the_alignment_finds_comes_out_whole() {
        let first = "社区图书馆的夜间开放服务近年来受到许多街道的重视，馆员值班到深夜。读者多为附近的学生，他们在这里自习、借书、讨论。";
        let second = first
            .replace("许多街道", "不少社区")
            .replace("深夜", "晚上十点");
        let texts = [read(first), read(&second)];
        let prepared = texts
            .each_ref()
            .map(|text| Prepared::new(&normalize_without(&text.text, &[], text.breaks)));
        let background = Background::of(&prepared);
        let [a, b] = prepared.map(|text| Weighed::new(text, &background));
        let found = passages(&a, &b);
        let [passage] = found[..] else {
            panic!("{found:?}")
        };
        let equal = equal_runs(&a, &b, &passage);
        let [own, other] = texts.each_ref().map(Text::new);
        let rows = rows([&own, &other], [passage.a, passage.b], &equal, 400);
        let [left, right] = &rows[0];
        let whole = |side: &[Piece]| side.iter().map(|p| p.text.as_str()).collect::<String>();
        assert_eq!((whole(left), whole(right)), (first.to_owned(), second));
        let differ = |side: &[Piece]| side.iter().filter(|p| p.differs).count();
        assert_eq!((differ(left), differ(right)), (2, 2), "{left:?} {right:?}");
    }
}
