//! The search for passages in the background: events over a channel, cancelled when dropped. Knows nothing of how it is
//! done.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{Receiver, channel};

use super::{Copies, CopyError, CopySettings, CopyStep, CopyWatch, Document, Reading, find_copies};
use crate::compare::{Choices, Shares};

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
    Done(Result<Box<(Copies, Shares)>, CopyError>),
}

/// A running search. Dropping it cancels it.
#[derive(Debug)]
pub struct Comparing {
    /// What happens.
    pub events: Receiver<CopyEvent>,
    cancelled: Arc<AtomicBool>,
}

impl Comparing {
    /// Starts to look for the passages of documents in the background. `near` are pairs of positions that are compared in
    /// any case; the shares are those under `choices`.
    #[must_use]
    pub fn start(
        documents: &[Document],
        near: Vec<(usize, usize)>,
        settings: CopySettings,
        choices: Choices,
    ) -> Self {
        let readings: Vec<Option<Reading>> = documents
            .iter()
            .map(|document| document.reading().cloned())
            .collect();
        let (send, events) = channel();
        let cancelled = Arc::new(AtomicBool::new(false));
        let flag = Arc::clone(&cancelled);
        std::thread::spawn(move || {
            let readings: Vec<Option<&Reading>> = readings.iter().map(Option::as_ref).collect();
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
            let found = find_copies(&readings, &near, &settings, &watch).map(|copies| {
                let shares = Shares::of(&copies.counted, &copies.pairs, choices);
                Box::new((copies, shares))
            });
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
