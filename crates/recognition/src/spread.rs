//! Two pages on one picture: a wide picture with an empty strip near its middle and text on both sides.

use super::geometry::{Slanted, extents};

/// Minimum width of a picture of two pages, in heights.
const MINIMUM_ASPECT: f32 = 1.15;
/// Maximum distance of the strip's middle from the picture's middle, as a share of the picture's width.
const FROM_MIDDLE: f32 = 0.12;
/// Minimum width of the strip, as a share of the picture's width: wider than the gutter between columns.
const MINIMUM_STRIP: f32 = 0.03;
/// Minimum number of lines on each side.
const MINIMUM_LINES: usize = 5;
/// Minimum height of the text on each side, as a share of the picture's height.
const MINIMUM_HEIGHT: f32 = 0.3;

/// Returns the column, in pixels, at which a picture is divided into two pages; `None` if the picture is one page.
pub(super) fn division(boxes: &[Slanted], width: u32, height: u32) -> Option<u32> {
    let (wide, high) = (width as f32, height as f32);
    if wide < MINIMUM_ASPECT * high {
        return None;
    }
    let spans: Vec<(f32, f32, f32, f32)> = (boxes.iter())
        .map(|line| {
            let ((left, right), (top, bottom)) = extents(&line.corners());
            (left, right, top, bottom)
        })
        .collect();
    let (left, right) = widest_strip(&spans, wide)?;
    if right - left < MINIMUM_STRIP * wide {
        return None;
    }
    let middle = f32::midpoint(left, right);
    let is_page = |on_left: bool| {
        let side = spans
            .iter()
            .filter(|(l, r, ..)| (f32::midpoint(*l, *r) < middle) == on_left);
        let (count, top, bottom) = side.fold(
            (0, f32::MAX, f32::MIN),
            |(count, top, bottom), (_, _, t, b)| (count + 1, top.min(*t), bottom.max(*b)),
        );
        count >= MINIMUM_LINES && bottom - top >= MINIMUM_HEIGHT * high
    };
    #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss)]
    let at = middle as u32;
    (is_page(true) && is_page(false)).then_some(at)
}

/// Returns the left and right edge of the widest strip without text whose middle lies near the picture's; `None` if
/// there is none.
fn widest_strip(spans: &[(f32, f32, f32, f32)], wide: f32) -> Option<(f32, f32)> {
    let mut sorted: Vec<(f32, f32)> = spans
        .iter()
        .map(|&(left, right, ..)| (left, right))
        .collect();
    sorted.sort_by(|a, b| a.0.total_cmp(&b.0));
    let mut end = f32::MAX;
    let mut best: Option<(f32, f32)> = None;
    for (left, right) in sorted {
        let is_near = (f32::midpoint(end, left) / wide - 0.5).abs() <= FROM_MIDDLE;
        if left > end && is_near && best.is_none_or(|(l, r)| left - end > r - l) {
            best = Some((end, left));
        }
        end = if end.total_cmp(&f32::MAX).is_eq() {
            right
        } else {
            end.max(right)
        };
    }
    best
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::geometry::Point;

    fn lines(left: f32, right: f32, count: usize) -> Vec<Slanted> {
        (0..count)
            .map(|i| Slanted {
                centre: Point::new(f32::midpoint(left, right), 100.0 + 40.0 * i as f32),
                along: Point::new(1.0, 0.0),
                width: right - left,
                height: 24.0,
            })
            .collect()
    }

    #[test]
    fn an_open_book_is_divided() {
        let mut boxes = lines(100.0, 900.0, 20);
        boxes.extend(lines(1_100.0, 1_900.0, 18));
        assert_eq!(division(&boxes, 2_000, 1_400), Some(1_000));
        // The same on an upright page are columns.
        assert_eq!(division(&boxes, 2_000, 2_800), None);
    }

    #[test]
    fn one_wide_page_is_not() {
        assert_eq!(division(&lines(100.0, 1_900.0, 20), 2_000, 1_400), None);
        let mut boxes = lines(100.0, 960.0, 20);
        boxes.extend(lines(1_000.0, 1_900.0, 18));
        assert_eq!(division(&boxes, 2_000, 1_400), None, "a narrow gutter");
        let mut boxes = lines(100.0, 900.0, 20);
        boxes.extend(lines(1_100.0, 1_900.0, 2));
        assert_eq!(
            division(&boxes, 2_000, 1_400),
            None,
            "one page beside little"
        );
        assert_eq!(division(&[], 2_000, 1_400), None);
    }
}
