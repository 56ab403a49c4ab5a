//! The links of a small group as a drawing: documents on a circle, lines as wide as their share. Knows nothing of how
//! groups are found.

#![expect(
    clippy::cast_precision_loss,
    clippy::cast_possible_truncation,
    reason = "a dozen places on a circle"
)]

use std::f32::consts::TAU;
use std::ops::RangeInclusive;

use egui::{Align2, CursorIcon, FontId, Rect, Role, Sense, Stroke, Ui, Vec2, WidgetInfo, vec2};

use super::command::Command;
use super::documents::pair_page;
use super::labels::{one_line, percent, shortened, shown_name};
use super::state::{Page, State};
use super::theme::Tokens;
use crate::compare::Group;

/// Groups of so many documents are drawn: of two there is nothing to see, of many only a tangle.
pub(super) const SIZES: RangeInclusive<usize> = 3..=12;
/// What a drawing takes of a card.
pub(super) const WIDTH: f32 = 320.0;
pub(super) const HEIGHT: f32 = 224.0;
/// Of a document.
const RADIUS: f32 = 11.0;
/// Names have so many columns.
const LABEL: usize = 13;
/// A click this near to a line is meant for it.
const REACH: f32 = 6.0;

pub(super) fn drawing_ui(
    ui: &mut Ui,
    state: &State,
    number: usize,
    group: &Group,
    rect: Rect,
    commands: &mut Vec<Command>,
) {
    let (language, tokens) = (state.language, Tokens::of(ui));
    let response = ui.interact(
        rect,
        ui.scope_id().with(("drawing", number)),
        Sense::click(),
    );
    let label = language.fill("groups.drawing", &[("number", &(number + 1))]);
    response.widget_info(|| WidgetInfo::labeled(Role::Image, true, &label));

    let ring = vec2(rect.width() / 2.0 - 104.0, rect.height() / 2.0 - 34.0);
    let places: Vec<(Vec2, egui::Pos2)> = (0..group.members.len())
        .map(|member| {
            let direction = Vec2::angled(TAU * (member as f32 / group.members.len() as f32 - 0.25));
            (direction, rect.center() + direction * ring)
        })
        .collect();
    let place = |document: usize| {
        let member = group.members.iter().position(|&member| member == document);
        member.map(|member| places[member].1)
    };
    let pointer = response.hover_pos();
    let marked = pointer.and_then(|pointer| {
        (places.iter()).position(|(_, at)| at.distance(pointer) <= RADIUS + 2.0)
    });
    let lines: Vec<[egui::Pos2; 2]> = (group.links.iter())
        .filter_map(|link| Some([place(link.a)?, place(link.b)?]))
        .collect();
    // A document lies over the lines.
    let marked_line = pointer.filter(|_| marked.is_none()).and_then(|pointer| {
        lines
            .iter()
            .position(|&line| distance(pointer, line) <= REACH)
    });
    for (position, (link, &line)) in group.links.iter().zip(&lines).enumerate() {
        let at_marked = marked.is_some_and(|marked| {
            let document = group.members[marked];
            link.a == document || link.b == document
        });
        let faded = marked.is_some() && !at_marked;
        let color = if faded {
            tokens.line
        } else {
            tokens.verdict(Some(link.verdict), link.share()).0
        };
        let wider = if marked_line == Some(position) {
            2.0
        } else {
            0.0
        };
        let width = 1.0 + 5.0 * link.share() as f32 + wider;
        ui.painter().line_segment(line, Stroke::new(width, color));
    }
    let name = |document: usize| {
        let document = state.documents.get(document);
        document.map_or_else(String::new, |document| shown_name(document, language))
    };
    for (member, (&document, &(direction, at))) in group.members.iter().zip(&places).enumerate() {
        let stroke = if marked == Some(member) {
            Stroke::new(2.0, tokens.strong)
        } else {
            Stroke::new(1.0, tokens.calm)
        };
        ui.painter().circle(at, RADIUS, tokens.calm_fill, stroke);
        let font = FontId::proportional(12.0);
        let painter = ui.painter();
        painter.text(
            at,
            Align2::CENTER_CENTER,
            member + 1,
            font.clone(),
            tokens.strong,
        );
        let (align, beside) = if direction.x.abs() < 0.2 {
            let align = if direction.y < 0.0 {
                Align2::CENTER_BOTTOM
            } else {
                Align2::CENTER_TOP
            };
            (align, vec2(0.0, direction.y.signum()))
        } else if direction.x > 0.0 {
            (Align2::LEFT_CENTER, vec2(1.0, 0.0))
        } else {
            (Align2::RIGHT_CENTER, vec2(-1.0, 0.0))
        };
        let text = shortened(&name(document), LABEL);
        painter.text(at + beside * (RADIUS + 3.0), align, text, font, tokens.weak);
    }

    let (text, page) = if let Some(member) = marked {
        let document = group.members[member];
        (one_line(&name(document)), Page::Document(document))
    } else if let Some(link) = marked_line.and_then(|line| group.links.get(line)) {
        let text = format!(
            "{}\n{}\n{}",
            one_line(&name(link.a)),
            percent(link.share()),
            one_line(&name(link.b))
        );
        (text, pair_page(link.a, link.b))
    } else {
        return;
    };
    let clicked = response.clicked();
    response
        .on_hover_cursor(CursorIcon::PointingHand)
        .on_hover_text_at_pointer(text);
    if clicked {
        commands.push(Command::Go(page));
    }
}

/// From a point to a line between two.
fn distance(point: egui::Pos2, [from, to]: [egui::Pos2; 2]) -> f32 {
    let along = to - from;
    let part = (point - from).dot(along) / along.length_sq().max(f32::EPSILON);
    (from + along * part.clamp(0.0, 1.0)).distance(point)
}

#[cfg(test)]
mod tests {
    use super::*;
    use egui::pos2;

    #[test]
    fn a_point_is_as_far_from_a_line_as_from_its_nearest_point() {
        let line = [pos2(0.0, 0.0), pos2(10.0, 0.0)];
        for (point, expected) in [
            (pos2(5.0, 3.0), 3.0),
            (pos2(13.0, 4.0), 5.0),
            (pos2(-6.0, -8.0), 10.0),
        ] {
            assert!((distance(point, line) - expected).abs() < 1e-4);
        }
        assert!((distance(pos2(3.0, 4.0), [pos2(0.0, 0.0); 2]) - 5.0).abs() < 1e-4);
    }
}
