//! Rendering of text to dots of ink, for pictures that are drawn without a screen.

use egui::epaint::text::{Fonts, TextOptions};
use egui::{Color32, FontId};

use crate::widgets::fonts;

/// Line of text as dots.
pub(crate) struct Written {
    pub(crate) width: usize,
    pub(crate) height: usize,
    /// Dots of the line: pixels to the right, pixels down, and amount of ink, 1..=255.
    dots: Vec<(usize, usize, u8)>,
}

impl Written {
    /// Returns the dots of the line when its top left corner is at `left` and `top`.
    pub(crate) fn at(
        &self,
        left: usize,
        top: usize,
    ) -> impl Iterator<Item = (usize, usize, u8)> + '_ {
        (self.dots.iter()).map(move |&(x, y, ink)| (left + x, top + y, ink))
    }
}

/// Renders lines in letters of `size` pixels, in the fonts of the window.
pub(crate) fn write(lines: impl IntoIterator<Item = String>, size: f32) -> Vec<Written> {
    let mut fonts = Fonts::new(TextOptions::default(), fonts::definitions());
    let galleys: Vec<_> = {
        let mut fonts = fonts.with_pixels_per_point(1.0);
        let letters = FontId::proportional(size);
        (lines.into_iter())
            .map(|line| fonts.layout_no_wrap(line, letters.clone(), Color32::WHITE))
            .collect()
    };
    let atlas = fonts.image();
    let written = galleys.iter().map(|galley| {
        let mut dots = Vec::new();
        for row in &galley.rows {
            for glyph in &row.row.glyphs {
                let uv = glyph.uv_rect;
                let at = row.pos + glyph.pos.to_vec2() + uv.offset;
                let [left, top] = [pixel(at.x), pixel(at.y)];
                for (down, v) in (uv.min[1]..uv.max[1]).enumerate() {
                    for (right, u) in (uv.min[0]..uv.max[0]).enumerate() {
                        let ink = atlas[(usize::from(u), usize::from(v))].a();
                        if ink > 0 {
                            dots.push((left + right, top + down, ink));
                        }
                    }
                }
            }
        }
        Written {
            width: pixel(galley.size().x.ceil()),
            height: pixel(galley.size().y.ceil()),
            dots,
        }
    });
    written.collect()
}

/// Rounds a coordinate to a pixel. A negative one becomes 0, so that a letter that juts out to the left of its line is
/// moved to the line's beginning.
fn pixel(place: f32) -> usize {
    #[expect(
        clippy::cast_possible_truncation,
        clippy::cast_sign_loss,
        reason = "a line is some thousand pixels long at most"
    )]
    let pixel = place.round().max(0.0) as usize;
    pixel
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn letters_have_ink_and_lie_on_their_line() {
        let lines = ["1  查重.docx", "", "ll"].map(str::to_owned);
        let written = write(lines, 14.0);
        let [name, nothing, narrow] = written.as_slice() else {
            panic!("three lines");
        };
        assert!(name.width > 60 && (14..30).contains(&name.height));
        assert!(name.dots.len() > 150 && nothing.dots.is_empty());
        assert!(narrow.width < 16);
        let inside = |&(x, y, _): &(usize, usize, u8)| x <= name.width && y <= name.height;
        assert!(name.dots.iter().all(inside));
        assert!(name.at(100, 7).all(|(x, y, _)| x >= 100 && y >= 7));
    }
}
