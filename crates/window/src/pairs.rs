//! Page of the listed pairs, the strongest finding first, whatever its kind: the answer to "who has what from whom". A row is a
//! finding about two submissions; where several pairs of their documents are findings, it unfolds to them.

use egui::{Align, Label, Layout, Response, RichText, Sense, Ui};
use egui_extras::{Column as Width, TableBuilder};

use crate::widgets::labels::{
    distance_ui, finding_ui, name_button_ui, number_ui, one_line, strengths_ui, verdicts_ui,
};
use crate::widgets::shown_share::{Figure, calm_ui, figure_cell_ui};
use crate::widgets::theme::{ROW, Tokens};
use chachong_check::ListedPair;
use chachong_compare::{EvidenceKind, PairFinding};
use chachong_messages as messages;
use chachong_window_model::command::{Command, RowCommand};
use chachong_window_model::evidence::open_pair;
use chachong_window_model::passages::sides;
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
/// Indentation of a pair of documents below its submissions, in points.
const INDENT: f32 = 18.0;
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
    let rows = &state.table.pair_rows;
    if rows.is_empty() {
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
        verdicts_ui(ui, state);
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
            let names = if state.check.has_submissions() {
                ["submission.a", "submission.b"]
            } else {
                ["column.document-a", "column.document-b"]
            };
            for key in names.into_iter().chain(keys) {
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
            body.rows(ROW, rows.len(), |mut row| {
                let listed = rows.get(row.index());
                if let Some(listed) = listed.and_then(|&at| state.listed_pair(at)) {
                    pair_row_ui(&mut row, state, &listed, &shown, commands);
                }
            });
        });
}

fn pair_row_ui(
    row: &mut egui_extras::TableRow<'_, '_>,
    state: &State,
    listed: &ListedPair<'_>,
    shown: &[Column],
    commands: &mut Vec<Command>,
) {
    let pair = &listed.pair;
    let mut clicked = false;
    for side in 0..2 {
        row.col(|ui| {
            // Each name button spans its cell and takes its clicks.
            clicked |= name_ui(ui, state, listed, side, commands).clicked();
        });
    }
    for column in shown {
        row.col(|ui| match column.key {
            "column.copied-a" => share_of_ui(ui, state, listed, 0),
            "column.copied-b" => share_of_ui(ui, state, listed, 1),
            "column.passages" => {
                if let Some(shares) = listed.shares {
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
                    ui.label(messages::cosine(cosine));
                }
            }
            "pairs.blocks" => {
                ui.label(blocks(state, pair));
            }
            "column.verdict" => finding_ui(ui, pair, state.language),
            _ => {
                if let Some(kind) = column.kind {
                    kind_ui(ui, state, listed, kind);
                }
            }
        });
    }
    if clicked || row.response().clicked() {
        let strongest = listed.pairs(&state.check.result).next();
        commands.extend(
            strongest
                .into_iter()
                .flat_map(|pair| open_pair(&state.check.result, pair)),
        );
    }
}

/// Draws the name of one side: of a submission, before the first with the number of pairs of documents, which shows and hides
/// them; or of a document below.
fn name_ui(
    ui: &mut Ui,
    state: &State,
    listed: &ListedPair<'_>,
    side: usize,
    commands: &mut Vec<Command>,
) -> Response {
    let (check, finding) = (&state.check, listed.finding);
    let document = listed.documents[side];
    if listed.is_below {
        ui.add_space(INDENT);
        return name_button_ui(ui, check.file_name(document));
    }
    if side == 0 && finding.pairs.len() > 1 {
        let count = &[("count", &finding.pairs.len() as &dyn std::fmt::Display)];
        let text = RichText::new(state.language.fill("submission.pairs", count)).small();
        let pair = (finding.a, finding.b);
        let is_open = state.table.unfolded_pairs.contains(&pair);
        let button = ui
            .selectable_label(is_open, text)
            .on_hover_text(state.language.text("submission.pairs-hint"));
        if button.clicked() {
            commands.push(Command::Row(RowCommand::UnfoldPair(pair, !is_open)));
        }
    }
    let name = name_button_ui(ui, &state.row_name(document));
    if finding.pairs.len() == 1 && check.named_submission(document).is_some() {
        let file = RichText::new(one_line(check.file_name(document))).small();
        ui.label(file.color(Tokens::of(ui).weak));
    }
    name
}

/// Returns the numbers of the blocks that are equal in both fingerprints, or a dash.
fn blocks(state: &State, pair: &PairFinding) -> String {
    let prints = [pair.a, pair.b].map(|one| state.check.result.documents[one].fingerprint());
    match prints {
        [Some(a), Some(b)] => Some(a.equal_block_numbers(b)),
        _ => None,
    }
    .filter(|blocks| !blocks.is_empty())
    .unwrap_or_else(|| "–".to_owned())
}

/// Draws what both sides have in common of a kind beyond prose, in the strongest pair of documents that has it; all of it
/// under the pointer.
fn kind_ui(ui: &mut Ui, state: &State, listed: &ListedPair<'_>, kind: EvidenceKind) {
    let language = state.language;
    let Some((items, is_swapped)) = listed.of_kind(&state.check.result, kind) else {
        return;
    };
    let figures = language.kind_figures(kind, items, is_swapped);
    let sides = if is_swapped { ["B", "A"] } else { ["A", "B"] };
    ui.add(Label::new(figures).truncate()).on_hover_ui(|ui| {
        for item in items.iter().filter(|item| item.kind() == Some(kind)) {
            ui.label(language.evidence(item, sides));
        }
    });
}

/// Draws the share of one side that the other one has; `…` until passages are known.
fn share_of_ui(ui: &mut Ui, state: &State, listed: &ListedPair<'_>, side: usize) {
    match listed.shares.map(|shares| sides(shares)[side]) {
        Some(shares) => {
            let lower = listed.lower_estimate(&state.check.result);
            let (figure, language) = (Figure::from(shares).over(lower), state.language);
            let cell = if listed.pair.is_finding() {
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
