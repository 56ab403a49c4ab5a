//! Tiles: square pictures of the matrix, made on a thread where they take long, and kept as textures; a coarser tile
//! stays until the finer one is there. Where a cell takes a few pixels a tile shows every cell's distance; farther out
//! only what stands out, the strongest cell under a pixel, on a calm background.

use std::collections::HashMap;
use std::ops::Range;
use std::sync::Arc;
use std::sync::mpsc::{Receiver, TryRecvError, channel};

use egui::{Color32, ColorImage, Context, TextureHandle, TextureOptions};

use crate::matrix::layout::Extent;
use crate::matrix::sheet::Sheet;
use crate::widgets::theme::{Tokens, heat};
use chachong_compare::{Grid, NO_DISTANCE, NO_LEVEL, NOTHING, distance_level, raster};

/// Texels along a tile's side.
const SIDE: usize = 256;
/// Maximum number of texels along the overview's side.
const OVERVIEW: usize = 128;
/// Minimum size of a cell, in pixels, for every distance to be shown.
pub(crate) const EVERY_CELL_FROM: f64 = 3.0;
/// Maximum work (cells and texels) that is done within the frame.
const AT_ONCE: usize = 150_000;
/// Maximum number of tiles kept, 256 KB each.
const KEPT: usize = 160;
/// Level of a cell of the diagonal.
const DIAGONAL: u8 = NO_LEVEL - 1;

/// Part of the matrix that a tile shows, and how it shows cells.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub(crate) struct Place {
    /// Whether every cell's distance is shown, or only the cells that stand out.
    every_cell: bool,
    /// Binary logarithm of the number of cells that a texel covers along each axis.
    level: u32,
    row: usize,
    column: usize,
}

impl Place {
    const fn cells(self) -> usize {
        1 << self.level
    }

    /// Returns the width and height of the tile in texels, in a matrix of this size.
    fn size(self, matrix: Extent) -> [usize; 2] {
        [(self.column, matrix.columns), (self.row, matrix.rows)].map(|(at, count)| {
            count
                .div_ceil(self.cells())
                .saturating_sub(at * SIDE)
                .min(SIDE)
        })
    }

    /// Returns the columns and rows of the matrix that the tile shows, in a matrix of this size.
    pub(crate) fn covers(self, matrix: Extent) -> [Range<f64>; 2] {
        let [width, height] = self.size(matrix);
        [(self.column, width), (self.row, height)].map(|(at, size)| {
            let from = at * SIDE * self.cells();
            from as f64..(from + size * self.cells()) as f64
        })
    }

    /// Computes the levels of the tile's texels, row by row.
    fn draw(self, sheet: &Sheet) -> Vec<u8> {
        let matrix = sheet.extent();
        let [width, height] = self.size(matrix);
        let grid = Grid {
            row: self.row * SIDE,
            column: self.column * SIDE,
            width,
            height,
            cells: self.cells(),
        };
        if self.every_cell {
            let [columns, rows] = self.covers(matrix);
            // A spot is of the strongest pair of a row's documents, and may be stronger than the fingerprints of the row.
            return raster(&sheet.prints, rows, columns, width, height)
                .into_iter()
                .map(|distance| match distance {
                    NO_DISTANCE => DIAGONAL,
                    distance => distance_level(u32::from(distance)),
                })
                .zip(sheet.spots.raster(grid, 1))
                .map(|(level, spot)| level.min(spot))
                .collect();
        }
        // Where a texel covers many cells but only a pixel or two, a lone cell is drawn larger.
        let mut levels = sheet.spots.raster(grid, if self.level > 0 { 2 } else { 1 });
        if self.level == 0 && self.row == self.column {
            levels
                .iter_mut()
                .step_by(width + 1)
                .for_each(|l| *l = DIAGONAL);
        }
        levels
    }

    fn work(self, sheet: &Sheet) -> usize {
        let first = self.row * SIDE * self.cells();
        let rows = first..first + SIDE * self.cells();
        let [width, height] = self.size(sheet.extent());
        width * height + sheet.spots.in_rows(&rows).len()
    }
}

/// Colours of the levels.
pub(crate) struct Palette {
    heat: [Color32; 6],
    diagonal: Color32,
}

impl Palette {
    pub(crate) fn new(dark: bool) -> Self {
        Self {
            heat: heat(dark),
            diagonal: Tokens::in_theme(dark).line,
        }
    }

    pub(crate) const fn diagonal(&self) -> Color32 {
        self.diagonal
    }

    pub(crate) fn color(&self, level: u8) -> Color32 {
        match level {
            DIAGONAL => self.diagonal,
            level => self.heat[usize::from(level.min(NOTHING))],
        }
    }
}

struct Kept {
    texture: TextureHandle,
    /// Number of the last frame that used the tile.
    used: u64,
}

/// Tiles of one sheet in one theme.
#[derive(Default)]
pub(crate) struct Tiles {
    /// Sheet that the tiles show, and whether the theme is dark.
    of: Option<(Arc<Sheet>, bool)>,
    kept: HashMap<Place, Kept>,
    /// Receives the tiles that a thread makes; `None` while no thread runs. The thread sends one tile after another, so that the
    /// first are shown before the last is made.
    running: Option<Receiver<(Place, Vec<u8>)>>,
    /// Tiles of this sheet that were drawn last.
    drawn: Vec<(Place, TextureHandle)>,
    /// Tiles of the former sheet that were drawn last, shown until the tiles of this one are made.
    before: Vec<(Place, TextureHandle)>,
    frame: u64,
}

impl Tiles {
    /// Returns the tiles to draw for the visible columns and rows, the coarsest first. `cell_pixels` is the size of a
    /// cell.
    pub(crate) fn visible(
        &mut self,
        context: &Context,
        (sheet, dark): (&Arc<Sheet>, bool),
        visible: &[Range<f64>; 2],
        cell_pixels: f64,
    ) -> Vec<(Place, TextureHandle)> {
        self.frame += 1;
        let same = (self.of.as_ref()).is_some_and(|(of, d)| Arc::ptr_eq(of, sheet) && *d == dark);
        if !same {
            // Tiles of the same cells with other findings may be shown a little longer.
            let alike = (self.of.as_ref()).is_some_and(|(of, d)| {
                of.measure == sheet.measure && of.documents == sheet.documents && *d == dark
            });
            *self = Self {
                of: Some((Arc::clone(sheet), dark)),
                before: if alike {
                    std::mem::take(&mut self.drawn)
                } else {
                    Vec::new()
                },
                frame: self.frame,
                ..Self::default()
            };
        }
        self.receive(context, sheet, dark);
        let finest = finest_level(cell_pixels);
        let every_cell = !sheet.measure.is_share() && cell_pixels >= EVERY_CELL_FROM;
        let overview = overview_level(sheet.extent());
        let mut wanted = vec![Place {
            every_cell: false,
            level: overview,
            row: 0,
            column: 0,
        }];
        wanted.extend(places(visible, finest, every_cell));
        wanted.dedup();
        self.make(context, (sheet, dark), &wanted);
        // Coarser tiles that happen to be there fill the gaps.
        let mut shown: Vec<Place> = (finest..overview)
            .rev()
            .flat_map(|level| places(visible, level, false))
            .collect();
        shown.insert(0, wanted[0]);
        shown.extend(wanted);
        self.drawn = (shown.into_iter())
            .filter_map(|place| {
                let kept = self.kept.get_mut(&place)?;
                kept.used = self.frame;
                Some((place, kept.texture.clone()))
            })
            .collect();
        self.forget();
        if self.running.is_none() {
            self.before.clear();
        }
        (self.before.iter()).chain(&self.drawn).cloned().collect()
    }

    /// Returns the coarse picture of the whole matrix and its place; `None` until it is made.
    pub(crate) fn overview(&self) -> Option<(Place, TextureHandle)> {
        let (sheet, _) = self.of.as_ref()?;
        let place = Place {
            every_cell: false,
            level: overview_level(sheet.extent()),
            row: 0,
            column: 0,
        };
        let kept = self.kept.get(&place)?;
        Some((place, kept.texture.clone()))
    }

    fn receive(&mut self, context: &Context, sheet: &Sheet, dark: bool) {
        while let Some(receive) = &self.running {
            match receive.try_recv() {
                Ok((place, levels)) => self.keep(context, place, sheet, &levels, dark),
                Err(TryRecvError::Empty) => break,
                Err(TryRecvError::Disconnected) => self.running = None,
            }
        }
    }

    /// Makes the missing tiles, at once or, if that takes long, on a thread.
    fn make(&mut self, context: &Context, (sheet, dark): (&Arc<Sheet>, bool), wanted: &[Place]) {
        let missing: Vec<Place> = (wanted.iter().copied())
            .filter(|place| !self.kept.contains_key(place))
            .collect();
        let work: usize = missing.iter().map(|place| place.work(sheet)).sum();
        if work <= AT_ONCE {
            for place in missing {
                let levels = place.draw(sheet);
                self.keep(context, place, sheet, &levels, dark);
            }
        } else if self.running.is_none() {
            let (send, receive) = channel();
            let (sheet, context) = (Arc::clone(sheet), context.clone());
            std::thread::spawn(move || {
                for place in missing {
                    // Nobody waits for tiles of an older sheet.
                    if send.send((place, place.draw(&sheet))).is_err() {
                        return;
                    }
                    context.request_repaint();
                }
                // Once this run is over, the next frame requests the tiles that were scrolled to meanwhile.
                drop(send);
                context.request_repaint();
            });
            self.running = Some(receive);
        }
    }

    fn keep(&mut self, context: &Context, place: Place, sheet: &Sheet, levels: &[u8], dark: bool) {
        let palette = Palette::new(dark);
        let pixels = levels.iter().map(|&level| palette.color(level)).collect();
        let image = ColorImage::new(place.size(sheet.extent()), pixels);
        let texture = context.load_texture("matrix", image, TextureOptions::NEAREST);
        let kept = Kept {
            texture,
            used: self.frame,
        };
        self.kept.insert(place, kept);
    }

    /// Drops the tiles that have not been drawn for the longest time.
    fn forget(&mut self) {
        while self.kept.len() > KEPT {
            let oldest = self.kept.iter().min_by_key(|(_, kept)| kept.used);
            let Some(place) = oldest.map(|(&place, _)| place) else {
                return;
            };
            self.kept.remove(&place);
        }
    }
}

/// Returns the finest level at which a texel takes at least one pixel, so that no texel is lost.
fn finest_level(cell_pixels: f64) -> u32 {
    let mut level = 0;
    while level < 20 && cell_pixels * f64::from(1_u32 << level) < 1.0 {
        level += 1;
    }
    level
}

/// Returns the level at which one small tile shows the whole matrix.
fn overview_level(matrix: Extent) -> u32 {
    let mut level = 0;
    while matrix.rows.max(matrix.columns).div_ceil(1 << level) > OVERVIEW {
        level += 1;
    }
    level
}

/// Returns the tiles that show these columns and rows.
fn places(visible: &[Range<f64>; 2], level: u32, every_cell: bool) -> Vec<Place> {
    let side = (SIDE << level) as f64;
    let [columns, rows] = [0, 1].map(|axis| {
        let range: &Range<f64> = &visible[axis];
        #[expect(
            clippy::cast_possible_truncation,
            clippy::cast_sign_loss,
            reason = "cells lie between 0 and the number of documents"
        )]
        let tiles = (range.start / side) as usize..(range.end / side).ceil() as usize;
        tiles
    });
    rows.flat_map(|row| {
        columns.clone().map(move |column| Place {
            every_cell,
            level,
            row,
            column,
        })
    })
    .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tiles_cover_what_is_visible_and_end_with_the_matrix() {
        let visible = [1_000.0..1_030.5, 0.0..256.0];
        let tiles = places(&visible, 0, true);
        assert_eq!(tiles.len(), 2, "{tiles:?}");
        assert_eq!((tiles[0].column, tiles[1].column), (3, 4));
        let matrix = |rows, columns| Extent {
            rows,
            columns,
            names: 0.0,
        };
        assert_eq!(tiles[1].size(matrix(200, 1_030)), [6, 200]);
        assert_eq!(
            tiles[1].covers(matrix(1_030, 1_030)),
            [1_024.0..1_030.0, 0.0..256.0]
        );
        assert_eq!(
            [0.05, 0.49, 0.5, 1.0, 7.0].map(finest_level),
            [5, 2, 1, 0, 0]
        );
        let levels = [15, 128, 129, 10_000].map(|count| overview_level(matrix(9, count)));
        assert_eq!(levels, [0, 0, 1, 7]);
    }
}
