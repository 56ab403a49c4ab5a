//! The listed pairs, the most copied first: the answer to "who has what from whom".

use egui::{Align, Layout, RichText, Sense, Ui};
use egui_extras::{Column as Width, TableBuilder};

use super::command::Command;
use super::copied::{larger, sides};
use super::documents::pair_page;
use super::labels::{
    copied_of, distance_ui, name_button_ui, number_ui, percent, share_ui, shown_name, verdict_ui,
};
use super::state::State;
use super::theme::{ROW, Tokens};
use crate::compare::{PairFinding, PairShares};

/// What the columns of figures take, in points; names have the rest.
const FIGURES: f32 = 700.0;

pub(super) fn pairs_ui(ui: &mut Ui, state: &State, commands: &mut Vec<Command>) {
    let language = state.language;
    let pairs = &state.findings.pairs;
    if pairs.is_empty() {
        ui.add_space(8.0);
        let key = if state.progress.is_some() {
            "pairs.none-yet"
        } else {
            "pairs.none"
        };
        ui.label(RichText::new(language.text(key)).color(Tokens::of(ui).weak));
        return;
    }
    let explanation = if state.copied().is_some() {
        "pairs.explanation-copied"
    } else {
        "pairs.explanation"
    };
    ui.label(RichText::new(language.text(explanation)).color(Tokens::of(ui).weak));
    ui.add_space(4.0);
    let width = ui.available_width();
    TableBuilder::new(ui)
        .id_salt("pairs")
        .striped(true)
        .sense(Sense::click())
        .auto_shrink(false)
        .cell_layout(Layout::left_to_right(Align::Center))
        .column(
            Width::initial((width - FIGURES).max(280.0) * 0.5)
                .clip(true)
                .resizable(true),
        )
        .column(Width::remainder().at_least(140.0).clip(true))
        .column(Width::exact(108.0))
        .column(Width::exact(108.0))
        .column(Width::exact(72.0))
        .column(Width::exact(124.0))
        .column(Width::exact(68.0))
        .column(Width::exact(80.0))
        .column(Width::exact(60.0))
        .header(ROW, |mut header| {
            for key in [
                "column.document-a",
                "column.document-b",
                "column.copied-a",
                "column.copied-b",
                "column.passages",
                "column.verdict",
                "documents.distance",
                "pairs.cosine",
                "pairs.blocks",
            ] {
                header.col(|ui| {
                    let text = RichText::new(language.text(key)).color(Tokens::of(ui).weak);
                    if key == "column.passages" {
                        number_ui(ui, text);
                    } else {
                        ui.label(text);
                    }
                });
            }
        })
        .body(|body| {
            body.rows(ROW, pairs.len(), |mut row| {
                let pair = state.ranked.get(row.index());
                if let Some(pair) = pair.and_then(|&pair| pairs.get(pair)) {
                    pair_row_ui(&mut row, state, pair, commands);
                }
            });
        });
}

fn pair_row_ui(
    row: &mut egui_extras::TableRow<'_, '_>,
    state: &State,
    pair: &PairFinding,
    commands: &mut Vec<Command>,
) {
    let (a, b) = (&state.documents[pair.a], &state.documents[pair.b]);
    let blocks = match (a.fingerprint(), b.fingerprint()) {
        (Some(a), Some(b)) => a.equal_block_names(b),
        _ => String::new(),
    };
    let shares = state
        .copied()
        .map(|_| (state.copied_pair(pair.a, pair.b)).map_or(PairShares::default(), |c| c.shares));
    let mut clicked = false;
    for document in [a, b] {
        let name = shown_name(document, state.language);
        row.col(|ui| clicked |= name_button_ui(ui, &name).clicked());
    }
    for side in 0..2 {
        row.col(|ui| match shares {
            Some(shares) => {
                let side = sides(shares)[side];
                share_ui(ui, side.net.share()).on_hover_text(copied_of(side.net, state.language));
            }
            None => {
                ui.label(RichText::new("…").color(Tokens::of(ui).weak))
                    .on_hover_text(state.language.text("passages.unknown"));
            }
        });
    }
    row.col(|ui| {
        if let Some(shares) = shares {
            number_ui(ui, shares.passages.to_string());
        }
    });
    let share = shares.map_or(0.0, larger);
    row.col(|ui| verdict_ui(ui, (pair.verdict, share), state.language));
    row.col(|ui| {
        let near = state.near_verdict(pair.a, pair.b);
        distance_ui(ui, pair.distance, state.fingerprint_bits(), near);
    });
    row.col(|ui| {
        ui.label(percent(pair.estimated_cosine(state.thresholds().width)));
    });
    row.col(|ui| {
        ui.label(if blocks.is_empty() { "–" } else { &blocks });
    });
    if clicked || row.response().clicked() {
        commands.push(Command::Go(pair_page(pair.a, pair.b)));
    }
}
