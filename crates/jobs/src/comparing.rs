//! Background search for passages: sends events over a channel, and is cancelled when dropped.

use std::collections::HashMap;
use std::sync::Arc;

use crate::{Against, Compared, Job, compare_documents, keep_sources, reopened_copies};
use chachong_check::{
    Copies, CopyError, CopySettings, CopyStep, CopyWatch, Document, Fingerprinting, Origin,
    VersionSearch, apply_decisions,
};
use chachong_compare::{Choices, SharedText, Shares, Thresholds};
use chachong_library::{DocumentId, Library, SavedResults, Store};

/// Event of a running search: any number of `Progress`, then one `Done`.
#[derive(Debug)]
pub enum CopyEvent {
    /// The search goes on.
    Progress {
        /// Step of the search.
        step: CopyStep,
        /// Number of items of this step that are done.
        done: usize,
        /// Number of items of this step in all.
        total: usize,
    },
    /// The search ended, with its result or an error.
    Done(Result<Box<FoundCopies>, CopyError>),
}

/// Result of a search.
#[derive(Debug)]
pub struct FoundCopies {
    /// Library documents that joined the check; their positions follow the checked ones.
    pub library: Vec<Document>,
    /// Passages found.
    pub copies: Copies,
    /// Copied shares under `choices`.
    pub shares: Shares,
    /// Authors as the documents state them; with a person's choices they say which documents are versions of one thesis.
    pub versions: Arc<VersionSearch>,
    /// Texts that several of the documents share.
    pub shared_texts: Vec<SharedText>,
    /// Choices that the search began with, renumbered to the documents' new positions, and earlier decisions about
    /// the same documents.
    pub choices: Choices,
    /// Number of passages and pairs switched off by earlier decisions.
    pub applied_decisions: usize,
    /// Names of the libraries compared with, the check's own first; `None` where the passages were known before.
    pub compared_with: Option<Vec<String>>,
}

/// Library to search for a job in the background, which needs a handle of its own.
#[derive(Clone, Debug)]
pub struct AgainstLibrary {
    /// Library to search.
    pub library: Arc<Library>,
    /// Recipe and document frequencies that the new documents' fingerprints were made with.
    pub by: Fingerprinting,
    /// Distance thresholds for near documents.
    pub thresholds: Thresholds,
    /// Whether it is the check's own ([`Against::is_own`]).
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

/// Libraries of a check in the background.
#[derive(Clone, Debug, Default)]
pub struct Libraries {
    /// Libraries to compare with, the check's own first; empty: the documents are compared with each other only.
    pub against: Vec<AgainstLibrary>,
    /// Store in which the check is saved, also where it is not compared with; `None` without one. Sources that other
    /// libraries gave are copied into it.
    pub kept_in: Option<Arc<dyn Store>>,
}

/// Running job that searches the passages of a check.
pub type Comparing = Job<CopyEvent>;

impl Comparing {
    /// Starts to search the passages of documents in the background. Library documents among them, from an earlier
    /// search, are searched again. `near` are pairs of positions that are compared in any case.
    #[must_use]
    pub fn start(
        documents: &[Document],
        near: Vec<(usize, usize)>,
        settings: CopySettings,
        choices: Choices,
        libraries: Libraries,
    ) -> Self {
        let (checked, of_library): (Vec<Document>, Vec<Document>) = documents
            .iter()
            .cloned()
            .partition(|document| document.origin == Origin::Checked);
        let before: Vec<Option<DocumentId>> = of_library.iter().map(kept).collect();
        let near = (near.into_iter())
            .filter(|&(a, b)| a < checked.len() && b < checked.len())
            .collect::<Vec<_>>();
        Self::run(move |watch| {
            let against: Vec<Against<'_>> = (libraries.against.iter())
                .map(AgainstLibrary::borrowed)
                .collect();
            let mut compared = compare_documents(&checked, &near, &settings, &against, watch)?;
            let mut applied = 0;
            let kept_in = (libraries.kept_in.as_ref()).zip(against.first());
            if let Some((store, first)) = kept_in {
                keep_sources(store, &mut compared.library, first.by)?;
            }
            let mut choices = moved(&choices, checked.len(), &before, &compared);
            if let Some((store, _)) = kept_in {
                let documents: Vec<&Document> = checked.iter().chain(&compared.library).collect();
                let store = store.as_ref();
                applied = apply_decisions(store, &documents, &compared.copies, &mut choices)?;
            }
            let names = against.iter().map(|against| against.library.name());
            let compared_with = Some(names.collect());
            Ok(FoundCopies {
                compared_with,
                ..found(compared, choices, applied)
            })
        })
    }

    /// Reuses the saved results of a reopened check; if they no longer fit, searches again as [`Self::start`] does.
    #[must_use]
    pub fn reopen(
        documents: &[Document],
        near: Vec<(usize, usize)>,
        settings: CopySettings,
        choices: Choices,
        libraries: Libraries,
        results: &SavedResults,
    ) -> Self {
        let Some(copies) = reopened_copies(documents, results) else {
            return Self::start(documents, near, settings, choices, libraries);
        };
        Self::recount(documents.to_vec(), copies, choices)
    }

    /// Computes the shares from known passages of these documents, in the background.
    #[must_use]
    pub fn recount(documents: Vec<Document>, copies: Copies, choices: Choices) -> Self {
        Self::run(move |_| {
            let versions = VersionSearch::of(&documents.iter().collect::<Vec<_>>(), &copies);
            let of_library = |document: &Document| document.origin == Origin::Library;
            let library = documents.into_iter().filter(of_library).collect();
            let compared = Compared {
                library,
                copies,
                versions,
            };
            Ok(found(compared, choices, 0))
        })
    }

    fn run(
        work: impl FnOnce(&CopyWatch<'_>) -> Result<FoundCopies, CopyError> + Send + 'static,
    ) -> Self {
        Self::spawn(move |reporter| {
            let watch = CopyWatch {
                progress: &|step, done, total| {
                    reporter.tell(CopyEvent::Progress { step, done, total });
                },
                cancelled: &|| reporter.is_cancelled(),
            };
            let found = work(&watch).map(Box::new);
            reporter.tell(CopyEvent::Done(found));
        })
    }
}

fn kept(document: &Document) -> Option<DocumentId> {
    document.reading()?.kept
}

/// Renumbers choices after the library documents have moved to other positions.
fn moved(
    choices: &Choices,
    checked: usize,
    before: &[Option<DocumentId>],
    compared: &Compared,
) -> Choices {
    let now: HashMap<DocumentId, usize> = (checked..)
        .zip(&compared.library)
        .filter_map(|(position, document)| Some((kept(document)?, position)))
        .collect();
    choices.renumbered(|position| {
        if position < checked {
            return Some(position);
        }
        let document = (*before.get(position - checked)?)?;
        now.get(&document).copied()
    })
}

fn found(compared: Compared, mut choices: Choices, applied_decisions: usize) -> FoundCopies {
    let Compared {
        library,
        copies,
        versions,
    } = compared;
    let theses = versions.theses(&choices);
    let shared_texts = copies.shared_texts(&theses);
    choices.follow_texts(&shared_texts);
    let shares = Shares::of_theses(&copies.counted, &copies.pairs, theses, choices.clone());
    FoundCopies {
        versions: Arc::new(versions),
        library,
        copies,
        shares,
        shared_texts,
        choices,
        applied_decisions,
        compared_with: None,
    }
}
