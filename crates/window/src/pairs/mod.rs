//! Page of the listed pairs, the strongest finding of any kind first. A row is a finding about two submissions; if several pairs of
//! their documents are findings, it can be unfolded. Headings sort, the chips of the legend filter, and rows that a person judged
//! not plagiarism stay in their place in grey.

mod filters;

use egui::{Align, Id, Label, Layout, Response, RichText, Sense, Ui};
use egui_extras::{Column as Width, TableBuilder};

use crate::cases::mark::{MarkPlace, case_mark_ui};
use crate::pairs::filters::filters_ui;
use crate::widgets::decision::decision_cell_ui;
use crate::widgets::icons::Icon;
use crate::widgets::labels::{
    distance_ui, finding_ui, name_button_ui, nothing_found_ui, number_ui, one_line,
};
use crate::widgets::settling::redraw_if_new;
use crate::widgets::shown_share::{Figure, calm_ui, figure_cell_ui};
use crate::widgets::table_heading::heading_ui;
use crate::widgets::table_keys::{TableKey, table_keys};
use crate::widgets::theme::{ROW, is_short};
use chachong_check::{EvidenceItem, ListedPair};
use chachong_compare::{Decision, EvidenceKind, PairFinding};
use chachong_messages::{self as messages, percent};
use chachong_window_model::command::{Command, PairCommand};
use chachong_window_model::evidence::open_pair;
use chachong_window_model::pair_table::{PairColumn, PairKey};
use chachong_window_model::passages::sides;
use chachong_window_model::selection::Mark;
use chachong_window_model::state::State;

/// Column of fixed width.
#[derive(Clone, Copy)]
struct Column {
    of: PairColumn,
    key: &'static str,
    width: f32,
    /// Rank, 0..=3: a narrow window drops the columns with the lowest ranks first, whose values the page of the pair shows.
    rank: u8,
    /// Kind that the column is about; `None` for verdict and decision.
    kind: Option<EvidenceKind>,
}

const COLUMNS: [Column; 14] = {
    use EvidenceKind::{Code, Data, Files, Formulas, Tables, Text};
    const fn column(
        of: PairColumn,
        key: &'static str,
        width: f32,
        rank: u8,
        kind: Option<EvidenceKind>,
    ) -> Column {
        Column {
            of,
            key,
            width,
            rank,
            kind,
        }
    }
    const fn beyond(kind: EvidenceKind, key: &'static str, width: f32) -> Column {
        column(PairColumn::Kind(kind), key, width, 1, Some(kind))
    }
    const PROSE: Option<EvidenceKind> = Some(Text);
    [
        column(PairColumn::Finding, "column.verdict", 132.0, 3, None),
        column(PairColumn::Weighted, "shares.weighted", 80.0, 1, PROSE),
        column(PairColumn::Copied(0), "column.copied-a", 108.0, 3, PROSE),
        column(PairColumn::Copied(1), "column.copied-b", 108.0, 3, PROSE),
        column(PairColumn::Passages, "column.passages", 84.0, 0, PROSE),
        beyond(Code, "kind.code", 112.0),
        beyond(Data, "kind.data", 148.0),
        beyond(Tables, "kind.tables", 112.0),
        beyond(Formulas, "kind.formulas", 132.0),
        beyond(Files, "kind.files", 112.0),
        column(PairColumn::Distance, "documents.distance", 84.0, 1, PROSE),
        column(PairColumn::Cosine, "pairs.cosine", 96.0, 0, PROSE),
        column(PairColumn::Blocks, "pairs.blocks", 76.0, 0, PROSE),
        column(PairColumn::Decision, "decision.column", 108.0, 2, None),
    ]
};

/// Minimum width of a name's column, in points.
const LEAST_NAME: f32 = 120.0;
/// Widths of a name's column, in points, below which columns of the lowest rank, and of higher ranks, are dropped.
const WIDE_NAME: f32 = 180.0;
const ROOM_FOR_NAME: f32 = 140.0;
/// Indentation of a pair of documents below its submissions, in points.
const INDENT: f32 = 18.0;
/// Space between two columns, in points.
const BETWEEN: f32 = 8.0;
/// Maximum number of pairs of files in a tooltip.
const LINES: usize = 12;
/// Opacity of a pair that does not count.
const GREY: f32 = 0.5;

/// Returns the columns of these kinds that fit into `width` points; those of rank 3 always stay.
fn fitting(width: f32, kinds: &[EvidenceKind]) -> Vec<Column> {
    let of_rank = |least: u8| {
        let columns = COLUMNS.into_iter().filter(|column| {
            column.rank >= least && column.kind.is_none_or(|kind| kinds.contains(&kind))
        });
        columns.collect::<Vec<Column>>()
    };
    let fits = |(least, columns): &(u8, Vec<Column>)| {
        let name = if *least == 0 {
            WIDE_NAME
        } else {
            ROOM_FOR_NAME
        };
        let fixed: f32 = columns.iter().map(|column| column.width + BETWEEN).sum();
        fixed + BETWEEN + 2.0 * name <= width
    };
    let found = (0..3).map(|least| (least, of_rank(least))).find(fits);
    found.map_or_else(|| of_rank(3), |(_, columns)| columns)
}

pub(crate) fn pairs_ui(ui: &mut Ui, state: &State, commands: &mut Vec<Command>) {
    let language = state.language;
    if state.check.submission_findings().is_empty() {
        ui.add_space(8.0);
        nothing_found_ui(ui, state, ["pairs.none-yet", "pairs.none"], commands);
        return;
    }
    let explanation = match state.table.pairs.sort {
        Some(_) => "pairs.explanation-sorted",
        None if state.copied().is_some() => "pairs.explanation-copied",
        None => "pairs.explanation",
    };
    if !is_short(ui.ctx()) {
        ui.weak(language.text(explanation));
    }
    filters_ui(ui, state, commands);
    keys(ui, state, commands);
    ui.add_space(4.0);
    if state.table.pairs.rows.is_empty() {
        ui.weak(language.text("pairs.none-shown"));
        let all = (Icon::Undo.atom(), language.text("documents.reset"));
        if ui.button(all).clicked() {
            commands.push(Command::Pairs(PairCommand::ShowAll));
        }
        return;
    }
    table_ui(ui, state, commands);
}

/// Handles the keys of the table.
fn keys(ui: &Ui, state: &State, commands: &mut Vec<Command>) {
    let at = state.table.pairs.selection.at;
    let listed = |at: PairKey| {
        let mut rows = state.table.pairs.rows.iter();
        rows.find_map(|&row| {
            let listed = state.listed_pair(row)?;
            (state.check.listed_key(&listed) == at).then_some(listed)
        })
    };
    for key in table_keys(ui) {
        let command = match (key, at) {
            (TableKey::Step(by, run), _) => PairCommand::Step(by, run),
            (TableKey::All, _) => PairCommand::MarkAll,
            (TableKey::Toggle, Some(at)) => PairCommand::Mark(at, Mark::Toggle),
            (TableKey::Unfold(unfolded), Some(at)) => match listed(at) {
                Some(row) => PairCommand::Unfold((row.finding.a, row.finding.b), unfolded),
                None => continue,
            },
            (TableKey::Open, Some(at)) => {
                commands.extend(listed(at).into_iter().flat_map(|row| open(state, &row)));
                continue;
            }
            (TableKey::Remove, _) | (_, None) => continue,
        };
        commands.push(Command::Pairs(command));
    }
}

/// Returns the commands that open the strongest pair of a row.
fn open(state: &State, listed: &ListedPair<'_>) -> Vec<Command> {
    let strongest = listed.pairs(&state.check.result).next();
    strongest.map_or_else(Vec::new, |pair| open_pair(&state.check.result, pair))
}

fn table_ui(ui: &mut Ui, state: &State, commands: &mut Vec<Command>) {
    let (language, table) = (state.language, &state.table.pairs);
    let (width, context) = (ui.available_width(), ui.ctx().clone());
    let mut builder = TableBuilder::new(ui);
    if table.selection.follow
        && let Some(at) = table.selection.at
    {
        let place = state.pair_keys().iter().position(|&key| key == at);
        if let Some(place) = place {
            builder = builder.scroll_to_row(place, None);
        }
        // Only once: afterwards the person may scroll elsewhere.
        commands.push(Command::Pairs(PairCommand::RowShown));
    }
    builder = builder
        .id_salt("pairs")
        .striped(true)
        .sense(Sense::click())
        .auto_shrink(false)
        .cell_layout(Layout::left_to_right(Align::Center));
    let shown = fitting(width, &state.check.result.findings.kinds);
    let fixed: f32 = shown.iter().map(|column| column.width + BETWEEN).sum();
    let names = (width - fixed - BETWEEN).max(2.0 * LEAST_NAME);
    redraw_if_new(&context, Id::unique("pairs-look"), (width, shown.len()));
    builder = builder
        .column(
            Width::initial(names * 0.5)
                .range(LEAST_NAME..=names - LEAST_NAME)
                .clip(true)
                .resizable(true),
        )
        .column(Width::remainder().at_least(LEAST_NAME).clip(true));
    for column in &shown {
        builder = builder.column(Width::exact(column.width));
    }
    let (sorted, ascending) = state.pairs_sorted_by();
    let hint = language.text("documents.sort-hint");
    builder
        .header(ROW, |mut header| {
            let columns = shown.iter().map(|column| (column.of, column.key));
            let names = if state.check.has_submissions() {
                ["submission.a", "submission.b"]
            } else {
                ["column.document-a", "column.document-b"]
            };
            let names = [0, 1].map(|side| (PairColumn::Name(side), names[side]));
            for (column, key) in names.into_iter().chain(columns) {
                header.col(|ui| {
                    let arrow = (sorted == column).then_some(ascending);
                    if heading_ui(ui, &language.text(key), arrow, &hint).clicked() {
                        commands.push(Command::Pairs(PairCommand::SortBy(column)));
                    }
                });
            }
        })
        .body(|body| {
            body.rows(ROW, table.rows.len(), |mut row| {
                let listed = table.rows.get(row.index());
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
    let key = state.check.listed_key(listed);
    let decision = state.check.listed_decision(listed);
    // Neither does a pair count of which nothing is left.
    let is_off = decision == Some(Decision::NotPlagiarism) || listed.pair.as_verdict().is_none();
    row.set_selected(state.table.pairs.selection.marked.contains(&key));
    for side in 0..2 {
        row.col(|ui| {
            grey(ui, is_off);
            // Each name button spans its cell and takes its clicks.
            let name = name_ui(ui, state, listed, side, commands);
            row_clicked(&name, state, listed, decision, commands);
        });
    }
    for column in shown {
        row.col(|ui| {
            grey(ui, is_off && column.of != PairColumn::Decision);
            cell_ui(ui, state, listed, column.of, commands);
        });
    }
    row_clicked(&row.response(), state, listed, decision, commands);
}

fn grey(ui: &mut Ui, is_off: bool) {
    if is_off {
        ui.set_opacity(GREY);
    }
}

fn cell_ui(
    ui: &mut Ui,
    state: &State,
    listed: &ListedPair<'_>,
    column: PairColumn,
    commands: &mut Vec<Command>,
) {
    let pair = &listed.pair;
    match column {
        PairColumn::Name(_) => {}
        PairColumn::Copied(side) => share_of_ui(ui, state, listed, side),
        PairColumn::Weighted => {
            if let Some(shares) = listed.shares {
                ui.label(percent(shares.weight()))
                    .on_hover_text(state.language.text("shares.weighted-hint"));
            }
        }
        PairColumn::Passages => {
            if let Some(shares) = listed.shares {
                number_ui(ui, shares.passages.to_string());
            }
        }
        PairColumn::Distance => {
            if let Some(distance) = pair.distance {
                let near = state.check.result.near_verdict(pair.a, pair.b);
                distance_ui(ui, distance, state.check.fingerprint_bits(), near);
            }
        }
        PairColumn::Cosine => {
            if let Some(cosine) = pair.estimated_cosine(state.thresholds().width) {
                ui.label(messages::cosine(cosine));
            }
        }
        PairColumn::Blocks => {
            ui.label(blocks(state, pair));
        }
        PairColumn::Finding => {
            if pair.as_verdict().is_some() {
                finding_ui(ui, pair, state.language);
            } else if state.check.is_judged_by_passages(listed) {
                ui.label(state.language.decision(Decision::NotPlagiarism));
            }
        }
        PairColumn::Kind(kind) => kind_ui(ui, state, listed, kind),
        PairColumn::Decision => {
            let decision = state.check.listed_decision(listed);
            decision_cell_ui(
                ui,
                state.language,
                decision,
                state.check.listed_note(listed),
            );
            let pairs = listed.pairs(&state.check.result);
            let cases = (state.cases).about_pairs(pairs.map(|pair| [pair.a, pair.b]));
            case_mark_ui(ui, state, &cases, MarkPlace::Row, commands);
        }
    }
}

/// Handles clicks on a row: a click shows the pair, with Ctrl or Shift it marks rows, a right click opens the menu.
fn row_clicked(
    row: &Response,
    state: &State,
    listed: &ListedPair<'_>,
    decision: Option<Decision>,
    commands: &mut Vec<Command>,
) {
    let key = state.check.listed_key(listed);
    let mark = |how: Mark| Command::Pairs(PairCommand::Mark(key, how));
    if row.clicked() {
        let modifiers = row.ctx.input(|input| input.modifiers);
        if modifiers.shift {
            commands.push(mark(Mark::UpTo));
        } else if modifiers.command {
            commands.push(mark(Mark::Toggle));
        } else {
            commands.extend(open(state, listed));
        }
    }
    // The menu acts on the marked rows, so the clicked row is marked first for the person to see.
    if row.secondary_clicked() && !state.table.pairs.selection.marked.contains(&key) {
        commands.push(mark(Mark::Only));
    }
    row.context_menu(|ui| {
        for one in Decision::ALL {
            let is_set = decision == Some(one);
            let text = state.language.decision(one);
            if ui.selectable_label(is_set, text).clicked() {
                let decided = (!is_set).then_some(one);
                commands.push(Command::Pairs(PairCommand::DecideMarked(decided)));
                ui.close();
            }
        }
    });
}

/// Draws the name of one side: that of a submission (the first also has the number of document pairs, which unfolds them), or that
/// of a document below.
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
        return name_button_ui(ui, check.result.file_name(document));
    }
    if side == 0 && finding.pairs.len() > 1 {
        let count = &[("count", &finding.pairs.len() as &dyn std::fmt::Display)];
        let text = RichText::new(state.language.fill("submission.pairs", count)).small();
        let pair = (finding.a, finding.b);
        let is_open = state.table.pairs.unfolded.contains(&pair);
        let button = ui
            .selectable_label(is_open, text)
            .on_hover_text(state.language.text("submission.pairs-hint"));
        if button.clicked() {
            commands.push(Command::Pairs(PairCommand::Unfold(pair, !is_open)));
        }
    }
    let name = name_button_ui(ui, &state.row_name(listed.named()[side]));
    if finding.pairs.len() == 1 && check.result.named_submission(document).is_some() {
        let file = RichText::new(one_line(check.result.file_name(document))).small();
        ui.weak(file);
    }
    name
}

/// Returns the names of the blocks that are equal in both fingerprints, or a dash.
fn blocks(state: &State, pair: &PairFinding) -> String {
    let prints = [pair.a, pair.b].map(|one| state.check.result.documents[one].fingerprint());
    match prints {
        [Some(a), Some(b)] => Some(a.equal_block_numbers(b)),
        _ => None,
    }
    .filter(|blocks| !blocks.is_empty())
    .unwrap_or_else(|| "–".to_owned())
}

/// Draws the evidence of a kind beyond prose: that of all files in a row of two submissions. The tooltip says which files it is from.
fn kind_ui(ui: &mut Ui, state: &State, listed: &ListedPair<'_>, kind: EvidenceKind) {
    let figures = (state.language).listed_figures(&state.check.result, listed, kind);
    if let Some(figures) = figures {
        ui.add(Label::new(figures).truncate()).on_hover_ui(|ui| {
            for line in kind_lines(state, listed, kind) {
                ui.label(line);
            }
        });
    }
}

/// Returns the evidence of a kind in words; of a row of two submissions also the pairs of files that it is from, at most [`LINES`].
fn kind_lines(state: &State, listed: &ListedPair<'_>, kind: EvidenceKind) -> Vec<String> {
    let (language, result) = (state.language, &state.check.result);
    let words = |items: &[EvidenceItem], is_swapped: bool| -> Vec<String> {
        let sides = if is_swapped { ["B", "A"] } else { ["A", "B"] };
        let of_kind = items.iter().filter(|item| item.kind() == Some(kind));
        of_kind.map(|item| language.evidence(item, sides)).collect()
    };
    let found = listed.of_kind(result, kind);
    let found = found.map_or_else(Vec::new, |(items, is_swapped)| words(items, is_swapped));
    let parts = if listed.is_below {
        Vec::new()
    } else {
        result.parts_of_files(listed.finding)
    };
    let of_kind = parts.iter().filter(|part| part.kind == kind).take(LINES);
    let of_kind = of_kind.map(|part| {
        let names = part.documents.map(|one| one_line(result.file_name(one)));
        format!("{} · {}", names.join(" – "), language.part_of_files(part))
    });
    found.into_iter().chain(of_kind).collect()
}

/// Draws the share of one side that the other one also has; `…` until passages are known.
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
            ui.weak("…")
                .on_hover_text(state.language.text("passages.unknown"));
        }
    }
}
