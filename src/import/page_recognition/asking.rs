//! The parent's side of recognition: starts workers, asks for pages, ends a worker when the person cancels or a page
//! takes too long.

use std::io::{BufReader, Read, Write};
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender, channel};
use std::sync::{Mutex, PoisonError};
use std::time::{Duration, Instant};

use super::serving::serve;
use super::wire::{Answer, Request, receive_answer, send_request};
use crate::import::child::WorkerProcess;
use crate::import::limits::{Limits, POLL, STACK_BYTES, THREAD_NAME, silence_import_panics};
use crate::import::worker::Content;
use crate::import::{ImportCause, Isolation};
use crate::recognition::{Care, ModelFiles, ModelsError, Recognised};

/// Hidden subcommand that makes this program a worker that recognises pages.
pub const RECOGNITION_COMMAND: &str = "recognition-worker";
/// Maximum time for one page; the careful models take ten seconds on a slow processor.
const TIME: Duration = Duration::from_mins(2);

/// Reader of pages that are only pictures, for any number of threads; its workers are kept between files.
#[derive(Debug)]
pub struct PageRecogniser {
    isolation: Isolation,
    limits: Limits,
    models: PathBuf,
    care: Care,
    version: String,
    idle: Mutex<Vec<Worker>>,
}

/// Pages of one file that were asked for, each with what was read or the reason why not.
pub(super) type Answers = Vec<(u32, Answer)>;

impl PageRecogniser {
    /// Creates a reader with the models of a folder, which are read and checked once; no worker is started yet.
    pub fn new(isolation: Isolation, models: PathBuf, care: Care) -> Result<Self, ModelsError> {
        let version = ModelFiles::read(&models, care)?.version().to_owned();
        Ok(Self {
            isolation,
            limits: Limits::default(),
            models,
            care,
            version,
            idle: Mutex::new(Vec::new()),
        })
    }

    /// Returns the version of models and rules: the same version reads the same text in the same picture.
    #[must_use]
    pub fn version(&self) -> &str {
        &self.version
    }

    /// Reads pages of a pdf of so many bytes. Calls `done` after each page with the number of pages that are done. A page
    /// that fails costs itself only. Returns `None` within a fraction of a second after `cancelled` becomes `true`.
    pub(super) fn read(
        &self,
        (file, bytes): (Content, u64),
        pages: &[u32],
        cancelled: &dyn Fn() -> bool,
        done: &dyn Fn(usize),
    ) -> Option<Answers> {
        let request = Request {
            pages: pages.to_vec(),
            bytes,
        };
        let mut answers = Answers::new();
        let failed = |answers: &mut Answers, detail: &str| {
            let rest = &pages[answers.len().min(pages.len())..];
            answers.extend(rest.iter().map(|&page| (page, Err(detail.to_owned()))));
        };
        let mut worker = match self.worker() {
            Ok(worker) => worker,
            Err(error) => {
                failed(&mut answers, &error.to_string());
                return Some(answers);
            }
        };
        if worker.requests.send((request, file)).is_err() {
            failed(&mut answers, &worker.death("it ended", self.limits));
            return Some(answers);
        }
        let mut start = Instant::now();
        while answers.len() < pages.len() {
            match worker.answers.recv_timeout(POLL) {
                Ok(Ok(answer)) => {
                    answers.push((pages[answers.len()], checked(answer, &self.version)));
                    done(answers.len());
                    start = Instant::now();
                }
                Ok(Err(error)) => {
                    // The worker died on this page; the pages after it are not to blame, but another worker would have to
                    // be given the whole file again.
                    failed(&mut answers, &worker.death(&error.to_string(), self.limits));
                    return Some(answers);
                }
                Err(RecvTimeoutError::Disconnected) => {
                    failed(&mut answers, &worker.death("it ended", self.limits));
                    return Some(answers);
                }
                Err(RecvTimeoutError::Timeout) if cancelled() => return None,
                Err(RecvTimeoutError::Timeout) if start.elapsed() > TIME => {
                    failed(&mut answers, &format!("no answer in {} s", TIME.as_secs()));
                    return Some(answers);
                }
                Err(RecvTimeoutError::Timeout) => {}
            }
        }
        (self.idle.lock())
            .unwrap_or_else(PoisonError::into_inner)
            .push(worker);
        Some(answers)
    }

    fn worker(&self) -> std::io::Result<Worker> {
        let kept = (self.idle.lock())
            .unwrap_or_else(PoisonError::into_inner)
            .pop();
        match (kept, &self.isolation) {
            (Some(worker), _) => Ok(worker),
            (None, Isolation::Process(program)) => {
                Worker::start(program, self.limits, &self.models, self.care)
            }
            (None, Isolation::Thread) => Worker::in_thread(&self.models, self.care),
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

/// Whether each line has as many letters as characters, and no line break.
fn is_sound(read: &Recognised) -> bool {
    let mut lines = read.pages.iter().flat_map(|page| &page.lines);
    lines.all(|line| {
        line.text.chars().count() == line.letters.len() && !line.text.contains(['\n', '\r'])
    })
}

/// One running worker.
#[derive(Debug)]
struct Worker {
    process: WorkerProcess,
    requests: Sender<(Request, Content)>,
    answers: Receiver<std::io::Result<Answer>>,
}

impl Worker {
    fn start(program: &Path, limits: Limits, models: &Path, care: Care) -> std::io::Result<Self> {
        let mut process = WorkerProcess::start(
            Command::new(program)
                .arg(RECOGNITION_COMMAND)
                .arg(limits.memory.to_string())
                .arg(care.name())
                .arg(models)
                .stdin(Stdio::piped()),
        )?;
        let (input, output) = (process.input()?, process.output()?);
        Ok(Self::between(process, input, output))
    }

    fn in_thread(models: &Path, care: Care) -> std::io::Result<Self> {
        silence_import_panics();
        let files = ModelFiles::read(models, care).map_err(std::io::Error::other)?;
        let (its_input, input) = std::io::pipe()?;
        let (output, its_output) = std::io::pipe()?;
        std::thread::Builder::new()
            .name(THREAD_NAME.to_owned())
            .stack_size(STACK_BYTES)
            .spawn(move || serve(its_input, its_output, files))?;
        Ok(Self::between(WorkerProcess::default(), input, output))
    }

    /// Starts the conversation with a worker over its input and output.
    fn between(
        process: WorkerProcess,
        input: impl Write + Send + 'static,
        output: impl Read + Send + 'static,
    ) -> Self {
        let (requests, to_send) = channel::<(Request, Content)>();
        let (send_back, answers) = channel();
        std::thread::spawn(move || converse(input, output, &to_send, &send_back));
        Self {
            process,
            requests,
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

/// Sends requests and receives the answers of all their pages until either side is gone.
fn converse(
    mut input: impl Write,
    output: impl Read,
    requests: &Receiver<(Request, Content)>,
    answers: &Sender<std::io::Result<Answer>>,
) {
    let mut output = BufReader::new(output);
    for (request, file) in requests {
        if let Err(error) = send_request(&mut input, &request, file) {
            let _ = answers.send(Err(error));
            return;
        }
        for _ in &request.pages {
            let answer = receive_answer(&mut output);
            let failed = answer.is_err();
            if answers.send(answer).is_err() || failed {
                return;
            }
        }
    }
}
