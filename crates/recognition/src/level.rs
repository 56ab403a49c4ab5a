//! Page seen with level lines: boxes of a slanted page, or of lines that run down, become cells whose lines run along
//! x.

use std::ops::Range;

use super::columns::Cell;
use super::geometry::{Point, Slanted};
use super::page::Direction;

/// Way in which a page's lines run.
#[derive(Clone, Copy, Debug)]
pub(super) struct Level {
    cosine: f32,
    sine: f32,
    /// Direction of writing.
    pub direction: Direction,
}

impl Level {
    /// Creates the view of a page whose lines are slanted by `skew` radians, positive if they slope down to the right.
    pub fn new(skew: f32, direction: Direction) -> Self {
        let (sine, cosine) = skew.sin_cos();
        Self {
            cosine,
            sine,
            direction,
        }
    }

    /// Converts a point to coordinates of the level page: x along the lines, y across them.
    pub fn place(&self, point: Point) -> Point {
        let level = point.rotated(self.cosine, -self.sine);
        match self.direction {
            Direction::Across => level,
            // Lines follow each other to the left.
            Direction::Down => Point::new(level.y, -level.x),
        }
    }

    /// Returns the cell of a box in coordinates of the level page.
    pub fn cell(&self, line: &Slanted) -> Cell {
        let middle = self.place(line.centre);
        // Whether the box's width runs along the page's lines.
        let (along, end) = (self.place(line.along), self.place(Point::default()));
        let runs_along = (along.x - end.x).abs() >= (along.y - end.y).abs();
        let (width, height) = if runs_along {
            (line.width, line.height)
        } else {
            (line.height, line.width)
        };
        Cell {
            left: middle.x - width / 2.0,
            top: middle.y - height / 2.0,
            right: middle.x + width / 2.0,
            bottom: middle.y + height / 2.0,
            is_sure: true,
        }
    }

    /// Returns where a page of this size begins and ends across the lines.
    pub fn extent(&self, width: u32, height: u32) -> Range<f32> {
        match self.direction {
            Direction::Across => 0.0..height as f32,
            Direction::Down => -(width as f32)..0.0,
        }
    }

    /// Returns the direction in which a line is written.
    pub fn direction_of(line: &Slanted) -> Direction {
        if line.along.y.abs() > line.along.x.abs() {
            Direction::Down
        } else {
            Direction::Across
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn close(cell: Cell, left: f32, top: f32, right: f32, bottom: f32) -> bool {
        [
            (cell.left, left),
            (cell.top, top),
            (cell.right, right),
            (cell.bottom, bottom),
        ]
        .iter()
        .all(|(a, b)| (a - b).abs() < 0.01)
    }

    #[test]
    fn a_slanted_line_becomes_level() {
        let angle = 0.1_f32;
        let level = Level::new(angle, Direction::Across);
        let along = Point::new(angle.cos(), angle.sin());
        let line = Slanted {
            centre: Point::default().moved(along, 50.0, Point::new(-along.y, along.x), 20.0),
            along,
            width: 60.0,
            height: 10.0,
        };
        assert!(
            close(level.cell(&line), 20.0, 15.0, 80.0, 25.0),
            "{:?}",
            level.cell(&line)
        );
    }

    #[test]
    fn lines_that_run_down_follow_to_the_left() {
        let level = Level::new(0.0, Direction::Down);
        let upright = |x: f32| Slanted {
            centre: Point::new(x, 100.0),
            along: Point::new(1.0, 0.0),
            width: 10.0,
            height: 80.0,
        };
        let (first, second) = (
            level.cell(&upright(300.0).standing()),
            level.cell(&upright(250.0)),
        );
        assert!(close(first, 60.0, -305.0, 140.0, -295.0), "{first:?}");
        assert!(second.top > first.bottom);
        assert_eq!(
            Level::direction_of(&upright(1.0).standing()),
            Direction::Down
        );
    }
}
