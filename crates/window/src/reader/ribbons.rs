//! Ribbons that lead from a passage in one text to the same passage in the text beside it.

use egui::epaint::{Mesh, PathShape, PathStroke, Vertex, WHITE_UV};
use egui::{Color32, CursorIcon, Pos2, Rect, Response, Sense, Shape, Stroke, Ui, pos2};

use crate::reader::together::Link;

/// Number of straight pieces that a curve is drawn with.
const PIECES: usize = 20;

/// Ribbon between two texts, in heights on the screen.
#[derive(Clone, Copy, Debug)]
struct Ribbon {
    /// Top and bottom on the left side, in points.
    left: [f32; 2],
    /// Top and bottom on the right side, in points.
    right: [f32; 2],
    fill: Color32,
    edge: Color32,
}

/// Draws the ribbons with these numbers, each along its link, in the gap between two texts that are scrolled by `offsets`; `colors`
/// returns the fill and the edge of each. Returns the response, and the number of the ribbon under the pointer.
pub(crate) fn ribbons_ui(
    ui: &Ui,
    gap: Rect,
    offsets: [f32; 2],
    links: &[Link],
    mut numbers: Vec<usize>,
    chosen: usize,
    colors: impl Fn(usize) -> (Color32, Color32),
) -> (Response, Option<usize>) {
    let on_screen =
        |side: usize, heights: [f32; 2]| heights.map(|height| gap.top() - offsets[side] + height);
    let sense = Sense::click() - Sense::FOCUSABLE;
    let response = ui.interact(gap, ui.scope_id().with("ribbons"), sense);
    // The selected one is drawn last, above the others.
    numbers.sort_by_key(|&number| number == chosen);
    let mut hovered = None;
    for number in numbers {
        let (fill, edge) = colors(number);
        let ribbon = Ribbon {
            left: on_screen(0, links[number].a),
            right: on_screen(1, links[number].b),
            fill,
            edge,
        };
        ribbon_ui(ui, gap, &ribbon);
        if (response.hover_pos()).is_some_and(|pointer| is_on(gap, &ribbon, pointer)) {
            hovered = Some(number);
        }
    }
    if hovered.is_some() {
        ui.set_cursor_icon(CursorIcon::PointingHand);
    }
    (response, hovered)
}

/// Draws a ribbon across the gap, unless neither end is in sight.
fn ribbon_ui(ui: &Ui, gap: Rect, ribbon: &Ribbon) {
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
fn is_on(gap: Rect, ribbon: &Ribbon, at: Pos2) -> bool {
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
