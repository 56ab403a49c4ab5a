//! Background job: a thread that sends events over a channel until the work is done or cancelled.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{Receiver, Sender, channel};

use crate::StepEvent;
use chachong_compare::StepWatch;

/// Running background job that sends events of type `E`, the last of which is its result. Dropping the job cancels it.
#[derive(Debug)]
pub struct Job<E> {
    /// Receiver of the events.
    pub events: Receiver<E>,
    cancelled: Arc<AtomicBool>,
}

impl<E> Job<E> {
    /// Asks the job to stop; its last event follows within about a second. Results that it has already sent stay valid.
    pub fn cancel(&self) {
        self.cancelled.store(true, Ordering::Relaxed);
    }
}

impl<E: Send + 'static> Job<E> {
    /// Runs `work` on a thread of its own.
    pub(super) fn spawn(work: impl FnOnce(&Reporter<E>) + Send + 'static) -> Self {
        let (send, events) = channel();
        let cancelled = Arc::new(AtomicBool::new(false));
        let reporter = Reporter {
            events: send,
            cancelled: Arc::clone(&cancelled),
        };
        std::thread::spawn(move || work(&reporter));
        Self { events, cancelled }
    }
}

impl<S: Send + 'static, T: Send + 'static, E: Send + 'static> Job<StepEvent<S, T, E>> {
    /// Runs `work` on a thread of its own. The events are its progress and its result.
    pub(super) fn in_steps(
        work: impl FnOnce(&StepWatch<'_, S>) -> Result<T, E> + Send + 'static,
    ) -> Self {
        Self::spawn(move |reporter| {
            let watch = StepWatch {
                progress: &|step, done, total| {
                    reporter.tell(StepEvent::Progress { step, done, total });
                },
                cancelled: &|| reporter.is_cancelled(),
            };
            let result = work(&watch).map(Box::new);
            reporter.tell(StepEvent::Done(result));
        })
    }
}

impl<E> Drop for Job<E> {
    fn drop(&mut self) {
        self.cancel();
    }
}

/// Sender side of a job's channel: sends events and knows whether the job was cancelled.
#[derive(Debug)]
pub(super) struct Reporter<E> {
    events: Sender<E>,
    cancelled: Arc<AtomicBool>,
}

impl<E> Reporter<E> {
    /// Sends an event. If the receiver no longer exists, the job is cancelled, because nobody needs its result.
    pub(super) fn tell(&self, event: E) {
        if self.events.send(event).is_err() {
            self.cancelled.store(true, Ordering::Relaxed);
        }
    }

    /// Returns whether the job was asked to stop.
    pub(super) fn is_cancelled(&self) -> bool {
        self.cancelled.load(Ordering::Relaxed)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_cancelled_job_sends_its_last_event() {
        let job = Job::spawn(|reporter| {
            while !reporter.is_cancelled() {
                std::thread::yield_now();
            }
            reporter.tell("stopped");
        });
        job.cancel();
        assert_eq!(job.events.iter().collect::<Vec<_>>(), ["stopped"]);
    }

    #[test]
    fn a_job_without_receiver_is_cancelled() {
        let (events, _) = channel();
        let reporter = Reporter {
            events,
            cancelled: Arc::default(),
        };
        assert!(!reporter.is_cancelled());
        reporter.tell(1);
        assert!(reporter.is_cancelled());
    }
}
