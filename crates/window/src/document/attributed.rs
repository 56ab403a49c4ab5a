//! Lines on a document's page below its total: the copied text by attribution, and the part of it that does not count.

use chachong_compare::DocumentShares;
use chachong_messages::grouped;
use chachong_window_model::state::State;
use egui::{RichText, TextStyle, Ui, vec2};

use crate::widgets::attribution::attribution_ink;
use crate::widgets::labels::keep_whole;
use crate::widgets::theme::Tokens;

/// Draws the copied characters in each attribution group, which add up to the total, and the groups that do not count. Returns
/// whether a person asked for the text that is left out.
pub(crate) fn attributed_ui(ui: &mut Ui, state: &State, shares: &DocumentShares) -> bool {
    let (language, tokens) = (state.language, Tokens::of(ui));
    // Where too little counts the total is that of everything, which has no such parts.
    if shares.net.characters > 0 && shares.shown().copied == shares.net {
        ui.horizontal_wrapped(|ui| {
            ui.spacing_mut().item_spacing = vec2(10.0, 1.0);
            ui.spacing_mut().interact_size.y = ui.text_style_height(&TextStyle::Small);
            for (attribution, copied) in shares.attributed() {
                let label = language.attribution(attribution);
                let count = grouped(u64::from(copied.characters));
                let values: [(&str, &dyn std::fmt::Display); 2] =
                    [("label", &label), ("count", &count)];
                let text = language.fill("attribution.figure", &values);
                keep_whole(ui, &text, 0.0);
                let ink = if copied.characters == 0 {
                    tokens.weak
                } else {
                    attribution_ink(Some(attribution), tokens)
                };
                ui.colored_label(ink, RichText::new(text).small())
                    .on_hover_text(language.text("attribution.figures-hint"));
            }
        });
    }
    let Some(off) = language.attribution_off(&state.check.choices, shares) else {
        return false;
    };
    let link = ui.link(RichText::new(off).small());
    let hint = language.text("attribution.off-hint");
    link.on_hover_text(hint).clicked()
}
