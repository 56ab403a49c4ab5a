//! Submissions of a check: which of its documents one student or team handed in together.

use chachong_compare::DocumentIndex;
use chachong_record::{Certainty, RecordField, StatedPlace};
use chachong_submission::{FileFacts, SubmissionSettings, Submissions};

use crate::{Document, Origin};

/// Decides whose the checked documents are, which stand first in `documents`.
#[must_use]
pub fn submissions_of(documents: &[Document], settings: &SubmissionSettings) -> Submissions {
    let checked = documents.partition_point(|document| document.origin == Origin::Checked);
    let facts: Vec<FileFacts<'_>> = documents[..checked].iter().map(facts).collect();
    Submissions::of(&facts, &settings.request())
}

/// Returns what a document states about its author: its cover, declaration and page heads, but not its name.
fn facts(document: &Document) -> FileFacts<'_> {
    let stated = |field: RecordField| {
        let stated = document.content()?.record.get(field)?;
        let is_sure = stated.certainty >= Certainty::Likely && stated.place > StatedPlace::FileName;
        is_sure.then_some(stated.value.as_str())
    };
    FileFacts {
        name: &document.name,
        stated_name: stated(RecordField::Author),
        stated_number: stated(RecordField::StudentNumber),
    }
}

/// Returns the first document of the submission of each checked document.
#[must_use]
pub fn first_documents(submissions: &Submissions) -> Vec<DocumentIndex> {
    let files = submissions.all.iter().map(|one| one.files.len()).sum();
    let mut first = vec![DocumentIndex(0); files];
    for submission in &submissions.all {
        for &file in &submission.files {
            first[file] = DocumentIndex(submission.files[0]);
        }
    }
    first
}
