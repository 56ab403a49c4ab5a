//! Submissions of a check: which of its documents one student or team handed in together.

use chachong_compare::DocumentIndex;
use chachong_record::{Certainty, RecordField, StatedPlace};
use chachong_submission::{FileFacts, SubmissionSettings, Submissions};

use crate::{Document, Origin};

/// What a document states about its author on its cover, in its declaration and its page heads, without its name: all that
/// [`submissions_of_stated`] needs of its content.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct StatedStudent {
    name: Option<String>,
    number: Option<String>,
}

impl StatedStudent {
    /// Reads what a document states; nothing for one that was not read.
    #[must_use]
    pub fn of(document: &Document) -> Self {
        let stated = |field: RecordField| {
            let stated = document.content()?.record.get(field)?;
            let is_sure =
                stated.certainty >= Certainty::Likely && stated.place > StatedPlace::FileName;
            is_sure.then(|| stated.value.clone())
        };
        Self {
            name: stated(RecordField::Author),
            number: stated(RecordField::StudentNumber),
        }
    }
}

/// Decides whose the checked documents are, which stand first in `documents`.
#[must_use]
pub fn submissions_of(documents: &[Document], settings: &SubmissionSettings) -> Submissions {
    let checked = documents.partition_point(|document| document.origin == Origin::Checked);
    let documents = &documents[..checked];
    let stated: Vec<StatedStudent> = documents.iter().map(StatedStudent::of).collect();
    submissions_of_stated(documents, &stated, settings)
}

/// Decides like [`submissions_of`] whose documents are, by what each stated before its content was let go.
#[must_use]
pub fn submissions_of_stated(
    documents: &[Document],
    stated: &[StatedStudent],
    settings: &SubmissionSettings,
) -> Submissions {
    let facts = documents
        .iter()
        .zip(stated)
        .map(|(document, stated)| FileFacts {
            name: &document.name,
            stated_name: stated.name.as_deref(),
            stated_number: stated.number.as_deref(),
        });
    Submissions::of(&facts.collect::<Vec<_>>(), &settings.request())
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
