//! Message by which a second start hands over its paths, as bytes.

use std::ffi::OsString;
use std::path::{Path, PathBuf};

use serde::{Deserialize, Serialize};

/// Version of the message; a window of another version does not take it.
const FORM: u32 = 1;

/// Paths handed over.
#[derive(Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(super) struct Handed {
    form: u32,
    /// Absolute paths; names that are no Unicode stay as they are.
    paths: Vec<OsString>,
}

impl Handed {
    /// Makes the message of these paths. Relative paths are made absolute from the current folder.
    pub(super) fn new(paths: &[PathBuf]) -> Self {
        let absolute = |path: &PathBuf| std::path::absolute(path).unwrap_or_else(|_| path.clone());
        Self {
            form: FORM,
            paths: (paths.iter())
                .map(|path| absolute(path).into_os_string())
                .collect(),
        }
    }

    pub(super) fn to_bytes(&self) -> Vec<u8> {
        serde_json::to_vec(self).unwrap_or_default()
    }

    /// Reads a message; `None` if it is damaged, of another version, or has a path that is not absolute.
    pub(super) fn of_bytes(bytes: &[u8]) -> Option<Vec<PathBuf>> {
        let handed: Self = serde_json::from_slice(bytes).ok()?;
        let paths: Vec<PathBuf> = handed.paths.into_iter().map(PathBuf::from).collect();
        let absolute = paths.iter().all(|path: &PathBuf| Path::is_absolute(path));
        (handed.form == FORM && absolute).then_some(paths)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn paths_arrive_as_absolute_ones() {
        let own = std::env::current_dir().unwrap();
        let sent = Handed::new(&[PathBuf::from("论文 A"), own.join("b")]);
        let taken = Handed::of_bytes(&sent.to_bytes()).unwrap();
        assert_eq!(taken, [own.join("论文 A"), own.join("b")]);
        let none = Handed::new(&[]).to_bytes();
        assert_eq!(Handed::of_bytes(&none), Some(Vec::new()));
    }

    #[test]
    fn damaged_and_foreign_messages_are_not_taken() {
        let mut sent = Handed::new(&[PathBuf::from("x")]);
        let bytes = sent.to_bytes();
        for end in 0..bytes.len() {
            assert_eq!(Handed::of_bytes(&bytes[..end]), None);
        }
        sent.form = 2;
        assert_eq!(Handed::of_bytes(&sent.to_bytes()), None);
        sent.form = FORM;
        sent.paths = vec!["x".into()];
        assert_eq!(Handed::of_bytes(&sent.to_bytes()), None);
    }
}
