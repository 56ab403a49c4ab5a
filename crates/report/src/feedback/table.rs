//! CSV table of the submissions, for the gradebook.

use std::io::{self, Write};

use chachong_import::OwnTable;
use chachong_messages::document_name;
use chachong_submission::ListEntry;

use super::FeedbackOptions;
use super::figures::figures;
use super::view::{Work, submissions_in};
use crate::Report;
use crate::csv::{cell, rows_csv};

/// Writes a CSV table of the submissions, in the order of their first files: one row for each submission, and one more for each further
/// student of a team. One row for each student of the class list who handed in nothing follows. Shares are from 0 to 1, or empty if no
/// file was read and compared. The column `with`, which names the submission or library document that shares the most, is empty unless
/// `options.names` is set. Fails if `out` does.
pub fn submissions_csv(
    out: &mut dyn Write,
    check: Report<'_>,
    options: FeedbackOptions,
) -> io::Result<()> {
    let all = submissions_in(check);
    let name_of = |work: Work| match work {
        Work::Submission(index) => all.get(index).name.clone(),
        Work::Library(position) => (check.result.document(position))
            .map_or_else(String::new, |document| {
                document_name(document, check.language)
            }),
    };
    let rows = all.all.iter().zip(figures(check, &all));
    let list = check.result.submission_settings.list.as_deref();
    let rows = rows.flat_map(|(submission, figures)| {
        let stated =
            |value: &Option<String>| cell(value.as_deref().unwrap_or_default()).into_owned();
        let share = |share: f64| format!("{share:.4}");
        let highest = figures.highest;
        let is_read = figures.total.is_some() || highest.is_some();
        let with = highest
            .filter(|_| options.names)
            .map(|one| name_of(one.other));
        let row = [
            stated(&submission.number),
            cell(&submission.name).into_owned(),
            stated(&submission.email),
            stated(&submission.class),
            stated(&submission.submitted),
            submission.files.len().to_string(),
            figures.total.map_or_else(String::new, share),
            highest.map_or_else(
                || if is_read { share(0.0) } else { String::new() },
                |highest| share(highest.share),
            ),
            highest.map_or("", |highest| highest.kind.name()).to_owned(),
            stated(&with),
        ];
        let others = submission.team.iter();
        let others = others.filter(|&&student| submission.listed != Some(student));
        let of_others = others.filter_map(|&student| {
            let mut of_other = row.clone();
            let cells = student_cells(list?.entries.get(student)?);
            of_other[..cells.len()].clone_from_slice(&cells);
            Some(of_other)
        });
        let of_others: Vec<_> = of_others.collect();
        [row].into_iter().chain(of_others)
    });
    let missing = all.missing.iter().filter_map(|&at| list?.entries.get(at));
    let missing = missing.map(|entry| {
        let count = if check.result.has_lost_archive() {
            ""
        } else {
            "0"
        };
        let files = [String::new(), count.to_owned()];
        let mut cells = student_cells(entry).into_iter().chain(files);
        std::array::from_fn(|_| cells.next().unwrap_or_default())
    });
    rows_csv(out, OwnTable::Submissions, rows.chain(missing))
}

/// Returns the first cells of a row: number, name, e-mail address and class of a student on the class list.
fn student_cells(entry: &ListEntry) -> [String; 4] {
    let known = [&entry.number, &entry.name, &entry.email, &entry.class];
    known.map(|value| cell(value.as_deref().unwrap_or_default()).into_owned())
}
