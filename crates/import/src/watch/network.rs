//! Detects folders on drives whose changes the system does not report: on Linux, inotify accepts a network drive but
//! does not report changes by other computers. Other systems give no sign of this and are trusted.

use std::path::Path;

/// Whether changes in `folder` may go unreported.
#[cfg(target_os = "linux")]
pub(super) fn is_silent(folder: &Path) -> bool {
    // Bytes that are not UTF-8 are replaced: a mount point with such a name is not found, and the system is trusted.
    let mounts = std::fs::read("/proc/self/mountinfo").unwrap_or_default();
    file_system(&String::from_utf8_lossy(&mounts), folder).is_some_and(|kind| {
        kind.starts_with("fuse.")
            || matches!(
                kind.as_str(),
                "nfs"
                    | "nfs4"
                    | "cifs"
                    | "smb3"
                    | "smbfs"
                    | "9p"
                    | "afs"
                    | "ceph"
                    | "fuse"
                    | "vboxsf"
                    | "virtiofs"
            )
    })
}

#[cfg(not(target_os = "linux"))]
pub(super) const fn is_silent(_folder: &Path) -> bool {
    false
}

/// Returns the type of the file system that `folder` (a path without links) is on, from the lines of `mountinfo`
/// (proc(5)); `None` if no mount point matches.
#[cfg(target_os = "linux")]
fn file_system(mountinfo: &str, folder: &Path) -> Option<String> {
    let mounts = mountinfo.lines().filter_map(|line| {
        let (place, kind) = line.split_once(" - ")?;
        let point = unescaped(place.split(' ').nth(4)?);
        Some((point, kind.split(' ').next()?.to_owned()))
    });
    // Of two mounts at one place the later hides the earlier: `max_by_key` takes the last.
    mounts
        .filter(|(point, _)| folder.starts_with(point))
        .max_by_key(|(point, _)| point.len())
        .map(|(_, kind)| kind)
}

/// Replaces the octal escapes of `mountinfo`, which writes a space, tab, line feed or backslash as three octal digits.
#[cfg(target_os = "linux")]
fn unescaped(point: &str) -> String {
    [
        ("\\040", " "),
        ("\\011", "\t"),
        ("\\012", "\n"),
        ("\\134", "\\"),
    ]
    .iter()
    .fold(point.to_owned(), |point, (from, to)| {
        point.replace(from, to)
    })
}

#[cfg(target_os = "linux")]
#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_innermost_and_latest_mount_decides() {
        let mounts = "\
            22 1 8:1 / / rw,relatime shared:1 - ext4 /dev/sda1 rw\n\
            40 22 0:40 / /mnt/my\\040drive rw shared:2 - autofs systemd rw\n\
            41 22 0:41 / /mnt/my\\040drive rw shared:2 - cifs //server/theses rw\n\
            42 22 0:42 / /mnt rw - tmpfs tmpfs rw\n\
            nonsense\n";
        let on = |path: &str| file_system(mounts, Path::new(path));
        assert_eq!(on("/mnt/my drive/2024").as_deref(), Some("cifs"));
        assert_eq!(on("/mnt/my drives").as_deref(), Some("tmpfs"));
        assert_eq!(on("/home/a").as_deref(), Some("ext4"));
        assert_eq!(file_system("", Path::new("/")), None);
    }
}
