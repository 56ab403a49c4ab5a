//! Comparison of a check in the background: sends events over a channel, and is cancelled when dropped.

use std::collections::HashMap;

use crate::{CheckRequest, Job, Libraries, MakeChoices, run_check};
use chachong_check::{CheckResult, CopyError, CopyStep, CopyWatch, Document, Origin};
use chachong_compare::{Choices, DocumentIndex};
use chachong_library::DocumentId;

/// Event of a running comparison: any number of `Progress`, then one `Done`.
#[derive(Debug)]
pub enum CopyEvent {
    /// The comparison goes on.
    Progress {
        /// Step of the comparison.
        step: CopyStep,
        /// Number of items of this step that are done.
        done: usize,
        /// Total number of items of this step.
        total: usize,
    },
    /// The comparison ended, with its result or an error.
    Done(Result<Box<CheckResult>, CopyError>),
}

/// Running comparison of a check.
pub type Comparing = Job<CopyEvent>;

impl Comparing {
    /// Starts [`run_check`] in the background.
    #[must_use]
    pub fn start(request: CheckRequest<'static>, libraries: Libraries) -> Self {
        Self::spawn(move |reporter| {
            let watch = CopyWatch {
                progress: &|step, done, total| {
                    reporter.tell(CopyEvent::Progress { step, done, total });
                },
                cancelled: &|| reporter.is_cancelled(),
            };
            let result = run_check(request, &libraries, &watch).map(Box::new);
            reporter.tell(CopyEvent::Done(result));
        })
    }
}

/// Returns a function that adapts choices about `documents` to the document list of a comparison. There, documents of
/// libraries may have other positions: they are recognised by their number in the check's own library or, without one,
/// by their name.
#[must_use]
pub fn renumbered_choices(choices: Choices, documents: &[Document]) -> MakeChoices<'static> {
    let checked = |documents: &[Document]| {
        documents.partition_point(|document| document.origin == Origin::Checked)
    };
    let before: Vec<Identity> = documents[checked(documents)..]
        .iter()
        .map(identity)
        .collect();
    Box::new(move |documents| {
        let first = checked(documents);
        let now: HashMap<Identity, DocumentIndex> = (documents[first..].iter().map(identity))
            .zip((first..).map(DocumentIndex))
            .collect();
        choices.renumbered(|position| match position.0.checked_sub(first) {
            None => Some(position),
            Some(of_library) => now.get(before.get(of_library)?).copied(),
        })
    })
}

/// Identity of a library document: its number, or its name if it has none.
type Identity = Result<DocumentId, String>;

fn identity(document: &Document) -> Identity {
    let number = document.content().and_then(|content| content.kept);
    number.ok_or_else(|| document.name.clone())
}
