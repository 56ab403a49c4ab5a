//! First page of the printed report: the document, its result, text that is left out, and warnings about its text.

use super::content::Content;
use super::flow::{Align, Flow, HEADED_TABLE};
use super::sheets::{Area, Item, Role};
use super::style::{
    ACCENT, BODY, GROUND, INK, LEADING, LEFT, RIGHT, Rgb, SMALL, Style, Target, WEAK, WIDTH,
    of_source,
};
use super::text::Rich;
use super::words::{LONGEST_NAME, shortened};
use crate::document_figures::{
    Figure, FigureTable, document_facts, figure_notes, figure_tables, largest_source, total_share,
};
use crate::evidence::{OtherDocument, strongest_of};
use crate::facts::libraries;
use crate::origins::origins_of;
use crate::submissions::submission_facts;
use chachong_check::Origin;
use chachong_compare::{LARGE_PART, PART};
use chachong_messages::{estimated, grouped, percent};

/// Width of the labels of the document's facts.
const LABEL: f32 = 96.0;
/// Height of the boxes with the main figures.
const TILE: f32 = 62.0;
/// Left edges and widths of the columns of figures (share, and numbers of characters), in points.
const SHARE: (f32, f32) = (RIGHT - 200.0, 70.0);
const NUMBERS: (f32, f32) = (RIGHT - 120.0, 120.0);

/// Adds the title, the document and its result.
pub(super) fn summary(flow: &mut Flow<'_>, content: &Content<'_>) {
    flow.y += 6.0;
    let heading = content.text("pdf.title");
    flow.begin(Role::Heading(1, heading.clone()));
    let rich = Rich::of(flow.face, &heading, Style::bold(21.0, INK));
    flow.lines_of(&rich, LEFT, WIDTH, Align::Center, 30.0);
    flow.y += 12.0;
    document(flow, content);
    flow.section(&content.text("html.part-figures"));
    tiles(flow, content);
    flow.y += 8.0;
    strongest(flow, content, 14.0);
    let (check, report) = (content.check, content.report);
    for note in figure_notes(check, report, content.reader.is_teacher()) {
        flow.paragraph(&note);
    }
    if let Some(origins) = origins_of(check, report.position) {
        if let Some(own) = &origins.own {
            flow.paragraph(own);
        }
        flow.paragraph(&origins.line);
        for library in &origins.libraries {
            flow.paragraph(&format!("· {library}"));
        }
        flow.note(&content.text("origins.hint"));
    }
    flow.note(&content.text("pdf.judge"));
    for figures in figure_tables(check, report) {
        table(flow, &figures);
    }
    warnings(flow, content);
}

/// Adds a row with a name and a value.
pub(super) fn fact(flow: &mut Flow<'_>, label: &str, value: &str, label_width: f32) {
    let [name, plain] = [WEAK, INK].map(|ink| Style::plain(BODY, ink));
    let (left, width) = (LEFT + label_width, WIDTH - label_width);
    let columns = [
        (label, name, LEFT, label_width - 8.0, Align::Left),
        (value, plain, left, width, Align::Left),
    ];
    flow.cells(&columns, BODY * 1.42);
}

fn document(flow: &mut Flow<'_>, content: &Content<'_>) {
    let (check, report) = (content.check, content.report);
    flow.rule();
    let facts = submission_facts(check, report.position).into_iter();
    let facts = facts.chain(document_facts(check, report, content.reader.is_teacher()));
    let decision = content.text("decision.column");
    for stated in facts {
        // A person's note is no name.
        let value = if stated.name == decision {
            stated.value
        } else {
            shortened(&stated.value, LONGEST_NAME)
        };
        fact(flow, &stated.name, &value, LABEL);
    }
    let compared = compared_with(content).join(&content.text("punctuation.semicolon"));
    fact(flow, &content.text("pdf.compared"), &compared, LABEL);
    if let Some(date) = check.options.date {
        fact(flow, &content.text("facts.date"), date, LABEL);
    }
}

/// Names what the document was compared with: the documents of the check, then each library.
pub(super) fn compared_with(content: &Content<'_>) -> Vec<String> {
    let [checked, joined] =
        [Origin::Checked, Origin::Library].map(|origin| others_of(content, origin));
    let documents = grouped(checked as u64);
    let documents = (content.language()).fill("pdf.compared-value", &[("documents", &documents)]);
    let libraries = libraries(content.check, joined);
    [documents].into_iter().chain(libraries).collect()
}

/// Returns the number of other documents of an origin that were read.
fn others_of(content: &Content<'_>, origin: Origin) -> usize {
    let all = content.check.result.with_positions();
    let others = all.filter(|&(at, one)| {
        at != content.report.position && one.origin == origin && one.content().is_some()
    });
    others.count()
}

/// Returns the ink of a share, 0..=1, by the thresholds of the verdicts, as in the window.
pub(super) fn ink_of(share: f64) -> Rgb {
    if share >= LARGE_PART {
        of_source(0).0
    } else if share >= PART {
        of_source(1).0
    } else if share > 0.0 {
        ACCENT
    } else {
        WEAK
    }
}

fn tiles(flow: &mut Flow<'_>, content: &Content<'_>) {
    let (check, report) = (content.check, content.report);
    let shares = report.shares;
    if !shares.has_text() {
        return;
    }
    let share_of = |figure: Figure| {
        let [share, _] = figure.values;
        share
    };
    let largest = largest_source(check, report).map_or_else(|| percent(0.0), share_of);
    let (passages, _) = report.sources.counted();
    let all = [
        (
            share_of(total_share(check, report)),
            "shares.net",
            ink_of(shares.shown().weight),
        ),
        (
            estimated(shares.gross.share(), content.lower),
            "shares.gross",
            INK,
        ),
        (largest, "pdf.largest", INK),
        (grouped(passages as u64), "pdf.passages", INK),
    ];
    boxes(
        flow,
        &all.map(|(value, key, ink)| (value, content.text(key), ink)),
    );
}

/// Adds boxes beside each other, each with a figure, its name and the figure's ink.
pub(super) fn boxes(flow: &mut Flow<'_>, all: &[(String, String, Rgb)]) {
    flow.need(TILE + 12.0);
    let top = flow.y;
    let gap = 8.0;
    let count = all.len() as f32;
    let width = (WIDTH - gap * (count - 1.0)) / count;
    for (index, (value, name, ink)) in all.iter().enumerate() {
        let left = LEFT + index as f32 * (width + gap);
        flow.put(Item::Shape {
            area: Area {
                left,
                top,
                width,
                height: TILE,
            },
            fill: Some(GROUND),
            stroke: None,
            radius: 4.0,
        });
        flow.begin(Role::Paragraph);
        flow.y = top + 6.0;
        let size = if index == 0 { 21.0 } else { 16.0 };
        let rich = Rich::of(flow.face, value, Style::bold(size, *ink));
        flow.lines_of(&rich, left + 8.0, width - 12.0, Align::Left, 28.0);
        let label = Rich::of(flow.face, name, Style::plain(8.0, WEAK));
        flow.lines_of(&label, left + 8.0, width - 12.0, Align::Left, 11.0);
    }
    flow.y = top + TILE;
}

/// Names the strongest kind of evidence in type of this size, in points; nothing if that is prose.
pub(super) fn strongest(flow: &mut Flow<'_>, content: &Content<'_>, size: f32) {
    let name = |other: &OtherDocument<'_>| content.name_of(other.position);
    if let Some((strongest, sentence)) = strongest_of(&content.evidence, content.language(), name) {
        let ink = ink_of(strongest.coloured(strongest.share()));
        let rich = Rich::of(flow.face, &sentence, Style::bold(size, ink));
        flow.rich_paragraph(&rich, Align::Left);
    }
}

/// Adds a table of figures.
fn table(flow: &mut Flow<'_>, table: &FigureTable) {
    flow.need(HEADED_TABLE);
    flow.heading(2, &table.heading, None);
    let [first, second] = &table.columns;
    flow.head(&[
        ("", LEFT, 100.0, Align::Left),
        (first, SHARE.0, SHARE.1, Align::Right),
        (second, NUMBERS.0, NUMBERS.1, Align::Right),
    ]);
    let plain = Style::plain(BODY, INK);
    for figure in &table.rows {
        let style = figure.source.map_or(plain, |index| {
            Style::plain(BODY, ACCENT).linked(Target::Source(index))
        });
        let [first, second] = &figure.values;
        flow.cells(
            &[
                (&figure.name, style, LEFT, SHARE.0 - LEFT, Align::Left),
                (first, plain, SHARE.0, SHARE.1, Align::Right),
                (second, plain, NUMBERS.0, NUMBERS.1, Align::Right),
            ],
            BODY * 1.42,
        );
    }
}

fn warnings(flow: &mut Flow<'_>, content: &Content<'_>) {
    let warnings = &content.report.content.warnings;
    if warnings.is_empty() {
        return;
    }
    flow.heading(2, &content.text("pdf.warnings"), None);
    for warning in warnings {
        flow.paragraph(&format!("· {}", content.language().warning(warning)));
    }
    flow.y += SMALL * LEADING * 0.2;
}

#[cfg(test)]
mod tests {
    use super::super::font::Face;
    use super::super::style::BOTTOM;
    use super::*;

    #[test]
    fn a_heading_stays_with_its_table() {
        let face = Face::new().unwrap();
        let mut flow = Flow::new(&face);
        flow.y = BOTTOM - 80.0;
        let figures = FigureTable {
            heading: "Figures".to_owned(),
            columns: ["a", "b"].map(str::to_owned),
            rows: Vec::new(),
        };
        table(&mut flow, &figures);
        assert_eq!(flow.sheets.pages.len(), 2);
        assert!(flow.sheets.pages[0].is_empty());
    }
}
