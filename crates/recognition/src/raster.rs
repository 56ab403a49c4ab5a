//! Pictures in memory: red, green and blue of each pixel, eight bits each, rows from the top.

use image::{Rgb, RgbImage};

use super::page::Turn;

/// Picture of one page on white paper.
#[derive(Clone, PartialEq, Eq)]
pub struct Raster {
    width: u32,
    height: u32,
    rgb: Vec<u8>,
}

impl std::fmt::Debug for Raster {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "Raster({} x {})", self.width, self.height)
    }
}

impl Raster {
    /// Creates a picture from three bytes per pixel; `None` if it has no pixels or `rgb` has another length.
    #[must_use]
    pub fn new(width: u32, height: u32, rgb: Vec<u8>) -> Option<Self> {
        let needed = (u64::from(width) * u64::from(height)).checked_mul(3)?;
        (needed > 0 && needed == rgb.len() as u64).then_some(Self { width, height, rgb })
    }

    /// Returns the width in pixels, at least 1.
    #[must_use]
    pub const fn width(&self) -> u32 {
        self.width
    }

    /// Returns the height in pixels, at least 1.
    #[must_use]
    pub const fn height(&self) -> u32 {
        self.height
    }

    /// Returns red, green and blue of each pixel, one byte each, rows from the top.
    #[must_use]
    pub fn rgb(&self) -> &[u8] {
        &self.rgb
    }

    /// Returns the bytes of [`Raster::rgb`] without a copy.
    pub(super) fn into_rgb(self) -> Vec<u8> {
        self.rgb
    }

    /// Returns red, green and blue of the pixel, or of the nearest one if the place lies outside.
    pub(super) fn pixel(&self, x: i32, y: i32) -> [u8; 3] {
        let within =
            |place: i32, end: u32| (u32::try_from(place).unwrap_or(0)).min(end - 1) as usize;
        let start = 3 * (within(y, self.height) * self.width as usize + within(x, self.width));
        match self.rgb[start..] {
            [red, green, blue, ..] => [red, green, blue],
            _ => [u8::MAX; 3],
        }
    }

    /// Returns the brightness of a pixel, 0 to 255.
    pub(super) fn brightness(&self, x: i32, y: i32) -> u8 {
        let [red, green, blue] = self.pixel(x, y).map(u32::from);
        u8::try_from((299 * red + 587 * green + 114 * blue) / 1000).unwrap_or(u8::MAX)
    }

    /// Returns the picture in a smaller size; each pixel is the average of the pixels that it covers. A side is never
    /// enlarged.
    pub(super) fn shrunk(&self, width: u32, height: u32) -> Self {
        let (width, height) = (width.clamp(1, self.width), height.clamp(1, self.height));
        if (width, height) == (self.width, self.height) {
            return self.clone();
        }
        let mut shrinking = Shrinking::new((self.width, self.height), (width, height));
        for row in self.rgb.chunks_exact(3 * self.width as usize) {
            shrinking.push(row);
        }
        shrinking.finish()
    }

    /// Returns the columns from `left` to before `right`; the whole picture if that range is not part of it.
    pub(super) fn columns(&self, left: u32, right: u32) -> Self {
        if left >= right || right > self.width || (left, right) == (0, self.width) {
            return self.clone();
        }
        let row = 3 * self.width as usize;
        let (from, to) = (3 * left as usize, 3 * right as usize);
        let rgb = (self.rgb.chunks_exact(row)).flat_map(|row| &row[from..to]);
        Self {
            width: right - left,
            height: self.height,
            rgb: rgb.copied().collect(),
        }
    }

    /// Returns the picture, turned clockwise as `turn` says.
    #[must_use]
    pub fn turned(self, turn: Turn) -> Self {
        let view = |raster: Self| RgbImage::from_raw(raster.width, raster.height, raster.rgb);
        let made = match turn {
            Turn::None => return self,
            Turn::Quarter => view(self).map(|picture| image::imageops::rotate90(&picture)),
            Turn::Half => view(self).map(|mut picture| {
                image::imageops::rotate180_in_place(&mut picture);
                picture
            }),
            Turn::ThreeQuarters => view(self).map(|picture| image::imageops::rotate270(&picture)),
        };
        let made = made.unwrap_or_else(|| RgbImage::from_pixel(1, 1, Rgb([u8::MAX; 3])));
        Self {
            width: made.width(),
            height: made.height(),
            rgb: made.into_raw(),
        }
    }
}

/// Picture that becomes smaller row by row, so that the large one need not be in memory.
pub(super) struct Shrinking {
    from: (u32, u32),
    to: (u32, u32),
    /// Number of rows taken so far.
    taken: u32,
    /// Sums of the row that is being made, three for each pixel.
    sums: Vec<f32>,
    row: Vec<f32>,
    made: Vec<u8>,
}

impl Shrinking {
    /// Begins to reduce a picture from size `from` to size `to`, both as (width, height) in pixels.
    pub fn new(from: (u32, u32), to: (u32, u32)) -> Self {
        let samples = 3 * to.0 as usize;
        Self {
            from,
            to,
            taken: 0,
            sums: vec![0.0; samples],
            row: vec![0.0; samples],
            made: Vec::with_capacity(samples * to.1 as usize),
        }
    }

    /// Adds the next row, three bytes per pixel. Rows beyond the height are ignored.
    pub fn push(&mut self, rgb: &[u8]) {
        if self.taken == self.from.1 {
            return;
        }
        if self.from == self.to {
            self.taken += 1;
            self.made.extend_from_slice(rgb);
            return;
        }
        self.average(rgb);
        // The large row covers this stretch of the small picture; it ends in the same or the next small row.
        let scale = f64::from(self.to.1) / f64::from(self.from.1);
        let (from, to) = (
            f64::from(self.taken) * scale,
            f64::from(self.taken + 1) * scale,
        );
        self.taken += 1;
        // The tolerance is for ends of rows that rounding puts just before or behind a whole number.
        let boundary = (from + 1e-9).floor() + 1.0;
        if to < boundary - 1e-9 {
            self.add(to - from);
        } else {
            self.add(boundary - from);
            self.end_row();
            self.add((to - boundary).max(0.0));
        }
    }

    /// Returns the reduced picture; missing rows are white.
    pub fn finish(mut self) -> Raster {
        let needed = 3 * self.to.0 as usize * self.to.1 as usize;
        self.made.resize(needed, u8::MAX);
        Raster {
            width: self.to.0,
            height: self.to.1,
            rgb: self.made,
        }
    }

    /// Averages a large row to the width of a small one.
    fn average(&mut self, rgb: &[u8]) {
        let scale = f64::from(self.from.0) / f64::from(self.to.0);
        for (x, sums) in self.row.chunks_exact_mut(3).enumerate() {
            let (from, to) = (x as f64 * scale, (x + 1) as f64 * scale);
            #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss)]
            let (first, end) = (
                from as usize,
                (to.ceil() as usize).min(self.from.0 as usize),
            );
            let mut total = [0.0_f64; 3];
            for at in first..end {
                let weight = ((at + 1) as f64).min(to) - (at as f64).max(from);
                if let Some(pixel) = rgb.get(3 * at..3 * at + 3) {
                    for (sum, &level) in total.iter_mut().zip(pixel) {
                        *sum += weight * f64::from(level);
                    }
                }
            }
            #[expect(clippy::cast_possible_truncation)]
            for (sum, total) in sums.iter_mut().zip(total) {
                *sum = (total / scale) as f32;
            }
        }
    }

    fn add(&mut self, weight: f64) {
        #[expect(clippy::cast_possible_truncation)]
        let weight = weight as f32;
        for (sum, level) in self.sums.iter_mut().zip(&self.row) {
            *sum += weight * level;
        }
    }

    fn end_row(&mut self) {
        for sum in &mut self.sums {
            // The sum is an average of bytes; `as` keeps it in their range.
            #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss)]
            self.made.push((*sum + 0.5) as u8);
            *sum = 0.0;
        }
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn numbered(width: u32, height: u32) -> Raster {
        let rgb = (0..width * height).flat_map(|i| [u8::try_from(i).unwrap(); 3]);
        Raster::new(width, height, rgb.collect()).unwrap()
    }

    fn levels(raster: &Raster) -> Vec<u8> {
        raster.rgb.iter().step_by(3).copied().collect()
    }

    #[test]
    fn sizes_must_match_the_bytes() {
        assert!(Raster::new(0, 5, Vec::new()).is_none());
        assert!(Raster::new(2, 2, vec![0; 11]).is_none());
        assert!(Raster::new(u32::MAX, u32::MAX, vec![0; 3]).is_none());
        assert!(Raster::new(2, 2, vec![0; 12]).is_some());
    }

    #[test]
    fn turns_are_clockwise() {
        let raster = numbered(3, 2);
        let quarter = raster.clone().turned(Turn::Quarter);
        assert_eq!((quarter.width(), quarter.height()), (2, 3));
        assert_eq!(levels(&quarter), [3, 0, 4, 1, 5, 2]);
        assert_eq!(
            levels(&raster.clone().turned(Turn::Half)),
            [5, 4, 3, 2, 1, 0]
        );
        assert_eq!(
            levels(&raster.turned(Turn::ThreeQuarters)),
            [2, 5, 1, 4, 0, 3]
        );
    }

    #[test]
    fn parts_and_sizes() {
        let raster = numbered(4, 2);
        assert_eq!(levels(&raster.columns(1, 3)), [1, 2, 5, 6]);
        assert_eq!(raster.columns(3, 9), raster);
        assert_eq!(raster.shrunk(9, 9), raster);
        assert_eq!(levels(&raster.shrunk(2, 1)), [3, 5]);
        assert_eq!(raster.pixel(-5, 99), [4; 3]);
    }

    proptest! {
        /// Each small pixel is the average of what it covers, counted in pieces that divide both sizes.
        #[test]
        fn shrinking_averages(
            levels in proptest::collection::vec(0_u8..=255, 1..90),
            columns in 1_u32..9,
            width in 1_u32..9,
            height in 1_u32..9
        ) {
            let rows = u32::try_from(levels.len()).unwrap() / columns;
            prop_assume!(rows > 0 && width <= columns && height <= rows);
            let taken = &levels[..(rows * columns) as usize];
            let raster = Raster::new(columns, rows, taken.iter().flat_map(|&level| [level; 3]).collect()).unwrap();
            let small = raster.shrunk(width, height);
            for y in 0..height {
                for x in 0..width {
                    let mut sum = 0_u64;
                    for b in y * rows..(y + 1) * rows {
                        for a in x * columns..(x + 1) * columns {
                            sum += u64::from(taken[((b / height) * columns + a / width) as usize]);
                        }
                    }
                    let mean = sum as f64 / f64::from(rows * columns);
                    let found = f64::from(small.rgb()[3 * (y * width + x) as usize]);
                    prop_assert!((mean - found).abs() < 0.6, "{mean} {found}");
                }
            }
        }
    }
}
