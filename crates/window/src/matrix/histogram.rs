//! Histogram of the pairs' shares: which pairs stand apart from the others.

use chachong_compare::{DocumentIndex, NOTHING};
use egui::{Align2, FontId, Rect, RichText, Role, Sense, Stroke, Ui, WidgetInfo, pos2, vec2};

use crate::widgets::labels::shortened_row;
use crate::widgets::theme::{Tokens, heat};
use chachong_messages::{grouped, percent, whole_percent};
use chachong_window_model::similarities::{BARS, Similarities};
use chachong_window_model::state::State;

const HEIGHT: f32 = 64.0;
/// Maximum width, in points.
const WIDEST: f32 = 360.0;
/// Space for the labels below, in points.
const FOOT: f32 = 16.0;
/// Maximum number of pairs that a bar's tooltip names.
const NAMED: usize = 8;

/// Draws the histogram; nothing without any share.
pub(crate) fn histogram_ui(ui: &mut Ui, state: &State, similarities: &Similarities) {
    let (language, tokens) = (state.language, Tokens::of(ui));
    if similarities.pairs.is_empty() {
        return;
    }
    ui.add_space(4.0);
    let count = similarities.pairs.len() as u64;
    let values: [(&str, &dyn std::fmt::Display); 2] = [
        ("count", &grouped(count)),
        ("all", &grouped(similarities.all)),
    ];
    let text = language.fill("matrix.histogram", &values);
    ui.weak(RichText::new(&text).small());
    let size = vec2(ui.available_width().min(WIDEST), HEIGHT + FOOT);
    let (area, response) = ui.allocate_exact_size(size, Sense::hover());
    response.widget_info(|| WidgetInfo::labeled(Role::Image, true, &text));
    let plot = Rect::from_min_max(area.min, pos2(area.right(), area.bottom() - FOOT));
    let step = plot.width() / BARS as f32;
    let counts = || (0..BARS).map(|bar| similarities.in_bar(bar).len());
    let most = counts().max().unwrap_or(0).max(1);
    // A logarithm, since a single copy is shown beside many small shares.
    let height = |count: usize| (count as f32).ln_1p() / (most as f32).ln_1p() * plot.height();
    let colors = heat(ui.visuals().dark_mode);
    let painter = ui.painter();
    for (bar, count) in counts().enumerate() {
        let left = plot.left() + bar as f32 * step;
        // As red as the pair of the bar that needs a judgement most.
        let level = (similarities.in_bar(bar).iter())
            .map(|pair| pair.level)
            .min();
        let from = pos2(left + 0.5, plot.bottom() - height(count));
        let place = Rect::from_min_max(from, pos2(left + step - 0.5, plot.bottom()));
        painter.rect_filled(place, 1.0, colors[usize::from(level.unwrap_or(NOTHING))]);
    }
    painter.hline(plot.x_range(), plot.bottom(), Stroke::new(1.0, tokens.line));
    for (part, align) in [
        (0.0, Align2::LEFT_TOP),
        (0.5, Align2::CENTER_TOP),
        (1.0, Align2::RIGHT_TOP),
    ] {
        let at = pos2(plot.left() + part * plot.width(), plot.bottom() + 2.0);
        let label = whole_percent(f64::from(part));
        painter.text(at, align, label, FontId::proportional(11.0), tokens.weak);
    }
    let hovered = (response.hover_pos()).filter(|at| plot.contains(*at));
    if let Some(on) = hovered {
        let at = f64::from((on.x - plot.left()) / plot.width());
        let bar = Similarities::bar(at);
        let pairs = similarities.in_bar(bar);
        let [from, to] = [bar, bar + 1].map(|bar| format!("{}", bar * 100 / BARS));
        let values: [(&str, &dyn std::fmt::Display); 3] = [
            ("from", &from),
            ("to", &to),
            ("count", &grouped(pairs.len() as u64)),
        ];
        let mut lines = vec![language.fill("matrix.histogram-bar", &values)];
        let name = |position: DocumentIndex| {
            shortened_row(&state.row_name(position), &state.table.names, 24)
        };
        lines.extend((pairs.iter().take(NAMED)).map(|pair| {
            format!(
                "{} · {} – {}",
                percent(pair.share),
                name(pair.a),
                name(pair.b)
            )
        }));
        lines.extend((pairs.len() > NAMED).then(|| "…".to_owned()));
        response.on_hover_text_at_pointer(lines.join("\n"));
    }
}
