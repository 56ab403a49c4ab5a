//! State of a worker's sandbox: which of its layers are active. A worker reports it before it reads anything; its
//! parent remembers it and logs it once.

use std::io::{Error, Write};
use std::sync::{Condvar, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use serde::{Deserialize, Serialize};

use crate::locked::lock;

/// Begin of the line by which a worker says how it is contained: the first that it writes to its standard error.
const MARK: &str = "\u{1C}contained ";
/// Maximum length of that line in bytes.
const LONGEST: usize = 2048;
/// Time to wait for a worker that was started and has not said it yet.
const PATIENCE: Duration = Duration::from_secs(2);

/// Layer of protection in the sandbox of worker processes. [`Layer::of_this_system`] lists those of the current system.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Layer {
    /// Linux: allows only the system calls that reading requires (seccomp).
    Calls,
    /// Linux: forbids opening files, using TCP ports, sending signals to other processes and using abstract sockets
    /// (Landlock).
    Files,
    /// Linux: drops the rights of root, both the user id and the capabilities.
    Account,
    /// Linux: provides a network without interfaces and an empty root folder (namespaces, chroot).
    Namespaces,
    /// Unix: limits memory and time, and forbids new descriptors, processes, core dumps and writing to files (rlimit).
    Resources,
    /// Windows: limits memory and time, and forbids other processes and access to the clipboard, the desktop and
    /// handles of others (job object).
    Job,
    /// Windows: low integrity, which has no privileges and may not write anywhere.
    Integrity,
    /// Windows: forbids new code in memory, child processes and foreign libraries (mitigation policies).
    Mitigations,
}

impl Layer {
    /// Returns the layers that this operating system can provide; empty for an unknown system.
    #[must_use]
    pub const fn of_this_system() -> &'static [Self] {
        if cfg!(target_os = "linux") {
            &[
                Self::Calls,
                Self::Files,
                Self::Account,
                Self::Namespaces,
                Self::Resources,
            ]
        } else if cfg!(windows) {
            &[Self::Job, Self::Integrity, Self::Mitigations]
        } else if cfg!(unix) {
            &[Self::Resources]
        } else {
            &[]
        }
    }

    /// Returns the key of the layer in translations and in the log.
    #[must_use]
    pub const fn key(self) -> &'static str {
        match self {
            Self::Calls => "calls",
            Self::Files => "files",
            Self::Account => "account",
            Self::Namespaces => "namespaces",
            Self::Resources => "resources",
            Self::Job => "job",
            Self::Integrity => "integrity",
            Self::Mitigations => "mitigations",
        }
    }

    /// Returns whether a person is told after a check if the layer is missing. Namespaces only repeat the protection of
    /// other layers, and many systems and every ordinary container refuse them; their absence is only stated in the log
    /// and on the page about the program.
    #[must_use]
    pub const fn is_essential(self) -> bool {
        !matches!(self, Self::Namespaces)
    }
}

/// State of one layer of protection in a worker.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct LayerState {
    /// Layer that the state is about.
    pub layer: Layer,
    /// Reason why the layer is not active, in the words of the system; `None` if it is active.
    pub missing: Option<String>,
    /// Version of the system's interface for the layer; `None` if the protection does not depend on one.
    pub version: Option<u32>,
}

impl LayerState {
    /// Returns the state of a layer, by the result of asking the system for it.
    pub(super) fn of(layer: Layer, result: Result<(), Error>) -> Self {
        Self {
            layer,
            missing: result.err().map(|error| error.to_string()),
            version: None,
        }
    }
}

/// State of every sandbox layer that this system can provide, in one worker.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Containment {
    layers: Vec<LayerState>,
}

impl Containment {
    pub(super) const fn new(layers: Vec<LayerState>) -> Self {
        Self { layers }
    }

    /// Containment of work that runs in a thread of this process: none.
    fn of_threads() -> Self {
        let missing = |&layer: &Layer| LayerState {
            layer,
            missing: Some("not in a process of its own".to_owned()),
            version: None,
        };
        Self::new(Layer::of_this_system().iter().map(missing).collect())
    }

    /// Returns all layers of this system with their state.
    #[must_use]
    pub fn layers(&self) -> &[LayerState] {
        &self.layers
    }

    /// Returns the inactive layers that a person is told about ([`Layer::is_essential`]).
    pub fn missing(&self) -> impl Iterator<Item = &LayerState> {
        (self.layers.iter()).filter(|state| state.missing.is_some() && state.layer.is_essential())
    }

    /// Reports the state to the parent.
    pub(super) fn announce(&self) {
        if let Ok(line) = serde_json::to_string(self) {
            // Without a parent that listens nobody wants to know.
            let _ = std::io::stderr().write_all(format!("{MARK}{line}\n").as_bytes());
        }
    }

    fn log(&self) {
        let all = self.layers.iter().map(|state| match &state.missing {
            Some(why) => format!("{}: no ({why})", state.layer.key()),
            None => match state.version {
                Some(version) => format!("{}: version {version}", state.layer.key()),
                None => format!("{}: yes", state.layer.key()),
            },
        });
        let layers = all.collect::<Vec<_>>().join(", ");
        if self.missing().next().is_some() {
            tracing::warn!(layers, "readers of files lack layers of their sandbox");
        } else if self.layers.iter().any(|state| state.missing.is_some()) {
            tracing::info!(
                layers,
                "readers of files are contained, without a layer that only adds"
            );
        } else {
            tracing::debug!(layers, "readers of files are contained");
        }
    }
}

/// Sandbox layers that the workers of this process have reported.
struct Known {
    /// Workers that were started and have not said yet how they are contained.
    silent: usize,
    containment: Option<Containment>,
}

static KNOWN: Mutex<Known> = Mutex::new(Known {
    silent: 0,
    containment: None,
});
static NEWS: Condvar = Condvar::new();

fn known() -> MutexGuard<'static, Known> {
    lock(&KNOWN)
}

/// Returns how the workers of this process are sandboxed, as the first of them reported. Waits up to two seconds for a
/// worker that has not reported yet. `None` if none has run or reported.
#[must_use]
pub fn containment() -> Option<Containment> {
    let wait = |known: &mut Known| known.silent > 0 && known.containment.is_none();
    let waited = NEWS.wait_timeout_while(known(), PATIENCE, wait);
    let (known, _) = waited.unwrap_or_else(PoisonError::into_inner);
    known.containment.clone()
}

/// Records that this process reads files in its own threads, without a sandbox, unless a worker has reported before.
pub fn learn_of_threads() {
    learn(&mut known(), Containment::of_threads());
}

fn learn(known: &mut Known, containment: Containment) {
    if known.containment.is_none() {
        containment.log();
        known.containment = Some(containment);
    }
}

/// Receiver of the sandbox report that a worker writes at the beginning of its standard error.
#[derive(Debug)]
pub struct Announcements {
    is_open: bool,
}

impl Announcements {
    /// Registers a worker that is about to start, so that [`containment`] waits for its report.
    pub fn expect() -> Self {
        known().silent += 1;
        Self { is_open: true }
    }

    /// Removes the sandbox report from `words`, which the worker wrote to its standard error so far, as soon as the report is complete.
    /// Only the first line can be a report.
    pub fn take(&mut self, words: &mut Vec<u8>) {
        if !self.is_open {
            return;
        }
        let Some(end) = words.iter().position(|&byte| byte == b'\n') else {
            if words.len() > LONGEST {
                self.close(None);
            }
            return;
        };
        let line = std::str::from_utf8(&words[..end]).ok();
        let said = line
            .and_then(|line| line.strip_prefix(MARK))
            .and_then(|json| serde_json::from_str(json).ok());
        if said.is_some() {
            words.drain(..=end);
        }
        self.close(said);
    }

    fn close(&mut self, said: Option<Containment>) {
        if !std::mem::take(&mut self.is_open) {
            return;
        }
        let mut known = known();
        known.silent = known.silent.saturating_sub(1);
        if let Some(said) = said {
            learn(&mut known, said);
        }
        drop(known);
        NEWS.notify_all();
    }
}

impl Drop for Announcements {
    fn drop(&mut self) {
        self.close(None);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_the_first_line_of_a_worker_is_its_announcement() {
        let whole = Containment::new(vec![LayerState::of(Layer::Files, Ok(()))]);
        let line = format!("{MARK}{}\n", serde_json::to_string(&whole).unwrap());
        // In two pieces, with last words behind it.
        let mut listener = Announcements::expect();
        let mut words = line.as_bytes()[..9].to_vec();
        listener.take(&mut words);
        assert!(listener.is_open);
        words.extend_from_slice(&line.as_bytes()[9..]);
        words.extend_from_slice(b"memory allocation of 9 bytes failed");
        listener.take(&mut words);
        assert_eq!(words, b"memory allocation of 9 bytes failed");
        // A reader that was taken over cannot say it later.
        let mut listener = Announcements::expect();
        let mut words = format!("thread panicked\n{line}").into_bytes();
        let before = words.clone();
        listener.take(&mut words);
        listener.take(&mut words);
        assert_eq!(words, before);
        assert!(!listener.is_open);
    }

    #[test]
    fn a_person_is_told_of_missing_layers_that_matter() {
        let no = || Err(Error::other("no such thing"));
        let state = |layer| LayerState::of(layer, no());
        let lacking = Containment::new(vec![state(Layer::Namespaces), state(Layer::Calls)]);
        let missing: Vec<Layer> = lacking.missing().map(|state| state.layer).collect();
        assert_eq!(missing, [Layer::Calls]);
        let threads = Containment::of_threads();
        assert_eq!(threads.layers().len(), Layer::of_this_system().len());
    }
}
