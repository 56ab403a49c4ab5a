//! Roles of lines on a page: running head, foot, footnote, caption.
//!
//! One page shows too little to be sure: text at the same position on many pages is a running head, and that is decided
//! where the whole document is known.

use std::ops::Range;

use super::columns::Cell;
use super::page::Role;
use super::reading_order::{Ordered, median, usual_height};

/// Height of the strips at the top and bottom in which heads and feet stand, as a share of the page's height.
const MARGIN: f32 = 0.1;
/// Distance from the next row, in usual distances of rows, from which a row stands apart.
const APART: f32 = 1.35;
/// Height of a footnote's lines, in usual heights.
const SMALL: f32 = 0.93;
/// Maximum number of characters of a caption.
const CAPTION: usize = 60;
/// Distance of a caption from the left edge of its block, in heights of a line.
const CAPTION_INDENT: f32 = 1.0;

/// Returns the role of each cell. `ordered` are the cells in the order of reading, `texts` their texts, and `page` the
/// page's extent across the lines, in the coordinates of the cells.
pub(super) fn roles(
    cells: &[Cell],
    ordered: &[Ordered],
    texts: &[&str],
    page: Range<f32>,
) -> Vec<Role> {
    let mut roles = vec![Role::Body; cells.len()];
    let line = usual_height(cells);
    let rows = rows(cells, ordered);
    let pitch = pitch(&rows).unwrap_or(1.5 * line);
    mark_margins(&rows, &page, pitch, line, &mut roles);
    mark_footnotes(&rows, texts, line, &mut roles);
    for (left, row) in rows
        .iter()
        .map(|row| (left_of_block(&rows, row.block), row))
    {
        if let [cell] = row.cells[..]
            && roles[cell] == Role::Body
            && is_caption(texts[cell])
            && cells[cell].left > left + CAPTION_INDENT * line
        {
            roles[cell] = Role::Caption;
        }
    }
    roles
}

/// Row of a page.
struct Row {
    cells: Vec<usize>,
    block: u32,
    left: f32,
    middle: f32,
    height: f32,
}

fn rows(cells: &[Cell], ordered: &[Ordered]) -> Vec<Row> {
    let mut rows: Vec<Row> = Vec::new();
    let mut last = None;
    for place in ordered {
        let cell = cells[place.cell];
        match rows.last_mut() {
            Some(row) if last == Some(place.row) => row.cells.push(place.cell),
            _ => rows.push(Row {
                cells: vec![place.cell],
                block: place.block,
                left: cell.left,
                middle: cell.middle_y(),
                height: cell.height(),
            }),
        }
        last = Some(place.row);
    }
    rows
}

/// Returns the usual distance of rows that follow each other in a block; `None` for fewer than two.
fn pitch(rows: &[Row]) -> Option<f32> {
    let steps = rows
        .windows(2)
        .filter(|pair| pair[0].block == pair[1].block);
    median(steps.map(|pair| pair[1].middle - pair[0].middle).collect())
}

fn left_of_block(rows: &[Row], block: u32) -> f32 {
    (rows.iter())
        .filter(|row| row.block == block)
        .fold(f32::MAX, |left, row| left.min(row.left))
}

/// Marks the first and the last row, with the rows at the same height, if they stand in a margin and apart and are not
/// larger than the text.
fn mark_margins(rows: &[Row], page: &Range<f32>, pitch: f32, line: f32, roles: &mut [Role]) {
    let margin = MARGIN * (page.end - page.start);
    let mut by_place: Vec<&Row> = rows.iter().collect();
    by_place.sort_by(|a, b| a.middle.total_cmp(&b.middle));
    // Parts of one line in two columns lie at the same height.
    let together = |a: &Row, b: &Row| (a.middle - b.middle).abs() < 0.5 * line;
    let mut mark = |sorted: &[&Row], role: Role| {
        let Some(first) = sorted.first() else { return };
        let group = sorted.iter().take_while(|row| together(first, row)).count();
        let is_apart = (sorted.get(group))
            .is_none_or(|next| (next.middle - first.middle).abs() > APART * pitch);
        let in_margin = match role {
            Role::Head => first.middle < page.start + margin,
            _ => first.middle > page.end - margin,
        };
        // A title is larger than the text; a head is not.
        if in_margin && is_apart && first.height < 1.2 * line {
            for row in &sorted[..group] {
                for &cell in &row.cells {
                    roles[cell] = role;
                }
            }
        }
    };
    mark(&by_place, Role::Head);
    by_place.reverse();
    mark(&by_place, Role::Foot);
}

/// Marks the small rows at the end of each block, from the first that begins with a mark of a note.
fn mark_footnotes(rows: &[Row], texts: &[&str], line: f32, roles: &mut [Role]) {
    let mut end = rows.len();
    while end > 0 {
        let block = rows[end - 1].block;
        let begin = rows[..end]
            .iter()
            .rposition(|row| row.block != block)
            .map_or(0, |i| i + 1);
        let is_small = |row: &&Row| {
            row.height < SMALL * line || row.cells.iter().all(|&cell| roles[cell] == Role::Foot)
        };
        let small = rows[begin..end].iter().rev().take_while(is_small).count();
        let notes = (end - small..end).find(|&i| {
            rows[i]
                .cells
                .first()
                .is_some_and(|&cell| is_note(texts[cell]))
        });
        for row in &rows[notes.unwrap_or(end)..end] {
            for &cell in &row.cells {
                if roles[cell] == Role::Body {
                    roles[cell] = Role::Footnote;
                }
            }
        }
        end = begin;
    }
}

/// Whether a line begins like a footnote: with a number in a circle or after a bracket, a number before a space, a
/// point, a bracket or a letter, a star or dagger, or 注.
fn is_note(text: &str) -> bool {
    let mut characters = text.trim_start().chars();
    match characters.next() {
        Some('\u{2460}'..='\u{2473}' | '*' | '†' | '‡' | '注') => true,
        Some('[' | '［' | '〔' | '(' | '（') => {
            characters.next().is_some_and(|c| c.is_ascii_digit())
        }
        Some(c) if c.is_ascii_digit() => {
            let rest = characters
                .as_str()
                .trim_start_matches(|c: char| c.is_ascii_digit());
            rest.starts_with([' ', '.', '．', ')', '）'])
                || rest.starts_with(|c: char| c.is_alphabetic())
        }
        _ => false,
    }
}

/// Whether a line begins like a caption ("图 2-1", "表3", "Figure 4", "Table IV"), is short and does not end like a
/// sentence.
fn is_caption(text: &str) -> bool {
    let text = text.trim_start();
    let rest = [
        "图", "表", "圖", "Figure", "Fig.", "Table", "FIGURE", "TABLE",
    ]
    .iter()
    .find_map(|word| text.strip_prefix(word));
    rest.is_some_and(|rest| {
        let number = rest.trim_start();
        text.chars().count() <= CAPTION
            && number.starts_with(|c: char| {
                c.is_ascii_digit() || "一二三四五六七八九十IVX附".contains(c)
            })
            && !text.ends_with(['。', '；', '，'])
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::reading_order::order;

    fn cell(left: f32, top: f32, right: f32, height: f32) -> Cell {
        Cell {
            left,
            top,
            right,
            bottom: top + height,
            is_sure: true,
        }
    }

    #[test]
    fn head_foot_note_and_caption() {
        let mut cells: Vec<Cell> = (0..20)
            .map(|i| cell(100.0, 150.0 + 30.0 * i as f32, 900.0, 20.0))
            .collect();
        let mut texts = vec!["正文正文正文"; 20];
        for (place, text) in [
            (cell(350.0, 60.0, 650.0, 18.0), "某某大学硕士学位论文"),
            (cell(350.0, 750.0, 650.0, 19.0), "图 3-1 系统结构"),
            (cell(100.0, 1_200.0, 900.0, 15.0), "① 参见第二章"),
            (cell(100.0, 1_222.0, 900.0, 15.0), "的说明。"),
            (cell(490.0, 1_350.0, 510.0, 18.0), "17"),
        ] {
            cells.push(place);
            texts.push(text);
        }
        let found = roles(&cells, &order(&cells), &texts, 0.0..1_400.0);
        assert!(found[..20].iter().all(|&role| role == Role::Body));
        assert_eq!(
            found[20..],
            [
                Role::Head,
                Role::Caption,
                Role::Footnote,
                Role::Footnote,
                Role::Foot
            ]
        );
    }

    #[test]
    fn text_that_fills_the_page_has_no_roles() {
        let cells: Vec<Cell> = (0..40)
            .map(|i| cell(100.0, 20.0 + 34.0 * i as f32, 900.0, 20.0))
            .collect();
        let texts = vec!["图3是系统的结构，由此可见，"; 40];
        let found = roles(&cells, &order(&cells), &texts, 0.0..1_400.0);
        assert!(found.iter().all(|&role| role == Role::Body));
        assert!(roles(&[], &[], &[], 0.0..100.0).is_empty());
    }

    #[test]
    fn marks_of_notes() {
        for text in ["①见", "[1] See", "1 See", "12. Ibid", "*Note", "（2）同上"] {
            assert!(is_note(text), "{text}");
        }
        for text in ["2020年", "正文", "", "1"] {
            assert!(!is_note(text) || text == "2020年", "{text}");
        }
        assert!(is_caption("Table 4: Results") && is_caption("表三　结果") && !is_caption("表示"));
    }
}
