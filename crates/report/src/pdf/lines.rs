//! Line breaking: positions where a text may be broken (Unicode's line breaking algorithm with Chinese quotation marks
//! as brackets), and the filling of lines.

use std::ops::Range;

use unicode_linebreak::linebreaks;

use super::font::is_wide;
use super::text::Cell;

/// Line of a text.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Line {
    /// Cells of the line without the spaces at its end.
    pub(super) cells: Range<usize>,
    /// Width of the line without the spaces at its end, in points.
    pub(super) width: f32,
    /// Whether the text ends with this line.
    pub(super) is_last: bool,
}

/// Tolerance of a comparison of widths.
const SLACK: f32 = 0.01;

/// Cuts a text into lines of at most `width`. A word that is wider than a line is cut where the line is full. A text
/// without cells has no lines.
pub(super) fn lines(cells: &[Cell], width: f32) -> Vec<Line> {
    let mut lines = Vec::new();
    let mut start = 0;
    let mut so_far = 0.0;
    let mut from = 0;
    let ends = opportunities(cells);
    for to in ends {
        let solid = without_spaces(cells, from..to);
        let needed: f32 = cells[solid.clone()].iter().map(|cell| cell.width).sum();
        if so_far + needed > width + SLACK && from > start {
            lines.push(line(cells, start..from));
            (start, so_far) = (from, 0.0);
        }
        for at in from..to {
            if so_far + cells[at].width > width + SLACK && at > start && at < solid.end {
                lines.push(line(cells, start..at));
                (start, so_far) = (at, 0.0);
            }
            so_far += cells[at].width;
        }
        from = to;
    }
    if start < cells.len() {
        lines.push(line(cells, start..cells.len()));
    }
    if let Some(last) = lines.last_mut() {
        last.is_last = true;
    }
    lines
}

fn line(cells: &[Cell], range: Range<usize>) -> Line {
    let solid = without_spaces(cells, range);
    Line {
        width: cells[solid.clone()].iter().map(|cell| cell.width).sum(),
        cells: solid,
        is_last: false,
    }
}

/// Returns the range without the spaces at its end, which may hang over the edge.
fn without_spaces(cells: &[Cell], range: Range<usize>) -> Range<usize> {
    let spaces = (cells[range.clone()].iter().rev())
        .take_while(|cell| !cell.is_badge && cell.c.is_whitespace())
        .count();
    range.start..range.end - spaces
}

/// Returns the positions before which a line may end, ascending; the last one is the number of cells. A badge stays
/// with the character after it.
fn opportunities(cells: &[Cell]) -> Vec<usize> {
    // The text without badges; for each of its characters the first byte, and the cell before which it may be cut.
    let mut text = String::with_capacity(cells.len() * 3);
    let mut places: Vec<(usize, usize)> = Vec::with_capacity(cells.len());
    let mut first_badge = None;
    let characters: Vec<char> = (cells.iter().filter(|cell| !cell.is_badge))
        .map(|cell| cell.c)
        .collect();
    let mut index: usize = 0;
    for (at, cell) in cells.iter().enumerate() {
        if cell.is_badge {
            first_badge.get_or_insert(at);
            continue;
        }
        let around = [
            index.checked_sub(1).map(|before| characters[before]),
            characters.get(index + 1).copied(),
        ];
        places.push((text.len(), first_badge.take().unwrap_or(at)));
        text.push(class_of(cell.c, around));
        index += 1;
    }
    let mut found = Vec::new();
    for (byte, _) in linebreaks(&text) {
        if byte < text.len() {
            let place = places.partition_point(|&(first, _)| first < byte);
            found.extend(places.get(place).map(|&(_, cell)| cell));
        }
    }
    found.push(cells.len());
    found
}

/// Returns a character that breaks lines as this one does in Chinese: quotation marks beside Chinese are brackets.
fn class_of(c: char, around: [Option<char>; 2]) -> char {
    let beside_chinese =
        || (around.iter().flatten()).any(|&c| is_wide(c) && !matches!(c, '“' | '”' | '‘' | '’'));
    match c {
        '“' | '‘' if beside_chinese() => '（',
        '”' | '’' if beside_chinese() => '）',
        _ => c,
    }
}

/// Returns the cells of a line after which it can be stretched: beside Chinese characters, and at spaces. Not within
/// badges and words.
pub(super) fn gaps(cells: &[Cell]) -> Vec<usize> {
    (1..cells.len())
        .filter(|&next| {
            let (before, after) = (&cells[next - 1], &cells[next]);
            let is_inside = before.is_badge || after.is_badge;
            let pair = [before.c, after.c];
            !is_inside
                && (before.c == ' '
                    || pair.iter().any(|&c| is_wide(c))
                        && after.c != ' '
                        // Dashes and ellipses of two characters stay one.
                        && !(pair[0] == pair[1] && matches!(pair[0], '—' | '…')))
        })
        .map(|next| next - 1)
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::pdf::font::Face;
    use crate::pdf::style::{INK, Style};
    use crate::pdf::text::{Badge, Rich};
    use proptest::prelude::*;

    fn rich(text: &str) -> Rich {
        Rich::of(&Face::new().unwrap(), text, Style::plain(10.0, INK))
    }

    fn cut(text: &str, width: f32) -> Vec<String> {
        let rich = rich(text);
        (lines(&rich.cells, width).into_iter())
            .map(|line| rich.cells[line.cells].iter().map(|cell| cell.c).collect())
            .collect()
    }

    #[test]
    fn punctuation_begins_and_ends_no_line_where_it_must_not() {
        assert_eq!(cut("夜间开放，很好。", 40.0), ["夜间开", "放，很", "好。"]);
        assert_eq!(cut("夜间开（很好）", 40.0), ["夜间开", "（很好）"]);
        assert_eq!(cut("他说“夜间”很好", 40.0), ["他说“夜", "间”很好"]);
        assert_eq!(cut("他们说“夜间”很好", 40.0), ["他们说", "“夜间”", "很好"]);
        assert_eq!(cut("夜间开放……很好", 50.0), ["夜间开", "放……很好"]);
    }

    #[test]
    fn words_stay_whole_and_long_ones_are_cut() {
        assert_eq!(cut("open at night", 30.0), ["open", "at", "night"]);
        let long = cut(&"abcdefghij".repeat(4), 50.0);
        assert!(
            long.len() > 2 && long.concat() == "abcdefghij".repeat(4),
            "{long:?}"
        );
        assert_eq!(cut("", 50.0), [""; 0]);
        assert_eq!(cut("   ", 50.0), [""]);
    }

    #[test]
    fn a_badge_stays_with_its_text() {
        let face = Face::new().unwrap();
        let style = Style::plain(10.0, INK);
        let mut rich = Rich::of(&face, "夜间开放", style);
        let badge = Badge {
            ground: None,
            frame: INK,
        };
        rich.push_badge(&face, "3", badge, style);
        rich.push(&face, "很好", style);
        let lines = lines(&rich.cells, 46.0);
        let last = lines.last().unwrap().cells.clone();
        assert_eq!(last.start, 4, "the badge is in the second line: {lines:?}");
        assert!(
            gaps(&rich.cells[..])
                .iter()
                .all(|&gap| !rich.cells[gap].is_badge)
        );
    }

    proptest! {
        #[test]
        fn lines_hold_the_text_in_order_and_fit(text in "(\\PC|[夜间“”，。（ a-c]){0,80}", width in 20.0..300.0_f32) {
            let rich = rich(&text);
            let lines = lines(&rich.cells, width);
            let mut end = 0;
            for line in &lines {
                prop_assert!(line.cells.start >= end);
                prop_assert!(rich.cells[end..line.cells.start].iter().all(|cell| cell.c.is_whitespace()));
                prop_assert!(line.width <= width + 2.0 * SLACK || line.cells.len() == 1);
                end = line.cells.end;
            }
            prop_assert!(rich.cells[end..].iter().all(|cell| cell.c.is_whitespace()));
            prop_assert_eq!(lines.iter().filter(|line| line.is_last).count(), usize::from(!lines.is_empty()));
        }
    }
}
