//! Points, slanted rectangles, and the smallest rectangle around points.

use serde::{Deserialize, Serialize};

/// Point or direction in a picture: x to the right, y down.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize)]
pub(super) struct Point {
    pub x: f32,
    pub y: f32,
}

impl Point {
    /// Makes a point from its coordinates.
    pub const fn new(x: f32, y: f32) -> Self {
        Self { x, y }
    }

    /// Returns this point moved by `a` times `along` and `b` times `down`.
    pub fn moved(self, along: Self, a: f32, down: Self, b: f32) -> Self {
        Self::new(
            self.x + along.x * a + down.x * b,
            self.y + along.y * a + down.y * b,
        )
    }

    /// Returns the point turned around the origin by the angle whose cosine and sine are given.
    pub fn rotated(self, cosine: f32, sine: f32) -> Self {
        Self::new(
            self.x * cosine - self.y * sine,
            self.x * sine + self.y * cosine,
        )
    }

    fn dot(self, other: Self) -> f32 {
        self.x * other.x + self.y * other.y
    }
}

/// Rectangle that may be slanted.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Slanted {
    /// Centre of the rectangle.
    pub centre: Point,
    /// Direction of `width`, of length 1; points to the right.
    pub along: Point,
    /// Length of the side in the direction of `along`.
    pub width: f32,
    /// Length of the side in the direction [`Slanted::down`].
    pub height: f32,
}

impl Slanted {
    /// Returns the direction of `height`, of length 1: a quarter clockwise from `along`.
    pub fn down(&self) -> Point {
        Point::new(-self.along.y, self.along.x)
    }

    /// Returns the corners: upper left, upper right, lower right, lower left, seen in the directions of `along` and
    /// `down`.
    pub fn corners(&self) -> [Point; 4] {
        let (w, h) = (self.width / 2.0, self.height / 2.0);
        [(-w, -h), (w, -h), (w, h), (-w, h)]
            .map(|(a, b)| self.centre.moved(self.along, a, self.down(), b))
    }

    /// Returns the same rectangle with its sides exchanged, for a line that is written from the top down: its width
    /// runs down the page, its height to the left.
    pub fn standing(&self) -> Self {
        Self {
            centre: self.centre,
            along: self.down(),
            width: self.height,
            height: self.width,
        }
    }

    /// Returns the part between two positions along the width, given as shares of the width.
    pub fn part(&self, from: f32, to: f32) -> Self {
        let middle = (f32::midpoint(from, to) - 0.5) * self.width;
        Self {
            centre: self.centre.moved(self.along, middle, self.down(), 0.0),
            width: self.width * (to - from),
            ..*self
        }
    }
}

/// Returns the smallest rectangle around points; `None` for fewer than two different ones. `along` is the more level
/// of both directions and points to the right.
pub(super) fn smallest_rectangle(points: &[Point]) -> Option<Slanted> {
    let hull = convex_hull(points);
    if hull.len() < 2 {
        return None;
    }
    let mut best: Option<(f32, Slanted)> = None;
    for (i, &a) in hull.iter().enumerate() {
        let b = hull[(i + 1) % hull.len()];
        let length = (b.x - a.x).hypot(b.y - a.y);
        let along = Point::new((b.x - a.x) / length, (b.y - a.y) / length);
        let down = Point::new(-along.y, along.x);
        let range = |direction: Point| extent(hull.iter().map(|p| p.dot(direction)));
        let ((left, right), (top, bottom)) = (range(along), range(down));
        let (width, height) = (right - left, bottom - top);
        // Points are the middles of pixels: a pixel more each way is what the rectangle covers.
        let area = (width + 1.0) * (height + 1.0);
        if best.is_none_or(|(smallest, _)| area < smallest) {
            let origin = Point::default();
            let centre = origin.moved(
                along,
                f32::midpoint(left, right),
                down,
                f32::midpoint(top, bottom),
            );
            best = Some((area, level(centre, along, width, height)));
        }
    }
    best.map(|(_, rectangle)| rectangle)
}

/// Returns the smallest level rectangle around points; `None` without points.
pub(super) fn upright_rectangle(points: &[Point]) -> Option<Slanted> {
    if points.is_empty() {
        return None;
    }
    let ((left, right), (top, bottom)) = extents(points);
    Some(Slanted {
        centre: Point::new(f32::midpoint(left, right), f32::midpoint(top, bottom)),
        along: Point::new(1.0, 0.0),
        width: right - left,
        height: bottom - top,
    })
}

/// Returns the least and the greatest of these numbers; greatest and least float without any.
pub(super) fn extent(numbers: impl IntoIterator<Item = f32>) -> (f32, f32) {
    let whole = |(low, high): (f32, f32), number: f32| (low.min(number), high.max(number));
    numbers.into_iter().fold((f32::MAX, f32::MIN), whole)
}

/// Returns the extents of these points: along x and along y.
pub(super) fn extents<'p>(
    points: impl IntoIterator<Item = &'p Point, IntoIter: Clone>,
) -> ((f32, f32), (f32, f32)) {
    let points = points.into_iter();
    (
        extent(points.clone().map(|p| p.x)),
        extent(points.map(|p| p.y)),
    )
}

/// Names the sides of a rectangle so that `along` is the more level direction and points to the right.
fn level(centre: Point, along: Point, width: f32, height: f32) -> Slanted {
    let (along, width, height) = if along.x.abs() >= along.y.abs() {
        (along, width, height)
    } else {
        (Point::new(-along.y, along.x), height, width)
    };
    let sign = if along.x < 0.0 { -1.0 } else { 1.0 };
    Slanted {
        centre,
        along: Point::new(sign * along.x, sign * along.y),
        width,
        height,
    }
}

/// Returns the corners of the convex hull, counter-clockwise in mathematical orientation (Andrew's monotone chain).
fn convex_hull(points: &[Point]) -> Vec<Point> {
    let mut sorted = points.to_vec();
    sorted.sort_by(|a, b| a.x.total_cmp(&b.x).then(a.y.total_cmp(&b.y)));
    sorted.dedup();
    if sorted.len() < 3 {
        return sorted;
    }
    let mut hull = half_hull(sorted.iter());
    hull.extend(half_hull(sorted.iter().rev()));
    hull
}

/// Returns one side of the hull without its last point, which begins the other side.
fn half_hull<'a>(points: impl Iterator<Item = &'a Point>) -> Vec<Point> {
    let mut side: Vec<Point> = Vec::new();
    for &point in points {
        while let [.., a, b] = side[..] {
            if (b.x - a.x) * (point.y - a.y) - (b.y - a.y) * (point.x - a.x) > 0.0 {
                break;
            }
            side.pop();
        }
        side.push(point);
    }
    side.pop();
    side
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    #[test]
    fn a_level_row_of_points() {
        let found = smallest_rectangle(&[Point::new(1.0, 5.0), Point::new(9.0, 5.0)]).unwrap();
        assert_eq!(found.centre, Point::new(5.0, 5.0));
        assert!((found.width - 8.0).abs() < 1e-5 && found.height.abs() < 1e-5);
        assert!(smallest_rectangle(&[Point::new(1.0, 1.0); 3]).is_none());
    }

    #[test]
    fn a_standing_rectangle_runs_down() {
        let slanted = Slanted {
            centre: Point::new(0.0, 0.0),
            along: Point::new(1.0, 0.0),
            width: 2.0,
            height: 10.0,
        };
        let standing = slanted.standing();
        assert_eq!(standing.along, Point::new(0.0, 1.0));
        assert_eq!(standing.corners()[0], Point::new(1.0, -5.0));
        let part = standing.part(0.0, 0.5);
        assert_eq!(part.centre, Point::new(0.0, -2.5));
    }

    proptest! {
        /// A rectangle of pixels at any angle to 40 degrees is found with its place, size and angle.
        #[test]
        fn slanted_rectangles_are_found(angle in -40.0_f32..40.0, width in 60.0_f32..200.0, height in 8.0_f32..20.0) {
            let (sine, cosine) = angle.to_radians().sin_cos();
            let centre = Point::new(300.0, 300.0);
            let made = Slanted { centre, along: Point::new(cosine, sine), width, height };
            let points: Vec<Point> = (0..=200).flat_map(|i| (0..=20).map(move |j| (i, j)))
                .map(|(i, j)| centre.moved(
                    made.along, width * (i as f32 / 200.0 - 0.5), made.down(), height * (j as f32 / 20.0 - 0.5)))
                .collect();
            let found = smallest_rectangle(&points).unwrap();
            prop_assert!((found.width - width).abs() < 1.0, "{found:?}");
            prop_assert!((found.height - height).abs() < 1.0);
            prop_assert!((found.along.y - sine).abs() < 0.02);
            prop_assert!((found.centre.x - 300.0).abs() < 0.5);
        }

        /// The rectangle holds all points.
        #[test]
        fn all_points_lie_within(points in proptest::collection::vec((0_i16..500, 0_i16..500), 3..40)) {
            let points: Vec<Point> = points.iter().map(|&(x, y)| Point::new(f32::from(x), f32::from(y))).collect();
            if let Some(found) = smallest_rectangle(&points) {
                for p in points {
                    let d = Point::new(p.x - found.centre.x, p.y - found.centre.y);
                    prop_assert!(d.dot(found.along).abs() <= found.width / 2.0 + 0.1);
                    prop_assert!(d.dot(found.down()).abs() <= found.height / 2.0 + 0.1);
                }
            }
        }
    }
}
