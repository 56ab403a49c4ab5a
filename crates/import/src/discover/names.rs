//! Names of the documents of a check: unique, relative to what the person gave, with `/` on every system.

use std::collections::{HashMap, HashSet};
use std::path::{Path, PathBuf};

use super::Found;
use crate::archive::real_path;

/// Returns the name of a path below `root`, with the folder `prefix` before it; that of the root itself is its file name.
pub(super) fn name_below(root: &Path, path: &Path, prefix: Option<&Path>) -> String {
    let below = match path.strip_prefix(root) {
        Ok(rest) if !rest.as_os_str().is_empty() => {
            prefix.map_or_else(|| rest.to_owned(), |p| p.join(rest))
        }
        _ => path
            .file_name()
            .map_or_else(|| path.to_owned(), PathBuf::from),
    };
    shown_path(&below)
}

/// Returns a path for display, with `/` between its names on every system. It should be relative: an absolute path begins
/// with `//` on Unix.
#[must_use]
pub fn shown_path(path: &Path) -> String {
    path.components()
        .map(|c| readable(c.as_os_str()))
        .collect::<Vec<_>>()
        .join("/")
}

/// Returns a file name as text. A name that is no Unicode was most likely unpacked from a zip made on a Chinese Windows: its bytes are read
/// as GB18030. Bytes that are not GB18030 become escapes, so that no two names look alike.
#[cfg(unix)]
pub(super) fn readable(name: &std::ffi::OsStr) -> String {
    use std::os::unix::ffi::OsStrExt;
    let bytes = name.as_bytes();
    std::str::from_utf8(bytes).map_or_else(
        |_| {
            let decoded = encoding_rs::GB18030
                .decode_without_bom_handling_and_without_replacement(bytes)
                .map(std::borrow::Cow::into_owned);
            decoded.unwrap_or_else(|| bytes.escape_ascii().to_string())
        },
        str::to_owned,
    )
}

#[cfg(not(unix))]
pub(super) fn readable(name: &std::ffi::OsStr) -> String {
    name.to_string_lossy().into_owned()
}

/// Makes the names of documents unique: two with one name, from two folders, are told apart by the folder's name, else
/// by the whole path, at last by a number. A report must never give two files one name.
pub(super) fn make_names_unique(found: &mut [Found], taken: &HashSet<String>) {
    let mut count = HashMap::new();
    for Found { source, .. } in found.iter() {
        *count.entry(source.name.clone()).or_insert(0) += 1;
    }
    let mut used = taken.clone();
    // Last number given behind each name: thousands may share one.
    let mut numbers: HashMap<String, usize> = HashMap::new();
    for Found { source, root, .. } in found {
        let is_free = |name: &String, used: &HashSet<String>| {
            !used.contains(name) && count.get(name).is_none_or(|&n| n == 1)
        };
        if !is_free(&source.name, &used) {
            let folder = if root.is_dir() {
                root.as_path()
            } else {
                root.parent().unwrap_or(root)
            };
            let folder = folder.file_name().map(readable).unwrap_or_default();
            let in_folder = format!("{folder}/{}", source.name);
            let full = real_path(&source.path).unwrap_or_else(|_| source.path.clone());
            source.name = if !folder.is_empty() && is_free(&in_folder, &used) {
                in_folder
            } else {
                shown_path(&full).replacen("//", "/", 1)
            };
        }
        if !used.insert(source.name.clone()) {
            let plain = source.name.clone();
            let number = numbers.entry(plain.clone()).or_insert(1);
            while !used.insert(source.name.clone()) {
                *number += 1;
                source.name = format!("{plain} ({number})");
            }
        }
    }
}

/// Returns the name of a folder above a file, of which name and path are given.
pub(super) fn name_above(name: &str, file: &Path, folder: &Path) -> String {
    let below = file
        .strip_prefix(folder)
        .map_or(0, |below| below.iter().count());
    let end = name.rmatch_indices('/').nth(below.saturating_sub(1));
    end.map_or(name, |(end, _)| &name[..end]).to_owned()
}
