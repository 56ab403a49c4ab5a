//! Ribbons that lead from a passage in one text to the same passage in the text beside it.

use egui::epaint::{Mesh, PathShape, PathStroke, Vertex, WHITE_UV};
use egui::{Color32, Pos2, Rect, Shape, Stroke, Ui, pos2};

/// Number of straight pieces that a curve is drawn with.
const PIECES: usize = 20;

/// Ribbon between two texts, in heights on the screen.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Ribbon {
    /// Top and bottom on the left side, in points.
    pub(crate) left: [f32; 2],
    /// Top and bottom on the right side, in points.
    pub(crate) right: [f32; 2],
    pub(crate) fill: Color32,
    pub(crate) edge: Color32,
}

/// Draws a ribbon across the gap, unless neither end is in sight.
pub(crate) fn ribbon_ui(ui: &Ui, gap: Rect, ribbon: &Ribbon) {
    let in_sight = |[top, bottom]: [f32; 2]| bottom >= gap.top() && top <= gap.bottom();
    if !in_sight(ribbon.left) && !in_sight(ribbon.right) {
        return;
    }
    let painter = ui.painter().with_clip_rect(gap);
    let line = |end: usize| -> Vec<Pos2> {
        (0..=PIECES)
            .map(|i| {
                let part = i as f32 / PIECES as f32;
                point(gap, ribbon, end, part)
            })
            .collect()
    };
    let (upper, lower) = (line(0), line(1));
    let mut mesh = Mesh::default();
    for (i, (&upper, &lower)) in upper.iter().zip(&lower).enumerate() {
        for pos in [upper, lower] {
            mesh.vertices.push(Vertex {
                pos,
                uv: WHITE_UV,
                color: ribbon.fill,
            });
        }
        if let Ok(last) = u32::try_from(2 * i)
            && i > 0
        {
            mesh.add_triangle(last - 2, last - 1, last);
            mesh.add_triangle(last - 1, last, last + 1);
        }
    }
    painter.add(Shape::mesh(mesh));
    let stroke = PathStroke::from(Stroke::new(1.0, ribbon.edge));
    for line in [upper, lower] {
        painter.add(PathShape::line(line, stroke.clone()));
    }
}

/// Returns whether a point is on a ribbon.
pub(crate) fn is_on(gap: Rect, ribbon: &Ribbon, at: Pos2) -> bool {
    let part = ((at.x - gap.left()) / gap.width().max(1.0)).clamp(0.0, 1.0);
    let [top, bottom] = [0, 1].map(|end| point(gap, ribbon, end, part).y);
    gap.contains(at) && (top..=bottom).contains(&at.y)
}

fn point(gap: Rect, ribbon: &Ribbon, end: usize, part: f32) -> Pos2 {
    // Smoothstep: the curve is level at both sides.
    let eased = part * part * (3.0 - 2.0 * part);
    let (from, to) = (ribbon.left[end], ribbon.right[end]);
    pos2(gap.left() + part * gap.width(), from + eased * (to - from))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_point_between_the_edges_is_on_the_ribbon() {
        let gap = Rect::from_min_max(pos2(0.0, 0.0), pos2(40.0, 200.0));
        let ribbon = Ribbon {
            left: [10.0, 30.0],
            right: [110.0, 150.0],
            fill: Color32::RED,
            edge: Color32::RED,
        };
        assert!(is_on(gap, &ribbon, pos2(0.0, 20.0)) && is_on(gap, &ribbon, pos2(40.0, 120.0)));
        assert!(is_on(gap, &ribbon, pos2(20.0, 75.0)));
        assert!(!is_on(gap, &ribbon, pos2(20.0, 20.0)) && !is_on(gap, &ribbon, pos2(20.0, 120.0)));
        assert!(!is_on(gap, &ribbon, pos2(60.0, 130.0)), "outside");
    }
}
