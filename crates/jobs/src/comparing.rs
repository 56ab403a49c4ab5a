//! Comparison of a check in the background: sends events over a channel, and is cancelled when dropped.

use std::collections::HashMap;
use std::sync::Arc;

use crate::{Against, CheckLibraries, CheckRequest, Job, MakeChoices, run_check};
use chachong_check::{
    CheckResult, CopyError, CopyStep, CopyWatch, Document, Fingerprinting, Origin,
};
use chachong_compare::{Choices, Thresholds};
use chachong_library::{DocumentId, Library, MissingPart, Store};

/// Event of a running comparison: any number of `Progress`, then one `Done`.
#[derive(Debug)]
pub enum CopyEvent {
    /// The comparison goes on.
    Progress {
        /// Step of the comparison.
        step: CopyStep,
        /// Number of items of this step that are done.
        done: usize,
        /// Number of items of this step in all.
        total: usize,
    },
    /// The comparison ended, with its result or an error.
    Done(Result<Box<CheckResult>, CopyError>),
}

/// Library for a comparison in the background.
#[derive(Clone, Debug)]
pub struct AgainstLibrary {
    /// Library to search.
    pub library: Arc<Library>,
    /// Recipe and document frequencies of the new documents' fingerprints.
    pub by: Fingerprinting,
    /// Distance thresholds for near documents.
    pub thresholds: Thresholds,
    /// Whether this is the check's own library ([`Against::is_own`]).
    pub is_own: bool,
}

impl AgainstLibrary {
    fn borrowed(&self) -> Against<'_> {
        Against {
            library: &self.library,
            by: &self.by,
            thresholds: self.thresholds,
            is_own: self.is_own,
        }
    }
}

/// Libraries for a check in the background ([`CheckLibraries`]).
#[derive(Clone, Debug, Default)]
pub struct Libraries {
    /// Libraries to compare with, the check's own first; if empty, the documents are compared only with each other.
    pub against: Vec<AgainstLibrary>,
    /// Store in which the check is saved, even if it is not compared with; `None` if the check is not saved. Sources
    /// that other libraries gave are copied into it.
    pub kept_in: Option<Arc<dyn Store>>,
    /// Libraries that did not answer when the check began.
    pub missing: Vec<MissingPart>,
}

/// Running comparison of a check.
pub type Comparing = Job<CopyEvent>;

impl Comparing {
    /// Starts to compare in the background.
    #[must_use]
    pub fn start(request: CheckRequest<'static>, libraries: Libraries) -> Self {
        Self::spawn(move |reporter| {
            let against: Vec<Against<'_>> = (libraries.against.iter())
                .map(AgainstLibrary::borrowed)
                .collect();
            let libraries = CheckLibraries {
                against: &against,
                kept_in: libraries.kept_in.as_ref(),
                missing: &libraries.missing,
            };
            let watch = CopyWatch {
                progress: &|step, done, total| {
                    reporter.tell(CopyEvent::Progress { step, done, total });
                },
                cancelled: &|| reporter.is_cancelled(),
            };
            let result = run_check(request, libraries, &watch).map(Box::new);
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
        let now: HashMap<Identity, usize> = (documents[first..].iter().map(identity))
            .zip(first..)
            .collect();
        choices.renumbered(|position| match position.checked_sub(first) {
            None => Some(position),
            Some(of_library) => now.get(before.get(of_library)?).copied(),
        })
    })
}

/// What a document of a library is recognised by: its number, or its name if it has none.
type Identity = Result<DocumentId, String>;

fn identity(document: &Document) -> Identity {
    let number = document.reading().and_then(|reading| reading.kept);
    number.ok_or_else(|| document.name.clone())
}
