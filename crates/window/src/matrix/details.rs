//! Details of the pair of a cell, in words and numbers. Gives no commands.

use chachong_compare::DocumentIndex;
use egui::{RichText, Ui};

use crate::widgets::labels::{finding_ui, shortened};
use crate::widgets::shown_share::Figure;
use chachong_messages::{estimated, percent};
use chachong_simhash::Fingerprint;
use chachong_window_model::passages::sides;
use chachong_window_model::state::State;

/// Draws the details of the documents of a row and a column; their names take at most `columns` columns each.
pub(crate) fn details_ui(
    ui: &mut Ui,
    state: &State,
    a: DocumentIndex,
    b: DocumentIndex,
    columns: usize,
) {
    let language = state.language;
    let (Some(document_a), Some(document_b)) = (
        state.check.result.document(a),
        state.check.result.document(b),
    ) else {
        return;
    };
    ui.label(shortened(&document_a.name, columns));
    if a == b {
        return;
    }
    ui.label(shortened(&document_b.name, columns));
    if let (Some(print_a), Some(print_b)) = (document_a.fingerprint(), document_b.fingerprint()) {
        let distance = print_a.distance(print_b);
        let bits = state.check.fingerprint_bits();
        let cosine = percent(Fingerprint::cosine_at(distance, bits));
        ui.label(language.fill(
            "matrix.hover",
            &[
                ("distance", &distance),
                ("bits", &bits),
                ("cosine", &cosine),
            ],
        ));
    }
    if state.copied().is_some() {
        // Row and column may be in the opposite order of the pair.
        let (first, second) = (a.min(b), a.max(b));
        let lower = state.check.result.pair_lower_estimate(first, second);
        let figures = (state.check.result.copied_shares(first, second))
            .map(|shares| sides(shares).map(|shares| Figure::from(shares).over(lower)))
            .map(|[x, y]| if a == first { [x, y] } else { [y, x] });
        let shares = figures.map_or_else(
            || [0.0, 0.0].map(|share| estimated(share, lower)),
            |figures| figures.map(Figure::text),
        );
        let [own, other] = &shares;
        ui.label(language.fill("matrix.copied", &[("first", own), ("second", other)]));
        for reason in (figures.into_iter().flatten()).filter_map(|figure| figure.reason(language)) {
            ui.label(RichText::new(reason).small());
        }
        if let Some(lower) = lower {
            ui.label(RichText::new(language.lower_estimate(lower)).small());
        }
    } else {
        ui.label(language.text("matrix.share-unknown"));
    }
    for item in state.check.result.pair_evidence(a, b) {
        ui.label(language.evidence_in_brief(item));
    }
    if let Some(pair) = state.check.result.pair(a, b) {
        ui.horizontal(|ui| finding_ui(ui, &pair, language));
    }
}
