//! Export of the whole matrix as a PNG file, in the order and the colours that are shown, drawn on a thread.

use std::path::PathBuf;
use std::sync::atomic::Ordering;
use std::task::Poll;

use egui::Color32;
use image::codecs::png::{CompressionType, FilterType, PngEncoder};
use image::{ExtendedColorType, ImageEncoder};

use crate::app::App;
use crate::app::matrix::margin::framed;
use crate::app::matrix::scale::NOTHING;
use crate::app::matrix::sheet::{Sheet, Wanted};
use crate::app::matrix::tiles::{EVERY_CELL_FROM, Palette};
use crate::app::model::matrix_view::Measure;
use crate::app::model::page::NoticeKind;
use crate::app::one_shot::OneShot;
use crate::app::work::picture::Drawing;
use crate::compare::Grid;
use crate::report;

/// Maximum side of the cells' picture, in pixels.
const LARGEST: usize = 4_000;
/// Maximum side of a cell, in pixels.
const LARGEST_CELL: usize = 24;

impl App {
    /// Starts to write the picture of the matrix; adds the ending `png` to a name without one.
    pub(crate) fn export_matrix(&mut self, mut file: PathBuf) {
        if file.extension().is_none() {
            file.set_extension("png");
        }
        let view = self.state.matrix;
        let measure = view.measure(self.state.copied().is_some());
        let wanted = Wanted::of(&self.state, measure, view.order);
        let dark = self.context.theme() == egui::Theme::Dark;
        let names: Vec<String> = (self.state.check.documents.iter())
            .map(|document| document.name.clone())
            .collect();
        let path = file.clone();
        let written = OneShot::start_stoppable(&self.context, move |stop| {
            let sheet = wanted.compute();
            report::write_file(&path, |out| {
                let (side, cells) = draw(&sheet, &Palette::new(dark, sheet.measure));
                if stop.load(Ordering::Relaxed) {
                    return Err(std::io::Error::other("stopped"));
                }
                let of_rows: Vec<String> = (sheet.documents.iter())
                    .map(|&document| names.get(document).cloned().unwrap_or_default())
                    .collect();
                let picture = framed(side, &cells, &of_rows, dark);
                let [width, height] = [picture.width, picture.height].map(u32::try_from);
                let width = width.map_err(std::io::Error::other)?;
                let height = height.map_err(std::io::Error::other)?;
                // Large areas of one colour compress well without any filter.
                PngEncoder::new_with_quality(out, CompressionType::Default, FilterType::NoFilter)
                    .write_image(&picture.bytes, width, height, ExtendedColorType::Rgb8)
                    .map_err(std::io::Error::other)
            })
        });
        self.beside.drawing = Some(Drawing { file, written });
    }

    /// Cancels the picture that is being written.
    pub(crate) fn stop_drawing(&mut self) {
        if let Some(drawing) = self.beside.drawing.take() {
            drawing.written.stop();
        }
    }

    /// Reports when the picture is written, or why it is not.
    pub(crate) fn poll_drawing(&mut self) {
        let Some(drawing) = &self.beside.drawing else {
            return;
        };
        let language = self.state.language;
        let (kind, text) = match drawing.written.poll() {
            Poll::Pending => return,
            Poll::Ready(Some(Ok(()))) => (
                NoticeKind::Information,
                language.fill("notice.exported", &[("file", &drawing.file.display())]),
            ),
            Poll::Ready(Some(Err(error))) => {
                let values: [(&str, &dyn std::fmt::Display); 2] =
                    [("file", &error.file.display()), ("detail", &error.source)];
                (
                    NoticeKind::Error,
                    language.fill("report.not-written", &values),
                )
            }
            // The thread ended without a result.
            Poll::Ready(None) => {
                let values: [(&str, &dyn std::fmt::Display); 2] =
                    [("file", &drawing.file.display()), ("detail", &"PNG")];
                (
                    NoticeKind::Error,
                    language.fill("report.not-written", &values),
                )
            }
        };
        self.beside.drawing = None;
        self.inform(kind, text);
    }
}

/// Draws the cells; returns the side of the picture in pixels and its bytes, three a pixel.
fn draw(sheet: &Sheet, palette: &Palette) -> (usize, Vec<u8>) {
    let count = sheet.len().max(1);
    let cell = (LARGEST / count).clamp(1, LARGEST_CELL);
    let every_cell = sheet.measure != Measure::Share && cell as f64 >= EVERY_CELL_FROM;
    // Where there are more cells than pixels, a pixel shows the strongest of several cells.
    let cells = count.div_ceil(LARGEST);
    let texels = count.div_ceil(cells);
    let grid = Grid {
        row: 0,
        column: 0,
        width: texels,
        height: texels,
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
            spots.get(row * texels + column).copied().unwrap_or(NOTHING)
        })
    };
    let mut bytes = Vec::with_capacity(texels * cell * texels * cell * 3);
    for row in 0..texels {
        let line: Vec<u8> = (0..texels)
            .flat_map(|column| {
                let [r, g, b, _] = color(row, column).to_array();
                std::iter::repeat_n([r, g, b], cell).flatten()
            })
            .collect();
        for _ in 0..cell {
            bytes.extend_from_slice(&line);
        }
    }
    (texels * cell, bytes)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::app::matrix::sheet::tests::sheet_of;

    #[test]
    fn a_picture_has_every_cell_or_the_strongest_of_several() {
        let palette = Palette::new(false, Measure::Distance);
        let (side, bytes) = draw(&sheet_of(&[0, u64::MAX, 1]), &palette);
        assert_eq!((side, bytes.len()), (72, 72 * 72 * 3));
        let pixel = |row: usize, column: usize| {
            let at = (row * 72 + column) * 3;
            Color32::from_rgb(bytes[at], bytes[at + 1], bytes[at + 2])
        };
        assert_eq!(pixel(3, 3), palette.diagonal());
        assert_eq!(pixel(0, 60), palette.color(0), "1 bit apart");
        assert_eq!(pixel(0, 30), palette.color(NOTHING));
        let many: Vec<u64> = (0_u64..4_100)
            .map(|i| i.wrapping_mul(0x9e37_79b9_7f4a_7c15))
            .collect();
        let (side, bytes) = draw(&sheet_of(&many), &palette);
        assert_eq!((side, bytes.len()), (2_050, 2_050 * 2_050 * 3));
        let [r, g, b, _] = palette.color(0).to_array();
        assert!(bytes.chunks(3).any(|pixel| pixel == [r, g, b]));
    }
}
