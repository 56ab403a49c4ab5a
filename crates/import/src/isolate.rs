//! Runs imports so that a crash, hang or cancellation affects only one file: in worker processes, or in threads if no
//! program can be started.

use std::io::Cursor;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::Path;
use std::sync::Mutex;
use std::sync::mpsc::{Receiver, RecvTimeoutError, channel};

use chachong_text::text_size_above;

use super::annotate::{AnnotatedFile, AnnotationCause, AnnotationRequest, Copy, annotate};
use super::isolation::{Isolation, Stop};
use super::limits::{
    Limits, POLL, STACK_BYTES, THREAD_NAME, TimeLeft, Waited, panic_message, silence_import_panics,
};
use super::locked::lock;
use super::picture::sha256_hex;
use super::picture_folder::{document_format, open_folder, open_in_archive};
use super::protocol::{Reply, Request, Task};
use super::thumbnail::{
    LARGEST_PAGE, LARGEST_THUMBNAIL, Thumbnail, Wanted, WantedPage, WantedPicture, WantedPictures,
};
use super::worker::{Content, Failure, Worker};
use super::{
    Archives, Extracted, Format, ImportCause, Passwords, TextEncoding, open, read_bytes, reduced,
    whole,
};

impl Isolation {
    /// Reads one file with the default limits. For many files use an [`Importer`], which reuses its workers.
    pub fn extract(&self, path: &Path, cancelled: &dyn Fn() -> bool) -> Result<Extracted, Stop> {
        Importer::new(self.clone(), Limits::default()).extract(path, None, cancelled)
    }
}

/// Reader of files that several threads can share; it reuses its worker processes.
#[derive(Debug)]
pub struct Importer {
    isolation: Isolation,
    limits: Limits,
    idle: Mutex<Vec<Worker>>,
    archives: Archives,
}

impl Importer {
    /// Creates an importer that cannot open encrypted archives. No worker is started yet.
    #[must_use]
    pub fn new(isolation: Isolation, limits: Limits) -> Self {
        let archives = Archives::new(isolation.clone(), limits, Passwords::default());
        Self {
            archives,
            isolation,
            limits,
            idle: Mutex::new(Vec::new()),
        }
    }

    /// Sets the opener for documents in archives, which has the passwords and may have unpacked the archives already.
    #[must_use]
    pub fn with_archives(self, archives: Archives) -> Self {
        Self { archives, ..self }
    }

    /// Opens a file, or a document in an archive; returns it with its length in bytes and the format of its ending.
    pub(super) fn open(
        &self,
        path: &Path,
        cancelled: &dyn Fn() -> bool,
    ) -> Result<(Content, u64, Format), Stop> {
        if path.is_dir() {
            let (content, bytes) = open_folder(path).map_err(|cause| Stop::failed(path, cause))?;
            return Ok((content, bytes, Format::Image));
        }
        // In an archive a name without an ending is that of a file, or of a folder of pictures, and one with the ending of an archive may
        // be that of a document.
        if Format::of(path).is_none_or(|format| format == Format::Archive)
            && let Some(Ok(member)) = self.archives.member(path, cancelled)
        {
            let format = Format::of_unnamed(path, &mut member.clone());
            let bytes = member.length();
            let format = format.unwrap_or(Format::Unsupported);
            return Ok((Box::new(member), bytes, format));
        }
        if Format::of(path).is_none_or(|format| format == Format::Archive)
            && document_format(path) == Some(Format::Image)
        {
            let (content, bytes) = open_in_archive(&self.archives, path, cancelled)?;
            return Ok((content, bytes, Format::Image));
        }
        if let Some(member) = self.archives.member(path, cancelled) {
            let member = member?;
            let format = Format::of(path).unwrap_or(Format::Unsupported);
            let bytes = member.length();
            return Ok((Box::new(member), bytes, format));
        }
        let (file, bytes, format) = open(path).map_err(|cause| Stop::failed(path, cause))?;
        Ok((Box::new(file), bytes, format))
    }

    /// Opens the content of a file, of a document in an archive, or of a folder of page pictures, as a stream of bytes. The pictures of a
    /// folder follow one another, each after a heading with its length.
    pub fn content(&self, path: &Path, cancelled: &dyn Fn() -> bool) -> Result<Content, Stop> {
        Ok(self.open(path, cancelled)?.0)
    }

    /// Reads one file. A text format is decoded with `encoding` if one is given; otherwise the encoding is detected.
    /// Returns within a fraction of a second after `cancelled` becomes `true`.
    pub fn extract(
        &self,
        path: &Path,
        encoding: Option<TextEncoding>,
        cancelled: &dyn Fn() -> bool,
    ) -> Result<Extracted, Stop> {
        self.extract_within(path, encoding, &mut self.time(), cancelled)
    }

    /// Returns the full time limit for work on one file, for [`Self::extract_within`].
    #[must_use]
    pub const fn time(&self) -> TimeLeft {
        TimeLeft::of(self.limits.time)
    }

    /// Reads one file like [`Self::extract`], within the time `left`, from which the time taken is subtracted.
    pub fn extract_within(
        &self,
        path: &Path,
        encoding: Option<TextEncoding>,
        left: &mut TimeLeft,
        cancelled: &dyn Fn() -> bool,
    ) -> Result<Extracted, Stop> {
        let (file, bytes, format) = self.open(path, cancelled)?;
        let Isolation::Process(program) = &self.isolation else {
            let read = move || read_bytes(format, encoding, whole(file)?);
            let read = interruptible(path, left, cancelled, read)?;
            return (read.and_then(|read| self.within_bounds(read)))
                .map_err(|cause| Stop::failed(path, cause));
        };
        let request = Request {
            format,
            bytes,
            task: Task::Text {
                encoding,
                limit: self.limits.text,
            },
        };
        match self.ask(program, path, (request, file), left, cancelled)? {
            Reply::Text(answer) => (answer.and_then(|read| self.within_bounds(read)))
                .map_err(|cause| Stop::failed(path, cause)),
            Reply::Pictures(_) | Reply::Annotated(_) => Err(Stop::crashed(path, "no text")),
        }
    }

    /// Returns the text if it does not exceed the limit of its size. The worker's own check is not trusted.
    fn within_bounds(&self, read: Extracted) -> Result<Extracted, ImportCause> {
        let limit = self.limits.text;
        match text_size_above(&read.text, limit) {
            Some(_) => Err(ImportCause::TooMuchText { limit }),
            None => Ok(read),
        }
    }

    /// Finds pictures in a file and reduces each to at most `side` pixels in width and height (no more than
    /// [`LARGEST_THUMBNAIL`]). The result has one entry for each wanted picture: `None` if it is missing or cannot be
    /// decoded.
    pub fn pictures(
        &self,
        path: &Path,
        pictures: Vec<WantedPicture>,
        side: u32,
        cancelled: &dyn Fn() -> bool,
    ) -> Result<Vec<Option<Thumbnail>>, Stop> {
        let side = side.min(LARGEST_THUMBNAIL);
        let wanted = WantedPictures { pictures, side };
        self.show(path, Wanted::Pictures(wanted), cancelled)
    }

    /// Renders a page of a file in the wanted size and turn. A wanted side beyond [`LARGEST_PAGE`] is reduced to it.
    pub fn page(
        &self,
        path: &Path,
        mut wanted: WantedPage,
        cancelled: &dyn Fn() -> bool,
    ) -> Result<Thumbnail, Stop> {
        wanted.side = wanted.side.clamp(1, LARGEST_PAGE);
        let shown = self.show(path, Wanted::Page(wanted), cancelled)?;
        let page = shown.into_iter().flatten().next();
        page.ok_or_else(|| Stop::crashed(path, "no page"))
    }

    /// Makes a copy of a file with marks on passages and returns its bytes; the file itself stays as it is. `sha256` is the expected hash
    /// of the file as 64 lower-case hex digits; fails with [`AnnotationCause::Changed`] if the file has another.
    pub fn annotate(
        &self,
        path: &Path,
        sha256: &str,
        request: AnnotationRequest,
        cancelled: &dyn Fn() -> bool,
    ) -> Result<AnnotatedFile, AnnotationCause> {
        let (content, _, format) = self.open(path, cancelled).map_err(stopped)?;
        let original = whole(content)?;
        if sha256_hex(&original) != sha256 {
            return Err(AnnotationCause::Changed);
        }
        let left = &mut self.time();
        let answer = if let Isolation::Process(program) = &self.isolation {
            let header = Request {
                format,
                bytes: original.len() as u64,
                task: Task::Annotated(request),
            };
            let content: Content = Box::new(Cursor::new(original.clone()));
            let asked = self.ask(program, path, (header, content), left, cancelled);
            match asked.map_err(stopped)? {
                Reply::Annotated(answer) => answer?,
                Reply::Text(_) | Reply::Pictures(_) => {
                    let detail = "no marked copy".to_owned();
                    return Err(ImportCause::Crashed { detail }.into());
                }
            }
        } else {
            let bytes = original.clone();
            let made = move || annotate(format, bytes, &request);
            interruptible(path, left, cancelled, made).map_err(stopped)??
        };
        let (copy, mut file) = answer;
        file.bytes = match copy {
            Copy::Appended(more) => [original, more].concat(),
            Copy::Whole(bytes) => bytes,
        };
        Ok(file)
    }

    /// Has a worker find and reduce the wanted pictures or page of a file.
    fn show(
        &self,
        path: &Path,
        wanted: Wanted,
        cancelled: &dyn Fn() -> bool,
    ) -> Result<Vec<Option<Thumbnail>>, Stop> {
        let (file, bytes, format) = self.open(path, cancelled)?;
        let Isolation::Process(program) = &self.isolation else {
            let read = move || reduced::read(format, whole(file)?, &wanted);
            return interruptible(path, &mut self.time(), cancelled, read)?
                .map_err(|cause| Stop::failed(path, cause));
        };
        let request = Request {
            format,
            bytes,
            task: Task::Pictures(wanted),
        };
        match self.ask(program, path, (request, file), &mut self.time(), cancelled)? {
            Reply::Pictures(answer) => answer.map_err(|cause| Stop::failed(path, cause)),
            Reply::Text(_) | Reply::Annotated(_) => Err(Stop::crashed(path, "no pictures")),
        }
    }

    /// Has a worker answer a request about `file`, which is at `path`.
    fn ask(
        &self,
        program: &Path,
        path: &Path,
        (request, file): (Request, Content),
        left: &mut TimeLeft,
        cancelled: &dyn Fn() -> bool,
    ) -> Result<Reply, Stop> {
        let kept = lock(&self.idle).pop();
        let mut worker = match kept {
            Some(worker) => worker,
            None => Worker::start(program, self.limits)
                .map_err(|error| Stop::crashed(path, error.to_string()))?,
        };
        match worker.ask(request, file, left, cancelled) {
            Ok(answer) => {
                if worker.is_fresh() {
                    lock(&self.idle).push(worker);
                }
                Ok(answer)
            }
            Err(Failure::Cancelled) => Err(Stop::Cancelled),
            Err(Failure::Died(cause)) => Err(Stop::failed(path, cause)),
        }
    }
}

/// Runs `work` for the file at `path` in a separate thread within the time `left`, so that a panic or hang affects only this file and
/// cancelling takes effect at once. Fails with [`Stop::Cancelled`], or with [`ImportCause::TimedOut`] or [`ImportCause::Crashed`] for the
/// file. A thread cannot be killed: if it hangs or is no longer needed, it is left running and its result is dropped.
pub fn interruptible<T: Send + 'static>(
    path: &Path,
    left: &mut TimeLeft,
    cancelled: &dyn Fn() -> bool,
    work: impl FnOnce() -> T + Send + 'static,
) -> Result<T, Stop> {
    silence_import_panics();
    let (send, receive) = channel();
    let work = move || {
        let answer = catch_unwind(AssertUnwindSafe(work)).map_err(|panic| panic_message(&*panic));
        // Nobody receives the answer if the person cancelled.
        let _ = send.send(answer);
    };
    std::thread::Builder::new()
        .name(THREAD_NAME.to_owned())
        .stack_size(STACK_BYTES)
        .spawn(work)
        .map_err(|error| Stop::crashed(path, error.to_string()))?;
    let mut waited = Waited::begin();
    let answer = poll(path, (&mut waited, *left), &receive, cancelled);
    left.spend(&mut waited);
    answer?.map_err(|panic| Stop::crashed(path, panic))
}

fn poll<T>(
    path: &Path,
    (waited, left): (&mut Waited, TimeLeft),
    receive: &Receiver<T>,
    cancelled: &dyn Fn() -> bool,
) -> Result<T, Stop> {
    loop {
        match receive.recv_timeout(POLL) {
            Ok(value) => return Ok(value),
            Err(RecvTimeoutError::Disconnected) => {
                return Err(Stop::crashed(path, "ended without an answer"));
            }
            Err(RecvTimeoutError::Timeout) if cancelled() => return Err(Stop::Cancelled),
            Err(RecvTimeoutError::Timeout) => {
                if let Some(cause) = left.over(waited) {
                    return Err(Stop::failed(path, cause));
                }
            }
        }
    }
}

/// Returns the reason why a file that was not read has no marked copy.
fn stopped(stop: Stop) -> AnnotationCause {
    match stop {
        Stop::Failed(error) => error.cause.into(),
        Stop::Cancelled => AnnotationCause::Cancelled,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::ImportError;
    use std::time::Duration;

    fn polled<T>(receive: &Receiver<T>, cancelled: bool) -> Result<T, Stop> {
        let left = TimeLeft::of(Duration::from_mins(1));
        let wait = (&mut Waited::begin(), left);
        poll(Path::new("x"), wait, receive, &|| cancelled)
    }

    #[test]
    fn a_cancel_ends_the_wait_at_once() {
        let (_send, receive) = channel::<()>();
        assert_eq!(polled(&receive, true).unwrap_err(), Stop::Cancelled);
    }

    #[test]
    fn a_reader_that_dies_without_an_answer_costs_its_file() {
        let (send, receive) = channel::<()>();
        drop(send);
        assert!(matches!(polled(&receive, false), Err(Stop::Failed(_))));
    }

    #[test]
    fn work_that_hangs_costs_its_file_when_the_time_is_over() {
        let hang = || std::thread::sleep(Duration::from_hours(1));
        let mut left = TimeLeft::of(Duration::ZERO);
        let stop = interruptible(Path::new("x"), &mut left, &|| false, hang).unwrap_err();
        assert_eq!(
            stop,
            Stop::failed(Path::new("x"), ImportCause::TimedOut { seconds: 0 })
        );
    }

    #[test]
    fn a_panic_costs_its_file_and_says_why() {
        let mut left = TimeLeft::of(Duration::from_mins(1));
        let stop = interruptible(Path::new("x"), &mut left, &|| false, || {
            assert_eq!(1, 2, "odd");
        })
        .unwrap_err();
        let Stop::Failed(ImportError {
            cause: ImportCause::Crashed { detail },
            ..
        }) = stop
        else {
            unreachable!("{stop:?}");
        };
        assert!(detail.contains("assertion"), "{detail}");
    }
}
