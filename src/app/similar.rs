//! What a document has in common with others: its sources, the largest first, then those that are near by fingerprint
//! only. Each source can be switched off. Knows nothing of how shares are computed.

use std::collections::HashSet;

use egui::{Align, Checkbox, Layout, RichText, Role, Sense, Ui, WidgetInfo};
use egui_extras::{Column as Width, TableBuilder, TableRow};

use super::command::{Choice, Command};
use super::documents::{grouped, pair_page};
use super::labels::{
    copied_of, distance_ui, name_button_ui, number_ui, one_line, percent, share_ui, shown_name,
    verdict_ui,
};
use super::state::State;
use super::theme::{ROW, Tokens};
use crate::compare::{PairFinding, Source, ranked_partners};

/// Beyond the listed ones, so many of the nearest others are shown for comparison.
const NEAREST_OTHERS: usize = 10;

/// A document beside the one that is shown.
#[derive(Clone, Copy)]
struct Other<'s> {
    document: usize,
    /// What they share.
    source: Option<&'s Source>,
}

pub(super) fn similar_ui(ui: &mut Ui, state: &State, position: usize, commands: &mut Vec<Command>) {
    let (language, tokens) = (state.language, Tokens::of(ui));
    let others = others(state, position);
    let similar = others
        .iter()
        .filter(|other| state.verdict(position, other.document).0.is_some())
        .count();
    let title = if similar == 0 {
        language.text("document.no-near")
    } else {
        language.fill("document.near", &[("count", &similar)])
    };
    ui.label(RichText::new(title).strong().size(16.0));
    TableBuilder::new(ui)
        .id_salt("others")
        .striped(true)
        .sense(Sense::click())
        .auto_shrink(false)
        .cell_layout(Layout::left_to_right(Align::Center))
        .column(Width::exact(28.0))
        .column(Width::exact(116.0))
        .column(Width::exact(70.0))
        .column(Width::exact(76.0))
        .column(Width::exact(70.0))
        .column(Width::exact(128.0))
        .column(Width::remainder().at_least(160.0).clip(true))
        .header(ROW, |mut header| {
            for key in [
                "similar.counts",
                "similar.share",
                "similar.characters",
                "similar.only",
                "documents.distance",
                "column.verdict",
                "documents.name",
            ] {
                header.col(|ui| {
                    let heading = RichText::new(language.text(key)).color(tokens.weak);
                    let label = if matches!(key, "similar.characters" | "similar.only") {
                        number_ui(ui, heading)
                    } else {
                        ui.label(heading)
                    };
                    if key.starts_with("similar.") {
                        label.on_hover_text(language.text(&format!("{key}-hint")));
                    }
                });
            }
        })
        .body(|body| {
            body.rows(ROW, others.len(), |mut row| {
                if let Some(&other) = others.get(row.index()) {
                    row_ui(&mut row, state, position, other, commands);
                }
            });
        });
}

/// Sources by what counts of them (one that is switched off stays about where it was), then the others by distance.
fn others(state: &State, position: usize) -> Vec<Other<'_>> {
    let shares = state.document_shares(position);
    let mut sources: Vec<&Source> = shares.map_or_else(Vec::new, |s| s.sources.iter().collect());
    sources.sort_by_key(|source| {
        let counts = state.choices.counts_for(position, source.document);
        let shown = if counts {
            source.shares.net
        } else {
            source.shares.gross
        };
        std::cmp::Reverse(shown.characters)
    });
    let known: HashSet<usize> = sources.iter().map(|source| source.document).collect();
    let near = ranked_partners(
        &state.fingerprinted(),
        position,
        state.thresholds(),
        NEAREST_OTHERS,
    );
    let rest = near
        .iter()
        .filter_map(|pair: &PairFinding| pair.partner_of(position))
        .filter(|other| !known.contains(other))
        .map(|document| Other {
            document,
            source: None,
        });
    sources
        .into_iter()
        .map(|source| Other {
            document: source.document,
            source: Some(source),
        })
        .chain(rest)
        .collect()
}

fn row_ui(
    row: &mut TableRow<'_, '_>,
    state: &State,
    position: usize,
    other: Other<'_>,
    commands: &mut Vec<Command>,
) {
    let language = state.language;
    let document = &state.documents[other.document];
    row.col(|ui| {
        if other.source.is_none() {
            return;
        }
        let mut counts = state.choices.counts_for(position, other.document);
        let check = ui.add(Checkbox::without_text(&mut counts));
        check.widget_info(|| {
            let name = one_line(&shown_name(document, state.language));
            let label = language.fill("similar.count", &[("name", &name)]);
            WidgetInfo::selected(Role::CheckBox, true, counts, label)
        });
        if check.changed() {
            let choice = Choice::Source(position, other.document, counts);
            commands.push(Command::Choose(choice));
        }
    });
    row.col(|ui| {
        if let Some(Source { shares, .. }) = other.source {
            share_ui(ui, shares.net.share()).on_hover_ui(|ui| {
                for (key, copied) in [("shares.net", shares.net), ("shares.gross", shares.gross)] {
                    let (share, of) = (percent(copied.share()), copied_of(copied, language));
                    ui.label(format!("{}  {share}  ({of})", language.text(key)));
                }
            });
        }
    });
    for characters in [
        other.source.map(|source| source.shares.net.characters),
        other.source.map(|source| source.only),
    ] {
        row.col(|ui| {
            if let Some(characters) = characters {
                number_ui(ui, grouped(u64::from(characters)));
            }
        });
    }
    let prints = [position, other.document].map(|d| state.documents[d].fingerprint());
    row.col(|ui| {
        if let [Some(own), Some(print)] = prints {
            let near = state.near_verdict(position, other.document);
            distance_ui(ui, own.distance(print), state.fingerprint_bits(), near);
        }
    });
    row.col(|ui| verdict_ui(ui, state.verdict(position, other.document), language));
    let mut clicked = false;
    row.col(|ui| clicked = name_button_ui(ui, &shown_name(document, state.language)).clicked());
    if clicked || row.response().clicked() {
        commands.push(Command::Go(pair_page(position, other.document)));
    }
}
