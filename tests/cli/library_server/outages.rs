//! Tests of servers and programs that are killed: nothing that was reported is lost.
//!
//! `CHACHONG_KILLS` sets how often each is killed; few by default, so that all tests take under a minute.

use std::collections::HashSet;
use std::process::Stdio;
use std::time::Duration;

use super::library;
use crate::postgres_server::{Server, own_server};
use crate::program::{Dice, command, reported, said, str, write_texts};

fn kills() -> u64 {
    std::env::var("CHACHONG_KILLS")
        .ok()
        .and_then(|kills| kills.parse().ok())
        .unwrap_or(4)
}

/// Names of the members whose text, passages and search terms are all there.
fn whole_members(server: &Server, database: &str) -> HashSet<String> {
    let names = server.sql_patiently(
        database,
        "SELECT name FROM chachong.member m WHERE removed IS NULL
         AND EXISTS (SELECT FROM chachong.body b WHERE b.document = m.document)
         AND EXISTS (SELECT FROM chachong.terms t WHERE t.document = m.document)
         AND (SELECT count(*) FROM chachong.posting p WHERE p.document = m.document) =
             (SELECT count(DISTINCT f >> 16) FROM chachong.passages p, unnest(p.fingerprints) AS f
              WHERE p.document = m.document)",
    );
    names.lines().map(str::to_owned).collect()
}

/// Adds texts again and again while `strike` kills something after a random time; whatever was reported as added must
/// be there, and after the last time everything.
fn nothing_reported_is_lost(strike: impl Fn(&Server, &mut std::process::Child)) {
    let Some(server) = own_server() else { return };
    let folder = tempfile::tempdir().unwrap();
    let address = library(&server);
    let database = Server::name(&address);
    let mut dice = Dice(7);
    let mut told: HashSet<String> = HashSet::new();
    for round in 0..kills() {
        let texts = folder.path().join(format!("{round}"));
        write_texts(&texts, 1_000 * round..1_000 * round + 40, 20);
        let mut program = command(&["library", "add", "-q", str(&address), str(folder.path())])
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .unwrap();
        std::thread::sleep(Duration::from_millis(dice.below(1_500)));
        strike(&server, &mut program);
        let output = program.wait_with_output().unwrap();
        told.extend(reported(&String::from_utf8_lossy(&output.stdout), "added"));
        let there = whole_members(&server, &database);
        let lost: Vec<&String> = told.difference(&there).collect();
        assert!(
            lost.is_empty(),
            "{round}: {lost:?} of {}: {}",
            told.len(),
            said(&output)
        );
    }
    let output = command(&["library", "add", "-q", str(&address), str(folder.path())])
        .output()
        .unwrap();
    assert!(output.status.success(), "{}", said(&output));
    let all = whole_members(&server, &database);
    assert_eq!(all.len() as u64, 40 * kills());
}

#[test]
fn a_killed_program_loses_nothing_that_was_reported() {
    nothing_reported_is_lost(|_, program| {
        let _ = program.kill();
    });
}

#[test]
fn a_killed_server_loses_nothing_that_was_reported() {
    nothing_reported_is_lost(|server, _| server.kill());
}
