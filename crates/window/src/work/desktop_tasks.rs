//! System dialogs, other programs, pictures and looks at dumps that are under way beside a check.

use std::path::{Path, PathBuf};
use std::task::Poll;

use egui::Context;

use crate::task::Task;
use crate::work::dialog::{self, Answer};
use crate::work::dump_previews;
use crate::work::matrix_picture::MatrixPicture;
use chachong_import::Isolation;
use chachong_messages::Language;
use chachong_report::{Inputs, ReportError};
use chachong_window_model::dump_dialog::DumpPreviews;
use chachong_window_model::purpose::Purpose;

/// Dialogs, other programs, pictures and looks at dumps under way beside a check.
#[derive(Default)]
pub(crate) struct DesktopTasks {
    /// System dialog that is open, with its purpose; `None` if none is open.
    dialog: Option<(Purpose, Task<Answer>)>,
    /// Files being opened by other programs; each ends with its path and the error if that failed.
    opening: Vec<Task<Option<(PathBuf, String)>>>,
    /// Picture of the matrix that is being written, with its file; `None` if none is.
    picture: Option<(PathBuf, Task<Result<(), ReportError>>)>,
    /// Look at dumps that is under way; `None` without one.
    look: Option<Task<DumpPreviews>>,
}

/// News of what is under way beside a check.
pub(crate) enum DesktopNews {
    /// The dialog for this purpose was closed.
    Answered(Purpose, Answer),
    /// Another program could not open this file, for the reason given.
    NotOpened(PathBuf, String),
    /// The picture of the matrix was written to this file, or not; `None`: its thread failed.
    Picture(PathBuf, Option<Result<(), ReportError>>),
    /// Dumps were looked at; `None`: the thread failed.
    Looked(Option<DumpPreviews>),
}

impl DesktopTasks {
    /// Returns whether a picture is being written or dumps are looked at. A dialog waits for the person, and another program is
    /// on its own.
    pub(crate) fn is_busy(&self) -> bool {
        self.is_drawing() || self.look.is_some()
    }

    /// Returns whether a picture is being written.
    pub(crate) fn is_drawing(&self) -> bool {
        self.picture.is_some()
    }

    pub(crate) fn has_dialog(&self) -> bool {
        self.dialog.is_some()
    }

    /// Opens the system's dialog for a purpose.
    pub(crate) fn ask(&mut self, purpose: Purpose, language: Language, context: &Context) {
        self.dialog = Some((purpose, dialog::ask(purpose, language, context)));
    }

    /// Forgets the dialog: its answer will be ignored.
    pub(crate) fn drop_dialog(&mut self) {
        self.dialog = None;
    }

    /// Opens a file in another program, on a thread, since the program may take time to start.
    pub(crate) fn open(
        &mut self,
        path: PathBuf,
        open: impl FnOnce(&Path) -> Result<(), opener::OpenError> + Send + 'static,
        context: &Context,
    ) {
        self.opening.push(Task::start(context, move || {
            let error = open(&path).err()?;
            Some((path, error.to_string()))
        }));
    }

    /// Starts to write a picture of the matrix.
    pub(crate) fn draw(
        &mut self,
        file: PathBuf,
        picture: MatrixPicture,
        inputs: Inputs,
        context: &Context,
    ) {
        let path = file.clone();
        let job = Task::start_stoppable(context, move |stop| picture.write(&path, &inputs, stop));
        self.picture = Some((file, job));
    }

    /// Starts to look at dumps that are to be added to the library in a file.
    pub(crate) fn look_at_dumps(
        &mut self,
        paths: Vec<PathBuf>,
        library: Option<PathBuf>,
        isolation: Isolation,
        context: &Context,
    ) {
        self.stop_looking();
        self.look = Some(Task::start_stoppable(context, move |stop| {
            dump_previews::look(&paths, library.as_ref(), isolation, stop)
        }));
    }

    /// Stops the look at dumps that is under way.
    pub(crate) fn stop_looking(&mut self) {
        if let Some(job) = self.look.take() {
            job.stop();
        }
    }

    /// Stops the picture that is being written.
    pub(crate) fn stop_drawing(&mut self) {
        if let Some((_, job)) = self.picture.take() {
            job.stop();
        }
    }

    /// Returns what has ended since the last call.
    pub(crate) fn poll(&mut self) -> Vec<DesktopNews> {
        let mut news = Vec::new();
        if let Some((purpose, job)) = &self.dialog
            && let Poll::Ready(answer) = job.poll()
        {
            news.push(DesktopNews::Answered(
                *purpose,
                answer.unwrap_or(Answer::NoDialog),
            ));
            self.dialog = None;
        }
        self.opening.retain(|job| match job.poll() {
            Poll::Ready(error) => {
                let error = error.flatten();
                news.extend(error.map(|(path, detail)| DesktopNews::NotOpened(path, detail)));
                false
            }
            Poll::Pending => true,
        });
        if let Some((file, job)) = self.picture.take() {
            match job.poll() {
                Poll::Ready(written) => news.push(DesktopNews::Picture(file, written)),
                Poll::Pending => self.picture = Some((file, job)),
            }
        }
        if let Some(job) = &self.look
            && let Poll::Ready(seen) = job.poll()
        {
            self.look = None;
            news.push(DesktopNews::Looked(seen));
        }
        news
    }
}
