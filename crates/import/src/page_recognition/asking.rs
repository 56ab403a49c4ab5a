//! Parent's side of recognition: starts workers, asks for pages, and ends a worker when the person cancels or a page
//! takes too long.

use std::io::{BufReader, Read, Write};
use std::path::{Path, PathBuf};
use std::sync::atomic::AtomicUsize;
use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender, channel};
use std::sync::{Arc, Mutex};
use std::time::Duration;

use super::remembered::{KeptPages, Remembered};
use super::serving::{engine, serve};
use super::wire::{Answer, PageHash, Picture, Request, Seen, hear, send_go};
use crate::child::{WorkerCommand, WorkerProcess};
use crate::limits::{Limits, POLL, STACK_BYTES, THREAD_NAME, Waited, silence_import_panics};
use crate::locked::lock;
use crate::protocol::send_request;
use crate::sandbox::Budget;
use crate::worker::Content;
use crate::{ImportCause, Isolation, PageName};
use chachong_recognition::{ModelFiles, ModelSize, ModelsError, Recognised};

/// Hidden subcommand that makes this program a worker that recognises pages.
pub const RECOGNITION_COMMAND: &str = "recognition-worker";
/// Maximum time for one page; the careful models take ten seconds on a slow processor.
const TIME: Duration = Duration::from_mins(2);

/// Text recognition for pages that are only pictures. Several threads can share it; it reuses its worker processes.
#[derive(Debug)]
pub struct PageRecogniser {
    isolation: Isolation,
    limits: Limits,
    models: PathBuf,
    size: ModelSize,
    version: String,
    idle: Mutex<Vec<Worker>>,
    /// Pages of this run, for documents that no library keeps.
    remembered: Arc<Remembered>,
    /// Number of workers that read pages now.
    pub(super) busy: AtomicUsize,
}

/// Pages of one file that were asked for, each with the recognised text or the reason why there is none.
pub(super) type Answers = Vec<(PageName, Found)>;

/// Page that was read, with the hash of its picture; or the reason why not.
pub(super) type Found = Result<(PageHash, Recognised), String>;

/// File with the pages to read in it.
pub(super) struct Job {
    pub request: Request,
    /// Content of the file.
    pub content: Content,
    /// Store for recognised pages.
    pub kept: Arc<dyn KeptPages>,
    /// Version of the models and rules.
    pub version: String,
    /// True if pages that need fonts missing from the file are left unread.
    pub own_fonts_only: bool,
}

impl PageRecogniser {
    /// Creates a recogniser with the models in the folder `models`, which are read and checked once. Fails if the
    /// models are missing or damaged.
    pub fn new(
        isolation: Isolation,
        models: PathBuf,
        size: ModelSize,
    ) -> Result<Self, ModelsError> {
        let version = ModelFiles::read(&models, size)?.version().to_owned();
        Ok(Self {
            isolation,
            limits: Limits::default(),
            models,
            size,
            version,
            idle: Mutex::new(Vec::new()),
            remembered: Arc::default(),
            busy: AtomicUsize::new(0),
        })
    }

    /// Returns the version of the models and rules. The same version recognises the same text in the same picture.
    #[must_use]
    pub fn version(&self) -> &str {
        &self.version
    }

    /// Returns `kept` or, if it is `None`, a store in memory that lasts as long as this recogniser and takes up to 2,000 pages.
    #[must_use]
    pub fn kept_pages(&self, kept: Option<Arc<dyn KeptPages>>) -> Arc<dyn KeptPages> {
        kept.unwrap_or_else(|| Arc::clone(&self.remembered) as Arc<dyn KeptPages>)
    }

    /// Reads the `pages` of a job. Calls `done` after each page. A page that fails costs itself only, unless the worker
    /// dies of the page: then the answers end with that page. Returns `None` within a fraction of a second after
    /// `cancelled` becomes `true`.
    pub(super) fn read(
        &self,
        job: Job,
        pages: &[PageName],
        cancelled: &dyn Fn() -> bool,
        done: &dyn Fn(),
    ) -> Option<Answers> {
        let mut answers = Answers::new();
        let failed = |mut answers: Answers, detail: &str| {
            let page = pages.get(answers.len());
            answers.extend(page.map(|page| (page.clone(), Err(detail.to_owned()))));
            Some(answers)
        };
        let mut worker = match self.worker() {
            Ok(worker) => worker,
            Err(error) => return failed(answers, &error.to_string()),
        };
        if worker.jobs.send(job).is_err() {
            return failed(answers, &worker.death("it ended", self.limits));
        }
        let mut waited = Waited::begin();
        while let Some(page) = pages.get(answers.len()) {
            match worker.answers.recv_timeout(POLL) {
                Ok(Ok(found)) => {
                    answers.push((page.clone(), found));
                    done();
                    waited = Waited::begin();
                }
                Ok(Err(error)) => {
                    return failed(answers, &worker.death(&error.to_string(), self.limits));
                }
                Err(RecvTimeoutError::Disconnected) => {
                    return failed(answers, &worker.death("it ended", self.limits));
                }
                Err(RecvTimeoutError::Timeout) if cancelled() => return None,
                Err(RecvTimeoutError::Timeout) if waited.look() > TIME => {
                    return failed(answers, &format!("no answer in {} s", TIME.as_secs()));
                }
                Err(RecvTimeoutError::Timeout) => {}
            }
        }
        lock(&self.idle).push(worker);
        Some(answers)
    }

    fn worker(&self) -> std::io::Result<Worker> {
        let kept = lock(&self.idle).pop();
        match (kept, &self.isolation) {
            (Some(worker), _) => Ok(worker),
            (None, Isolation::Process(program)) => {
                Worker::start(program, self.limits, &self.models, self.size)
            }
            (None, Isolation::Thread) => Worker::in_thread(&self.models, self.size),
        }
    }
}

/// Checks an answer: the worker is not trusted.
fn checked(answer: Answer, version: &str) -> Answer {
    let read = answer?;
    if read.version == version && is_sound(&read) {
        Ok(read)
    } else {
        Err("the worker sent nonsense".to_owned())
    }
}

/// Whether no line has a line break.
fn is_sound(read: &Recognised) -> bool {
    let mut lines = read.pages.iter().flat_map(|page| &page.lines);
    lines.all(|line| !line.text.contains(['\n', '\r']))
}

/// One running worker.
#[derive(Debug)]
struct Worker {
    process: WorkerProcess,
    jobs: Sender<Job>,
    answers: Receiver<std::io::Result<Found>>,
}

impl Worker {
    fn start(
        program: &Path,
        limits: Limits,
        models: &Path,
        size: ModelSize,
    ) -> std::io::Result<Self> {
        let budget = Budget::without_end(limits.memory);
        let mut process = WorkerCommand::new(program, RECOGNITION_COMMAND, budget)
            .arg(size.name())
            .arg(models)
            .start()?;
        let (input, output) = (process.input()?, process.output()?);
        Ok(Self::between(process, input, output))
    }

    fn in_thread(models: &Path, size: ModelSize) -> std::io::Result<Self> {
        silence_import_panics();
        let files = ModelFiles::read(models, size).map_err(std::io::Error::other)?;
        let (its_input, input) = std::io::pipe()?;
        let (output, its_output) = std::io::pipe()?;
        std::thread::Builder::new()
            .name(THREAD_NAME.to_owned())
            .stack_size(STACK_BYTES)
            .spawn(move || serve(its_input, its_output, &engine(files)?))?;
        Ok(Self::between(WorkerProcess::default(), input, output))
    }

    /// Starts the conversation with a worker over its input and output.
    fn between(
        process: WorkerProcess,
        input: impl Write + Send + 'static,
        output: impl Read + Send + 'static,
    ) -> Self {
        let (jobs, to_do) = channel::<Job>();
        let (send_back, answers) = channel();
        std::thread::spawn(move || converse(input, output, &to_do, &send_back));
        Self {
            process,
            jobs,
            answers,
        }
    }

    /// Returns why the worker ended.
    fn death(&mut self, detail: &str, limits: Limits) -> String {
        match self.process.death(detail, limits) {
            ImportCause::Crashed { detail } => detail,
            other => other.key().to_owned(),
        }
    }
}

/// Sends files and receives the answers of all their pages until either side is gone.
fn converse(
    mut input: impl Write,
    output: impl Read,
    jobs: &Receiver<Job>,
    answers: &Sender<std::io::Result<Found>>,
) {
    let mut output = BufReader::new(output);
    for mut job in jobs {
        let content = std::mem::replace(&mut job.content, Box::new(std::io::empty()));
        if let Err(error) = send_request(&mut input, &job.request, content) {
            let _ = answers.send(Err(error));
            return;
        }
        for _ in &job.request.pages {
            let found = one_page(&mut input, &mut output, &job);
            let failed = found.is_err();
            if answers.send(found).is_err() || failed {
                return;
            }
        }
    }
}

/// Receives the answer on one page: one that is kept, where the picture is known.
fn one_page(input: &mut impl Write, output: &mut impl Read, job: &Job) -> std::io::Result<Found> {
    let Picture {
        hash,
        has_own_fonts,
    } = match hear::<Seen>(&mut *output)? {
        Ok(picture) => picture,
        Err(detail) => return Ok(Err(detail)),
    };
    if job.own_fonts_only && !has_own_fonts {
        send_go(input, false)?;
        return Ok(Err("its fonts are not in the file".to_owned()));
    }
    let kept = job.kept.page(&hash, &job.version).filter(is_sound);
    send_go(input, kept.is_none())?;
    if let Some(kept) = kept {
        return Ok(Ok((hash, kept)));
    }
    let answer = checked(hear(output)?, &job.version);
    Ok(answer.map(|read| {
        job.kept.keep(&hash, &read);
        (hash, read)
    }))
}
