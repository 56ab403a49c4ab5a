//! A small class that is checked into a library, for the tests of cases.

use std::path::PathBuf;

use serde_json::Value;

use crate::program::{Place, chachong, done, said, stderr, str, text};

/// Check of three documents in a library: `李小四.txt` has a part of `b.txt`, and `c.txt` nothing.
pub(crate) struct Checked {
    pub(crate) folder: Place,
    pub(crate) library: PathBuf,
    pub(crate) place: PathBuf,
}

impl Checked {
    pub(crate) fn new() -> Self {
        let folder = Place::new();
        let source = text(2, 60);
        let part: String = source.chars().skip(200).take(500).collect();
        for (name, body) in [
            ("李小四.txt", text(1, 20) + &part + &text(11, 20)),
            ("b.txt", source),
            ("c.txt", text(3, 40)),
        ] {
            folder.write(&format!("班级/{name}"), body);
        }
        folder.done("check -q 班级 --library l.chachong --add");
        Self {
            library: folder.at("l.chachong"),
            place: folder.at("班级"),
            folder,
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
