//! One window for a person: a second start hands its paths to the window that is open, over a socket that only this
//! person may use, and ends.

mod address;
mod message;
mod peer;
mod socket;

use std::fs::File;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use crate::instance::message::Handed;
use crate::instance::socket::{Listening, hand_over};

/// Maximum time to wait for a window that is just being opened to listen.
const START: Duration = Duration::from_secs(3);
/// Interval between two tries to reach a window that is just being opened.
const TRY: Duration = Duration::from_millis(50);

/// Part that this start of the program plays.
#[derive(Debug)]
pub(crate) enum Role {
    /// An open window took the paths: this program ends.
    Handed,
    /// This is the first window: later starts hand their paths to it.
    First(Listener),
    /// This start opens a window that later starts cannot find: there is no private folder for a socket, listening
    /// failed, the first window hangs, or another window was asked for.
    Alone,
}

/// Socket of the first window, at which later starts hand over their paths.
#[derive(Debug)]
pub(crate) struct Listener {
    listening: Listening,
    /// Held as long as the window is open; the system releases it however the program ends.
    _lock: File,
}

/// Hands `paths` to the open window of this person and screen, unless `new_window` forbids it; else becomes the first
/// window, if none is.
pub(crate) fn start(paths: &[PathBuf], new_window: bool) -> Role {
    let Some(socket) = address::of_this_session() else {
        return Role::Alone;
    };
    start_at(&socket, paths, new_window)
}

fn start_at(socket: &Path, paths: &[PathBuf], new_window: bool) -> Role {
    let began = Instant::now();
    let handed = Handed::new(paths);
    loop {
        if !new_window && hand_over(socket, &handed).is_ok() {
            return Role::Handed;
        }
        match lock(socket) {
            Ok(Some(lock)) => return listen(socket, lock),
            // Another program has the lock: it is just starting, or it hangs.
            Ok(None) if !new_window && began.elapsed() < START => std::thread::sleep(TRY),
            Ok(None) | Err(_) => return Role::Alone,
        }
    }
}

/// Takes the lock of the first window; `None` if another program has it.
fn lock(socket: &Path) -> std::io::Result<Option<File>> {
    let mut options = File::options();
    options.write(true).create(true).truncate(false);
    #[cfg(unix)]
    std::os::unix::fs::OpenOptionsExt::mode(&mut options, 0o600);
    let file = options.open(socket.with_extension("lock"))?;
    match file.try_lock() {
        Ok(()) => Ok(Some(file)),
        Err(std::fs::TryLockError::WouldBlock) => Ok(None),
        Err(std::fs::TryLockError::Error(error)) => Err(error),
    }
}

fn listen(socket: &Path, lock: File) -> Role {
    match Listening::at(socket) {
        Ok(listening) => Role::First(Listener {
            listening,
            _lock: lock,
        }),
        Err(error) => {
            tracing::warn!(kind = ?error.kind(), "later starts cannot be heard");
            Role::Alone
        }
    }
}

impl Listener {
    /// Calls `taken` with the paths of every later start, on a thread of its own, as long as the program runs.
    pub(crate) fn serve(self, taken: impl Fn(Vec<PathBuf>) + Send + 'static) {
        std::thread::spawn(move || {
            // The whole listener goes to the thread, its lock too.
            let listener = self;
            listener.listening.serve(&taken);
        });
    }
}

#[cfg(all(test, unix))]
mod tests {
    use super::*;
    use std::os::unix::fs::PermissionsExt;
    use std::sync::mpsc::channel;

    fn first(socket: &Path) -> Listener {
        match start_at(socket, &[], false) {
            Role::First(listener) => listener,
            other => unreachable!("{other:?}"),
        }
    }

    #[test]
    fn a_second_start_hands_its_paths_to_the_first() {
        let folder = tempfile::tempdir().unwrap();
        let socket = folder.path().join("window.sock");
        let (send, taken) = channel();
        first(&socket).serve(move |paths| send.send(paths).unwrap());
        let mode = std::fs::metadata(&socket).unwrap().permissions().mode();
        assert_eq!(mode & 0o777, 0o600);
        let odd: &std::ffi::OsStr = std::os::unix::ffi::OsStrExt::from_bytes(b"/x/\xff\xfe \n");
        let paths = [PathBuf::from("论文"), PathBuf::from(odd)];
        for _ in 0..3 {
            assert!(matches!(start_at(&socket, &paths, false), Role::Handed));
            let absolute = std::env::current_dir().unwrap().join("论文");
            assert_eq!(taken.recv().unwrap(), [absolute, paths[1].clone()]);
        }
        assert!(matches!(start_at(&socket, &paths, true), Role::Alone));
        assert!(
            taken.try_recv().is_err(),
            "a new window takes its own paths"
        );
    }

    #[test]
    fn a_socket_that_was_left_behind_is_replaced() {
        let folder = tempfile::tempdir().unwrap();
        let socket = folder.path().join("window.sock");
        // Dropped without being removed, as by a program that was killed.
        drop(std::os::unix::net::UnixListener::bind(&socket).unwrap());
        assert!(socket.exists());
        let _listener = first(&socket);
        assert!(std::os::unix::net::UnixStream::connect(&socket).is_ok());
    }

    #[test]
    fn two_starts_at_once_have_one_first() {
        let folder = tempfile::tempdir().unwrap();
        let socket = &folder.path().join("window.sock");
        let (send, taken) = channel();
        std::thread::scope(|scope| {
            for _ in 0..8 {
                let send = send.clone();
                scope.spawn(
                    move || match start_at(socket, &[PathBuf::from("/x")], false) {
                        Role::First(listener) => {
                            // The window takes a moment to open.
                            std::thread::sleep(4 * TRY);
                            listener.serve(move |paths| send.send(paths).unwrap());
                        }
                        Role::Handed => {}
                        Role::Alone => unreachable!("two first windows"),
                    },
                );
            }
        });
        for _ in 0..7 {
            assert!(taken.recv_timeout(START).is_ok());
        }
        assert!(taken.try_recv().is_err());
    }

    #[test]
    fn a_window_that_hangs_does_not_hold_up_a_new_start() {
        let folder = tempfile::tempdir().unwrap();
        let socket = folder.path().join("window.sock");
        let _held = lock(&socket).unwrap().unwrap();
        assert!(matches!(start_at(&socket, &[], false), Role::Alone));
    }
}
