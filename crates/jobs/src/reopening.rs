//! Saved check made to a request again: its documents as they were read again, and its passages and choices as saved.

use chachong_check::{Document, Fingerprinting};
use chachong_library::{CheckContent, CheckRow, DocumentId};
use chachong_record::Corrections;

use crate::{CheckRequest, KeptSettings, renumbered_choices, reopened_copies};

/// Returns for each row the document that the library keeps; `None` for a file that was not read.
#[must_use]
pub fn kept_documents(rows: &[CheckRow]) -> Vec<Option<DocumentId>> {
    let kept = |row: &CheckRow| row.outcome.as_ref()?.as_ref().ok().copied();
    rows.iter().map(kept).collect()
}

/// Makes the request for a saved check. `documents` are its rows as they were read again, `kept` what the rows kept, and `content`
/// has its choices and results. Where the results no longer fit, the request has none ([`CheckRequest::saved`]), and the documents
/// are compared again.
#[must_use]
pub fn reopened_request(
    mut documents: Vec<Document>,
    kept: &[Option<DocumentId>],
    content: CheckContent,
    settings: KeptSettings,
    by: Fingerprinting,
) -> CheckRequest<'static> {
    correct(&mut documents, &settings.corrections);
    // A file that had to be read again may have another text now.
    let same = (documents.iter().zip(kept))
        .all(|(document, kept)| document.content().and_then(|content| content.kept) == *kept);
    let results = content.results.filter(|_| same);
    let results = results.and_then(|results| reopened_copies(&documents, &results));
    CheckRequest {
        passed_over: settings.passed_over,
        submissions: settings.submissions,
        thresholds: by.thresholds(settings.max_distance),
        by,
        choices: renumbered_choices(content.choices, &documents),
        saved: results,
        ..CheckRequest::of(documents)
    }
}

/// Puts a person's corrections on the records of the documents.
fn correct(documents: &mut [Document], corrections: &Corrections) {
    for reading in
        (documents.iter_mut()).filter_map(|document| document.outcome.as_mut()?.as_mut().ok())
    {
        corrections.apply(&reading.metadata.sha256, &mut reading.record);
    }
}
