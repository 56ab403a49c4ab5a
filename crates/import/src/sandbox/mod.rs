//! Sandbox of a worker process. Before it reads a stranger's file, a worker gives up memory beyond a limit, files, the
//! network, other programs and processes, threads, and the rights of its account.
//!
//! A worker receives its file through a descriptor that its parent opened and needs nothing else, so that a parser
//! taken over by a hostile file can neither read nor send anything. The [layers](Layer) are independent of each other;
//! the worker [reports to its parent](Containment) which of them this machine provides.

mod budget;
mod containment;
#[cfg(target_os = "linux")]
mod linux;
#[cfg(unix)]
mod resources;
#[cfg(windows)]
mod windows;

use std::io::{Error, Result};
use std::sync::mpsc::channel;
use std::thread::JoinHandle;

pub use budget::Budget;
pub(super) use containment::{Announcements, learn_of_threads};
pub use containment::{Containment, Layer, LayerState, containment};

use crate::limits::{STACK_BYTES, THREAD_NAME};

/// Closes all inherited files except the three standard streams, on Linux; does nothing on other systems. A worker
/// calls this first.
pub fn close_inherited() {
    #[cfg(target_os = "linux")]
    linux::close_inherited();
}

/// Confines this process to its sandbox permanently and runs `work` there in a new thread, whose handle is returned.
/// Only `work` may read strangers' files. `prepare` runs in the same thread before system calls are forbidden: it may
/// still start threads, but not open files; its result is passed to `work`. The caller must have only one thread;
/// afterwards neither it nor `work` can start another.
///
/// Layers that the system refuses are named in the [`Containment`], which is reported to the parent; the other layers
/// are active. Fails if no thread can be started, or if `prepare` panics.
pub fn enter<T: 'static>(
    budget: Budget,
    prepare: impl FnOnce() -> T + Send + 'static,
    work: impl FnOnce(T) + Send + 'static,
) -> Result<JoinHandle<()>> {
    let mut layers = Vec::new();
    #[cfg(unix)]
    let limited = resources::limit(budget);
    // What the thread below inherits from this one.
    #[cfg(target_os = "linux")]
    linux::give_up_rights(&mut layers);
    #[cfg(windows)]
    windows::give_up_rights(budget, &mut layers);
    let (prepared, is_prepared) = channel();
    let (go, may_go) = channel();
    let thread = std::thread::Builder::new()
        .name(THREAD_NAME.to_owned())
        .stack_size(STACK_BYTES)
        .spawn(move || {
            let own = prepare();
            if prepared.send(()).is_ok() && may_go.recv().is_ok() {
                work(own);
            }
        })?;
    let failed = |_| Error::other("the worker could not prepare");
    is_prepared.recv().map_err(failed)?;
    #[cfg(unix)]
    layers.push(LayerState::of(
        Layer::Resources,
        limited.and_then(|()| resources::limit_what_is_new()),
    ));
    #[cfg(target_os = "linux")]
    linux::forbid_calls(&mut layers);
    #[cfg(not(any(unix, windows)))]
    let _ = budget;
    // Before the first byte of a stranger's file: nobody but this code can have written it.
    Containment::new(layers).announce();
    go.send(()).map_err(Error::other)?;
    Ok(thread)
}
