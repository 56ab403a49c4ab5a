//! Page of the listed pairs, the strongest finding first, whatever its kind: the answer to "who has what from whom".

use egui::{Align, Label, Layout, RichText, Sense, Ui};
use egui_extras::{Column as Width, TableBuilder};

use crate::widgets::labels::{
    distance_ui, finding_ui, name_button_ui, number_ui, strengths_ui, verdicts_ui,
};
use crate::widgets::shown_share::{Figure, calm_ui, figure_cell_ui};
use crate::widgets::theme::{ROW, Tokens};
use chachong_compare::{EvidenceKind, PairFinding, SideShares};
use chachong_messages::{document_name, percent};
use chachong_window_model::command::Command;
use chachong_window_model::evidence::open_pair;
use chachong_window_model::state::State;

/// Column of fixed width.
#[derive(Clone, Copy)]
struct Column {
    key: &'static str,
    width: f32,
    /// Rank, 0..=2: a narrow window drops the columns of the lowest ranks, whose values the pair's own page shows.
    rank: u8,
    /// Kind that the column is about; `None` for the verdict.
    kind: Option<EvidenceKind>,
}

const COLUMNS: [Column; 12] = {
    use EvidenceKind::{Code, Data, Files, Formulas, Tables, Text};
    const fn column(key: &'static str, width: f32, rank: u8, kind: EvidenceKind) -> Column {
        let kind = Some(kind);
        Column {
            key,
            width,
            rank,
            kind,
        }
    }
    [
        column("column.copied-a", 108.0, 2, Text),
        column("column.copied-b", 108.0, 2, Text),
        column("column.passages", 72.0, 0, Text),
        Column {
            kind: None,
            ..column("column.verdict", 132.0, 2, Text)
        },
        column("kind.code", 112.0, 1, Code),
        column("kind.data", 148.0, 1, Data),
        column("kind.tables", 112.0, 1, Tables),
        column("kind.formulas", 132.0, 1, Formulas),
        column("kind.files", 112.0, 1, Files),
        column("documents.distance", 68.0, 1, Text),
        column("pairs.cosine", 80.0, 0, Text),
        column("pairs.blocks", 60.0, 0, Text),
    ]
};

/// Minimum width of a name's column, in points.
const LEAST_NAME: f32 = 120.0;
/// Width of a name's column, in points, that columns of kinds beyond prose leave.
const ROOM_FOR_NAME: f32 = 180.0;
/// Space between two columns, in points.
const BETWEEN: f32 = 8.0;

/// Returns the columns of these kinds that fit into `width` points; those of rank 2 always stay.
fn fitting(width: f32, kinds: &[EvidenceKind]) -> Vec<Column> {
    let of_rank = |least: u8| {
        let columns = COLUMNS.into_iter().filter(|column| {
            column.rank >= least && column.kind.is_none_or(|kind| kinds.contains(&kind))
        });
        columns.collect::<Vec<Column>>()
    };
    let fits = |columns: &[Column]| {
        let fixed: f32 = columns.iter().map(|column| column.width + BETWEEN).sum();
        let name = if kinds.len() > 1 {
            ROOM_FOR_NAME
        } else {
            LEAST_NAME
        };
        fixed + BETWEEN + 2.0 * name <= width
    };
    (0..2)
        .map(of_rank)
        .find(|columns| fits(columns))
        .unwrap_or_else(|| of_rank(2))
}

pub(crate) fn pairs_ui(ui: &mut Ui, state: &State, commands: &mut Vec<Command>) {
    let language = state.language;
    let pairs = &state.check.result.findings.pairs;
    if pairs.is_empty() {
        ui.add_space(8.0);
        let key = if state.check.progress.is_some() {
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
    let kinds = &state.check.result.findings.kinds;
    if kinds.contains(&EvidenceKind::Text) {
        verdicts_ui(ui, language);
    }
    if state.check.has_beyond_text() {
        strengths_ui(ui, language);
    }
    ui.add_space(4.0);
    let width = ui.available_width();
    let mut table = TableBuilder::new(ui)
        .id_salt("pairs")
        .striped(true)
        .sense(Sense::click())
        .auto_shrink(false)
        .cell_layout(Layout::left_to_right(Align::Center));
    let shown = fitting(width, kinds);
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
            "column.verdict" => finding_ui(ui, pair, state.language),
            _ => {
                if let Some(kind) = column.kind {
                    kind_ui(ui, state, pair, kind);
                }
            }
        });
    }
    if clicked || row.response().clicked() {
        commands.extend(open_pair(&state.check.result, pair));
    }
}

/// Draws what both documents have in common of a kind beyond prose; all of it under the pointer.
fn kind_ui(ui: &mut Ui, state: &State, pair: &PairFinding, kind: EvidenceKind) {
    let language = state.language;
    let items = state.check.result.pair_evidence(pair.a, pair.b);
    let figures = language.kind_figures(kind, items);
    if !figures.is_empty() {
        ui.add(Label::new(figures).truncate()).on_hover_ui(|ui| {
            for item in items.iter().filter(|item| item.kind() == Some(kind)) {
                ui.label(language.evidence(item, ["A", "B"]));
            }
        });
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
