//! A small class that is checked into a library, for the tests of cases.

use std::path::PathBuf;

use serde_json::Value;
use tempfile::TempDir;

use crate::program::{chachong, done, said, stderr, str, text};

/// Check of three documents in a library: `李小四.txt` has a part of `b.txt`, and `c.txt` nothing.
pub(crate) struct Checked {
    _folder: TempDir,
    pub(crate) library: PathBuf,
    pub(crate) place: PathBuf,
}

impl Checked {
    pub(crate) fn new() -> Self {
        let folder = tempfile::tempdir().unwrap();
        let place = folder.path().join("班级");
        std::fs::create_dir(&place).unwrap();
        let source = text(2, 60);
        let part: String = source.chars().skip(200).take(500).collect();
        for (name, body) in [
            ("李小四.txt", text(1, 20) + &part + &text(11, 20)),
            ("b.txt", source),
            ("c.txt", text(3, 40)),
        ] {
            std::fs::write(place.join(name), body).unwrap();
        }
        let library = folder.path().join("l.chachong");
        let into = ["--library", str(&library), "--add"];
        done(&[&["check", "-q", str(&place)], &into[..]].concat());
        Self {
            library,
            place,
            _folder: folder,
        }
    }

    pub(crate) fn case(&self, work: &str, rest: &[&str]) -> String {
        done(&[&["case", work, str(&self.library)], rest].concat())
    }

    pub(crate) fn refused(&self, work: &str, rest: &[&str]) -> String {
        let output = chachong(&[&["case", work, str(&self.library)], rest].concat());
        assert_eq!(output.status.code(), Some(1), "{}", said(&output));
        stderr(&output)
    }

    pub(crate) fn json(&self, number: &str) -> Value {
        serde_json::from_str(&self.case("show", &[number, "--json"])).unwrap()
    }

    pub(crate) fn beside(&self, name: &str) -> PathBuf {
        self.library.with_file_name(name)
    }
}
