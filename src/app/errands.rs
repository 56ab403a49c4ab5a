//! Errands: short work that must not hold up a frame and ends in a notice, such as an export. Each runs on a thread, is
//! shown while it runs, and can be stopped by the person.

use std::io::{Error, Write};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{Receiver, TryRecvError, channel};

use crate::app::App;
use crate::app::model::errand::Errand;
use crate::app::model::page::NoticeKind;

/// Change to the window at the end of an errand, such as its notice.
pub(crate) type Ending = Box<dyn FnOnce(&mut App) + Send>;

/// Errand under way.
pub(crate) struct Running {
    what: Errand,
    ending: Receiver<Ending>,
    stop: Arc<AtomicBool>,
}

impl App {
    /// Runs `work` on a thread; the flag that it gets is set when the person stops it.
    pub(crate) fn run_errand(
        &mut self,
        what: Errand,
        work: impl FnOnce(&AtomicBool) -> Ending + Send + 'static,
    ) {
        let (send, ending) = channel();
        let stop = Arc::new(AtomicBool::new(false));
        let (flag, context) = (Arc::clone(&stop), self.context.clone());
        std::thread::spawn(move || {
            // The receiver may be gone with the window.
            let _ = send.send(work(&flag));
            context.request_repaint();
        });
        self.errands.push(Running { what, ending, stop });
        self.state.shell.errands.push(what);
    }

    /// Applies the endings of the errands that have finished; reports those whose thread failed.
    pub(crate) fn poll_errands(&mut self) {
        for position in (0..self.errands.len()).rev() {
            let ending = match self.errands[position].ending.try_recv() {
                Ok(ending) => Some(ending),
                Err(TryRecvError::Empty) => continue,
                Err(TryRecvError::Disconnected) => None,
            };
            self.errands.remove(position);
            if let Some(ending) = ending {
                ending(self);
            } else {
                let text = self.state.language.text("errand.failed");
                self.inform(NoticeKind::Error, text);
            }
        }
        self.state.shell.errands = self.errands.iter().map(|running| running.what).collect();
    }

    /// Stops all errands and the drawing of the matrix; nothing half done is left.
    pub(crate) fn stop_errands(&mut self) {
        for running in self.errands.drain(..) {
            running.stop.store(true, Ordering::Relaxed);
        }
        self.state.shell.errands.clear();
        self.stop_drawing();
        let text = self.state.language.text("errand.stopped");
        self.inform(NoticeKind::Information, text);
    }
}

/// Writer that fails once its stop flag is set.
pub(crate) struct Stoppable<'s, W> {
    pub(crate) out: W,
    pub(crate) stop: &'s AtomicBool,
}

impl<W: Write> Write for Stoppable<'_, W> {
    fn write(&mut self, bytes: &[u8]) -> std::io::Result<usize> {
        if self.stop.load(Ordering::Relaxed) {
            return Err(Error::other("stopped"));
        }
        self.out.write(bytes)
    }

    fn flush(&mut self) -> std::io::Result<()> {
        self.out.flush()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_stopped_writes_no_more() {
        let stop = AtomicBool::new(false);
        let mut out = Stoppable {
            out: Vec::new(),
            stop: &stop,
        };
        assert!(out.write_all(b"a").is_ok());
        stop.store(true, Ordering::Relaxed);
        assert!(out.write_all(b"b").is_err());
        assert_eq!(out.out, b"a");
    }
}
