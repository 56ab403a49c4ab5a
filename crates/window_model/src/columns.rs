//! Columns of the documents table, with one definition each, and the filter that selects which documents it shows.

use std::cmp::Reverse;

use crate::state::State;
use chachong_compare::{DocumentIndex, EvidenceKind, SideShares};
use chachong_import::Warning;
use chachong_record::RecordField;

/// Column of the documents table.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Column {
    /// Name of the document.
    Name,
    /// Format of the file.
    Format,
    /// Number of characters.
    Characters,
    /// Strongest finding about the document, of any kind; hidden if all findings are about prose.
    Finding,
    /// Total copied share; hidden if there are findings but none about prose, as are the columns [`Self::Weighted`] and
    /// [`Self::Strongest`].
    Copied,
    /// Total copied share, with less weight for text that many documents have.
    Weighted,
    /// Share of the text that is in possible passages, which are too weak to count; hidden unless a setting shows them.
    Possible,
    /// Strength of the strongest passage.
    Strongest,
    /// Closest document: the one that the row should be compared with ([`State::closest`]).
    Closest,
    /// Distance of the fingerprints of the document and its closest document, in bits; hidden if there are findings but none about prose.
    Distance,
    /// Decision of a person about the document; hidden until there is one, or a case about a document of the check.
    Decision,
    /// Result of reading the file, with the most serious warning.
    Status,
    /// Field of the bibliographic record; hidden until a document states it, and while names are hidden.
    Record(RecordField),
    /// Field of the submission; hidden until a submission has it, and while names are hidden.
    Submission(SubmissionField),
}

/// Field of a submission that a platform or a class list states.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SubmissionField {
    /// Class of the student.
    Class,
    /// Time of submission.
    Submitted,
}

impl SubmissionField {
    /// All fields, in the order of the columns.
    pub const ALL: [Self; 2] = [Self::Class, Self::Submitted];
}

/// Filter of the documents table by what was found about each document.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Show {
    /// Shows all documents.
    #[default]
    All,
    /// Shows documents that are in a pair of the list of pairs.
    Similar,
    /// Shows documents that could not be read, have a warning, or have not been read yet.
    Problems,
}

/// Definition of a column of the documents table, without the drawing of its cells.
#[derive(Clone, Copy, Debug)]
pub struct TableColumn {
    /// Column that this definition describes.
    pub column: Column,
    /// Key of the heading in the translations.
    pub heading: &'static str,
    /// Width in points; `None` for a column that shares the remaining width of the window.
    pub width: Option<f32>,
    /// Rank, 0..=[`HIGHEST_RANK`]: when the window is narrow, columns with the lowest rank are hidden first.
    pub rank: u8,
    /// Key of the explanation in the translations; `None` if the heading needs none.
    pub hint: Option<&'static str>,
    /// Whether the first click on the heading sorts in descending order.
    pub largest_first: bool,
}

/// Highest [`TableColumn::rank`]: columns of this rank are shown however narrow the window is.
pub const HIGHEST_RANK: u8 = 6;

/// Columns in the order of the table.
pub const COLUMNS: [TableColumn; 20] = [
    TableColumn::new(Column::Name, "documents.name", None, 6),
    TableColumn::record(RecordField::Author, "record.author", 96.0, 4),
    TableColumn::record(
        RecordField::StudentNumber,
        "record.student-number",
        112.0,
        1,
    ),
    TableColumn::submission(SubmissionField::Class, "submission.class", 96.0),
    TableColumn::submission(SubmissionField::Submitted, "submission.submitted", 128.0),
    TableColumn::record(RecordField::Title, "record.title", 180.0, 3),
    TableColumn::record(RecordField::Supervisor, "record.supervisor", 96.0, 0),
    TableColumn::record(RecordField::Institution, "record.institution", 140.0, 0),
    TableColumn::record(RecordField::Year, "record.year", 56.0, 0),
    TableColumn::new(Column::Format, "documents.format", Some(56.0), 2),
    TableColumn::new(Column::Characters, "documents.characters", Some(84.0), 3),
    TableColumn::new(Column::Finding, "documents.finding", Some(132.0), 6)
        .hint("documents.finding-hint"),
    TableColumn::new(Column::Copied, "documents.copied", Some(120.0), 6).largest_first(),
    TableColumn::new(Column::Weighted, "documents.weighted", Some(86.0), 5)
        .hint("shares.weighted-hint")
        .largest_first(),
    TableColumn::new(Column::Possible, "documents.possible", Some(108.0), 5)
        .hint("possible.hint")
        .largest_first(),
    TableColumn::new(Column::Strongest, "documents.strongest", Some(160.0), 4)
        .hint("documents.strongest-hint")
        .largest_first(),
    TableColumn::new(Column::Closest, "documents.closest", None, 6).hint("documents.closest-hint"),
    TableColumn::new(Column::Distance, "documents.distance", Some(84.0), 6),
    TableColumn::new(Column::Decision, "decision.column", Some(116.0), 5),
    TableColumn::new(Column::Status, "documents.status", Some(100.0), 6),
];

impl State {
    /// Sorts positions of documents, which are sorted by name, in ascending order of a column.
    pub(crate) fn sort_rows(&self, column: Column, rows: &mut [DocumentIndex]) {
        let check = &self.check;
        match column {
            Column::Name => rows.sort_by_cached_key(|&d| self.sorting_name(d)),
            Column::Record(_) | Column::Submission(_) => {
                rows.sort_by_key(|&d| check.stated(d, column));
            }
            Column::Format => rows.sort_by_key(|&d| check.result.documents[d].read_format()),
            Column::Characters => rows.sort_by_key(|&d| check.characters_of_row(d)),
            Column::Finding => rows.sort_by_key(|&d| check.row_place(d).unwrap_or(usize::MAX)),
            Column::Copied | Column::Weighted => by_share(self, column, rows),
            Column::Possible => by_possible(self, rows),
            Column::Strongest => by_strongest(self, rows),
            Column::Closest => rows.sort_by_cached_key(|&d| {
                let closest = self.closest(d);
                let name = closest.map(|other| self.sorting_name(other.document));
                (name.is_none(), name)
            }),
            Column::Distance => {
                let distance = |d| self.closest(d).and_then(|other| other.distance);
                rows.sort_by_cached_key(|&d| distance(d).unwrap_or(u32::MAX));
            }
            Column::Decision => rows.sort_by_key(|&d| check.row_decision(d)),
            Column::Status => rows.sort_by_key(|&d| {
                let document = check.worst_of_row(d);
                let gravest = document.content().and_then(|r| r.warnings.first());
                let rank = gravest.map_or(u8::MAX, Warning::rank);
                (Reverse(document.status()), rank)
            }),
        }
    }
}

/// Sorts by the share that the column shows, then by the other of the two: the total share and that of rare text. Of
/// equal rows, the one with the nearer document comes last.
fn by_share(state: &State, column: Column, rows: &mut [DocumentIndex]) {
    let nearest = |d: DocumentIndex| state.check.result.findings.nearest_to(d);
    let distance = |d: DocumentIndex| nearest(d).map_or(u32::MAX, |n| n.distance);
    let shown = |d: DocumentIndex| match state.row_shares(d).map(SideShares::shown) {
        Some(shown) if column == Column::Copied => (shown.copied.share(), shown.weight),
        Some(shown) => (shown.weight, shown.copied.share()),
        None => (-1.0, -1.0),
    };
    rows.sort_by(|&x, &y| {
        let [(x_first, x_second), (y_first, y_second)] = [x, y].map(shown);
        (x_first.total_cmp(&y_first))
            .then_with(|| x_second.total_cmp(&y_second))
            .then_with(|| distance(y).cmp(&distance(x)))
            .then_with(|| y.cmp(&x))
    });
}

fn by_possible(state: &State, rows: &mut [DocumentIndex]) {
    let possible = |d: DocumentIndex| (state.row_shares(d)).map_or(-1.0, |s| s.possible.share());
    rows.sort_by(|&x, &y| possible(x).total_cmp(&possible(y)).then(y.cmp(&x)));
}

fn by_strongest(state: &State, rows: &mut [DocumentIndex]) {
    // The smaller the chance, the stronger; a document without a passage has none.
    let strongest = |d: DocumentIndex| state.row_strongest(d).map(Reverse);
    rows.sort_by(|&x, &y| {
        (strongest(x).cmp(&strongest(y)))
            .then_with(|| share(state, x).total_cmp(&share(state, y)))
            .then_with(|| y.cmp(&x))
    });
}

/// Returns the share of rare text of a row, as it is shown; -1 for a row without shares.
fn share(state: &State, document: DocumentIndex) -> f64 {
    (state.row_shares(document)).map_or(-1.0, |shares| shares.shown().weight)
}

impl TableColumn {
    const fn new(column: Column, heading: &'static str, width: Option<f32>, rank: u8) -> Self {
        Self {
            column,
            heading,
            width,
            rank,
            hint: None,
            largest_first: false,
        }
    }

    const fn record(field: RecordField, heading: &'static str, width: f32, rank: u8) -> Self {
        Self::new(Column::Record(field), heading, Some(width), rank)
    }

    const fn submission(field: SubmissionField, heading: &'static str, width: f32) -> Self {
        Self::new(Column::Submission(field), heading, Some(width), 2)
    }

    const fn hint(self, hint: &'static str) -> Self {
        Self {
            hint: Some(hint),
            ..self
        }
    }

    const fn largest_first(self) -> Self {
        Self {
            largest_first: true,
            ..self
        }
    }

    /// Returns the definition of a column; that of the name if the table has no such column.
    pub(crate) fn of(column: Column) -> Self {
        let all = COLUMNS.into_iter();
        all.fold(
            COLUMNS[0],
            |found, one| if one.column == column { one } else { found },
        )
    }

    /// Returns whether the column is shown: it has content, no setting hides it, and it does not reveal a name while names are hidden.
    pub fn is_wanted(self, state: &State) -> bool {
        match self.column {
            Column::Possible => state.settings.possible,
            Column::Finding => state.check.has_beyond_text(),
            // A folder of programs has no prose.
            Column::Copied | Column::Weighted | Column::Strongest | Column::Distance => {
                let kinds = &state.check.result.findings.kinds;
                kinds.is_empty() || kinds.contains(&EvidenceKind::Text)
            }
            Column::Record(_) | Column::Submission(_) if state.check.is_blind() => false,
            Column::Decision => {
                state.check.has_document_decisions() || state.cases.is_any_in_question()
            }
            Column::Record(field) => state.table.fields.contains(&field),
            Column::Submission(field) => state.table.submission_fields.contains(&field),
            _ => true,
        }
    }
}
