//! Facts about a document, its figures and notes on them, with which each report on the document begins, and the figures of its
//! sources. HTML, Word and PDF show them unchanged.

use std::cmp::Reverse;
use std::fmt::Display;

use super::{Report, record_key};
use crate::decided::{Decided, without_decision};
use crate::document_report::DocumentReport;
use crate::facts::{Fact, lower_estimates_of};
use chachong_check::shown::NumberedSource;
use chachong_compare::{Copied, DocumentIndex};
use chachong_messages::{Language, document_name, estimated, grouped, percent, shown_share};
use chachong_record::RecordField;

/// Table of figures.
pub(crate) struct FigureTable {
    pub(crate) heading: String,
    /// Headings of the columns of `Figure::values`.
    pub(crate) columns: [String; 2],
    pub(crate) rows: Vec<Figure>,
}

/// Figure of a document in words.
pub(crate) struct Figure {
    pub(crate) name: String,
    /// Values in the columns of the table; empty where there is none.
    pub(crate) values: [String; 2],
    /// Index of the source that the figure is about; `None` for a figure about the whole document.
    pub(crate) source: Option<usize>,
}

impl Figure {
    fn of_share(name: String, share: String, copied: Copied) -> Self {
        Self {
            name,
            values: [share, copied_of(copied)],
            source: None,
        }
    }
}

/// Formats copied and countable characters: `1,234 / 10,012`.
pub(crate) fn copied_of(copied: Copied) -> String {
    let numbers = [copied.characters, copied.countable].map(|count| grouped(count.into()));
    numbers.join(" / ")
}

/// Returns the tables of a document's figures and of its left-out text; none for a document without text to compare.
pub(crate) fn figure_tables(check: Report<'_>, report: &DocumentReport<'_>) -> Vec<FigureTable> {
    if !report.shares.has_text() {
        return Vec::new();
    }
    let text = |key: &str| check.language.text(key);
    let tables = [
        (
            "pdf.figures",
            ["pdf.share", "pdf.numbers"],
            figures(check, report),
        ),
        (
            "pdf.left-out",
            ["exclusions.characters", "exclusions.copied"],
            left_out(check, report),
        ),
    ];
    let tables = tables.map(|(heading, columns, rows)| FigureTable {
        heading: text(heading),
        columns: columns.map(text),
        rows,
    });
    tables.into()
}

fn figures(check: Report<'_>, report: &DocumentReport<'_>) -> Vec<Figure> {
    let (language, shares) = (check.language, report.shares);
    let lower = check.result.lower_estimate(report.position);
    let share = |key: &str, copied: Copied| {
        Figure::of_share(language.text(key), estimated(copied.share(), lower), copied)
    };
    let mut figures = vec![
        total_share(check, report),
        share("shares.weighted", shares.weighted),
        share("shares.reworded", shares.reworded),
        share("shares.gross", shares.gross),
    ];
    let attributed = shares.attributed().into_iter();
    figures.extend(attributed.map(|(attribution, copied)| {
        share(&format!("attribution.{}", attribution.name()), copied)
    }));
    let choices = check.result.copies().map(|(_, all)| all.choices());
    let off = choices.map_or_else(Vec::new, |choices| language.groups_off(choices, shares));
    figures.extend(off.into_iter().map(|(group, characters)| Figure {
        name: language.fill("attribution.off", &[("groups", &group)]),
        values: [String::new(), grouped(characters.into())],
        source: None,
    }));
    figures.extend(largest_source(check, report));
    let (passages, sources) = report.sources.counted();
    let counts: [(&str, &dyn Display); 2] = [("passages", &passages), ("sources", &sources)];
    figures.push(Figure {
        name: language.text("pdf.passages"),
        values: [String::new(), language.fill("pdf.passages-value", &counts)],
        source: None,
    });
    if check.result.possible {
        let count = report.sources.possible.len();
        let name = language.fill("pdf.possible-value", &[("count", &count)]);
        let share = percent(shares.possible.share());
        figures.push(Figure::of_share(name, share, shares.possible));
    }
    figures
}

/// Returns the total copied share; a dash stands for the share if too little of the text counts.
pub(crate) fn total_share(check: Report<'_>, report: &DocumentReport<'_>) -> Figure {
    let shown = report.shares.shown();
    let share = shown_share(shown, check.result.lower_estimate(report.position));
    Figure::of_share(check.language.text("shares.net"), share, shown.copied)
}

/// Returns the largest share that one source has of what counts; `None` without such a source.
pub(crate) fn largest_source(check: Report<'_>, report: &DocumentReport<'_>) -> Option<Figure> {
    let sources = report.sources.sources.iter().enumerate();
    let (index, source) = sources
        .filter(|(_, one)| one.counts && one.source.shares.shown().copied.characters > 0)
        .max_by_key(|&(index, one)| {
            let copied = one.source.shares.shown().copied;
            (copied.characters, Reverse(index))
        })?;
    let copied = source.source.shares.shown().copied;
    let lower = (check.result).pair_lower_estimate(report.position, source.source.document);
    let name = (check.language).fill("pdf.largest-value", &[("number", &(index + 1))]);
    let share = estimated(copied.share(), lower);
    Some(Figure {
        source: Some(index),
        ..Figure::of_share(name, share, copied)
    })
}

/// Figures of one source of a document.
pub(crate) struct SourceFigures {
    /// Whether a person unticked the source or each of its passages. The figures are then those that the source would have.
    pub(crate) is_off: bool,
    pub(crate) share: String,
    pub(crate) characters: u32,
    /// Characters that no other source has.
    pub(crate) only: u32,
    pub(crate) passages: usize,
}

impl SourceFigures {
    /// Returns the figures of a source of the document at `position`.
    pub(crate) fn of(check: Report<'_>, position: DocumentIndex, source: &NumberedSource) -> Self {
        let of_source = &source.source;
        let lower = (check.result).pair_lower_estimate(position, of_source.document);
        let is_off = source.is_switched_off();
        let (copied, share, passages) = if is_off {
            let copied = without_decision(check, position, of_source);
            let passages = source.passages.iter();
            let passages = passages.filter(|found| found.left_out.is_none());
            (copied, estimated(copied.share(), lower), passages.count())
        } else {
            let shown = of_source.shares.shown();
            (shown.copied, shown_share(shown, lower), source.counted())
        };
        Self {
            is_off,
            share,
            characters: copied.characters,
            only: of_source.only,
            passages,
        }
    }

    /// Describes the figures.
    pub(crate) fn in_words(&self, language: Language) -> String {
        let key = if self.is_off {
            "pdf.source-off"
        } else {
            "pdf.source-figures"
        };
        let [characters, only] = [self.characters, self.only].map(|count| grouped(count.into()));
        let values: [(&str, &dyn Display); 4] = [
            ("share", &self.share),
            ("characters", &characters),
            ("only", &only),
            ("passages", &self.passages),
        ];
        language.fill(key, &values)
    }
}

/// Returns the left-out text by reason, and the text of sources and passages that a person unticked.
fn left_out(check: Report<'_>, report: &DocumentReport<'_>) -> Vec<Figure> {
    let (language, shares) = (check.language, report.shares);
    let row = |name: String, values: [String; 2]| Figure {
        name,
        values,
        source: None,
    };
    let by_reason = shares.left_out.iter().map(|by| {
        let counts = [by.countable, by.copied].map(|count| grouped(count.into()));
        row(language.reason_left_out(by.reason), counts)
    });
    let mut rows: Vec<Figure> = by_reason.collect();
    if shares.switched_off > 0 {
        let counts = ["–".to_owned(), grouped(shares.switched_off.into())];
        rows.push(row(language.text("exclusions.switched-off"), counts));
    }
    if rows.is_empty() {
        let nothing = language.text("facts.nothing-left-out");
        rows.push(row(nothing, [String::new(), String::new()]));
    }
    rows
}

/// Returns sentences on the figures: why there is no share, or why it says little; what was not compared; why shares are lower
/// estimates. Only a teacher learns what was not compared.
pub(crate) fn figure_notes(
    check: Report<'_>,
    report: &DocumentReport<'_>,
    is_teacher: bool,
) -> Vec<String> {
    let (language, shares) = (check.language, report.shares);
    let reason = if shares.has_text() {
        language.too_little(shares.base(), shares.net, shares.gross)
    } else {
        Some(language.without_prose(check.result, report.position))
    };
    let missing = is_teacher.then(|| check.missing_notes());
    (reason.into_iter())
        .chain(missing.into_iter().flatten())
        .chain(lower_estimates_of(check, report))
        .collect()
}

/// Returns the facts about a document: what its text says of its author, what its file says of itself, the other versions of its
/// thesis, what a person decided about it, and how its file can be recognised. Only a teacher learns the decision.
pub(crate) fn document_facts(
    check: Report<'_>,
    report: &DocumentReport<'_>,
    is_teacher: bool,
) -> Vec<Fact> {
    let language = check.language;
    let (content, position) = (report.content, report.position);
    let mut facts = Vec::new();
    let mut add = |key: &str, value: Option<String>| {
        let value = value.filter(|value| !value.trim().is_empty());
        facts.extend(value.map(|value| Fact {
            name: language.text(key),
            value,
        }));
    };
    for field in RecordField::ALL {
        let stated = content.record.trusted(field).map(str::trim);
        let stated = stated.filter(|value| !value.is_empty()).map(str::to_owned);
        let is_usual = matches!(field, RecordField::Title | RecordField::Author);
        let unknown = || is_usual.then(|| language.text("pdf.not-recognised"));
        add(record_key(field), stated.or_else(unknown));
    }
    // What the file says of itself is often the name of the computer's owner or of a template.
    add("docx.title-claimed", content.metadata.title.clone());
    add("docx.author-claimed", content.metadata.author.clone());
    add("html.part-versions", versions_of(check, position));
    let decided = || Decided::of(check, position, position).in_words(check);
    add("decision.column", is_teacher.then(decided).flatten());
    add("pdf.file", Some(document_name(report.document, language)));
    let format = report.document.read_format();
    add("pdf.format", format.map(|format| format.name().to_owned()));
    let characters = if report.shares.has_text() {
        let [all, counting] = [report.shares.gross, report.shares.net]
            .map(|copied| grouped(u64::from(copied.countable)));
        let values: [(&str, &dyn Display); 2] = [("all", &all), ("counting", &counting)];
        language.fill("pdf.characters-value", &values)
    } else {
        let count = grouped(content.characters);
        language.fill("docx.characters", &[("count", &count)])
    };
    add("pdf.characters", Some(characters));
    let pages = content.pages.len();
    add("document.pages", (pages > 0).then(|| grouped(pages as u64)));
    let fingerprint = content.fingerprint.map(|print| print.to_string());
    add("document.fingerprint", fingerprint);
    add("evidence.sha256", Some(content.metadata.sha256.clone()));
    facts
}

/// Returns the names of the other versions of a document's thesis, the newest first; `None` if there are none.
fn versions_of(check: Report<'_>, position: DocumentIndex) -> Option<String> {
    let thesis = check.result.theses().of(position)?;
    let others = (thesis.documents()).filter(|&other| other != position);
    let names = others.filter_map(|other| check.result.document(other));
    let names: Vec<String> = names
        .map(|document| document_name(document, check.language))
        .collect();
    Some(names.join(&check.language.text("punctuation.semicolon")))
}
