//! One job on a thread that ends with one value, which the window takes in at a later frame.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{Receiver, TryRecvError, channel};
use std::task::Poll;

use egui::Context;

/// Job on a thread of its own that ends with one value and then asks for a frame, in which the value is taken in.
///
/// Dropping a job discards its value: the thread runs to its end nevertheless, so that a file is written whole. Only
/// [`Task::stop`] tells the thread to end sooner.
pub(crate) struct Task<V> {
    value: Receiver<V>,
    stop: Arc<AtomicBool>,
}

impl<V: Send + 'static> Task<V> {
    /// Starts a job that cannot be stopped.
    pub(crate) fn start(context: &Context, work: impl FnOnce() -> V + Send + 'static) -> Self {
        Self::start_stoppable(context, move |_| work())
    }

    /// Starts a job that can be stopped: `work` gets a flag that [`Task::stop`] sets, and has to look at the flag
    /// now and then.
    pub(crate) fn start_stoppable(
        context: &Context,
        work: impl FnOnce(&AtomicBool) -> V + Send + 'static,
    ) -> Self {
        let (send, value) = channel();
        let stop = Arc::new(AtomicBool::new(false));
        let (flag, context) = (Arc::clone(&stop), context.clone());
        std::thread::spawn(move || {
            // The receiver is gone where nobody wants the value any more.
            let _ = send.send(work(&flag));
            context.request_repaint();
        });
        Self { value, stop }
    }

    /// Returns the value once the job has ended; `Ready(None)` if the job panicked. A value comes only once, so a job
    /// that is ready is not polled again.
    pub(crate) fn poll(&self) -> Poll<Option<V>> {
        match self.value.try_recv() {
            Ok(value) => Poll::Ready(Some(value)),
            Err(TryRecvError::Empty) => Poll::Pending,
            Err(TryRecvError::Disconnected) => Poll::Ready(None),
        }
    }

    /// Tells the job to end and discards its value.
    pub(crate) fn stop(self) {
        self.stop.store(true, Ordering::Relaxed);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Polls until the job has ended.
    fn wait<V: Send + 'static>(job: &Task<V>) -> Option<V> {
        loop {
            match job.poll() {
                Poll::Ready(value) => return value,
                Poll::Pending => std::thread::yield_now(),
            }
        }
    }

    #[test]
    fn a_job_ends_with_its_value_or_with_none() {
        let context = Context::default();
        assert_eq!(wait(&Task::start(&context, || 42)), Some(42));
        let fails = Task::start(&context, || assert_eq!(1, 2, "this job fails"));
        assert_eq!(wait(&fails), None);
    }

    #[test]
    fn only_a_stopped_job_is_told_to_end() {
        let (tell, told) = channel();
        let (go_on, begin) = channel::<()>();
        let job = |tell: std::sync::mpsc::Sender<bool>, begin: Receiver<()>| {
            Task::start_stoppable(&Context::default(), move |stop| {
                begin.recv().unwrap();
                tell.send(stop.load(Ordering::Relaxed)).unwrap();
            })
        };
        job(tell.clone(), begin).stop();
        go_on.send(()).unwrap();
        assert!(told.recv().unwrap());
        let (go_on, begin) = channel();
        drop(job(tell, begin));
        go_on.send(()).unwrap();
        assert!(!told.recv().unwrap());
    }
}
