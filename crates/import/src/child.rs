//! Child process of a worker, as its parent sees it: kept from reserving memory, ended, and asked why it died.

use std::ffi::OsStr;
use std::io::{Error, Read};
use std::path::Path;
use std::process::{Child, ChildStderr, ChildStdin, ChildStdout, Command, ExitStatus, Stdio};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Instant;

use super::limits::{Limits, POLL};
use super::sandbox::{Announcements, Budget, Containment, containment, learn_of_threads};
use super::worker::WORKER_COMMAND;
use super::{ImportCause, Isolation};
use chachong_log::note_worker_death;

/// Number of bytes kept of a worker's standard error: its last words say why it died.
const LAST_WORDS: usize = 4096;

/// Variables of the environment that a worker gets, where they are set: without it no program starts on Windows.
const NEEDED: [&str; 1] = ["SystemRoot"];

/// Command that starts a program as a worker. Nothing of this process's environment reaches the worker, in which a password may
/// stand, but for what its system needs.
#[derive(Debug)]
pub struct WorkerCommand(Command);

impl WorkerCommand {
    /// Prepares to start `program` as the worker that a hidden subcommand names.
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

    /// Adds an argument, which other accounts of the machine can see.
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

    /// Starts the worker and reads its standard error.
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

/// Returns how workers are sandboxed on this machine; starts one to find out if none has run yet. `None` if it does not
/// answer.
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

/// Worker process, or a placeholder for work that runs in a thread of this process. Dropping the value ends the
/// process.
#[derive(Debug, Default)]
pub struct WorkerProcess {
    child: Option<Child>,
    last_words: Arc<Mutex<Vec<u8>>>,
}

impl WorkerProcess {
    /// Returns the pipe into the process, once; fails if there is none.
    pub fn input(&mut self) -> std::io::Result<ChildStdin> {
        let child = self.child.as_mut();
        child
            .and_then(|child| child.stdin.take())
            .ok_or_else(no_pipe)
    }

    /// Returns the pipe out of the process, once; fails if there is none.
    pub fn output(&mut self) -> std::io::Result<ChildStdout> {
        let child = self.child.as_mut();
        child
            .and_then(|child| child.stdout.take())
            .ok_or_else(no_pipe)
    }

    /// Ends the process; returns its exit status, `None` for a thread.
    pub fn end(&mut self) -> Option<ExitStatus> {
        let child = self.child.as_mut()?;
        // Killing fails if the process has ended by itself; either way it is gone afterwards.
        let _ = child.kill();
        child.wait().ok()
    }

    /// Finds out why the process died, from its last output and its exit status, and logs the cause.
    pub fn death(&mut self, detail: &str, limits: Limits) -> ImportCause {
        // The process may still be dying; its last words are complete only when it is gone.
        let deadline = Instant::now() + 10 * POLL;
        while Instant::now() < deadline
            && (self.child.as_mut()).is_some_and(|child| matches!(child.try_wait(), Ok(None)))
        {
            std::thread::sleep(POLL / 8);
        }
        let status = self.end();
        let words = (self.last_words.lock()).unwrap_or_else(PoisonError::into_inner);
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
        let mut words = words.lock().unwrap_or_else(PoisonError::into_inner);
        words.extend_from_slice(&buffer[..read]);
        announcements.take(&mut words);
        let surplus = words.len().saturating_sub(LAST_WORDS);
        words.drain(..surplus);
    }
}
