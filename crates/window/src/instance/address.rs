//! Address of the open window's socket: per person and per screen, in a folder that nobody else may enter.

use std::path::{Path, PathBuf};

use crate::instance::peer;
use chachong_paths::make_private_folder;

/// Maximum length of a socket's path, in bytes: the system's own limit is 104 on macOS, 108 elsewhere.
const LONGEST: usize = 100;

/// Returns the path of the socket of this session's window; `None` if there is no private folder for it, if the path is
/// too long, or if a Linux session has no screen.
pub(super) fn of_this_session() -> Option<PathBuf> {
    let variable = |name: &str| std::env::var(name).ok().filter(|value| !value.is_empty());
    let screen = variable("DISPLAY").or_else(|| variable("WAYLAND_DISPLAY"));
    // Also a portable program hands paths over on the machine: a stick may have a file system without sockets.
    let base = dirs::runtime_dir()
        .or_else(dirs::state_dir)
        .or_else(dirs::data_local_dir)?;
    let folder = base.join("chachong");
    let socket = place(&folder, std::env::consts::OS, screen.as_deref())?;
    make_private_folder(&folder).ok()?;
    peer::is_private(&folder).then_some(socket)
}

/// Returns the path of the socket in `folder`; `None` if it is too long, or if a Linux session has no screen. Where a
/// person has several screens, each has its own window.
fn place(folder: &Path, system: &str, screen: Option<&str>) -> Option<PathBuf> {
    let plain = |screen: &str| -> String {
        let kept = |c: char| if c.is_ascii_alphanumeric() { c } else { '-' };
        screen.chars().map(kept).collect()
    };
    let name = match (system, screen) {
        ("windows" | "macos", _) => "window.sock".to_owned(),
        (_, screen) => format!("window{}.sock", plain(screen?)),
    };
    let socket = folder.join(name);
    (socket.as_os_str().len() <= LONGEST).then_some(socket)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_screen_has_its_own_window() {
        let folder = Path::new("run").join("chachong");
        let at = |system, screen| place(&folder, system, screen);
        let name = |name: &str| Some(folder.join(name));
        assert_eq!(at("linux", Some(":0")), name("window-0.sock"));
        assert_eq!(at("linux", Some("wayland-1")), name("windowwayland-1.sock"));
        assert_eq!(at("linux", Some("../x:1")), name("window---x-1.sock"));
        assert_eq!(at("linux", None), None);
        assert_eq!(at("windows", None), name("window.sock"));
        assert_eq!(at("macos", Some(":0")), name("window.sock"));
        let deep = PathBuf::from("x".repeat(90));
        assert_eq!(place(&deep, "linux", Some(":0")), None);
    }

    #[cfg(unix)]
    #[test]
    fn a_folder_that_others_may_enter_is_not_used() {
        use std::os::unix::fs::PermissionsExt;
        let base = tempfile::tempdir().unwrap();
        let folder = base.path().join("chachong");
        make_private_folder(&folder).unwrap();
        assert!(peer::is_private(&folder));
        let link = base.path().join("link");
        std::os::unix::fs::symlink(&folder, &link).unwrap();
        assert!(!peer::is_private(&link));
        std::fs::set_permissions(&folder, std::fs::Permissions::from_mode(0o750)).unwrap();
        assert!(!peer::is_private(&folder));
        assert!(!peer::is_private(&base.path().join("missing")));
        // The root folder is another user's, but for root.
        assert!(!peer::is_private(Path::new("/")));
    }
}
