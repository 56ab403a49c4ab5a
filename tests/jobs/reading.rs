//! Tests of a session that reads files: threads, the order of files, cancellation.

use std::path::PathBuf;

use chachong_check::{Document, Settings};
use chachong_jobs::{Event, Session, SessionStep};

use crate::files::{samples, workers};

fn settings(threads: usize) -> Settings {
    Settings {
        threads: Some(threads),
        isolation: workers(),
        ..Settings::default()
    }
}

fn run(paths: Vec<PathBuf>, threads: usize) -> Vec<Document> {
    let session = Session::start(paths, &[], settings(threads));
    let collected = session.collect(|_, step| match step {
        SessionStep::NotKept(error) => unreachable!("no library keeps these: {error}"),
        SessionStep::Done { cancelled } => assert!(!cancelled),
        _ => {}
    });
    collected.documents
}

#[test]
fn results_do_not_depend_on_threads_or_on_the_order_of_files() {
    let mut files: Vec<PathBuf> = std::fs::read_dir(samples())
        .unwrap()
        .map(|entry| entry.unwrap().path())
        .filter(|path| path.is_file())
        .collect();
    let one = run(files.clone(), 1);
    files.reverse();
    let many = run(files, 3);
    assert_eq!(one, many);
    assert!(one.len() >= 10 && one.iter().all(|document| document.fingerprint().is_some()));
}

#[test]
fn a_cancelled_session_ends_at_once_and_keeps_what_was_read() {
    let session = Session::start(vec![samples()], &[], settings(1));
    let (mut read, mut done) = (0, None);
    for event in &session.events {
        match event {
            Event::Read { .. } => {
                read += 1;
                session.cancel();
            }
            Event::Done { cancelled } => done = Some(cancelled),
            _ => {}
        }
    }
    assert_eq!(done, Some(true));
    assert!(
        (1..15).contains(&read),
        "{read} were read before the cancel took effect"
    );
}

#[test]
fn files_that_changed_after_they_were_read_are_told_when_they_are_given_again() {
    let folder = tempfile::tempdir().unwrap();
    let at = |name: &str| folder.path().join(name);
    for name in ["a.txt", "b.txt"] {
        std::fs::write(at(name), "夜班工人来得最多的时段").unwrap();
    }
    let present = run(vec![folder.path().to_owned()], 1);
    std::fs::write(at("b.txt"), "馆员为此调整了排班").unwrap();
    let again = Session::start(vec![folder.path().to_owned()], &present, settings(1));
    let found = again.events.iter().find_map(|event| match event {
        Event::Found {
            already_there,
            changed,
            ..
        } => Some((already_there, changed)),
        _ => None,
    });
    assert_eq!(found, Some((2, vec![at("b.txt")])));
}
