//! Facts, figures, sources, legend and warnings of a document's report, as text and tables.

use docx_rs::{AlignmentType, Hyperlink, HyperlinkType, Paragraph, Table, TableCell, TableRow};

use super::parts::{self, Parts, TEXT_WIDTH, fill, run, table};
use crate::decided::Decided;
use crate::document_figures::{FigureTable, SourceFigures, document_facts};
use crate::document_report::DocumentReport;
use crate::evidence::{MOST_OTHERS, OtherDocument, others_of, strongest_of};
use crate::facts::{Fact, doubts_beside};
use crate::origins::origins_of;
use crate::remarks::Remarks;
use crate::submissions::{name_of, submission_facts};
use crate::{Report, warnings};
use chachong_check::shown::{NumberedSource, POSSIBLE, SWITCHED_OFF};
use chachong_compare::DocumentIndex;
use chachong_messages::grouped;

/// Fills of the sources by number, repeated; all light enough for black and for grey text.
const FILLS: [&str; 10] = [
    "FFD9D4", "FFE9B8", "DDF0C8", "CDEBF2", "D9DEFA", "F3D6EE", "F0E0CF", "D3F0DF", "F7F3B5",
    "E3E0E8",
];
/// Widths of the columns of the table of sources, in twentieths of a point; the names take the rest.
const NUMBER: usize = 680;
const SHARE: usize = 1_150;
const CHARACTERS: usize = 1_450;
const ONLY: usize = 1_250;
const PASSAGES: usize = 1_300;
/// Width of a column of figures.
const FIGURE: usize = 2_200;

/// Returns the fill of a source by its index.
pub(super) const fn source_fill(index: usize) -> &'static str {
    FILLS[index % FILLS.len()]
}

/// Returns the name of the bookmark of a source by its number.
pub(super) fn bookmark(number: usize) -> String {
    format!("source_{number}")
}

/// Returns the facts about the document, then the strongest evidence beyond text and the origins of copied text.
pub(super) fn facts(check: Report<'_>, report: &DocumentReport<'_>) -> Vec<Fact> {
    let (language, position) = (check.language, report.position);
    let mut facts = submission_facts(check, position);
    facts.extend(document_facts(check, report, true));
    let mut add = |key: &str, value: Option<String>| {
        facts.extend(value.map(|value| Fact {
            name: language.text(key),
            value,
        }));
    };
    let others = others_of(check, position);
    let name = |other: &OtherDocument<'_>| name_of(check, other.position);
    let strongest = strongest_of(&others, language, name).map(|(_, sentence)| sentence);
    add("documents.finding", strongest);
    if let Some(origins) = origins_of(check, position) {
        add("origins.own-earlier", origins.own);
        add("origins.title", Some(origins.line));
        let libraries = origins.libraries.join("\n");
        add(
            "origins.libraries",
            Some(libraries).filter(|lines| !lines.is_empty()),
        );
    }
    facts
}

/// Makes a table of figures.
pub(super) fn figures(figures: &FigureTable, parts: &mut Parts) -> Table {
    use AlignmentType::{Left, Right};
    let [first, second] = figures.columns.clone();
    let columns = [
        (TEXT_WIDTH - 2 * FIGURE, Left, String::new()),
        (FIGURE, Right, first),
        (FIGURE, Right, second),
    ];
    let mut rows = vec![parts.heads(&columns)];
    for figure in &figures.rows {
        let [first, second] = &figure.values;
        let cells = (columns.iter().zip([&figure.name, first, second]))
            .map(|((width, align, _), text)| parts.cell(*width, *align, text));
        rows.push(TableRow::new(cells.collect()).cant_split());
    }
    table(rows, columns.iter().map(|(width, ..)| *width).collect())
}

/// Makes the table of the numbered sources; `None` if there is none.
pub(super) fn sources(
    check: Report<'_>,
    report: &DocumentReport<'_>,
    parts: &mut Parts,
) -> Option<Table> {
    use AlignmentType::{Center, Left, Right};
    let language = check.language;
    let sources = &report.sources.sources;
    if sources.is_empty() {
        return None;
    }
    let name = TEXT_WIDTH - NUMBER - SHARE - CHARACTERS - ONLY - PASSAGES;
    let columns = [
        (NUMBER, Center, "docx.number"),
        (name, Left, "pdf.source"),
        (SHARE, Right, "shares.of-pair"),
        (CHARACTERS, Right, "column.characters"),
        (ONLY, Right, "docx.only-here"),
        (PASSAGES, Right, "column.passages"),
    ]
    .map(|(width, align, key)| (width, align, language.text(key)));
    let mut rows = vec![parts.heads(&columns)];
    for (index, source) in sources.iter().enumerate() {
        rows.push(source_row(
            check,
            report.position,
            source,
            index,
            &columns,
            parts,
        ));
    }
    let widths = columns.iter().map(|(width, ..)| *width).collect();
    Some(table(rows, widths))
}

fn source_row(
    check: Report<'_>,
    position: DocumentIndex,
    numbered: &NumberedSource,
    index: usize,
    columns: &[(usize, AlignmentType, String); 6],
    parts: &mut Parts,
) -> TableRow {
    let source = &numbered.source;
    let found_in = (check.result.document(source.document))
        .and_then(|document| check.language.found_in(document));
    let name = name_of(check, source.document);
    let name = [name].into_iter().chain(found_in).collect::<Vec<_>>();
    let name = name.join("\n");
    let figures = SourceFigures::of(check, position, numbered);
    let mut lines = vec![name];
    if figures.is_off {
        lines.push(check.language.text("docx.not-plagiarism"));
    } else if numbered.is_left_out() {
        lines.push(check.language.text("report.source-left-out"));
    }
    lines.extend(Decided::of(check, position, source.document).in_words(check));
    let share = if figures.is_off {
        format!("({})", figures.share)
    } else {
        figures.share
    };
    let texts = [
        lines.join("\n"),
        share,
        grouped(figures.characters.into()),
        grouped(figures.only.into()),
        grouped(figures.passages as u64),
    ];
    let is_counted = numbered.counted() > 0;
    let mut cells = vec![number_cell(index, is_counted, columns[0].0, parts)];
    for (text, (width, align, _)) in texts.iter().zip(&columns[1..]) {
        cells.push(parts.cell(*width, *align, text));
    }
    TableRow::new(cells).cant_split()
}

/// Makes the cell of a source's number in the source's colour, to which the numbers in the text lead.
fn number_cell(index: usize, counts: bool, width: usize, parts: &mut Parts) -> TableCell {
    let number = index + 1;
    let paragraph = (parts.in_cell(AlignmentType::Center))
        .add_bookmark_start(number, bookmark(number))
        .add_run(run(&number.to_string()))
        .add_bookmark_end(number);
    let cell = parts::cell(width, paragraph);
    if counts {
        cell.shading(fill(source_fill(index)))
    } else {
        cell
    }
}

/// Adds the number of a source as a raised link to its row.
pub(super) fn link(paragraph: Paragraph, index: usize) -> Paragraph {
    let number = index + 1;
    let link = Hyperlink::new(bookmark(number), HyperlinkType::Anchor);
    paragraph.add_hyperlink(link.add_run(parts::label(&format!("[{number}]"))))
}

/// Returns the sentences that explain the marked text, only for marks that occur.
pub(super) fn legend(
    check: Report<'_>,
    report: &DocumentReport<'_>,
    remarks: &Remarks,
) -> Vec<String> {
    let language = check.language;
    let runs = report.text.runs(check.result.possible);
    let has = |owner: u32| runs.iter().any(|run| run.owner == owner);
    let mut legend = Vec::new();
    if !report.sources.sources.is_empty() {
        legend.push(language.text("docx.legend-sources"));
        legend.push(language.text("docx.legend-degrees"));
    }
    if has(SWITCHED_OFF) {
        legend.push(language.text("docx.legend-switched-off"));
    }
    if has(POSSIBLE) {
        legend.push(language.text("docx.legend-possible"));
    }
    if !report.left_out.is_empty() || !report.text.passed_over.is_empty() {
        legend.push(language.text("docx.legend-left-out"));
    }
    if remarks.remarks.len() < remarks.all {
        let counts: [(&str, &dyn std::fmt::Display); 2] =
            [("shown", &remarks.remarks.len()), ("all", &remarks.all)];
        legend.push(language.fill("docx.limited", &counts));
    }
    legend
}

/// Returns the documents with which this one has evidence beyond text in common, each with the items in words.
pub(super) fn evidence(check: Report<'_>, others: &[OtherDocument<'_>]) -> Vec<Fact> {
    let listed = others.iter().take(MOST_OTHERS).map(|other| {
        let items: Vec<String> = (other.items.iter())
            .map(|item| format!("· {item}"))
            .collect();
        Fact {
            name: format!("B  {}", name_of(check, other.position)),
            value: items.join("\n"),
        }
    });
    listed.collect()
}

/// Returns the doubts under their headings: about the document itself, then about other files.
pub(super) fn doubts(check: Report<'_>, report: &DocumentReport<'_>) -> Vec<(String, Vec<String>)> {
    let language = check.language;
    let own = (
        language.text("pdf.warnings"),
        warnings(report.document, language),
    );
    let own = Some(own).filter(|(_, warnings)| !warnings.is_empty());
    own.into_iter()
        .chain(doubts_beside(check, report))
        .collect()
}
