//! Worker process as its parent sees it: starts it with limits, ends it, and finds out why it died.

use std::ffi::OsStr;
use std::io::{Error, Read};
use std::path::Path;
use std::process::{Child, ChildStderr, ChildStdin, ChildStdout, Command, ExitStatus, Stdio};
use std::sync::{Arc, Mutex};
use std::time::Instant;

use super::limits::{Limits, POLL};
use super::locked::lock;
use super::sandbox::{Announcements, Budget, Containment, containment, learn_of_threads};
use super::worker::WORKER_COMMAND;
use super::{ImportCause, Isolation};
use chachong_log::note_worker_death;

/// Number of bytes kept of a worker's standard error: its last words say why it died.
const LAST_WORDS: usize = 4096;

/// Environment variables that a worker inherits if they are set: without them no program starts on Windows.
const NEEDED: [&str; 1] = ["SystemRoot"];

/// Command that starts a program as a worker. The worker does not inherit the environment of this process, which may
/// contain a password, except for the variables that the system requires.
#[derive(Debug)]
pub struct WorkerCommand(Command);

impl WorkerCommand {
    /// Prepares to start `program` as the worker that the hidden `subcommand` names, within `budget`.
    #[must_use]
    pub fn new(program: &Path, subcommand: &str, budget: Budget) -> Self {
        let mut command = Command::new(program);
        command
            .env_clear()
            .envs(
                NEEDED
                    .iter()
                    .filter_map(|name| Some((name, std::env::var_os(name)?))),
            )
            // Without this glibc would reserve 64 MiB of the limited address space for each thread.
            .env("MALLOC_ARENA_MAX", "1")
            .arg(subcommand)
            .arg(budget.to_string())
            .stdin(Stdio::piped());
        Self(command)
    }

    /// Adds an argument. Other accounts on this machine can see the arguments of a process.
    #[must_use]
    pub fn arg(mut self, argument: impl AsRef<OsStr>) -> Self {
        self.0.arg(argument);
        self
    }

    /// Adds a variable of the environment, which only this account may see.
    #[must_use]
    pub(crate) fn variable(mut self, name: &str, value: &str) -> Self {
        self.0.env(name, value);
        self
    }

    /// Replaces the pipe into the worker.
    #[must_use]
    pub(crate) fn input(mut self, input: Stdio) -> Self {
        self.0.stdin(input);
        self
    }

    /// Starts the worker. A thread reads its standard error, which reports the sandbox and the cause of a crash.
    pub fn start(mut self) -> std::io::Result<WorkerProcess> {
        let mut announcements = Announcements::expect();
        let mut child = (self.0)
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()?;
        let last_words = Arc::default();
        if let Some(stderr) = child.stderr.take() {
            let words = Arc::clone(&last_words);
            std::thread::spawn(move || listen(stderr, &words, &mut announcements));
        }
        Ok(WorkerProcess {
            child: Some(child),
            last_words,
        })
    }
}

/// Returns how workers are sandboxed on this machine. Starts a worker to find out if none has run yet. Returns `None`
/// if that worker does not start or does not report its sandbox.
#[must_use]
pub fn probe_containment(isolation: &Isolation) -> Option<Containment> {
    match isolation {
        Isolation::Thread => learn_of_threads(),
        Isolation::Process(program) => {
            if let Some(known) = containment() {
                return Some(known);
            }
            let budget = Budget::new(Limits::default().memory, Limits::default().time);
            let asked = WorkerCommand::new(program, WORKER_COMMAND, budget).input(Stdio::null());
            let mut worker = asked.start().ok()?;
            let answer = containment();
            worker.end();
            return answer;
        }
    }
    containment()
}

/// Worker process, or a placeholder without a process for work that runs in a thread. Dropping the value kills the
/// process.
#[derive(Debug, Default)]
pub struct WorkerProcess {
    child: Option<Child>,
    last_words: Arc<Mutex<Vec<u8>>>,
}

impl WorkerProcess {
    /// Takes the pipe to the standard input of the process. Fails if there is no process or the pipe was taken before.
    pub fn input(&mut self) -> std::io::Result<ChildStdin> {
        let child = self.child.as_mut();
        child
            .and_then(|child| child.stdin.take())
            .ok_or_else(no_pipe)
    }

    /// Takes the pipe from the standard output of the process. Fails if there is no process or the pipe was taken
    /// before.
    pub fn output(&mut self) -> std::io::Result<ChildStdout> {
        let child = self.child.as_mut();
        child
            .and_then(|child| child.stdout.take())
            .ok_or_else(no_pipe)
    }

    /// Kills the process, unless it has ended, and waits for its end. Returns its exit status; `None` if there is no
    /// process or its status cannot be read.
    pub fn end(&mut self) -> Option<ExitStatus> {
        let child = self.child.as_mut()?;
        // Killing fails if the process has ended by itself; either way it is gone afterwards.
        let _ = child.kill();
        child.wait().ok()
    }

    /// Ends the process and returns the cause of its death, as its last output and exit status show, and logs the
    /// cause. `detail` is the message if nothing more specific is known; `limits` are those of the worker.
    pub fn death(&mut self, detail: &str, limits: Limits) -> ImportCause {
        // The process may still be dying; its last words are complete only when it is gone.
        let deadline = Instant::now() + 10 * POLL;
        while Instant::now() < deadline
            && (self.child.as_mut()).is_some_and(|child| matches!(child.try_wait(), Ok(None)))
        {
            std::thread::sleep(POLL / 8);
        }
        let status = self.end();
        let words = lock(&self.last_words);
        let cause = cause_of_death(&words, status, detail, limits);
        let how = status.map(|status| status.to_string()).unwrap_or_default();
        note_worker_death(cause.key(), &how);
        cause
    }
}

impl Drop for WorkerProcess {
    fn drop(&mut self) {
        self.end();
    }
}

fn no_pipe() -> Error {
    Error::other("no pipe")
}

/// Returns why a worker died, from its last words and its exit status.
fn cause_of_death(
    words: &[u8],
    status: Option<ExitStatus>,
    detail: &str,
    limits: Limits,
) -> ImportCause {
    let words = String::from_utf8_lossy(words);
    if words.contains("memory allocation of") || words.contains("out of memory") {
        let limit = limits.memory;
        return ImportCause::OutOfMemory { limit };
    }
    if words.contains("overflowed its stack") {
        return ImportCause::TooDeep;
    }
    let how = status.map(|status| status.to_string()).unwrap_or_default();
    ImportCause::Crashed {
        detail: format!("{detail}; {how}").trim_end_matches("; ").to_owned(),
    }
}

/// Keeps the end of what a worker prints to its standard error.
fn listen(mut stderr: ChildStderr, words: &Mutex<Vec<u8>>, announcements: &mut Announcements) {
    let mut buffer = [0; LAST_WORDS];
    while let Ok(read @ 1..) = stderr.read(&mut buffer) {
        let mut words = lock(words);
        words.extend_from_slice(&buffer[..read]);
        announcements.take(&mut words);
        let surplus = words.len().saturating_sub(LAST_WORDS);
        words.drain(..surplus);
    }
}
