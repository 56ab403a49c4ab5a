//! Tests of `chachong check --system`: every index system in the built program gives the same bytes; one that needs
//! too much memory says so.

use std::process::Output;

use chachong_lab::systems::System;

use crate::program::{Place, command_in, files_in, fixture, said, stderr, stdout, str};

fn check(language: &str, arguments: &[&str]) -> Output {
    command_in(language, &["check", str(&fixture("texts")), "--quiet"])
        .args(arguments)
        .output()
        .unwrap()
}

/// Compares printed and written output of every system that can run. `crates/lab/tests/index_systems.rs` tries more distances.
#[test]
fn the_result_does_not_depend_on_the_system() {
    let place = Place::new();
    for (name, text) in files_in(&fixture("texts")) {
        place.write(&format!("texts/{name}"), text);
    }
    let check = "check texts --quiet --csv pairs.csv --documents-csv documents.csv --json all.json";
    for (distance, refused) in [("", true), ("--max-distance 2", false)] {
        let mut first = None;
        for system in System::NAMES {
            let output = place.run(&format!("{check} --system {system} {distance}"));
            if system == "flip-store" && refused {
                assert_eq!(output.status.code(), Some(1));
                continue;
            }
            assert!(output.status.success(), "{system}: {}", said(&output));
            let files = ["pairs.csv", "documents.csv", "all.json"];
            let written = files.map(|name| {
                let text = place.read(name);
                std::fs::remove_file(place.at(name)).unwrap();
                text
            });
            let result = (stdout(&output), written);
            let first = first.get_or_insert_with(|| result.clone());
            assert!(*first == result, "{system} at {distance:?}");
        }
        assert!(first.unwrap().0.contains("near-duplicate"));
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
