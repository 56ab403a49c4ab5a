//! Margin of the exported picture of the matrix: names or numbers of the rows, numbers of the columns, and a tick at
//! each.

use egui::Color32;

use crate::matrix::lettering;
use crate::matrix::lettering::Written;
use crate::widgets::labels::shortened;
use crate::widgets::theme::Tokens;

/// Size of the letters, in pixels.
const LETTERS: f32 = 13.0;
/// Minimum size of a cell, in pixels, for every row to have its name.
const NAMES_FROM: usize = 16;
/// Minimum distance between two numbers, in pixels.
const APART: f32 = 44.0;
/// Space to the right of the cells, in pixels: half a number centred on the last column.
const RIGHT: usize = 22;
/// Maximum length of an upright name, in columns of a text.
const UPRIGHT: usize = 24;
/// Maximum length of a name, in columns; a Chinese character takes two.
const NAME: usize = 44;
/// Length of a tick and the space around it, in pixels.
const MARK: usize = 6;
const SPACE: usize = 6;

/// Picture of three bytes a pixel, row by row.
pub(crate) struct Picture {
    pub(crate) width: usize,
    pub(crate) height: usize,
    pub(crate) bytes: Vec<u8>,
}

impl Picture {
    fn blend(&mut self, (x, y, ink): (usize, usize, u8), color: Color32) {
        if x >= self.width || y >= self.height {
            return;
        }
        let at = (y * self.width + x) * 3;
        let ink = u16::from(ink);
        for (byte, color) in self.bytes[at..at + 3].iter_mut().zip(color.to_array()) {
            let mixed = (u16::from(*byte) * (255 - ink) + u16::from(color) * ink) / 255;
            *byte = u8::try_from(mixed).unwrap_or(u8::MAX);
        }
    }
}

/// Adds a margin to the left of the picture of the cells and above it. `names` are those of the columns: first `count` of the rows,
/// then those of the library, which stand upright where each has space.
pub(crate) fn framed(cells: &Picture, count: usize, names: &[String], dark: bool) -> Picture {
    let tokens = Tokens::in_theme(dark);
    let side = cells.height;
    let cell = side / count.max(1);
    let numbered = numbered(count, side as f32, APART);
    let (names, library) = names.split_at(count.min(names.len()));
    let library = if cell >= NAMES_FROM { library } else { &[] };
    let rows: Vec<(usize, String)> = if cell >= NAMES_FROM {
        (names.iter().enumerate())
            .map(|(row, name)| (row, format!("{}  {}", row + 1, shortened(name, NAME))))
            .collect()
    } else {
        (numbered.iter())
            .map(|&row| (row, (row + 1).to_string()))
            .collect()
    };
    let lines = rows.iter().map(|(_, text)| text.clone());
    let numbers = numbered.iter().map(|column| (column + 1).to_string());
    let upright = library.iter().map(|name| shortened(name, UPRIGHT));
    let mut written = lettering::write(lines.chain(numbers).chain(upright), LETTERS);
    let mut columns = written.split_off(rows.len());
    let upright = columns.split_off(numbered.len());
    let widest = |of: &[Written]| of.iter().map(|line| line.width).max().unwrap_or(0);
    let high = (columns.iter().map(|line| line.height).max().unwrap_or(0)).max(widest(&upright));
    let left = widest(&written) + MARK + 2 * SPACE;
    let top = high + MARK + 2 * SPACE;
    let mut picture = ground(left, top, cells, tokens.surface);
    // Middle of a row or column, in pixels from the first pixel of the cells on.
    let middle = |position: usize| (2 * position + 1) * side / (2 * count.max(1));
    for ((row, _), line) in rows.iter().zip(&written) {
        let y = top + middle(*row);
        // Names are aligned on the left, numbers on the right.
        let x = if cell >= NAMES_FROM {
            SPACE
        } else {
            left - MARK - SPACE - line.width
        };
        for dot in line.at(x, y.saturating_sub(line.height / 2)) {
            picture.blend(dot, tokens.strong);
        }
        for x in left - MARK..left {
            picture.blend((x, y, u8::MAX), tokens.weak);
        }
    }
    for (&column, number) in numbered.iter().zip(&columns) {
        let x = left + middle(column);
        let y = top - MARK - SPACE - number.height;
        for dot in number.at(x.saturating_sub(number.width / 2), y) {
            picture.blend(dot, tokens.strong);
        }
        for y in top - MARK..top {
            picture.blend((x, y, u8::MAX), tokens.weak);
        }
    }
    for (column, name) in (count..).zip(&upright) {
        let x = left + middle(column) - name.height.min(cell) / 2;
        for (across, up, ink) in name.at(0, 0) {
            let y = (top - MARK).saturating_sub(across);
            picture.blend((x + up, y, ink), tokens.strong);
        }
    }
    picture
}

/// Creates the picture with its background and the cells.
fn ground(left: usize, top: usize, cells: &Picture, ground: Color32) -> Picture {
    let (width, height) = (left + cells.width + RIGHT, top + cells.height + SPACE);
    let [r, g, b, _] = ground.to_array();
    let mut bytes = [r, g, b].repeat(width * height);
    for (row, line) in cells.bytes.chunks(cells.width.max(1) * 3).enumerate() {
        let from = ((top + row) * width + left) * 3;
        bytes[from..from + line.len()].copy_from_slice(line);
    }
    Picture {
        width,
        height,
        bytes,
    }
}

/// Returns the rows that have a number, counted from 0: the first, and round numbers at least `apart` apart. `side` is that of all
/// rows in the same unit.
pub(crate) fn numbered(count: usize, side: f32, apart: f32) -> Vec<usize> {
    let steps = (0..10).flat_map(|zeros| [1, 2, 5].map(|digit| digit * 10_usize.pow(zeros)));
    let step = (steps.into_iter())
        .find(|&step| step as f32 * side >= apart * count as f32)
        .unwrap_or(count.max(1));
    let round = (step..=count).step_by(step).map(|number| number - 1);
    let first = (count > 0 && step > 1).then_some(0);
    // With a step of 1 the first row is among the round ones already.
    first.into_iter().chain(round).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_round_and_do_not_touch() {
        assert_eq!(numbered(4, 96.0, APART), [0, 1, 3]);
        assert_eq!(numbered(3, 300.0, APART), [0, 1, 2]);
        assert_eq!(numbered(10_000, 3_334.0, APART)[..4], [0, 199, 399, 599]);
        assert!(numbered(0, 1.0, APART).is_empty());
        assert_eq!(numbered(285, 3_990.0, APART).last(), Some(&284));
    }

    #[test]
    fn cells_stand_beside_names_or_numbers_and_stay_as_they_are() {
        for (names, cell) in [(3, 24), (600, 2)] {
            let side = names * cell;
            let cells: Vec<u8> = (0..=250).cycle().take(side * side * 3).collect();
            let of_rows: Vec<String> = (0..names).map(|row| format!("第 {row} 篇.docx")).collect();
            let drawn = Picture {
                width: side,
                height: side,
                bytes: cells.clone(),
            };
            let picture = framed(&drawn, names, &of_rows, false);
            let left = picture.width - side - RIGHT;
            let top = picture.height - side - SPACE;
            assert_eq!(picture.bytes.len(), picture.width * picture.height * 3);
            let line = |row: usize, from: usize, length: usize| {
                let at = (row * picture.width + from) * 3;
                &picture.bytes[at..at + length * 3]
            };
            for row in [0, side - 1] {
                let own = &cells[row * side * 3..(row + 1) * side * 3];
                assert_eq!(line(top + row, left, side), own);
            }
            let ink = |bytes: &[u8]| bytes.iter().any(|&byte| byte < 100);
            assert!(ink(line(top + cell / 2, 0, left)), "the first row's");
            assert!((0..top).any(|row| ink(line(row, left, side))), "columns'");
        }
    }
}
