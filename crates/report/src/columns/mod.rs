//! Columns of the tables of documents and of pairs, each defined once for CSV and for the workbook.

mod documents;
mod pairs;

use std::borrow::Cow;

use chachong_check::LowerEstimate;
use chachong_compare::{DocumentIndex, PairFinding, Shown, Verdict};
use chachong_messages::Language;

use crate::Report;
use crate::csv::cell;
use crate::decided::Decided;
pub(crate) use documents::{DocumentRow, document_columns};
pub(crate) use pairs::{PairRow, pair_columns};

/// Column of a table whose rows are `R`. CSV has the columns in the order of their list.
pub(crate) struct Column<'a, R> {
    /// Name in CSV; `None` for a column of the workbook only.
    csv: Option<&'static str>,
    /// Column in the workbook; `None` for a column of CSV only.
    sheet: Option<SheetColumn>,
    /// Condition under which the workbook has the column.
    when: When,
    cell: CellOf<'a, R>,
}

/// Condition under which the workbook has a column.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum When {
    Always,
    /// Only if a document has prose.
    Prose,
    /// Only if possible passages are listed.
    Possible,
    /// Only if a student handed in some of the text earlier.
    OwnEarlier,
}

/// Function that returns the cell of a row in a column.
type CellOf<'a, R> = fn(&R) -> Cell<'a>;

/// Column in the workbook, as (position on the sheet from 1, key of its heading, kind of its cells).
type SheetColumn = (u8, &'static str, Kind);

impl<'a, R> Column<'a, R> {
    fn both(csv: &'static str, sheet: SheetColumn, cell: CellOf<'a, R>) -> Self {
        Self {
            csv: Some(csv),
            ..Self::sheet(sheet, cell)
        }
    }

    fn csv(name: &'static str, cell: CellOf<'a, R>) -> Self {
        Self {
            csv: Some(name),
            sheet: None,
            when: When::Always,
            cell,
        }
    }

    fn sheet(sheet: SheetColumn, cell: CellOf<'a, R>) -> Self {
        Self {
            csv: None,
            sheet: Some(sheet),
            when: When::Always,
            cell,
        }
    }

    /// Makes a column for prose that CSV and the workbook have.
    fn prose(csv: &'static str, sheet: SheetColumn, cell: CellOf<'a, R>) -> Self {
        Self {
            csv: Some(csv),
            ..Self::prose_sheet(sheet, cell)
        }
    }

    /// Makes a column for prose that only the workbook has.
    fn prose_sheet(sheet: SheetColumn, cell: CellOf<'a, R>) -> Self {
        Self {
            when: When::Prose,
            ..Self::sheet(sheet, cell)
        }
    }

    fn own_earlier(sheet: SheetColumn, cell: CellOf<'a, R>) -> Self {
        Self {
            when: When::OwnEarlier,
            ..Self::sheet(sheet, cell)
        }
    }

    fn possible(sheet: SheetColumn, cell: CellOf<'a, R>) -> Self {
        Self {
            when: When::Possible,
            ..Self::sheet(sheet, cell)
        }
    }
}

/// Returns the columns of CSV, as (names, functions for cells).
pub(crate) fn of_csv<'a, R>(all: Vec<Column<'a, R>>) -> (Vec<&'static str>, Vec<CellOf<'a, R>>) {
    let of_csv = |column: Column<'a, R>| Some((column.csv?, column.cell));
    all.into_iter().filter_map(of_csv).unzip()
}

/// Returns the columns of the workbook in their order, as (keys of their headings with their kinds, functions for
/// cells). `wanted` returns whether a condition holds.
pub(crate) fn of_sheet<'a, R>(
    mut all: Vec<Column<'a, R>>,
    wanted: impl Fn(When) -> bool,
) -> (Vec<(&'static str, Kind)>, Vec<CellOf<'a, R>>) {
    all.retain(|column| wanted(column.when));
    all.sort_by_key(|column| column.sheet.map(|(place, ..)| place));
    let of_sheet = |column: Column<'a, R>| {
        let (_, key, kind) = column.sheet?;
        Some(((key, kind), column.cell))
    };
    all.into_iter().filter_map(of_sheet).unzip()
}

/// Kind of a workbook column: the format of its cells, and whether bars show its shares.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Kind {
    Text,
    /// Text of several lines, or one too long for its column.
    Long,
    /// Sentences, wrapped to be read whole.
    Wrapped,
    Count,
    Share,
    /// Share of possible passages, which counts nowhere.
    PossibleShare,
    Decimals,
    Code,
}

/// Cell of a table.
pub(crate) enum Cell<'a> {
    Empty,
    Text(Cow<'a, str>),
    /// Fixed name for other programs, words for people, and a row of another sheet to which the words lead.
    Word(Cow<'a, str>, Cow<'a, str>, Option<Target<'a>>),
    Count(u64),
    /// Number with decimals or, in a column of shares, a share from 0 to 1.
    Number(f64),
    /// Share from 0 to 1, with the reason if it is a lower estimate.
    Estimate(f64, Option<LowerEstimate>),
    /// Copied share, with the reason if it is a lower estimate. A star marks a share that includes text that does not
    /// count.
    Share(Shown, Option<LowerEstimate>),
    /// Verdict on a pair: CSV has the verdict on its prose, the workbook that on its strongest kind of evidence.
    Verdict(PairFinding),
    /// Number that leads to a row of another sheet.
    Link(u64, Target<'a>),
}

/// Target of a link: row of a sheet.
#[derive(Clone, Copy)]
pub(crate) struct Target<'a> {
    /// Name of the sheet.
    pub(crate) sheet: &'a str,
    /// Row, from 0.
    pub(crate) row: u32,
}

impl<'a> Target<'a> {
    pub(crate) const fn of(sheet: &'a str, row: u32) -> Self {
        Self { sheet, row }
    }
}

impl<'a> Cell<'a> {
    /// Makes a cell that tells whether the row's shares are lower estimates; empty for a row without shares.
    fn is_lower(shares: bool, lower: Option<LowerEstimate>, language: Language) -> Cell<'static> {
        let (name, key) = match (shares, lower) {
            (false, _) => return Cell::Empty,
            (true, Some(_)) => ("yes", "lower-estimate.yes"),
            (true, None) => ("no", "lower-estimate.no"),
        };
        Cell::Word(name.into(), language.text(key).into(), None)
    }

    /// Makes a cell with a person's decision about a pair, or about a document (`a` twice).
    fn decision(check: Report<'_>, a: DocumentIndex, b: DocumentIndex) -> Cell<'static> {
        (Decided::of(check, a, b).decision).map_or(Cell::Empty, |one| {
            Cell::Word(one.name().into(), check.language.decision(one).into(), None)
        })
    }

    /// Makes a cell with a person's note about a pair, or about a document (`a` twice).
    fn note(check: Report<'a>, a: DocumentIndex, b: DocumentIndex) -> Self {
        Decided::of(check, a, b)
            .note
            .map_or(Cell::Empty, Cell::text)
    }

    /// Makes a cell with a text.
    pub(crate) fn text(text: impl Into<Cow<'a, str>>) -> Self {
        Self::Text(text.into())
    }

    /// Makes a cell with a number; empty for `None`.
    pub(crate) fn count(number: Option<impl Into<u64>>) -> Self {
        number.map_or(Self::Empty, |number| Self::Count(number.into()))
    }

    /// Makes a cell with a number that leads to a row, if there is one.
    pub(crate) fn link(number: u64, to: Option<Target<'a>>) -> Self {
        to.map_or(Self::Count(number), |to| Self::Link(number, to))
    }

    /// Returns the cell as CSV has it.
    pub(crate) fn csv(&self) -> Cow<'_, str> {
        match self {
            Self::Empty => Cow::Borrowed(""),
            Self::Text(text) | Self::Word(text, ..) => cell(text),
            Self::Count(number) | Self::Link(number, _) => Cow::Owned(number.to_string()),
            Self::Number(number) | Self::Estimate(number, _) => Cow::Owned(format!("{number:.4}")),
            Self::Share(shown, _) => Cow::Owned(format!("{:.4}", shown.share())),
            Self::Verdict(pair) => Cow::Borrowed(pair.verdict.map_or("", Verdict::name)),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Places on a sheet.
    fn places<R>(columns: &[Column<'_, R>]) -> Vec<u8> {
        let places = columns.iter().filter_map(|column| Some(column.sheet?.0));
        let mut places: Vec<u8> = places.collect();
        places.sort_unstable();
        places
    }

    #[test]
    fn a_check_without_prose_has_no_columns_of_shares_of_prose() {
        let keys = |of: Vec<(&'static str, Kind)>| of.into_iter().map(|(key, _)| key);
        let wanted = |when| when == When::Always;
        let documents: Vec<&str> = keys(of_sheet(document_columns(), wanted).0).collect();
        let pairs: Vec<&str> = keys(of_sheet(pair_columns(), wanted).0).collect();
        for key in [
            "shares.net",
            "shares.gross",
            "xlsx.countable",
            "xlsx.sources",
        ] {
            assert!(!documents.contains(&key), "{key}");
        }
        for key in ["column.copied-a", "column.passages", "column.distance"] {
            assert!(!pairs.contains(&key), "{key}");
        }
        assert!(documents.contains(&"documents.finding") && pairs.contains(&"xlsx.code-a"));
    }

    #[test]
    fn each_place_of_a_sheet_has_one_column() {
        assert_eq!(places(&document_columns()), (1..=39).collect::<Vec<_>>());
        assert_eq!(places(&pair_columns()), (1..=36).collect::<Vec<_>>());
    }
}
