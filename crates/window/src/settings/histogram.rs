//! Histogram of the number of pairs at each distance, drawn beside the threshold: it shows how many pairs are listed, and how many
//! of them are expected by chance.

use egui::{Align2, Color32, FontId, Rect, Role, Sense, Stroke, Ui, WidgetInfo, pos2, vec2};

use crate::widgets::theme::Tokens;
use chachong_compare::{DistanceHistogram, Thresholds};
use chachong_messages::{Language, grouped};

/// Number of distances drawn, from 0 on; few pairs have larger ones.
const SHOWN: usize = 45;
const HEIGHT: f32 = 120.0;
/// Space for the labels of the distances below, in points.
const FOOT: f32 = 18.0;

pub(crate) fn histogram_ui(
    ui: &mut Ui,
    histogram: &DistanceHistogram,
    thresholds: Thresholds,
    language: Language,
) {
    let tokens = Tokens::of(ui);
    let farthest = thresholds.farthest();
    let within = histogram.within(farthest);
    let mut text = language.fill(
        "settings.within",
        &[
            ("distance", &farthest),
            ("within", &grouped(within)),
            ("pairs", &grouped(histogram.pairs())),
        ],
    );
    if let Some(chance) = histogram.by_chance(farthest) {
        let key = if chance < 0.05 {
            "settings.chance-none"
        } else {
            "settings.chance"
        };
        text += &language.fill(key, &[("count", &format!("{chance:.1}"))]);
    }
    let size = vec2(ui.available_width().min(520.0), HEIGHT + FOOT);
    let (area, response) = ui.allocate_exact_size(size, Sense::hover());
    response.widget_info(|| WidgetInfo::labeled(Role::Image, true, &text));
    let plot = Rect::from_min_max(area.min, pos2(area.right(), area.bottom() - FOOT));
    let step = plot.width() / SHOWN as f32;
    let most = histogram.counts.iter().copied().max().unwrap_or(0).max(1);
    // A logarithm, since a single copy is shown beside thousands of unrelated pairs.
    let height = |count: u64| (count as f32).ln_1p() / (most as f32).ln_1p() * plot.height();
    let painter = ui.painter();
    let bars = (0_u32..).zip(histogram.counts.iter().take(SHOWN));
    for (distance, &count) in bars {
        let left = plot.left() + distance as f32 * step;
        let bar = Rect::from_min_max(
            pos2(left + 0.5, plot.bottom() - height(count)),
            pos2(left + step - 0.5, plot.bottom()),
        );
        let color = if distance <= farthest {
            tokens.near
        } else {
            tokens.bit_one
        };
        painter.rect_filled(bar, 1.0, color);
        if distance.is_multiple_of(5) {
            painter.text(
                pos2(left + step / 2.0, plot.bottom() + 2.0),
                Align2::CENTER_TOP,
                distance,
                FontId::proportional(11.0),
                tokens.weak,
            );
        }
    }
    let line = plot.left() + (farthest + 1) as f32 * step;
    painter.vline(line, plot.y_range(), Stroke::new(1.5, tokens.near));
    painter.hline(plot.x_range(), plot.bottom(), Stroke::new(1.0, tokens.line));
    if let Some(pointer) = response
        .hover_pos()
        .filter(|pointer| plot.contains(*pointer))
    {
        hover_ui(
            &response,
            histogram,
            (pointer.x - plot.left()) / step,
            language,
        );
    }
    let color: Color32 = tokens.weak;
    ui.colored_label(color, text);
}

/// Shows the distance under the pointer and its number of pairs.
fn hover_ui(response: &egui::Response, histogram: &DistanceHistogram, at: f32, language: Language) {
    let column = (0..SHOWN)
        .find(|&column| at < (column + 1) as f32)
        .unwrap_or(0);
    let count = histogram.counts.get(column).copied().unwrap_or(0);
    let text = language.fill(
        "settings.at-distance",
        &[("distance", &column), ("count", &grouped(count))],
    );
    response.clone().on_hover_text_at_pointer(text);
}
