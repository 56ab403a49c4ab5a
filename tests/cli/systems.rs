//! Tests of `chachong check --system`: every index system in the built program gives the same bytes; one that needs
//! too much memory says so.

use std::process::Output;

use chachong_lab::systems::System;

use crate::program::{command_in, fixture, stderr, stdout, str};

fn check(language: &str, arguments: &[&str]) -> Output {
    command_in(language, &["check", str(&fixture("texts")), "--quiet"])
        .args(arguments)
        .output()
        .unwrap()
}

/// Compares printed and written output of every system that can run.
#[test]
fn the_result_does_not_depend_on_the_system() {
    let dir = tempfile::tempdir().unwrap();
    for (distance, refused) in [(None, true), (Some("2"), false), (Some("20"), true)] {
        let mut first = None;
        for system in System::NAMES {
            let files =
                ["pairs.csv", "documents.csv", "all.json"].map(|name| dir.path().join(name));
            let [pairs, documents, json] = files.each_ref().map(|file| file.to_str().unwrap());
            let mut arguments = vec!["--system", system, "--csv", pairs];
            arguments.extend(["--documents-csv", documents, "--json", json]);
            arguments.extend(distance.into_iter().flat_map(|k| ["--max-distance", k]));
            let output = check("en", &arguments);
            if system == "flip-store" && refused {
                assert_eq!(output.status.code(), Some(1));
                continue;
            }
            let complaint = stderr(&output);
            assert_eq!(output.status.code(), Some(0), "{system}: {complaint}");
            let written = files.map(|file| {
                let bytes = std::fs::read(&file).unwrap();
                std::fs::remove_file(file).unwrap();
                bytes
            });
            let result = (output.stdout, written);
            let first = first.get_or_insert_with(|| result.clone());
            assert!(*first == result, "{system} at {distance:?}");
        }
        assert!(String::from_utf8_lossy(&first.unwrap().0).contains("near-duplicate"));
    }
}

#[test]
fn flip_store_says_what_it_needs_and_what_to_do() {
    for (language, words) in [("en", "--system blocks-4"), ("zh", "或改用其他索引")] {
        let output = check(language, &["--system", "flip-store"]);
        assert_eq!(output.status.code(), Some(1));
        let complaint = stderr(&output);
        assert!(
            complaint.contains(words) && complaint.contains("1073741824"),
            "{complaint}"
        );
    }
}

#[test]
fn the_help_names_the_systems() {
    for (language, words) in [("en", "for experts"), ("zh", "供专业人员使用")] {
        let output = check(language, &["--help"]);
        let help = stdout(&output);
        assert!(
            help.contains(words) && System::NAMES.iter().all(|name| help.contains(name)),
            "{help}"
        );
    }
    assert_eq!(check("en", &["--system", "lsh"]).status.code(), Some(2));
}
