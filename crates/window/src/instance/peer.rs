//! Who may use the socket: this person alone. Paths tell the names of students.

use std::path::Path;

#[cfg(unix)]
pub(super) use std::os::unix::net::UnixStream as Stream;
#[cfg(windows)]
pub(super) use uds_windows::UnixStream as Stream;

/// Returns whether a folder is this person's and nobody else may enter it. On Windows the folder for local data has
/// such rights by itself.
#[cfg(unix)]
pub(super) fn is_private(folder: &Path) -> bool {
    use std::os::unix::fs::{MetadataExt, PermissionsExt};
    let own = rustix::process::geteuid().as_raw();
    std::fs::symlink_metadata(folder).is_ok_and(|found| {
        let of_others = found.permissions().mode() & 0o077;
        found.is_dir() && found.uid() == own && of_others == 0
    })
}

#[cfg(not(unix))]
pub(super) fn is_private(folder: &Path) -> bool {
    folder.is_dir()
}

/// Returns whether the program at the other end is this person's.
#[cfg(target_os = "linux")]
pub(super) fn is_own(stream: &Stream) -> bool {
    rustix::net::sockopt::socket_peercred(stream)
        .is_ok_and(|peer| peer.uid == rustix::process::geteuid())
}

/// Takes every program for this person's where the system names no peer: the rights of the folder decide there.
#[cfg(not(target_os = "linux"))]
pub(super) const fn is_own(_: &Stream) -> bool {
    true
}
