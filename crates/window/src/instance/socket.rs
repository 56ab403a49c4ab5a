//! Socket in the file system between the first window and later starts; the same on all systems.

use std::io::{self, Read, Write};
use std::net::Shutdown;
use std::path::{Path, PathBuf};
use std::time::Duration;

#[cfg(unix)]
use std::os::unix::net::UnixListener as SystemListener;
#[cfg(windows)]
use uds_windows::UnixListener as SystemListener;

use crate::instance::message::Handed;
use crate::instance::peer::{self, Stream};

/// Answer of a window that took the paths.
const TAKEN: &[u8] = b"taken";
/// Maximum size of a message, in bytes.
const LARGEST: u64 = 16 << 20;
/// Maximum time that either end waits for the other: a window that is just being opened answers when it is open.
const PATIENCE: Duration = Duration::from_secs(5);

/// Socket at which the first window listens.
#[derive(Debug)]
pub(super) struct Listening {
    listener: SystemListener,
    path: PathBuf,
}

impl Listening {
    /// Listens at `path`, in place of a socket that a killed program left there. The caller holds the lock.
    pub(super) fn at(path: &Path) -> io::Result<Self> {
        match std::fs::remove_file(path) {
            Err(error) if error.kind() != io::ErrorKind::NotFound => return Err(error),
            _ => {}
        }
        let listener = SystemListener::bind(path)?;
        #[cfg(unix)]
        std::fs::set_permissions(path, std::os::unix::fs::PermissionsExt::from_mode(0o600))?;
        Ok(Self {
            listener,
            path: path.to_owned(),
        })
    }

    /// Takes messages until the program ends.
    pub(super) fn serve(&self, taken: &dyn Fn(Vec<PathBuf>)) {
        loop {
            match self.listener.accept() {
                Ok((stream, _)) => {
                    if let Some(paths) = receive(&stream) {
                        taken(paths);
                    }
                }
                // No more files may be open, say: it may be better later.
                Err(_) => std::thread::sleep(PATIENCE),
            }
        }
    }
}

impl Drop for Listening {
    fn drop(&mut self) {
        // A socket that stays is replaced by the next start.
        let _ = std::fs::remove_file(&self.path);
    }
}

/// Receives a message of this person and answers it; `None` if the message is from another person, damaged, or comes
/// too late.
fn receive(mut stream: &Stream) -> Option<Vec<PathBuf>> {
    if !peer::is_own(stream) {
        tracing::warn!("another user tried to hand over paths");
        return None;
    }
    stream.set_read_timeout(Some(PATIENCE)).ok()?;
    stream.set_write_timeout(Some(PATIENCE)).ok()?;
    let mut bytes = Vec::new();
    stream.take(LARGEST).read_to_end(&mut bytes).ok()?;
    let paths = Handed::of_bytes(&bytes)?;
    // The start that waits for the answer opens a window of its own if none comes.
    stream.write_all(TAKEN).ok()?;
    Some(paths)
}

/// Hands a message to the window that listens at `path`, and waits for its answer.
pub(super) fn hand_over(path: &Path, handed: &Handed) -> io::Result<()> {
    let mut stream = Stream::connect(path)?;
    if !peer::is_own(&stream) {
        return Err(io::ErrorKind::PermissionDenied.into());
    }
    stream.set_read_timeout(Some(PATIENCE))?;
    stream.set_write_timeout(Some(PATIENCE))?;
    stream.write_all(&handed.to_bytes())?;
    stream.shutdown(Shutdown::Write)?;
    let mut answer = Vec::new();
    Read::by_ref(&mut stream)
        .take(LARGEST)
        .read_to_end(&mut answer)?;
    if answer == TAKEN {
        Ok(())
    } else {
        Err(io::ErrorKind::InvalidData.into())
    }
}

#[cfg(all(test, unix))]
mod tests {
    use super::*;
    use std::sync::mpsc::channel;

    #[test]
    fn nonsense_is_not_taken_and_the_next_message_is() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("window.sock");
        let listening = Listening::at(&path).unwrap();
        let (send, taken) = channel();
        std::thread::spawn(move || listening.serve(&move |paths| send.send(paths).unwrap()));
        for nonsense in [&b""[..], b"{", b"GET / HTTP/1.1\r\n\r\n"] {
            let mut stream = Stream::connect(&path).unwrap();
            stream.write_all(nonsense).unwrap();
            stream.shutdown(Shutdown::Write).unwrap();
            let mut answer = Vec::new();
            stream.read_to_end(&mut answer).unwrap();
            assert_eq!(answer, b"");
        }
        hand_over(&path, &Handed::new(&[])).unwrap();
        assert_eq!(taken.recv().unwrap(), Vec::<PathBuf>::new());
    }
}
