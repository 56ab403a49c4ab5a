//! Background tasks: work that must not hold up a frame and ends in a change of the window. Each runs on a thread; those
//! that the person waits for are shown while they run, and can be stopped.

use std::sync::atomic::AtomicBool;
use std::task::Poll;

use crate::App;
use crate::task::Task;
use crate::work::dialog::Answer;
use chachong_window_model::background_task::BackgroundTask;
use chachong_window_model::dump_dialog::DumpPreviews;
use chachong_window_model::page::NoticeKind;

/// Change to the window at the end of a task, such as its notice.
pub(crate) type Ending = Box<dyn FnOnce(&mut App) + Send>;

/// Tasks under way, in the order in which they began.
#[derive(Default)]
pub(crate) struct BackgroundTasks {
    running: Vec<(BackgroundTask, Task<Ending>)>,
}

impl BackgroundTasks {
    /// Returns whether a task of the program itself is running. Dialogs, which wait for the person, and other programs do not
    /// count.
    pub(crate) fn is_busy(&self) -> bool {
        let waits = |what| matches!(what, BackgroundTask::Dialog | BackgroundTask::OtherProgram);
        self.running.iter().any(|(what, _)| !waits(*what))
    }

    /// Returns whether a task of this kind is under way.
    pub(crate) fn has(&self, what: BackgroundTask) -> bool {
        self.running.iter().any(|(running, _)| *running == what)
    }

    /// Returns the finished tasks, each with its ending; `None` if its thread failed.
    fn poll(&mut self) -> Vec<(BackgroundTask, Option<Ending>)> {
        let mut finished = Vec::new();
        self.running.retain(|(what, task)| match task.poll() {
            Poll::Ready(ending) => {
                finished.push((*what, ending));
                false
            }
            Poll::Pending => true,
        });
        finished
    }

    /// Stops the tasks of these kinds; their endings are not applied.
    pub(crate) fn stop(&mut self, which: impl Fn(BackgroundTask) -> bool) {
        for (_, task) in self.running.extract_if(.., |(what, _)| which(*what)) {
            task.stop();
        }
    }

    fn shown(&self) -> Vec<BackgroundTask> {
        let all = self.running.iter().map(|(what, _)| *what);
        all.filter(|what| what.key().is_some()).collect()
    }
}

impl App {
    /// Runs `work` on a thread; the flag that it gets is set when the task is stopped.
    pub(crate) fn run_task(
        &mut self,
        what: BackgroundTask,
        work: impl FnOnce(&AtomicBool) -> Ending + Send + 'static,
    ) {
        let task = Task::start_stoppable(&self.context, work);
        self.tasks.running.push((what, task));
        self.state.shell.show_tasks(self.tasks.shown());
    }

    /// Applies the endings of the finished tasks, and reports tasks whose thread failed.
    pub(crate) fn poll_tasks(&mut self) {
        for (what, ending) in self.tasks.poll() {
            match (what, ending) {
                (_, Some(ending)) => ending(self),
                (BackgroundTask::Dialog, None) => self.dialog_closed(Answer::NoDialog),
                (BackgroundTask::OtherProgram, None) => {}
                (BackgroundTask::DumpPreviews, None) => {
                    self.state.shell.show_previews(DumpPreviews::default());
                }
                (_, None) => {
                    self.tell(NoticeKind::Error, "task.failed");
                }
            }
        }
        self.state.shell.show_tasks(self.tasks.shown());
    }

    /// Stops all displayed tasks; they leave no half-written files.
    pub(crate) fn stop_tasks(&mut self) {
        self.tasks.stop(|what| what.key().is_some());
        self.state.shell.show_tasks(self.tasks.shown());
        self.tell(NoticeKind::Information, "task.stopped");
    }
}
