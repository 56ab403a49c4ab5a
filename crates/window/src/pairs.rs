//! Page of the listed pairs, largest copied share first: the answer to "who has what from whom".

use egui::{Align, Frame, Label, Layout, Panel, RichText, ScrollArea, Sense, Ui, UiBuilder, vec2};
use egui_extras::{Column as Width, TableBuilder};

use crate::widgets::labels::{distance_ui, name_button_ui, number_ui, verdict_ui, verdicts_ui};
use crate::widgets::shown_share::{Figure, calm_ui, figure_cell_ui};
use crate::widgets::theme::{GAP, ROW, SMALL_GAP, Tokens};
use chachong_check::PairEvidence;
use chachong_compare::{PairFinding, SideShares};
use chachong_messages::{document_name, percent};
use chachong_window_model::command::Command;
use chachong_window_model::page::pair_page;
use chachong_window_model::pair_view::PairView;
use chachong_window_model::state::State;

/// Column of fixed width.
#[derive(Clone, Copy)]
struct Column {
    key: &'static str,
    width: f32,
    /// Rank, 0..=2: a narrow window drops the columns of the lowest ranks, whose values the pair's own page shows.
    rank: u8,
}

const COLUMNS: [Column; 7] = {
    const fn column(key: &'static str, width: f32, rank: u8) -> Column {
        Column { key, width, rank }
    }
    [
        column("column.copied-a", 108.0, 2),
        column("column.copied-b", 108.0, 2),
        column("column.passages", 72.0, 0),
        column("column.verdict", 124.0, 2),
        column("documents.distance", 68.0, 1),
        column("pairs.cosine", 80.0, 0),
        column("pairs.blocks", 60.0, 0),
    ]
};

/// Minimum width of a name's column, in points.
const LEAST_NAME: f32 = 120.0;
/// Space between two columns, in points.
const BETWEEN: f32 = 8.0;

/// Number of pairs with nothing but evidence beyond text that are in sight at first.
const ROWS_BELOW: usize = 4;
/// Part of the page that these pairs have at most at first, where there are pairs above them.
const PART_BELOW: f32 = 0.35;
/// Height of the heading above the pairs with nothing but evidence beyond text, in points.
const HEADING_BELOW: f32 = 64.0;

/// Returns the columns that fit into `width` points; those of rank 2 always stay.
fn fitting(width: f32) -> Vec<Column> {
    let of_rank = |least: u8| {
        let columns = COLUMNS
            .into_iter()
            .filter(move |column| column.rank >= least);
        columns.collect::<Vec<Column>>()
    };
    let fits = |columns: &[Column]| {
        let fixed: f32 = columns.iter().map(|column| column.width + BETWEEN).sum();
        fixed + BETWEEN + 2.0 * LEAST_NAME <= width
    };
    (0..2)
        .map(of_rank)
        .find(|columns| fits(columns))
        .unwrap_or_else(|| of_rank(2))
}

pub(crate) fn pairs_ui(ui: &mut Ui, state: &State, commands: &mut Vec<Command>) {
    evidence_only_ui(ui, state, commands);
    // Its own area: else the lines between the columns would go through the pairs below.
    let rest = UiBuilder::new().max_rect(ui.available_rect_before_wrap());
    ui.scope_builder(rest, |ui| listed_ui(ui, state, commands));
}

/// Draws the table of the listed pairs.
fn listed_ui(ui: &mut Ui, state: &State, commands: &mut Vec<Command>) {
    let language = state.language;
    let pairs = &state.check.result.findings.pairs;
    if pairs.is_empty() {
        ui.add_space(8.0);
        let key = if state.check.progress.is_some() {
            "pairs.none-yet"
        } else if !state.check.evidence.only.is_empty() {
            "pairs.none-by-text"
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
    verdicts_ui(ui, language);
    ui.add_space(4.0);
    let width = ui.available_width();
    let mut table = TableBuilder::new(ui)
        .id_salt("pairs")
        .striped(true)
        .sense(Sense::click())
        .auto_shrink(false)
        // However little room the pairs below leave, the table stays above them.
        .min_scrolled_height(0.0)
        .cell_layout(Layout::left_to_right(Align::Center));
    let shown = fitting(width);
    let fixed: f32 = shown.iter().map(|column| column.width + BETWEEN).sum();
    let names = (width - fixed - BETWEEN).max(2.0 * LEAST_NAME);
    table = table
        .column(
            Width::initial(names * 0.5)
                .range(LEAST_NAME..=names - LEAST_NAME)
                .clip(true)
                .resizable(true),
        )
        .column(Width::remainder().at_least(LEAST_NAME).clip(true));
    for column in &shown {
        table = table.column(Width::exact(column.width));
    }
    table
        .header(ROW, |mut header| {
            let keys = shown.iter().map(|column| column.key);
            for key in ["column.document-a", "column.document-b"]
                .into_iter()
                .chain(keys)
            {
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
                if let Some(pair) = pairs.get(row.index()) {
                    pair_row_ui(&mut row, state, pair, &shown, commands);
                }
            });
        });
}

/// Draws the pairs that only evidence beyond text speaks for, below the listed ones; nothing if there are none.
fn evidence_only_ui(ui: &mut Ui, state: &State, commands: &mut Vec<Command>) {
    let (language, tokens) = (state.language, Tokens::of(ui));
    let (pairs, only) = (&state.check.result.evidence, &state.check.evidence.only);
    if only.is_empty() {
        return;
    }
    // Where no text is shared the list has the page.
    let (rows, most) = if state.check.result.findings.pairs.is_empty() {
        (only.len(), ui.available_height() - ROW)
    } else {
        (
            only.len().min(ROWS_BELOW),
            ui.available_height() * PART_BELOW,
        )
    };
    let height = (HEADING_BELOW + row_height(rows)).min(most);
    Panel::bottom("evidence-only")
        .resizable(true)
        .default_size(height)
        .size_range(HEADING_BELOW + row_height(1)..=height.max(ui.available_height() * 0.6))
        .frame(Frame::NONE)
        .show(ui, |ui| {
            ui.add_space(GAP);
            let title = language.fill("evidence.only-count", &[("count", &only.len())]);
            ui.label(RichText::new(title).strong());
            ui.label(RichText::new(language.text("evidence.only-hint")).color(tokens.weak));
            ui.add_space(SMALL_GAP);
            let area = ScrollArea::vertical().id_salt("evidence-only");
            area.auto_shrink(false)
                .show_rows(ui, ROW, only.len(), |ui, shown| {
                    for pair in only[shown].iter().filter_map(|&at| pairs.get(at)) {
                        evidence_row_ui(ui, state, pair, commands);
                    }
                });
        });
}

/// Height of some rows with the space between them, in points.
fn row_height(rows: usize) -> f32 {
    rows as f32 * (ROW + SMALL_GAP)
}

/// Draws one pair that only evidence beyond text speaks for: both names, and the first of what speaks for it.
fn evidence_row_ui(ui: &mut Ui, state: &State, pair: &PairEvidence, commands: &mut Vec<Command>) {
    let language = state.language;
    let width = ui.available_width();
    let (line, name) = (vec2(width, ROW), (width * 0.24).max(LEAST_NAME));
    let mut clicked = false;
    ui.allocate_ui_with_layout(line, Layout::left_to_right(Align::Center), |ui| {
        ui.set_min_size(line);
        for document in [pair.a, pair.b] {
            let Some(document) = state.check.result.documents.get(document) else {
                continue;
            };
            let name = vec2(name, ROW);
            ui.allocate_ui_with_layout(name, Layout::left_to_right(Align::Center), |ui| {
                ui.set_min_size(name);
                clicked |= name_button_ui(ui, &document_name(document, language)).clicked();
            });
        }
        let kinds: Vec<String> = (pair.items.iter())
            .map(|item| language.evidence_in_brief(item))
            .collect();
        let kinds = kinds.join(&language.text("punctuation.comma"));
        let label = ui.add(Label::new(kinds).truncate().sense(Sense::click()));
        clicked |= label
            .on_hover_ui(|ui| {
                for item in &pair.items {
                    ui.label(language.evidence(item, ["A", "B"]));
                }
            })
            .clicked();
    });
    if clicked {
        commands.push(Command::Go(pair_page(pair.a, pair.b)));
        commands.push(Command::ShowPair(PairView::of_evidence(&pair.items)));
    }
}

fn pair_row_ui(
    row: &mut egui_extras::TableRow<'_, '_>,
    state: &State,
    pair: &PairFinding,
    shown: &[Column],
    commands: &mut Vec<Command>,
) {
    let (a, b) = (
        &state.check.result.documents[pair.a],
        &state.check.result.documents[pair.b],
    );
    let blocks = match (a.fingerprint(), b.fingerprint()) {
        (Some(a), Some(b)) => a.equal_block_names(b),
        _ => String::new(),
    };
    let shares = state.check.result.pair_shares(pair);
    let mut clicked = false;
    for document in [a, b] {
        let name = document_name(document, state.language);
        row.col(|ui| clicked |= name_button_ui(ui, &name).clicked());
    }
    for column in shown {
        row.col(|ui| match column.key {
            "column.copied-a" => share_of_ui(ui, state, pair, shares.map(|shares| shares.a)),
            "column.copied-b" => share_of_ui(ui, state, pair, shares.map(|shares| shares.b)),
            "column.passages" => {
                if let Some(shares) = shares {
                    number_ui(ui, shares.passages.to_string());
                }
            }
            "documents.distance" => {
                if let Some(distance) = pair.distance {
                    let near = state.check.result.near_verdict(pair.a, pair.b);
                    distance_ui(ui, distance, state.check.fingerprint_bits(), near);
                }
            }
            "pairs.cosine" => {
                if let Some(cosine) = pair.estimated_cosine(state.thresholds().width) {
                    ui.label(percent(cosine));
                }
            }
            "pairs.blocks" => {
                ui.label(if blocks.is_empty() { "–" } else { &blocks });
            }
            _ => verdict_ui(ui, pair.verdict, state.language),
        });
    }
    if clicked || row.response().clicked() {
        commands.push(Command::Go(pair_page(pair.a, pair.b)));
    }
}

/// Draws the share of one document that the other one has; `…` until passages are known.
fn share_of_ui(ui: &mut Ui, state: &State, pair: &PairFinding, shares: Option<SideShares>) {
    match shares {
        Some(shares) => {
            let lower = state.check.result.pair_lower_estimate(pair.a, pair.b);
            let (figure, language) = (Figure::from(shares).over(lower), state.language);
            let cell = if pair.is_finding() {
                figure_cell_ui(ui, figure, language)
            } else {
                calm_ui(ui, figure, language)
            };
            cell.on_hover_ui(|ui| figure.lines_ui(ui, "shares.of-pair", language));
        }
        None => {
            ui.label(RichText::new("…").color(Tokens::of(ui).weak))
                .on_hover_text(state.language.text("passages.unknown"));
        }
    }
}
