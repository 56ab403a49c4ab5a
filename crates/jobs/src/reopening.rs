//! Reopening of a saved check: makes a request from its documents, read again, and its saved passages and choices.

use chachong_check::{Document, Fingerprinting};
use chachong_library::{CheckContent, CheckRow, DocumentId};
use chachong_record::Corrections;

use crate::{CheckRequest, KeptSettings, renumbered_choices, reopened_copies};

/// Returns, for each row, the number of the document in the library; `None` if the library does not keep it or reading
/// failed.
#[must_use]
pub fn kept_documents(rows: &[CheckRow]) -> Vec<Option<DocumentId>> {
    let kept = |row: &CheckRow| row.outcome.as_ref()?.as_ref().ok().copied();
    rows.iter().map(kept).collect()
}

/// Makes the request that reopens a saved check. `documents` are the documents of its rows, read again; `kept` are the numbers that these
/// rows had in the library ([`kept_documents`]); `content` holds the saved choices and results; `settings` and `by` are the saved
/// settings and the recipe that they name. If the results no longer fit the documents, [`CheckRequest::saved`] is `None`, and the
/// documents are compared again.
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
