//! Events of a job, received frame by frame.

use chachong_jobs::{Job, StepEvent};

/// Maximum number of events of a search taken in one frame: enough not to hold up the search, few enough to keep the frame
/// short.
const SEARCH_EVENTS: usize = 20_000;

/// Events of the running job; none while no job runs. Dropping the job cancels it.
#[derive(Debug)]
pub(crate) struct EventStream<E>(Option<Job<E>>);

impl<E> Default for EventStream<E> {
    fn default() -> Self {
        Self(None)
    }
}

impl<E> EventStream<E> {
    /// Receives the events of a job from now on, instead of those of an earlier one.
    pub(crate) fn start(&mut self, job: Job<E>) {
        self.0 = Some(job);
    }

    /// Returns whether a job is running, or has events that were not received yet.
    pub(crate) const fn is_running(&self) -> bool {
        self.0.is_some()
    }

    /// Requests the end of the job, which then sends an event; returns whether one is running.
    pub(crate) fn cancel(&self) -> bool {
        self.0.as_ref().inspect(|job| job.cancel()).is_some()
    }

    /// Ends the job without a result; returns whether one ran.
    pub(crate) fn end(&mut self) -> bool {
        self.0.take().is_some()
    }

    /// Returns the events since the last call, at most `most`. The job is over after the event for which `is_last` returns `true`.
    pub(crate) fn poll(&mut self, most: usize, is_last: impl Fn(&E) -> bool) -> Vec<E> {
        let job = self.0.as_ref();
        let events = job.map(|job| job.events.try_iter().take(most).collect());
        let events: Vec<E> = events.unwrap_or_default();
        if events.last().is_some_and(is_last) {
            self.0 = None;
        }
        events
    }
}

impl<S, T, E> EventStream<StepEvent<S, T, E>> {
    /// Returns the events of a search since the last call; the last one is `Done`, after which the search is over.
    pub(crate) fn poll_steps(&mut self) -> Vec<StepEvent<S, T, E>> {
        self.poll(SEARCH_EVENTS, |event| matches!(event, StepEvent::Done(_)))
    }
}
