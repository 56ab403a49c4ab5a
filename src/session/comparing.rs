//! The search for passages in the background: events over a channel, cancelled when dropped.

use std::collections::HashMap;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{Receiver, Sender, channel};

use super::{
    Against, Compared, Copies, CopyError, CopySettings, CopyStep, CopyWatch, Document,
    Fingerprinting, Origin, compare_documents, decided_before, reopened_copies,
};
use crate::compare::{Choices, SharedText, Shares, Thresholds};
use crate::library::{DocumentId, Library, SavedResults};

/// What happens in a running search: any number of `Progress`, then one `Done`.
#[derive(Debug)]
pub enum CopyEvent {
    /// Work goes on.
    Progress {
        /// What is being done.
        step: CopyStep,
        /// Steps of it that are done …
        done: usize,
        /// … of so many.
        total: usize,
    },
    /// All is found, or not.
    Done(Result<Box<FoundCopies>, CopyError>),
}

/// What a search found.
#[derive(Debug)]
pub struct FoundCopies {
    /// The documents of the library that joined, which stand after the checked ones.
    pub library: Vec<Document>,
    /// The passages.
    pub copies: Copies,
    /// The shares under `choices`.
    pub shares: Shares,
    /// The texts that several of the documents share.
    pub shared_texts: Vec<SharedText>,
    /// The choices that the search was begun with, by the positions that documents have now, and what was decided about
    /// the same documents before.
    pub choices: Choices,
    /// How many passages and pairs were switched off by earlier decisions.
    pub decided: usize,
}

/// A library to search, owned.
#[derive(Clone, Debug)]
pub struct AgainstLibrary {
    /// The library.
    pub library: Arc<Library>,
    /// How the new documents' fingerprints were made.
    pub by: Fingerprinting,
    /// Up to which distance documents are near.
    pub thresholds: Thresholds,
}

/// A running search. Dropping it cancels it.
#[derive(Debug)]
pub struct Comparing {
    /// What happens.
    pub events: Receiver<CopyEvent>,
    cancelled: Arc<AtomicBool>,
}

impl Comparing {
    /// Starts to look for the passages of documents in the background. Those of the library among them, from an earlier
    /// search, are looked for anew. `near` are pairs of positions that are compared in any case.
    #[must_use]
    pub fn start(
        documents: &[Document],
        near: Vec<(usize, usize)>,
        settings: CopySettings,
        choices: Choices,
        against: Option<AgainstLibrary>,
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
            let against = against.as_ref();
            let compared = compare_documents(
                &checked,
                &near,
                &settings,
                against.map(|against| Against {
                    library: &against.library,
                    by: &against.by,
                    thresholds: against.thresholds,
                }),
                watch,
            )?;
            let mut choices = moved(&choices, checked.len(), &before, &compared);
            let mut decided = 0;
            if let Some(against) = against {
                let documents: Vec<&Document> = checked.iter().chain(&compared.library).collect();
                let store = against.library.store().as_ref();
                decided = decided_before(store, &documents, &compared.copies, &mut choices)?;
            }
            Ok(found(compared, choices, decided))
        })
    }

    /// Takes up what an earlier search found in a check that was reopened; where that is no longer true it is looked for
    /// anew as by [`Self::start`].
    #[must_use]
    pub fn reopen(
        documents: &[Document],
        near: Vec<(usize, usize)>,
        settings: CopySettings,
        choices: Choices,
        against: Option<AgainstLibrary>,
        results: &SavedResults,
    ) -> Self {
        let Some(copies) = reopened_copies(documents, results) else {
            return Self::start(documents, near, settings, choices, against);
        };
        let library = documents
            .iter()
            .filter(|document| document.origin == Origin::Library)
            .cloned()
            .collect();
        Self::run(move |_| Ok(found(Compared { library, copies }, choices, 0)))
    }

    /// Counts the shares of passages that are known already, in the background.
    #[must_use]
    pub fn recount(library: Vec<Document>, copies: Copies, choices: Choices) -> Self {
        Self::run(move |_| Ok(found(Compared { library, copies }, choices, 0)))
    }

    fn run(
        work: impl FnOnce(&CopyWatch<'_>) -> Result<FoundCopies, CopyError> + Send + 'static,
    ) -> Self {
        let (send, events): (Sender<CopyEvent>, _) = channel();
        let cancelled = Arc::new(AtomicBool::new(false));
        let flag = Arc::clone(&cancelled);
        std::thread::spawn(move || {
            let watch = CopyWatch {
                progress: &|step, done, total| {
                    // Whoever listened may be gone: then there is no one to tell, and nothing to do.
                    if send
                        .send(CopyEvent::Progress { step, done, total })
                        .is_err()
                    {
                        flag.store(true, Ordering::Relaxed);
                    }
                },
                cancelled: &|| flag.load(Ordering::Relaxed),
            };
            let found = work(&watch).map(Box::new);
            let _ = send.send(CopyEvent::Done(found));
        });
        Self { events, cancelled }
    }

    /// Asks the search to stop; `Done` follows soon.
    pub fn cancel(&self) {
        self.cancelled.store(true, Ordering::Relaxed);
    }
}

impl Drop for Comparing {
    fn drop(&mut self) {
        self.cancel();
    }
}

fn kept(document: &Document) -> Option<DocumentId> {
    document.reading()?.kept
}

/// The same choices where the library's documents stand at other places now.
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

fn found(compared: Compared, mut choices: Choices, decided: usize) -> FoundCopies {
    let Compared { library, copies } = compared;
    let shared_texts = copies.shared_texts();
    choices.follow_texts(&shared_texts);
    let shares = Shares::of(&copies.counted, &copies.pairs, choices.clone());
    FoundCopies {
        library,
        copies,
        shares,
        shared_texts,
        choices,
        decided,
    }
}
