//! Drawing of the links of a small group: documents on a circle, lines as wide as their share.

#![expect(
    clippy::cast_precision_loss,
    clippy::cast_possible_truncation,
    reason = "a dozen places on a circle"
)]

use std::f32::consts::TAU;
use std::ops::RangeInclusive;

use egui::{
    Align2, CursorIcon, Pos2, Rect, Role, Sense, Stroke, TextStyle, Ui, Vec2, WidgetInfo, vec2,
};

use crate::widgets::class_colors::class_colors;
use crate::widgets::labels::{one_line, shortened_row};
use crate::widgets::theme::Tokens;
use chachong_compare::{DocumentIndex, Group};
use chachong_messages::estimated;
use chachong_window_model::command::Command;
use chachong_window_model::page::{Page, pair_page};
use chachong_window_model::state::State;

/// Range of the number of documents for which a group is drawn: two have nothing to see, many only a tangle.
pub(crate) const SIZES: RangeInclusive<usize> = 3..=12;
/// Width and height of a drawing in a card, in points.
pub(crate) const WIDTH: f32 = 320.0;
pub(crate) const HEIGHT: f32 = 224.0;
/// Radius of a document's circle, in points.
const RADIUS: f32 = 11.0;
/// Space for names beside the ring, on each side, in points.
const BESIDE: Vec2 = vec2(104.0, 34.0);
/// Maximum length of a name, in columns; a Chinese character takes two.
const LABEL: usize = 13;
/// Maximum distance, in points, between a click and the line that it selects.
const REACH: f32 = 6.0;

/// Positions of documents and links in a drawing, and the one under the pointer.
struct Drawing<'s> {
    state: &'s State,
    group: &'s Group,
    /// Direction from the centre and position of each document.
    places: Vec<(Vec2, Pos2)>,
    /// Ends of each link's line.
    lines: Vec<[Pos2; 2]>,
    marked: Option<Marked>,
}

/// Document or link under the pointer.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Marked {
    /// Document, by its index in the group.
    Member(usize),
    /// Link, by its index in the group.
    Link(usize),
}

pub(crate) fn drawing_ui(
    ui: &mut Ui,
    state: &State,
    number: usize,
    group: &Group,
    rect: Rect,
    commands: &mut Vec<Command>,
) {
    // Pointer only: the keyboard has the list beside the drawing.
    let response = ui.interact(rect, ui.scope_id().with(("drawing", number)), Sense::CLICK);
    let label = (state.language).fill("groups.drawing", &[("number", &(number + 1))]);
    response.widget_info(|| WidgetInfo::labeled(Role::Image, true, &label));
    let drawing = Drawing::of(state, group, rect, response.hover_pos());
    drawing.lines_ui(ui);
    drawing.documents_ui(ui);
    let Some((text, page)) = drawing.meant() else {
        return;
    };
    if response.clicked() {
        commands.push(Command::Go(page));
    }
    response
        .on_hover_cursor(CursorIcon::PointingHand)
        .on_hover_text_at_pointer(text);
}

impl<'s> Drawing<'s> {
    fn of(state: &'s State, group: &'s Group, rect: Rect, pointer: Option<Pos2>) -> Self {
        let ring = rect.size() / 2.0 - BESIDE;
        let count = group.members.len() as f32;
        let places: Vec<(Vec2, Pos2)> = (0..group.members.len())
            .map(|member| {
                // The first document is at the top.
                let direction = Vec2::angled(TAU * (member as f32 / count - 0.25));
                (direction, rect.center() + direction * ring)
            })
            .collect();
        let place = |document: DocumentIndex| {
            let member = group.members.iter().position(|&member| member == document);
            member.map(|member| places[member].1)
        };
        let lines: Vec<[Pos2; 2]> = (group.links.iter())
            .filter_map(|link| Some([place(link.a)?, place(link.b)?]))
            .collect();
        let marked = pointer.and_then(|pointer| {
            let member = (places.iter()).position(|(_, at)| at.distance(pointer) <= RADIUS + 2.0);
            // Documents are drawn over the lines, so they come first.
            member.map(Marked::Member).or_else(|| {
                let link = (lines.iter()).position(|&line| distance(pointer, line) <= REACH);
                link.map(Marked::Link)
            })
        });
        Self {
            state,
            group,
            places,
            lines,
            marked,
        }
    }

    fn name(&self, document: DocumentIndex) -> String {
        one_line(&self.state.row_name(document))
    }

    fn lines_ui(&self, ui: &Ui) {
        let tokens = Tokens::of(ui);
        for (position, (link, &line)) in self.group.links.iter().zip(&self.lines).enumerate() {
            let faded = match self.marked {
                Some(Marked::Member(member)) => {
                    let document = self.group.members[member];
                    link.a != document && link.b != document
                }
                _ => false,
            };
            let color = if faded {
                tokens.line
            } else {
                tokens.verdict(link.finding.as_verdict()).0
            };
            let wider = if self.marked == Some(Marked::Link(position)) {
                2.0
            } else {
                0.0
            };
            let width = 1.0 + 5.0 * link.share() as f32 + wider;
            ui.painter().line_segment(line, Stroke::new(width, color));
        }
    }

    fn documents_ui(&self, ui: &Ui) {
        let (tokens, painter) = (Tokens::of(ui), ui.painter());
        let font = TextStyle::Small.resolve(ui.style());
        let members = self.group.members.iter().zip(&self.places);
        for (member, (&document, &(direction, at))) in members.enumerate() {
            let stroke = if self.marked == Some(Marked::Member(member)) {
                Stroke::new(2.0, tokens.strong)
            } else {
                Stroke::new(1.0, tokens.calm)
            };
            let of_class = class_colors(self.state, document, ui.visuals().dark_mode);
            let fill = of_class.map_or(tokens.calm_fill, |(_, fill)| fill);
            painter.circle(at, RADIUS, fill, stroke);
            painter.text(
                at,
                Align2::CENTER_CENTER,
                member + 1,
                font.clone(),
                tokens.strong,
            );
            let (align, beside) = if direction.x.abs() >= 0.2 {
                let align = if direction.x > 0.0 {
                    Align2::LEFT_CENTER
                } else {
                    Align2::RIGHT_CENTER
                };
                (align, vec2(direction.x.signum(), 0.0))
            } else if direction.y < 0.0 {
                (Align2::CENTER_BOTTOM, vec2(0.0, -1.0))
            } else {
                (Align2::CENTER_TOP, vec2(0.0, 1.0))
            };
            painter.text(
                at + beside * (RADIUS + 3.0),
                align,
                shortened_row(&self.name(document), &self.state.table.names, LABEL),
                font.clone(),
                tokens.weak,
            );
        }
    }

    /// Returns the label of the document or link under the pointer and the page that a click opens; `None` elsewhere.
    fn meant(&self) -> Option<(String, Page)> {
        match self.marked? {
            Marked::Member(member) => {
                let &document = self.group.members.get(member)?;
                Some((self.name(document), Page::Document(document)))
            }
            Marked::Link(link) => {
                let link = self.group.links.get(link)?;
                let lower = self.state.check.lower_between(link.a, link.b);
                let [a, b] = [link.a, link.b].map(|document| self.name(document));
                let text = format!("{a}\n{}\n{b}", estimated(link.share(), lower));
                Some((text, pair_page(link.finding.a, link.finding.b)))
            }
        }
    }
}

/// Returns the distance, in points, from a point to the line segment between two others.
fn distance(point: Pos2, [from, to]: [Pos2; 2]) -> f32 {
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
