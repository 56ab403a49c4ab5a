//! The widget that shows two fingerprints bit by bit in four blocks of 16.

use egui::{
    Align2, FontId, Rect, Response, Role, Sense, Stroke, StrokeKind, Ui, Vec2, WidgetInfo, pos2,
    vec2,
};

use super::theme::Tokens;
use crate::i18n::Language;
use crate::simhash::Fingerprint;

const CELL: Vec2 = vec2(16.0, 22.0);
const PADDING: f32 = 8.0;
const LABEL: f32 = 22.0;
/// Between the two rows, where the marks of differing bits stand.
const BETWEEN: f32 = 14.0;

/// Draws the four blocks side by side, wrapping where the window is narrow.
pub(super) fn bit_blocks_ui(ui: &mut Ui, a: Fingerprint, b: Fingerprint, language: Language) {
    ui.horizontal_wrapped(|ui| {
        ui.spacing_mut().item_spacing = vec2(10.0, 10.0);
        for block in 0..Fingerprint::BLOCKS {
            block_ui(
                ui,
                a.block(block),
                b.block(block),
                Fingerprint::BLOCK_NAMES[block],
                language,
            );
        }
    });
}

fn block_ui(ui: &mut Ui, a: u16, b: u16, name: char, language: Language) -> Response {
    let tokens = Tokens::of(ui);
    let size = vec2(
        16.0 * CELL.x + 2.0 * PADDING,
        LABEL + 2.0 * CELL.y + BETWEEN + 2.0 * PADDING,
    );
    let (rect, response) = ui.allocate_exact_size(size, Sense::hover());
    let differing = (a ^ b).count_ones();
    let equal = differing == 0;
    let label = if equal {
        language.fill("pair.block-equal", &[("block", &name)])
    } else {
        language.fill(
            "pair.block-differs",
            &[("block", &name), ("bits", &differing)],
        )
    };
    response.widget_info(|| WidgetInfo::labeled(Role::Label, true, &label));
    let painter = ui.painter_at(rect);
    let (fill, stroke) = if equal {
        (tokens.calm_fill, Stroke::new(2.0, tokens.calm))
    } else {
        (tokens.surface, Stroke::new(1.0, tokens.line))
    };
    painter.rect(rect, 6.0, fill, stroke, StrokeKind::Inside);
    let color = if equal { tokens.calm } else { tokens.strong };
    painter.text(
        rect.left_top() + vec2(PADDING, PADDING - 1.0),
        Align2::LEFT_TOP,
        &label,
        FontId::proportional(13.0),
        color,
    );
    let top = rect.top() + PADDING + LABEL;
    for bit in 0..16_u8 {
        let x = rect.left() + PADDING + CELL.x * f32::from(bit);
        let ones = [a, b].map(|value| value >> (15 - bit) & 1 == 1);
        let differs = ones[0] != ones[1];
        for (row, one) in ones.into_iter().enumerate() {
            let y = top + row as f32 * (CELL.y + BETWEEN);
            let cell = Rect::from_min_size(pos2(x, y), CELL).shrink(1.0);
            let fill = if one { tokens.bit_one } else { tokens.bit_zero };
            painter.rect_filled(cell, 2.0, fill);
            let ink = if one { tokens.surface } else { tokens.weak };
            painter.text(
                cell.center(),
                Align2::CENTER_CENTER,
                u8::from(one),
                FontId::monospace(13.0),
                ink,
            );
            if differs {
                painter.rect_stroke(cell, 2.0, Stroke::new(2.0, tokens.near), StrokeKind::Middle);
            }
        }
        if differs {
            // A shape as well as a colour: a vertical tie between the two cells.
            let middle = x + CELL.x / 2.0;
            painter.vline(
                middle,
                top + CELL.y..=top + CELL.y + BETWEEN,
                Stroke::new(3.0, tokens.near),
            );
        }
    }
    response
}
