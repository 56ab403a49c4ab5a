//! Detection of lines that the picture's edge cuts off: they belong to a second sheet, or to the facing page of a book.

use super::geometry::{Slanted, extent};

/// Distance from the left or right edge, as a share of the picture's width, within which a line touches the edge.
const TOUCHING: f32 = 0.012;
/// Width of a line, as a share of the picture's, from which the line is of the page's own text.
const WIDE: f32 = 0.25;
/// Minimum number of lines of the page's own text.
const MINIMUM_LINES: usize = 5;

/// Returns, for each line, whether the left or right edge of the picture cuts it off: it does if the line is short and
/// touches an edge that no long line touches. If long lines touch the edge, the picture was trimmed close to its text,
/// and nothing is cut off.
pub(super) fn cut_off(lines: &[Slanted], width: u32) -> Vec<bool> {
    let width = width as f32;
    let spans: Vec<(f32, f32)> = (lines.iter())
        .map(|line| extent(line.corners().map(|p| p.x)))
        .collect();
    let is_wide = |&(left, right): &(f32, f32)| right - left >= WIDE * width;
    let at_left = |&(left, _): &(f32, f32)| left < TOUCHING * width;
    let at_right = |&(_, right): &(f32, f32)| right > (1.0 - TOUCHING) * width;
    let wide: Vec<&(f32, f32)> = spans.iter().filter(|span| is_wide(span)).collect();
    let cuts = |touches: &dyn Fn(&(f32, f32)) -> bool| {
        wide.len() >= MINIMUM_LINES && !wide.iter().any(|span| touches(span))
    };
    let (left_cuts, right_cuts) = (cuts(&at_left), cuts(&at_right));
    (spans.iter())
        .map(|span| {
            !is_wide(span) && ((left_cuts && at_left(span)) || (right_cuts && at_right(span)))
        })
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::geometry::Point;

    const WIDTH: u32 = 1_000;

    fn line(left: f32, right: f32, top: f32) -> Slanted {
        Slanted {
            centre: Point::new(f32::midpoint(left, right), top + 10.0),
            along: Point::new(1.0, 0.0),
            width: right - left,
            height: 20.0,
        }
    }

    fn page(left: f32, right: f32) -> Vec<Slanted> {
        (0..20)
            .map(|i| line(left, right, 30.0 * i as f32))
            .collect()
    }

    #[test]
    fn pieces_of_a_second_sheet_are_cut_off() {
        let mut lines = page(100.0, 850.0);
        lines.extend((0..9).map(|i| line(930.0, 1_003.0, 31.0 * i as f32)));
        lines.push(line(-2.0, 40.0, 300.0));
        // A page number in the margin touches nothing.
        lines.push(line(900.0, 940.0, 650.0));
        let cut = cut_off(&lines, WIDTH);
        assert!(cut[..20].iter().all(|&is| !is) && cut[20..30].iter().all(|&is| is) && !cut[30]);
    }

    #[test]
    fn text_that_was_trimmed_closely_is_whole() {
        let mut lines = page(1.0, 999.0);
        lines.push(line(1.0, 90.0, 700.0));
        assert!(cut_off(&lines, WIDTH).iter().all(|&is| !is));
        // A strip of a few words.
        let few = [line(0.0, 60.0, 0.0), line(100.0, 400.0, 0.0)];
        assert!(cut_off(&few, WIDTH).iter().all(|&is| !is));
        assert!(cut_off(&[], WIDTH).is_empty());
    }
}
