//! Details of the pair of a cell, in words and numbers. Pushes no commands.

use chachong_compare::DocumentIndex;
use egui::Ui;

use crate::widgets::labels::{pair_finding_ui, shortened};
use crate::widgets::shown_share::Figure;
use chachong_messages::{estimated, percent};
use chachong_simhash::Fingerprint;
use chachong_window_model::state::State;

/// Draws the details of a row and a column, given by their main documents. Each name takes at most `columns` columns of text.
pub(crate) fn details_ui(
    ui: &mut Ui,
    state: &State,
    a: DocumentIndex,
    b: DocumentIndex,
    columns: usize,
) {
    let language = state.language;
    let check = &state.check;
    ui.label(shortened(&state.row_name(a), columns));
    if a == b {
        return;
    }
    ui.label(shortened(&state.row_name(b), columns));
    if let Some(distance) = check.distance_between(a, b) {
        let bits = check.fingerprint_bits();
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
        let lower = check.lower_between(a, b);
        let figures = (check.shares_between(a, b))
            .map(|shares| shares.map(|shares| Figure::from(shares).over(lower)));
        let shares = figures.map_or_else(
            || [0.0, 0.0].map(|share| estimated(share, lower)),
            |figures| figures.map(Figure::text),
        );
        let [own, other] = &shares;
        ui.label(language.fill("matrix.copied", &[("first", own), ("second", other)]));
        for reason in (figures.into_iter().flatten()).filter_map(|figure| figure.reason(language)) {
            ui.small(reason);
        }
        if let Some(lower) = lower {
            ui.small(language.lower_estimate(lower));
        }
    } else {
        ui.label(language.text("matrix.share-unknown"));
    }
    for item in check.evidence_between(a, b).flatten() {
        ui.label(language.evidence_in_brief(item));
    }
    let finding = check.finding_between(a, b);
    let pair = finding.and_then(|finding| finding.as_pair(&check.result));
    if let Some(pair) = pair.or_else(|| check.result.pair(a, b)) {
        ui.horizontal(|ui| pair_finding_ui(ui, state, &pair));
    }
}
