//! Worker process that reads files one after the other: the parent's side (start, request, abandon) and the child's
//! side.

use std::io::{BufReader, Read};
use std::path::Path;
use std::process::{ChildStdin, ChildStdout};
use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender, channel};

use super::annotate::{AnnotationCause, annotate};
use super::child::{WorkerCommand, WorkerProcess};
use super::limits::{Limits, POLL, TimeLeft, Waited, caught, silence_import_panics};
use super::protocol::{
    Reply, Request, Task, receive_annotated, receive_answer, receive_pictures, receive_request,
    send_annotated, send_answer, send_pictures, send_request,
};
use super::sandbox::{self, Budget};
use super::{ImportCause, MAXIMUM_FILE_BYTES, read_bytes, reduced};

/// Hidden subcommand that makes this program a worker that reads files.
pub const WORKER_COMMAND: &str = "import-worker";
/// Number of files after which a worker is replaced: parsers leak, and memory becomes fragmented.
const FILES: u32 = 100;

/// Content of a file, wherever it is read from.
pub(crate) type Content = Box<dyn Read + Send>;

/// Outcome of a request without an answer.
pub(super) enum Failure {
    /// The person cancelled; the worker is gone.
    Cancelled,
    /// The worker died or was killed.
    Died(ImportCause),
}

/// One running worker process, seen from the parent.
#[derive(Debug)]
pub(super) struct Worker {
    process: WorkerProcess,
    requests: Sender<(Request, Content)>,
    answers: Receiver<std::io::Result<Reply>>,
    limits: Limits,
    files: u32,
}

impl Worker {
    /// Starts `program` as a worker.
    pub(super) fn start(program: &Path, limits: Limits) -> std::io::Result<Self> {
        // Each file may take its time; the parent ends a worker that takes longer for one.
        let budget = Budget::new(limits.memory, limits.time.saturating_mul(FILES));
        let mut process = WorkerCommand::new(program, WORKER_COMMAND, budget).start()?;
        let (stdin, stdout) = (process.input()?, process.output()?);
        let (requests, to_send) = channel();
        let (send_back, answers) = channel();
        std::thread::spawn(move || converse(stdin, stdout, &to_send, &send_back));
        Ok(Self {
            process,
            requests,
            answers,
            limits,
            files: 0,
        })
    }

    /// Whether the worker may read another file.
    pub(super) const fn is_fresh(&self) -> bool {
        self.files < FILES
    }

    /// Requests the text, pictures or marked copy of `file` and waits for the answer as long as there is time `left`. After a failure the
    /// worker is dead and must be dropped.
    pub(super) fn ask(
        &mut self,
        request: Request,
        file: Content,
        left: &mut TimeLeft,
        cancelled: &dyn Fn() -> bool,
    ) -> Result<Reply, Failure> {
        self.files += 1;
        let mut waited = Waited::begin();
        let answer = self.answer(request, file, (&mut waited, *left), cancelled);
        left.spend(&mut waited);
        answer
    }

    fn answer(
        &mut self,
        request: Request,
        file: Content,
        (waited, left): (&mut Waited, TimeLeft),
        cancelled: &dyn Fn() -> bool,
    ) -> Result<Reply, Failure> {
        if self.requests.send((request, file)).is_err() {
            return Err(Failure::Died(self.process.death("it ended", self.limits)));
        }
        loop {
            match self.answers.recv_timeout(POLL) {
                Ok(Ok(answer)) => return Ok(answer),
                Ok(Err(error)) => {
                    return Err(Failure::Died(
                        self.process.death(&error.to_string(), self.limits),
                    ));
                }
                Err(RecvTimeoutError::Disconnected) => {
                    return Err(Failure::Died(self.process.death("it ended", self.limits)));
                }
                Err(RecvTimeoutError::Timeout) if cancelled() => {
                    self.process.end();
                    return Err(Failure::Cancelled);
                }
                Err(RecvTimeoutError::Timeout) => {
                    if let Some(cause) = left.over(waited) {
                        self.process.end();
                        return Err(Failure::Died(cause));
                    }
                }
            }
        }
    }
}

/// Sends requests and receives answers until either side is gone.
fn converse(
    mut stdin: ChildStdin,
    stdout: ChildStdout,
    requests: &Receiver<(Request, Content)>,
    answers: &Sender<std::io::Result<Reply>>,
) {
    let mut stdout = BufReader::new(stdout);
    for (request, file) in requests {
        let answer = send_request(&mut stdin, &request, file).and_then(|()| match &request.task {
            Task::Text { limit, .. } => {
                receive_answer(&mut stdout, *limit).map(|answer| Reply::Text(Box::new(answer)))
            }
            Task::Pictures(wanted) => receive_pictures(&mut stdout, wanted).map(Reply::Pictures),
            Task::Annotated(_) => {
                receive_annotated(&mut stdout, 2 * MAXIMUM_FILE_BYTES).map(Reply::Annotated)
            }
        });
        let failed = answer.is_err();
        if answers.send(answer).is_err() || failed {
            return;
        }
    }
}

/// Runs this process as a worker that reads files: answers requests on standard input until the parent closes it or
/// ends.
pub fn run_worker(budget: Budget) -> ! {
    sandbox::close_inherited();
    silence_import_panics();
    let (send, receive) = channel::<(Request, Vec<u8>)>();
    let work = move |()| {
        for (request, bytes) in receive {
            // It is locked for a whole answer, so that nothing that a parser prints comes between.
            let (format, stdout) = (request.format, std::io::stdout());
            let answered = match request.task {
                Task::Annotated(wanted) => {
                    let made = caught(|| Ok(annotate(format, bytes, &wanted)));
                    send_annotated(stdout.lock(), made.map_err(AnnotationCause::from).flatten())
                }
                Task::Pictures(wanted) => {
                    let shown = caught(|| reduced::read(format, bytes, &wanted));
                    send_pictures(stdout.lock(), &shown)
                }
                Task::Text { encoding, limit } => {
                    let answer = caught(|| read_bytes(format, encoding, bytes));
                    let answer = answer.and_then(|read| {
                        let is_within = read.text.len() as u64 <= limit;
                        is_within
                            .then_some(read)
                            .ok_or(ImportCause::TooMuchText { limit })
                    });
                    send_answer(stdout.lock(), answer)
                }
            };
            if answered.is_err() {
                std::process::exit(1);
            }
        }
    };
    if sandbox::enter(budget, || (), work).is_err() {
        std::process::exit(1);
    }
    // This thread only listens, so that the end of the parent is noticed while the other thread works.
    let mut stdin = std::io::stdin().lock();
    while let Ok(Some(request)) = receive_request::<Request>(&mut stdin) {
        if send.send(request).is_err() {
            break;
        }
    }
    std::process::exit(0);
}

#[cfg(test)]
#[cfg(unix)]
mod tests {
    use super::*;
    use crate::Format;

    fn request() -> Request {
        Request {
            format: Format::Pdf,
            bytes: 4,
            task: Task::Text {
                encoding: None,
                limit: 100,
            },
        }
    }

    fn ask(program: &str) -> Failure {
        let file = tempfile::NamedTempFile::new().unwrap();
        std::fs::write(file.path(), "%PDF").unwrap();
        let mut worker = Worker::start(Path::new(program), Limits::default()).unwrap();
        let mut left = TimeLeft::of(Limits::default().time);
        let content = Box::new(file.reopen().unwrap());
        let asked = worker.ask(request(), content, &mut left, &|| false);
        asked.err().unwrap()
    }

    #[test]
    fn a_child_that_prints_nonsense_or_ends_is_a_crash() {
        for program in ["/bin/echo", "/bin/false"] {
            assert!(matches!(
                ask(program),
                Failure::Died(ImportCause::Crashed { .. })
            ));
        }
    }
}
