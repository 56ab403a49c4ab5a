//! Runs one import so that a crash, hang or cancel costs one file: a txt in a thread of its own, docx and pdf (whose
//! parsers may exhaust the stack or the memory) in a child process of this program. Knows nothing of formats' insides.

use std::any::Any;
use std::io::Read;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::sync::Once;
use std::sync::mpsc::{Receiver, RecvTimeoutError, channel};
use std::time::{Duration, Instant};

use super::{Extracted, Format, ImportCause, ImportError, extract};

/// The hidden subcommand that reads one file and prints an [`Answer`] as JSON.
pub const WORKER_COMMAND: &str = "import-worker";
/// How long one file may take.
const TIME_LIMIT: Duration = Duration::from_mins(1);
/// Address space of a child process, in bytes: a decompression bomb costs its file, not the machine.
#[cfg_attr(not(unix), expect(dead_code, reason = "no such limit there yet"))]
const MEMORY_BYTES: u64 = 3 << 30;
/// How soon a cancel is noticed.
const POLL: Duration = Duration::from_millis(40);
/// Deeply nested files recurse deeply; the memory is only touched when used.
const STACK_BYTES: usize = 256 << 20;
/// Threads with this name catch their panics and report them: nothing goes to stderr.
const THREAD_NAME: &str = "import";

type Answer = Result<Extracted, ImportError>;

/// Where imports run.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Isolation {
    /// In a thread of this process: catches panics and time-outs, not stack overflows.
    Thread,
    /// docx and pdf in a child process: this program (a `chachong` binary), called as [`WORKER_COMMAND`].
    Process(PathBuf),
}

/// Why an import did not give a text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Stop {
    /// The file could not be read.
    Failed(ImportError),
    /// The person cancelled.
    Cancelled,
}

impl Isolation {
    /// A child process of the running program.
    #[must_use]
    pub fn of_this_program() -> Self {
        std::env::current_exe().map_or(Self::Thread, Self::Process)
    }

    /// Reads one file. Returns within a fraction of a second after `cancelled` says so.
    pub fn extract(&self, path: &Path, cancelled: &dyn Fn() -> bool) -> Result<Extracted, Stop> {
        match self {
            Self::Process(program) if Format::of(path) != Some(Format::Txt) => {
                in_process(program, path, cancelled)
            }
            _ => in_thread(path, cancelled),
        }
    }
}

/// What the child process does: reads `path` and prints the outcome as one JSON value. It ends when its parent does,
/// and takes no more than [`MEMORY_BYTES`] of address space.
pub fn run_worker(path: &Path, out: impl std::io::Write) -> serde_json::Result<()> {
    limit_memory();
    std::thread::spawn(|| {
        // The parent holds the other end and writes nothing: the end of input is the end of the parent.
        let _ = std::io::copy(&mut std::io::stdin().lock(), &mut std::io::sink());
        std::process::exit(1);
    });
    let answer = in_thread(path, &|| false).map_err(|stop| match stop {
        Stop::Failed(error) => error,
        Stop::Cancelled => crashed(path, "cancelled".to_owned()),
    });
    serde_json::to_writer(out, &answer)
}

#[cfg(unix)]
fn limit_memory() {
    // Where the system refuses a limit the file is read without one.
    let _ = rlimit::setrlimit(rlimit::Resource::AS, MEMORY_BYTES, MEMORY_BYTES);
}

#[cfg(not(unix))]
fn limit_memory() {}

fn in_thread(path: &Path, cancelled: &dyn Fn() -> bool) -> Result<Extracted, Stop> {
    let owned = path.to_owned();
    interruptible(path, cancelled, move || extract(&owned))?.map_err(Stop::Failed)
}

/// Runs `work` on `path`'s data in a thread of its own, so that a panic or hang in it costs this file and a cancel is
/// noticed at once. A thread cannot be ended from outside: one that hangs or is no longer wanted is left behind, and
/// its answer dropped.
pub(crate) fn interruptible<T: Send + 'static>(
    path: &Path,
    cancelled: &dyn Fn() -> bool,
    work: impl FnOnce() -> T + Send + 'static,
) -> Result<T, Stop> {
    silence_import_panics();
    let (send, receive) = channel();
    let work = move || {
        let answer = catch_unwind(AssertUnwindSafe(work)).map_err(|panic| panic_message(&*panic));
        // No one listens any more if the person cancelled.
        let _ = send.send(answer);
    };
    std::thread::Builder::new()
        .name(THREAD_NAME.to_owned())
        .stack_size(STACK_BYTES)
        .spawn(work)
        .map_err(|error| Stop::Failed(crashed(path, error.to_string())))?;
    poll(path, &receive, cancelled)?.map_err(|panic| Stop::Failed(crashed(path, panic)))
}

fn in_process(
    program: &Path,
    path: &Path,
    cancelled: &dyn Fn() -> bool,
) -> Result<Extracted, Stop> {
    let mut command = Command::new(program);
    command
        .arg(WORKER_COMMAND)
        .arg(path)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::null());
    let mut child = command
        .spawn()
        .map_err(|error| Stop::Failed(crashed(path, error.to_string())))?;
    let Some(mut stdout) = child.stdout.take() else {
        return Err(Stop::Failed(crashed(path, "no output".to_owned())));
    };
    let (send, receive) = channel();
    std::thread::spawn(move || {
        let mut bytes = Vec::new();
        let read = stdout.read_to_end(&mut bytes);
        let _ = send.send(read.map(|_| bytes));
    });
    let bytes = match poll(path, &receive, cancelled) {
        Ok(Ok(bytes)) => bytes,
        Ok(Err(error)) => {
            end(&mut child);
            return Err(Stop::Failed(crashed(path, error.to_string())));
        }
        Err(stop) => {
            end(&mut child);
            return Err(stop);
        }
    };
    let status = child.wait();
    if let Ok(answer) = serde_json::from_slice::<Answer>(&bytes) {
        return answer.map_err(Stop::Failed);
    }
    let how = status.map_or_else(|error| error.to_string(), |status| status.to_string());
    Err(Stop::Failed(crashed(path, how)))
}

fn end(child: &mut Child) {
    // It may have ended by itself meanwhile: either way it is gone after this.
    let _ = child.kill();
    let _ = child.wait();
}

fn poll<T>(path: &Path, receive: &Receiver<T>, cancelled: &dyn Fn() -> bool) -> Result<T, Stop> {
    let start = Instant::now();
    loop {
        match receive.recv_timeout(POLL) {
            Ok(value) => return Ok(value),
            Err(RecvTimeoutError::Disconnected) => {
                return Err(Stop::Failed(crashed(
                    path,
                    "ended without an answer".to_owned(),
                )));
            }
            Err(RecvTimeoutError::Timeout) if cancelled() => return Err(Stop::Cancelled),
            Err(RecvTimeoutError::Timeout) if start.elapsed() > TIME_LIMIT => {
                let cause = ImportCause::TimedOut {
                    seconds: TIME_LIMIT.as_secs(),
                };
                return Err(Stop::Failed(ImportError {
                    file: path.to_owned(),
                    cause,
                }));
            }
            Err(RecvTimeoutError::Timeout) => {}
        }
    }
}

fn crashed(path: &Path, detail: String) -> ImportError {
    ImportError {
        file: path.to_owned(),
        cause: ImportCause::Crashed { detail },
    }
}

/// The first line of what a panic said.
pub(super) fn panic_message(panic: &(dyn Any + Send)) -> String {
    let message = panic
        .downcast_ref::<&str>()
        .copied()
        .or_else(|| panic.downcast_ref::<String>().map(String::as_str));
    message
        .and_then(|m| m.lines().next())
        .unwrap_or("panic")
        .chars()
        .take(200)
        .collect()
}

fn silence_import_panics() {
    static ONCE: Once = Once::new();
    ONCE.call_once(|| {
        let before = std::panic::take_hook();
        std::panic::set_hook(Box::new(move |info| {
            if std::thread::current().name() != Some(THREAD_NAME) {
                before(info);
            }
        }));
    });
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_cancel_ends_the_wait_at_once() {
        let (_send, receive) = channel::<Answer>();
        assert_eq!(
            poll(Path::new("x"), &receive, &|| true).unwrap_err(),
            Stop::Cancelled
        );
    }

    #[test]
    fn a_reader_that_dies_without_an_answer_costs_its_file() {
        let (send, receive) = channel::<Answer>();
        drop(send);
        assert!(matches!(
            poll(Path::new("x"), &receive, &|| false),
            Err(Stop::Failed(_))
        ));
    }

    #[cfg(unix)]
    #[test]
    fn a_child_that_prints_nonsense_is_a_crash() {
        let stop = in_process(Path::new("/bin/echo"), Path::new("a.pdf"), &|| false).unwrap_err();
        assert!(matches!(
            stop,
            Stop::Failed(ImportError {
                cause: ImportCause::Crashed { .. },
                ..
            })
        ));
    }
}
