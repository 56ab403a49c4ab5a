//! Widget that shows two fingerprints bit by bit in four blocks of 16.

use egui::{
    Align2, FontId, Painter, Rect, Role, Sense, Stroke, StrokeKind, Ui, Vec2, WidgetInfo, pos2,
    vec2,
};

use crate::pair::bit_reasons::{BitReason, BitReasons};
use crate::widgets::theme::Tokens;
use chachong_messages::Language;
use chachong_simhash::Fingerprint;

const CELL: Vec2 = vec2(16.0, 22.0);
const PADDING: f32 = 8.0;
const LABEL: f32 = 22.0;
/// Height, in points, of the margin bars above the upper row and below the lower one.
const FIRMNESS: f32 = 7.0;
/// Margin, as a share of the total weight, at which a bit's bar reaches its full width.
const FIRM: f32 = 0.2;
/// Space between the two rows, in points; the ties of differing bits are drawn in it.
const BETWEEN: f32 = 14.0;

/// Selection and margins, drawn beside the bits.
#[derive(Clone, Copy)]
pub(crate) struct Marks<'a> {
    /// Selected bit, 0 the leftmost.
    pub(crate) selected: u32,
    /// Reasons of each bit, whose margins are drawn as bars; `None` until computed.
    pub(crate) reasons: Option<&'a BitReasons>,
}

/// Draws the four blocks side by side, wrapped where the window is narrow. Returns the bit that was clicked, 0 the
/// leftmost.
pub(crate) fn bit_blocks_ui(
    ui: &mut Ui,
    prints: [Fingerprint; 2],
    marks: Marks<'_>,
    language: Language,
) -> Option<u32> {
    let mut clicked = None;
    ui.horizontal_wrapped(|ui| {
        ui.spacing_mut().item_spacing = vec2(10.0, 10.0);
        for (block, first) in (0..Fingerprint::BLOCKS).zip((0..).step_by(16)) {
            clicked = block_ui(ui, prints, (block, first), marks, language).or(clicked);
        }
    });
    clicked
}

fn block_ui(
    ui: &mut Ui,
    prints: [Fingerprint; 2],
    (block, first): (usize, u32),
    marks: Marks<'_>,
    language: Language,
) -> Option<u32> {
    let [a, b] = prints.map(|print| print.block(block));
    let name = block + 1;
    let tokens = Tokens::of(ui);
    let size = vec2(
        16.0 * CELL.x + 2.0 * PADDING,
        LABEL + 2.0 * (CELL.y + FIRMNESS) + BETWEEN + 2.0 * PADDING,
    );
    let (rect, response) = ui.allocate_exact_size(size, Sense::click());
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
    let top = rect.top() + PADDING + LABEL + FIRMNESS;
    for (bit, number) in (0..16_u8).zip(first..) {
        let x = rect.left() + PADDING + CELL.x * f32::from(bit);
        let ones = [a, b].map(|value| value >> (15 - bit) & 1 == 1);
        let differs = ones[0] != ones[1];
        for (row, one) in ones.into_iter().enumerate() {
            let y = top + row as f32 * (CELL.y + BETWEEN);
            let cell = Rect::from_min_size(pos2(x, y), CELL).shrink(1.0);
            let reason = (marks.reasons).and_then(|both| both[row].get(number as usize));
            cell_ui(&painter, tokens, cell, one, (row, reason));
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
        if number == marks.selected {
            let height = 2.0 * (CELL.y + FIRMNESS) + BETWEEN;
            let column = Rect::from_min_size(pos2(x, top - FIRMNESS), vec2(CELL.x, height));
            let stroke = Stroke::new(2.0, tokens.strong);
            painter.rect_stroke(column.expand(1.0), 3.0, stroke, StrokeKind::Outside);
        }
    }
    let clicked = (response.interact_pointer_pos()).filter(|_| response.clicked());
    let column = ((clicked?.x - rect.left() - PADDING) / CELL.x).floor();
    (0..16_u8)
        .zip(first..)
        .find(|&(bit, _)| (f32::from(bit) - column).abs() < 0.5)
        .map(|(_, number)| number)
}

/// Draws a bit, and in the upper (0) or lower (1) row the bar of its margin.
fn cell_ui(
    painter: &Painter,
    tokens: Tokens,
    cell: Rect,
    one: bool,
    (row, reason): (usize, Option<&BitReason>),
) {
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
    if let Some(reason) = reason {
        // Above the upper row, below the lower one.
        let y = if row == 0 {
            cell.top() - 4.0
        } else {
            cell.bottom() + 2.0
        };
        let width = cell.width() * (reason.margin / FIRM).min(1.0);
        let bar = Rect::from_min_size(pos2(cell.left(), y), vec2(width.max(1.0), 2.0));
        painter.rect_filled(bar, 1.0, tokens.weak);
    }
}
