//! Picture of the whole matrix as a PNG file, in the displayed order and colours.

use std::io::Error;
use std::path::Path;
use std::sync::atomic::{AtomicBool, Ordering};

use egui::Color32;
use image::codecs::png::{CompressionType, FilterType, PngEncoder};
use image::{ExtendedColorType, ImageEncoder};

use crate::matrix::margin::{Picture, framed};
use crate::matrix::sheet::{Sheet, SheetInput};
use crate::matrix::tiles::{EVERY_CELL_FROM, Palette};
use chachong_compare::{DocumentIndex, Grid, NOTHING};
use chachong_report::{Content, Inputs, ReportError, write_file};
use chachong_window_model::state::State;

/// Maximum side of the cells' picture, in pixels.
const LARGEST: usize = 4_000;
/// Maximum side of a cell, in pixels.
const LARGEST_CELL: usize = 24;

/// Input of a picture, copied from the state so that a thread can own it.
pub(crate) struct MatrixPicture {
    wanted: SheetInput,
    /// Name of each document's submission, by the position of the document.
    names: Vec<String>,
    dark: bool,
}

impl MatrixPicture {
    /// Copies the matrix as it is displayed now, in the dark theme or the light one.
    pub(crate) fn of(state: &State, dark: bool) -> Self {
        let view = state.matrix;
        let measure = view.measure(state.copied().is_some());
        let documents = (0..state.check.result.documents.len()).map(DocumentIndex);
        Self {
            wanted: SheetInput::of(state, measure, view.order),
            names: documents.map(|document| state.row_name(document)).collect(),
            dark,
        }
    }

    /// Draws the picture and writes it; nothing is written if `stop` is set before all is drawn.
    pub(crate) fn write(
        self,
        file: &Path,
        inputs: &Inputs,
        stop: &AtomicBool,
    ) -> Result<(), ReportError> {
        let Self {
            wanted,
            names,
            dark,
        } = self;
        let sheet = wanted.compute();
        write_file(file, Content::Picture, inputs, |out| {
            let cells = draw(&sheet, &Palette::new(dark));
            if stop.load(Ordering::Relaxed) {
                return Err(Error::other("stopped"));
            }
            let of_columns: Vec<String> = (sheet.documents.iter())
                .map(|&document| names.get(document.0).cloned().unwrap_or_default())
                .collect();
            let picture = framed(&cells, sheet.rows, &of_columns, dark);
            let [width, height] = [picture.width, picture.height].map(u32::try_from);
            let (width, height) = (width.map_err(Error::other)?, height.map_err(Error::other)?);
            // Large areas of one colour compress well without any filter.
            PngEncoder::new_with_quality(out, CompressionType::Default, FilterType::NoFilter)
                .write_image(&picture.bytes, width, height, ExtendedColorType::Rgb8)
                .map_err(Error::other)
        })
    }
}

/// Draws the cells.
fn draw(sheet: &Sheet, palette: &Palette) -> Picture {
    let [rows, columns] = [sheet.rows, sheet.documents.len()].map(|count| count.max(1));
    let count = rows.max(columns);
    let cell = (LARGEST / count).clamp(1, LARGEST_CELL);
    let every_cell = !sheet.measure.is_share() && cell as f64 >= EVERY_CELL_FROM;
    // Where there are more cells than pixels, a pixel shows the strongest of several cells.
    let cells = count.div_ceil(LARGEST);
    let [height, width] = [rows, columns].map(|count| count.div_ceil(cells));
    let grid = Grid {
        row: 0,
        column: 0,
        width,
        height,
        cells,
    };
    // A single pixel among ten million would not be found.
    let size = match cell {
        1 => 3,
        2 => 2,
        _ => 1,
    };
    let spots = if every_cell {
        Vec::new()
    } else {
        sheet.spots.raster(grid, size)
    };
    let color = |row: usize, column: usize| -> Color32 {
        if cells == 1 && row == column {
            return palette.diagonal();
        }
        palette.color(if every_cell {
            sheet.level(row, column)
        } else {
            spots.get(row * width + column).copied().unwrap_or(NOTHING)
        })
    };
    let mut bytes = Vec::with_capacity(height * cell * width * cell * 3);
    for row in 0..height {
        let line: Vec<u8> = (0..width)
            .flat_map(|column| {
                let [r, g, b, _] = color(row, column).to_array();
                std::iter::repeat_n([r, g, b], cell).flatten()
            })
            .collect();
        for _ in 0..cell {
            bytes.extend_from_slice(&line);
        }
    }
    Picture {
        width: width * cell,
        height: height * cell,
        bytes,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::matrix::sheet::tests::sheet_of;

    #[test]
    fn a_picture_has_every_cell_or_the_strongest_of_several() {
        let palette = Palette::new(false);
        let Picture { width, bytes, .. } = draw(&sheet_of(&[0, u64::MAX, 1]), &palette);
        assert_eq!((width, bytes.len()), (72, 72 * 72 * 3));
        let pixel = |row: usize, column: usize| {
            let at = (row * 72 + column) * 3;
            Color32::from_rgb(bytes[at], bytes[at + 1], bytes[at + 2])
        };
        assert_eq!(pixel(3, 3), palette.diagonal());
        assert_eq!(pixel(0, 60), palette.color(0), "stands out");
        assert_eq!(pixel(0, 30), palette.color(NOTHING));
        let many: Vec<u64> = (0_u64..4_100)
            .map(|i| i.wrapping_mul(0x9e37_79b9_7f4a_7c15))
            .collect();
        let Picture { width, bytes, .. } = draw(&sheet_of(&many), &palette);
        assert_eq!((width, bytes.len()), (2_050, 2_050 * 2_050 * 3));
        let [r, g, b, _] = palette.color(0).to_array();
        assert!(bytes.chunks(3).any(|pixel| pixel == [r, g, b]));
    }
}
