//! Errands: short work that must not hold up a frame and ends in a notice, such as an export. Each runs on a thread, is
//! shown while it runs, and can be stopped by the person.

use std::sync::atomic::AtomicBool;
use std::task::Poll;

use crate::App;
use crate::one_shot::OneShot;
use chachong_window_model::errand::Errand;
use chachong_window_model::page::NoticeKind;

/// Change to the window at the end of an errand, such as its notice.
pub(crate) type Ending = Box<dyn FnOnce(&mut App) + Send>;

/// Errands under way, in the order in which they began.
#[derive(Default)]
pub(crate) struct Errands {
    running: Vec<(Errand, OneShot<Ending>)>,
}

impl Errands {
    pub(crate) fn is_busy(&self) -> bool {
        !self.running.is_empty()
    }

    /// Returns the endings of the errands that have finished, the one that began last first; `None` for an errand whose
    /// thread failed.
    fn poll(&mut self) -> Vec<Option<Ending>> {
        let mut endings = Vec::new();
        for position in (0..self.running.len()).rev() {
            if let Poll::Ready(ending) = self.running[position].1.poll() {
                self.running.remove(position);
                endings.push(ending);
            }
        }
        endings
    }

    fn stop(&mut self) {
        for (_, job) in self.running.drain(..) {
            job.stop();
        }
    }

    fn kinds(&self) -> Vec<Errand> {
        self.running.iter().map(|(what, _)| *what).collect()
    }
}

impl App {
    /// Runs `work` on a thread; the flag that it gets is set when the person stops it.
    pub(crate) fn run_errand(
        &mut self,
        what: Errand,
        work: impl FnOnce(&AtomicBool) -> Ending + Send + 'static,
    ) {
        let job = OneShot::start_stoppable(&self.context, work);
        self.errands.running.push((what, job));
        self.state.shell.errands = self.errands.kinds();
    }

    /// Applies the endings of the errands that have finished; reports those whose thread failed.
    pub(crate) fn poll_errands(&mut self) {
        for ending in self.errands.poll() {
            if let Some(ending) = ending {
                ending(self);
            } else {
                let text = self.state.language.text("errand.failed");
                self.inform(NoticeKind::Error, text);
            }
        }
        self.state.shell.errands = self.errands.kinds();
    }

    /// Stops all errands and the drawing of the matrix; nothing half done is left.
    pub(crate) fn stop_errands(&mut self) {
        self.errands.stop();
        self.beside.stop_drawing();
        self.state.shell.errands.clear();
        let text = self.state.language.text("errand.stopped");
        self.inform(NoticeKind::Information, text);
    }
}
