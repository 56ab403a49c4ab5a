//! Background tasks: short work that must not hold up a frame and ends in a notice, such as an export. Each runs on a thread, is
//! shown while it runs, and can be stopped by the person.

use std::sync::atomic::AtomicBool;
use std::task::Poll;

use crate::App;
use crate::task::Task;
use chachong_window_model::background_task::BackgroundTask;
use chachong_window_model::page::NoticeKind;

/// Change to the window at the end of a task, such as its notice.
pub(crate) type Ending = Box<dyn FnOnce(&mut App) + Send>;

/// Tasks under way, in the order in which they began.
#[derive(Default)]
pub(crate) struct BackgroundTasks {
    running: Vec<(BackgroundTask, Task<Ending>)>,
}

impl BackgroundTasks {
    pub(crate) fn is_busy(&self) -> bool {
        !self.running.is_empty()
    }

    /// Returns the endings of the tasks that have finished, the one that began last first; `None` for a task whose
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

    fn kinds(&self) -> Vec<BackgroundTask> {
        self.running.iter().map(|(what, _)| *what).collect()
    }
}

impl App {
    /// Runs `work` on a thread; the flag that it gets is set when the person stops it.
    pub(crate) fn run_task(
        &mut self,
        what: BackgroundTask,
        work: impl FnOnce(&AtomicBool) -> Ending + Send + 'static,
    ) {
        let job = Task::start_stoppable(&self.context, work);
        self.tasks.running.push((what, job));
        self.state.shell.tasks = self.tasks.kinds();
    }

    /// Applies the endings of the tasks that have finished; reports those whose thread failed.
    pub(crate) fn poll_tasks(&mut self) {
        for ending in self.tasks.poll() {
            if let Some(ending) = ending {
                ending(self);
            } else {
                let text = self.state.language.text("task.failed");
                self.inform(NoticeKind::Error, text);
            }
        }
        self.state.shell.tasks = self.tasks.kinds();
    }

    /// Stops all tasks and the drawing of the matrix; nothing half done is left.
    pub(crate) fn stop_tasks(&mut self) {
        self.tasks.stop();
        self.desktop_tasks.stop_drawing();
        self.state.shell.tasks.clear();
        let text = self.state.language.text("task.stopped");
        self.inform(NoticeKind::Information, text);
    }
}
