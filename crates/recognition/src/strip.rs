//! Picture of one line, cut out along its slant and brought to the height that the recognition network reads.

use super::geometry::Slanted;
use super::raster::Raster;

/// Height of a strip in pixels.
pub(super) const STRIP_HEIGHT: usize = 48;
/// Maximum width of a strip: a line of 130 ideographs. Longer ones are squeezed.
const MAXIMUM_WIDTH: f32 = 6_400.0;
/// Minimum width: the network makes one step of eight pixels.
const MINIMUM_WIDTH: f32 = 16.0;

/// Strip as the network's input.
pub(super) struct Strip {
    /// Width of the strip in pixels.
    pub width: usize,
    /// Blue, green and red in planes, each level between -1 and 1.
    pub planes: Vec<f32>,
}

/// Difference between red and the other colours from which a pixel is red ink, and the share of such pixels from which
/// a strip has red ink; levels are between -1 and 1.
const RED: f32 = 0.3;
const SHARE_OF_RED: f32 = 0.01;

impl Strip {
    /// Returns the strip with red ink removed, so that a red stamp does not hide the text under it. `None` if there is
    /// hardly any red ink.
    pub fn without_red(mut self) -> Option<Self> {
        let pixels = STRIP_HEIGHT * self.width;
        let (others, red) = self.planes.split_at_mut(2 * pixels);
        let (blue, green) = others.split_at_mut(pixels);
        let count = (red.iter().zip(blue.iter().zip(green.iter())))
            .filter(|(red, (blue, green))| **red - blue.max(**green) > RED)
            .count();
        if (count as f32) < SHARE_OF_RED * pixels as f32 {
            return None;
        }
        blue.copy_from_slice(red);
        green.copy_from_slice(red);
        Some(self)
    }
}

/// Cuts a strip out of a picture. `upside_down` turns the strip by half.
pub(super) fn cut(picture: &Raster, line: &Slanted, upside_down: bool) -> Strip {
    let height = line.height.max(1.0);
    #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss)]
    let width = (STRIP_HEIGHT as f32 * line.width / height)
        .ceil()
        .clamp(MINIMUM_WIDTH, MAXIMUM_WIDTH) as usize;
    let step = (line.width / width as f32, height / STRIP_HEIGHT as f32);
    // Where a pixel of the strip covers more than one of the picture, several places are averaged.
    #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss)]
    let samples = |step: f32| (step.round() as u32).clamp(1, 4);
    let (across, down) = (samples(step.0), samples(step.1));
    let share = 1.0 / (across * down) as f32;
    let mut planes = vec![0.0; 3 * STRIP_HEIGHT * width];
    let pixels = STRIP_HEIGHT * width;
    for y in 0..STRIP_HEIGHT {
        for x in 0..width {
            let mut sums = [0.0_f32; 3];
            for b in 0..down {
                for a in 0..across {
                    let along =
                        (x as f32 + (a as f32 + 0.5) / across as f32) * step.0 - line.width / 2.0;
                    let below = (y as f32 + (b as f32 + 0.5) / down as f32) * step.1 - height / 2.0;
                    let spot = line.centre.moved(line.along, along, line.down(), below);
                    blend(picture, spot.x, spot.y, &mut sums);
                }
            }
            let at = y * width + x;
            let at = if upside_down { pixels - 1 - at } else { at };
            for (channel, sum) in [2, 1, 0].into_iter().zip(sums) {
                planes[channel * pixels + at] = (sum * share / 127.5 - 1.0).clamp(-1.0, 1.0);
            }
        }
    }
    Strip { width, planes }
}

/// Adds the levels at a place between the middles of four pixels.
fn blend(picture: &Raster, x: f32, y: f32, sums: &mut [f32; 3]) {
    let (left, top) = (x.floor(), y.floor());
    let (right, below) = (x - left, y - top);
    #[expect(clippy::cast_possible_truncation)]
    let (column, row) = (left as i32, top as i32);
    for (dx, dy, weight) in [
        (0, 0, (1.0 - right) * (1.0 - below)),
        (1, 0, right * (1.0 - below)),
        (0, 1, (1.0 - right) * below),
        (1, 1, right * below),
    ] {
        let pixel = picture.pixel(column.saturating_add(dx), row.saturating_add(dy));
        for (sum, level) in sums.iter_mut().zip(pixel) {
            *sum += weight * f32::from(level);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::geometry::Point;

    /// Picture whose left half is red and whose right half is white.
    fn halves() -> Raster {
        let rgb =
            (0..20).flat_map(|_| (0..40).flat_map(|x| if x < 20 { [255, 0, 0] } else { [255; 3] }));
        Raster::new(40, 20, rgb.collect()).unwrap()
    }

    /// Whether a level is the lightest; if not, it is the darkest.
    fn is_light(level: f32) -> bool {
        assert!(level.abs() > 0.99, "{level}");
        level > 0.0
    }

    fn line(angle: f32) -> Slanted {
        Slanted {
            centre: Point::new(19.5, 9.5),
            along: Point::new(angle.cos(), angle.sin()),
            width: 40.0,
            height: 20.0,
        }
    }

    #[test]
    fn strips_have_the_network_s_height_and_order_of_colours() {
        let strip = cut(&halves(), &line(0.0), false);
        assert_eq!((strip.width, strip.planes.len()), (96, 3 * 48 * 96));
        let plane = 48 * 96;
        // Red is blue -1, green -1, red 1.
        let first = [
            strip.planes[0],
            strip.planes[plane],
            strip.planes[2 * plane],
        ];
        assert_eq!(first.map(is_light), [false, false, true]);
        assert!(is_light(strip.planes[95]));
        let turned = cut(&halves(), &line(0.0), true);
        assert!(is_light(turned.planes[0]) && !is_light(turned.planes[95]));
    }

    #[test]
    fn standing_lines_are_laid_down() {
        // Read from the top down: the strip's upper side is the picture's right side.
        let strip = cut(&halves(), &line(0.0).standing(), false);
        assert_eq!(strip.width, 24);
        assert!(is_light(strip.planes[0]));
        assert!(!is_light(strip.planes[47 * 24]));
    }

    #[test]
    fn red_ink_goes() {
        let strip = cut(&halves(), &line(0.0), false).without_red().unwrap();
        assert!(strip.planes.iter().all(|&level| level > 0.99));
        let white = Raster::new(40, 20, vec![200; 2_400]).unwrap();
        assert!(cut(&white, &line(0.0), false).without_red().is_none());
    }

    #[test]
    fn no_size_is_too_odd() {
        let mut odd = line(0.3);
        odd.height = 0.0;
        odd.width = 1e9;
        assert_eq!(cut(&halves(), &odd, false).width, 6_400);
    }
}
