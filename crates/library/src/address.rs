//! Distinguishes libraries on a server from libraries in a file by their names.

use std::path::{Path, PathBuf};

/// Beginnings of server addresses.
const SCHEMES: [&str; 2] = ["postgres://", "postgresql://"];

/// Returns `true` if a library is named by a server address, `postgres://[USER@]HOST[:PORT]/DATABASE`, and `false` if
/// it is named by a file path.
#[must_use]
pub fn is_server(library: &Path) -> bool {
    let text = library.to_str().unwrap_or_default();
    SCHEMES.iter().any(|scheme| text.starts_with(scheme))
}

/// Suffixes of the files beside a library in a file: the log of `SQLite`, its index, the journal of an older form,
/// the lock, the passage index, the index of titles, what was lost and not named yet, each also while it is written, and
/// the files of a salvage.
const BESIDE: [&str; 13] = [
    "-wal",
    "-shm",
    "-journal",
    ".lock",
    ".index",
    ".titles",
    ".losses",
    ".index.part",
    ".titles.part",
    ".losses.part",
    ".salvaged",
    ".salvaged-old",
    ".mended",
];

/// Returns the path of a library file and then the paths of the files that the program keeps beside it, finished or half-written, whether
/// or not they exist. Not included are the temporary file of a [`PortableLibrary`](crate::PortableLibrary) and the damaged libraries that
/// a salvage keeps (`.damaged1`).
#[must_use]
pub fn files_of_library(library: &Path) -> Vec<PathBuf> {
    let endings = [""].iter().chain(&BESIDE);
    endings.map(|ending| with_ending(library, ending)).collect()
}

/// Returns the path of a file beside a library: the library's own path followed by `ending`.
pub(crate) fn with_ending(library: &Path, ending: &str) -> PathBuf {
    let mut name = library.as_os_str().to_owned();
    name.push(ending);
    PathBuf::from(name)
}

/// Returns the displayed name of a library: the file name without its extension, or the database or host of a server
/// address. The name never contains a password: if a malformed address might contain one, the name is just `postgres`.
#[must_use]
pub fn name_of(library: &Path) -> String {
    if !is_server(library) {
        let stem = library.file_stem().unwrap_or(library.as_os_str());
        return stem.to_string_lossy().into_owned();
    }
    let text = library.to_string_lossy();
    let rest = text.split_once("://").map_or("", |(_, rest)| rest);
    let (authority, place) = rest.split_at(rest.find(['/', '?', '#']).unwrap_or(rest.len()));
    // A password with one of these signs, not escaped, reaches beyond what looks like user and host.
    if place.contains('@') {
        return SCHEMES[0].trim_end_matches("://").to_owned();
    }
    let database = place.strip_prefix('/').unwrap_or_default();
    let database = database.split(['?', '#']).next().unwrap_or_default();
    if !database.is_empty() {
        return database.to_owned();
    }
    // Behind the colon stands the port, or the password of an address that lacks its host.
    let host = authority.rsplit('@').next().unwrap_or_default();
    let host = host.split(':').next().unwrap_or_default();
    if host.is_empty() {
        return SCHEMES[0].trim_end_matches("://").to_owned();
    }
    host.to_owned()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_name_is_that_of_the_file_or_the_database_and_never_a_password() {
        for (library, name) in [
            ("/a/b/wiki.chachong", "wiki"),
            ("wiki", "wiki"),
            ("postgres://u@host/theses", "theses"),
            ("postgres://u@host:5433/theses?sslmode=disable", "theses"),
            ("postgres://u:geheim@host/theses", "theses"),
            ("postgres://u:geheim@host", "host"),
            ("postgres://u:geheim@host/", "host"),
            ("postgres://u:geheim@host:5433?password=geheim", "host"),
            ("postgres://u:geheim", "u"),
            ("postgres://host/theses?password=geheim", "theses"),
            ("postgres://host?password=geheim", "host"),
            ("postgres://u:ge/heim@host/theses", "postgres"),
            ("postgres://u:ge?heim@host/theses", "postgres"),
            ("postgres://u:ge#heim/geheim@host", "postgres"),
            ("postgres://u@x:ge/geheim@host/theses", "postgres"),
            ("postgresql:///theses?host=/run/postgresql", "theses"),
            ("postgres://", "postgres"),
        ] {
            assert_eq!(name_of(Path::new(library)), name, "{library}");
            assert!(!name_of(Path::new(library)).contains("heim"), "{library}");
        }
    }

    #[test]
    fn a_server_is_told_from_a_file() {
        for (name, server) in [
            ("postgres://host/db", true),
            ("postgresql://u@host:5433/db", true),
            ("/tmp/postgres://host/db", false),
            ("library.chachong", false),
            ("", false),
        ] {
            assert_eq!(is_server(Path::new(name)), server, "{name}");
        }
    }
}
