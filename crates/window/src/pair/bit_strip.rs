//! Strip that shows two fingerprints in one line: four blocks of 16 bits, equal blocks framed, differing bits
//! highlighted.

use egui::{Rect, Response, Role, Sense, Stroke, StrokeKind, Ui, WidgetInfo, pos2, vec2};

use crate::widgets::theme::Tokens;
use chachong_messages::Language;
use chachong_simhash::Fingerprint;

const CELL: f32 = 4.0;
const ROW: f32 = 7.0;
/// Space around the bits of a block, in points.
const PADDING: f32 = 2.0;
const BETWEEN: f32 = 4.0;
const HEIGHT: f32 = 26.0;

pub(crate) fn bit_strip_ui(ui: &mut Ui, [a, b]: [Fingerprint; 2], language: Language) -> Response {
    let tokens = Tokens::of(ui);
    let block_width = 16.0 * CELL + 2.0 * PADDING;
    let blocks = Fingerprint::BLOCKS as f32;
    let width = blocks * block_width + (blocks - 1.0) * BETWEEN;
    let (rect, response) = ui.allocate_exact_size(vec2(width, HEIGHT), Sense::click());
    let equal = a.equal_block_numbers(b);
    let text = language.fill(
        "pair.bits",
        &[
            ("distance", &a.distance(b)),
            ("equal", &if equal.is_empty() { "–" } else { &equal }),
        ],
    );
    response.widget_info(|| WidgetInfo::labeled(Role::Button, true, &text));
    let painter = ui.painter_at(rect.expand(1.0));
    let height = 2.0 * ROW + 1.0 + 2.0 * PADDING;
    let top = rect.center().y - height / 2.0;
    for block in 0..Fingerprint::BLOCKS {
        let left = rect.left() + block as f32 * (block_width + BETWEEN);
        let frame = Rect::from_min_size(pos2(left, top), vec2(block_width, height));
        let values = [a.block(block), b.block(block)];
        let (fill, line) = if values[0] == values[1] {
            (tokens.calm_fill, tokens.calm)
        } else {
            (tokens.surface, tokens.line)
        };
        painter.rect(frame, 2.0, fill, Stroke::new(1.0, line), StrokeKind::Inside);
        for bit in 0..16_u8 {
            let mask = 0x8000_u16 >> bit;
            let differs = (values[0] ^ values[1]) & mask != 0;
            for (row, value) in values.into_iter().enumerate() {
                let place = pos2(
                    left + PADDING + f32::from(bit) * CELL,
                    top + PADDING + row as f32 * (ROW + 1.0),
                );
                let cell = Rect::from_min_size(place, vec2(CELL - 1.0, ROW));
                let one = value & mask != 0;
                let color = match (differs, one) {
                    (true, true) => tokens.near,
                    (true, false) => tokens.near_fill,
                    (false, true) => tokens.bit_one,
                    (false, false) => tokens.bit_zero,
                };
                painter.rect_filled(cell, 0.0, color);
            }
        }
    }
    if response.hovered() || response.has_focus() {
        let line = Stroke::new(1.0, tokens.calm);
        painter.rect_stroke(rect, 3.0, line, StrokeKind::Outside);
    }
    response.on_hover_text(text)
}
