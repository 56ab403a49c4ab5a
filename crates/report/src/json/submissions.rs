//! Submissions of a check in the JSON report.

use serde::Serialize;

use super::decimals;
use crate::Report;
use chachong_compare::DocumentIndex;
use chachong_submission::Submission;

/// What one student or team handed in.
#[derive(Serialize)]
pub(super) struct SubmissionRow<'a> {
    name: &'a str,
    number: Option<&'a str>,
    class: Option<&'a str>,
    email: Option<&'a str>,
    submitted: Option<&'a str>,
    found_by: &'static str,
    /// Paths of its documents.
    documents: Vec<&'a str>,
    /// Copied share of all its documents together, 0..=1; `null` without shares.
    copied_share: Option<f64>,
    /// The same by weight.
    weighted_share: Option<f64>,
}

/// What the class list says beside the submissions.
#[derive(Serialize)]
pub(super) struct ClassListRow<'a> {
    /// Students who handed in nothing.
    missing: Vec<StudentRow<'a>>,
    /// Whether an archive could not be read in which they may have files.
    lost_archive: bool,
    /// Paths of documents of nobody on the list.
    unassigned: Vec<&'a str>,
}

#[derive(Serialize)]
struct StudentRow<'a> {
    name: Option<&'a str>,
    number: Option<&'a str>,
    class: Option<&'a str>,
}

pub(super) fn submission_rows(check: Report<'_>) -> Vec<SubmissionRow<'_>> {
    let submissions = check.result.submissions.all.iter();
    submissions
        .map(|submission| row(check, submission))
        .collect()
}

fn row<'a>(check: Report<'a>, submission: &'a Submission) -> SubmissionRow<'a> {
    let first = submission.files.first().copied().map(DocumentIndex);
    let shares = first.and_then(|first| check.result.submission_shares(first));
    SubmissionRow {
        name: &submission.name,
        number: submission.number.as_deref(),
        class: submission.class.as_deref(),
        email: submission.email.as_deref(),
        submitted: submission.submitted.as_deref(),
        found_by: submission.found_by.name(),
        documents: paths(check, &submission.files),
        copied_share: shares.map(|shares| decimals(shares.net.share())),
        weighted_share: shares.map(|shares| decimals(shares.weighted.share())),
    }
}

/// Returns what the class list says; `None` without one.
pub(super) fn class_list_row(check: Report<'_>) -> Option<ClassListRow<'_>> {
    let list = check.result.submission_settings.list.as_deref()?;
    let missing = check.result.submissions.missing.iter();
    Some(ClassListRow {
        missing: (missing.filter_map(|&at| list.entries.get(at)))
            .map(|entry| StudentRow {
                name: entry.name.as_deref(),
                number: entry.number.as_deref(),
                class: entry.class.as_deref(),
            })
            .collect(),
        lost_archive: check.result.has_lost_archive(),
        unassigned: paths(check, &check.result.submissions.unassigned),
    })
}

fn paths<'a>(check: Report<'a>, files: &[usize]) -> Vec<&'a str> {
    let documents = files
        .iter()
        .filter_map(|&file| check.result.documents.get(file));
    documents.map(|document| document.name.as_str()).collect()
}
