//! Reads the pages of one file with several workers in parallel, as far as processors are free.

use std::num::NonZeroUsize;
use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::mpsc::{RecvTimeoutError, Sender, channel};
use std::thread::{available_parallelism, scope};

use super::asking::{Answers, Job};
use super::wire::Request;
use super::{KeptPages, PageRecogniser, RecognitionWatch};
use crate::limits::POLL;
use crate::{Importer, PageName, Stop};

/// Number of workers that may die of one part of a file's pages; after it the rest of that part stays unread.
const DEATHS: usize = 3;
/// Maximum number of workers over one file; each takes 200 MB.
const WORKERS: usize = 4;
/// Minimum number of pages for each of several workers, since each is sent the whole file.
const PAGES_FOR_ONE: usize = 4;

/// File whose pages are requested.
#[derive(Clone, Copy)]
pub(super) struct Asking<'a> {
    /// Importer that opens the file.
    pub importer: &'a Importer,
    /// Path of the file.
    pub path: &'a Path,
    /// Store for recognised pages; `None` to keep them in memory for this run.
    pub kept: Option<&'a Arc<dyn KeptPages>>,
    /// True if pages that need fonts missing from the file are left unread.
    pub own_fonts_only: bool,
}

impl PageRecogniser {
    /// Reads pages of a file, or finds them in its keeper; returns the answers in the order of the pages.
    pub(super) fn ask(
        &self,
        asking: &Asking<'_>,
        pages: &[PageName],
        watch: &RecognitionWatch<'_>,
    ) -> Result<Answers, Stop> {
        let taken = Taken::of(&self.busy, pages.len());
        let stop = AtomicBool::new(false);
        (watch.progress)(0, pages.len());
        let parts: Vec<Vec<PageName>> = (0..taken.workers)
            .map(|first| {
                pages
                    .iter()
                    .skip(first)
                    .step_by(taken.workers)
                    .cloned()
                    .collect()
            })
            .collect();
        let read: Vec<Result<Answers, Stop>> = scope(|scope| {
            let (tell, told) = channel();
            let start = |part| {
                let (tell, stop) = (tell.clone(), &stop);
                scope.spawn(move || self.ask_one(asking, part, stop, &tell))
            };
            let running: Vec<_> = parts.iter().map(Vec::as_slice).map(start).collect();
            // The channel closes when the last worker has ended.
            drop(tell);
            let mut done = 0;
            loop {
                match told.recv_timeout(POLL) {
                    Ok(()) => {
                        done += 1;
                        (watch.progress)(done, pages.len());
                    }
                    Err(RecvTimeoutError::Disconnected) => break,
                    Err(RecvTimeoutError::Timeout) => {
                        let is_cancelled = (watch.cancelled)();
                        stop.fetch_or(is_cancelled, Ordering::Relaxed);
                    }
                }
            }
            let joined = running.into_iter().map(std::thread::ScopedJoinHandle::join);
            joined
                .map(|part| part.unwrap_or(Err(Stop::Cancelled)))
                .collect()
        });
        let mut parts = Vec::new();
        for part in read {
            parts.push(part?.into_iter());
        }
        let count = parts.len().max(1);
        Ok((0..pages.len())
            .filter_map(|place| parts[place % count].next())
            .collect())
    }

    /// Reads pages of a file by one worker, and by another where that one dies. Tells after each page.
    fn ask_one(
        &self,
        asking: &Asking<'_>,
        pages: &[PageName],
        stop: &AtomicBool,
        tell: &Sender<()>,
    ) -> Result<Answers, Stop> {
        let cancelled = || stop.load(Ordering::Relaxed);
        let mut answers = Answers::new();
        let mut deaths = 0;
        while answers.len() < pages.len() && deaths < DEATHS {
            let rest = &pages[answers.len()..];
            let (content, bytes, format) = (asking.importer).open(asking.path, &cancelled)?;
            let job = Job {
                request: Request {
                    format,
                    pages: rest.to_vec(),
                    bytes,
                },
                content,
                kept: self.kept_pages(asking.kept.cloned()),
                version: self.version().to_owned(),
                own_fonts_only: asking.own_fonts_only,
            };
            let done = || {
                // The receiver lives until all have ended.
                let _ = tell.send(());
            };
            let read = self.read(job, rest, &cancelled, &done);
            answers.extend(read.ok_or(Stop::Cancelled)?);
            // The answers end early with a page of which the worker died; the pages after it are not to blame.
            deaths += 1;
        }
        let rest = pages[answers.len()..].iter();
        let failed = "several pages of this file ended the program that reads them";
        answers.extend(rest.map(|page| (page.clone(), Err(failed.to_owned()))));
        Ok(answers)
    }
}

/// Workers taken for a file, given back when the value is dropped.
struct Taken<'b> {
    busy: &'b AtomicUsize,
    workers: usize,
}

impl<'b> Taken<'b> {
    /// Takes one worker, and more for many pages as far as processors are free.
    fn of(busy: &'b AtomicUsize, pages: usize) -> Self {
        let processors = available_parallelism().map_or(1, NonZeroUsize::get);
        let wanted = (pages / PAGES_FOR_ONE).clamp(1, WORKERS);
        let free = processors.saturating_sub(busy.load(Ordering::Relaxed));
        // Two that look at the same time may take a few too many: they only share the processors.
        let workers = wanted.min(free).max(1);
        busy.fetch_add(workers, Ordering::Relaxed);
        Self { busy, workers }
    }
}

impl Drop for Taken<'_> {
    fn drop(&mut self) {
        self.busy.fetch_sub(self.workers, Ordering::Relaxed);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn many_pages_take_free_processors_and_few_take_one() {
        let busy = AtomicUsize::new(0);
        let processors = available_parallelism().map_or(1, NonZeroUsize::get);
        {
            let few = Taken::of(&busy, 3);
            assert_eq!((few.workers, busy.load(Ordering::Relaxed)), (1, 1));
            let many = Taken::of(&busy, 60);
            assert_eq!(many.workers, processors.saturating_sub(1).clamp(1, WORKERS));
        }
        assert_eq!(busy.load(Ordering::Relaxed), 0);
        busy.store(99, Ordering::Relaxed);
        assert_eq!(Taken::of(&busy, 60).workers, 1);
    }
}
