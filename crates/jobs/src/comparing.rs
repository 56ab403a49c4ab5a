//! Comparison of a check in the background: sends events over a channel, and is cancelled when dropped.

use std::collections::HashMap;

use crate::{CheckRequest, Job, Libraries, MakeChoices, StepEvent, run_check};
use chachong_check::{CheckResult, CopyError, CopyStep, Document, Origin};
use chachong_compare::{Choices, DocumentIndex};
use chachong_library::DocumentId;

/// Event of a running comparison.
pub type CopyEvent = StepEvent<CopyStep, CheckResult, CopyError>;

/// Running comparison of a check.
pub type Comparing = Job<CopyEvent>;

impl Comparing {
    /// Starts [`run_check`] in the background.
    #[must_use]
    pub fn start(request: CheckRequest<'static>, libraries: Libraries) -> Self {
        Self::in_steps(move |watch| run_check(request, &libraries, watch))
    }
}

/// Returns a function that adapts choices about `documents` to the document list of a comparison. There, documents of
/// libraries may have other positions: they are recognised by their number in the check's own library or, without one,
/// by their name.
#[must_use]
pub fn renumbered_choices(choices: Choices, documents: &[Document]) -> MakeChoices<'static> {
    let before = of_library(documents);
    Box::new(move |documents| choices.renumbered(moved(before, documents)))
}

/// Returns a function from the positions of a check's documents to their positions after the library documents `before` were
/// replaced by those in `now`, the new list of all documents. The function returns `None` for a document that is gone. Documents
/// are recognised as by [`renumbered_choices`].
pub fn moved_documents(
    before: &[Document],
    now: &[Document],
) -> impl Fn(DocumentIndex) -> Option<DocumentIndex> + use<> {
    moved(of_library(before), now)
}

fn moved(
    before: Vec<Identity>,
    now: &[Document],
) -> impl Fn(DocumentIndex) -> Option<DocumentIndex> + use<> {
    let of_library = of_library(now);
    let first = now.len() - of_library.len();
    let now: HashMap<Identity, DocumentIndex> = (of_library.into_iter())
        .zip((first..).map(DocumentIndex))
        .collect();
    move |position| match position.0.checked_sub(first) {
        None => Some(position),
        Some(place) => now.get(before.get(place)?).copied(),
    }
}

/// Returns the identities of the library documents at the end of a list.
fn of_library(documents: &[Document]) -> Vec<Identity> {
    let checked = documents.partition_point(|document| document.origin == Origin::Checked);
    documents[checked..].iter().map(identity).collect()
}

/// Identity of a library document: its number, or its name if it has none.
type Identity = Result<DocumentId, String>;

fn identity(document: &Document) -> Identity {
    let number = document.content().and_then(|content| content.kept);
    number.ok_or_else(|| document.name.clone())
}
