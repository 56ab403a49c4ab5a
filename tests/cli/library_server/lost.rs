//! Checks whose libraries lie on servers that are lost: they end with what the others have, and say what is missing.

use std::path::{Path, PathBuf};
use std::process::{Child, Output, Stdio};
use std::time::{Duration, Instant};

use serde_json::Value;

use super::shards::distributed;
use super::{library, old_and_new};
use crate::postgres_server::{Server, own_server, server};
use crate::program::{command, done, said, str};

/// Address of a library whose checks wait for an answer for some seconds only, not for a minute.
fn impatient(address: &Path) -> PathBuf {
    PathBuf::from(format!("{}?answer_timeout=16", str(address)))
}

/// Starts a check of `new` with a library of its own in a file and another one that gives sources.
fn check(folder: &Path, sources: &Path, new: &Path) -> Child {
    let own = folder.join("own.chachong");
    crate::program::new_library(&own);
    start(
        folder,
        &["--library", str(&own), "--library", str(sources)],
        new,
    )
}

fn start(folder: &Path, libraries: &[&str], new: &Path) -> Child {
    let json = folder.join("report.json");
    command(&["check", "-q", "--json", str(&json)])
        .args(libraries)
        .arg(new)
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap()
}

/// Waits for a check, which must end with 1 where something is missing and else succeed; returns its report, its sources' names
/// sorted, and what it said.
fn ended(folder: &Path, check: Child) -> (Value, Vec<String>, String) {
    let output: Output = check.wait_with_output().unwrap();
    let report = std::fs::read(folder.join("report.json")).unwrap();
    let report: Value = serde_json::from_slice(&report).unwrap();
    let code = i32::from(!missing(&report).is_empty());
    assert_eq!(output.status.code(), Some(code), "{}", said(&output));
    let documents = report["documents"].as_array().unwrap().iter();
    let mut sources: Vec<String> = documents
        .filter_map(|document| document["path"].as_str()?.strip_prefix("library:"))
        .map(str::to_owned)
        .collect();
    sources.sort();
    (report, sources, said(&output))
}

/// Keeps searches of a server waiting until `during` is done and its effects are felt.
fn hold_up(server: &Server, database: &str, during: impl FnOnce()) {
    std::thread::scope(|scope| {
        // Ends with an error where the server is stopped.
        let lock = "BEGIN; LOCK TABLE chachong.posting; SELECT pg_sleep(15); COMMIT";
        scope.spawn(|| server.sql_as("admin", database, lock));
        let begun = Instant::now();
        let waiting = "SELECT count(*) FROM pg_stat_activity WHERE wait_event_type = 'Lock'";
        while server.sql(database, waiting) == "0" {
            assert!(begun.elapsed() < Duration::from_secs(14), "nobody asks");
            std::thread::sleep(Duration::from_millis(50));
        }
        during();
        // The processes of a stopped server end a moment after it.
        std::thread::sleep(Duration::from_secs(2));
        let end =
            "SELECT pg_cancel_backend(pid) FROM pg_stat_activity WHERE wait_event = 'PgSleep'";
        let _ = server.sql_as("admin", database, end);
    });
}

/// Servers that the report says are missing, of a library.
fn missing(report: &Value) -> Vec<Option<String>> {
    let parts = report["missing"].as_array().unwrap().iter();
    parts
        .map(|part| part["server"].as_str().map(str::to_owned))
        .collect()
}

#[test]
fn two_of_three_servers_are_lost_while_a_check_runs_and_before_it() {
    let Some(hub) = server() else { return };
    let (shards, coordinator) = distributed(hub);
    let name = Server::name(&coordinator);
    let folder = tempfile::tempdir().unwrap();
    let (old, new) = old_and_new(folder.path());
    done(&["library", "add", "-q", str(&coordinator), str(&old)]);
    let shared = impatient(&coordinator);
    let (report, all, _) = ended(folder.path(), check(folder.path(), &shared, &new));
    assert_eq!(all, ["000.txt", "001.txt", "002.txt"]);
    assert_eq!(missing(&report), []);

    // The server that has the source of the first copier stays.
    let first = hub.sql(
        &name,
        "SELECT document FROM chachong.member WHERE name = '000.txt'",
    );
    let has = |shard: &&Server, name: &str| {
        shard
            .sql(name, "SELECT document FROM chachong.body")
            .lines()
            .any(|id| id == first)
    };
    let (stays, lost): (Vec<&Server>, Vec<&Server>) =
        shards.iter().partition(|shard| has(shard, &name));
    let on_it = stays[0].sql(&name, "SELECT document FROM chachong.body");
    let found: Vec<String> = (all.iter())
        .filter(|file| {
            let number = format!("SELECT document FROM chachong.member WHERE name = '{file}'");
            let number = hub.sql(&name, &number);
            on_it.lines().any(|id| id == number)
        })
        .cloned()
        .collect();

    // One that takes connections and answers nothing.
    let halted = lost[0].halt();
    let (report, _, text) = ended(folder.path(), check(folder.path(), &shared, &new));
    assert_eq!(missing(&report), [Some(lost[0].place())], "{text}");
    drop(halted);

    let running = check(folder.path(), &shared, &new);
    hold_up(stays[0], &name, || {
        for server in &lost {
            server.stop();
        }
    });
    let mut places: Vec<Option<String>> = lost.iter().map(|server| Some(server.place())).collect();
    places.sort();
    let the_rest = |check: Child| {
        let (report, sources, text) = ended(folder.path(), check);
        assert_eq!(sources, found, "{text}");
        assert_eq!(missing(&report), places, "{text}");
        for server in &lost {
            assert!(text.contains(&server.place()), "{text}");
        }
    };
    the_rest(running);
    the_rest(check(folder.path(), &shared, &new));
    // The library of the check itself.
    the_rest(start(folder.path(), &["--library", str(&shared)], &new));
}

#[test]
fn the_library_of_the_check_loses_two_servers_after_it_keeps_the_texts() {
    let Some(hub) = server() else { return };
    let (shards, coordinator) = distributed(hub);
    let name = Server::name(&coordinator);
    let folder = tempfile::tempdir().unwrap();
    let (old, new) = old_and_new(folder.path());
    done(&["library", "add", "-q", str(&coordinator), str(&old)]);
    let shared = impatient(&coordinator);
    let running = start(folder.path(), &["--library", str(&shared)], &new);
    let mut halted = None;
    hold_up(&shards[0], &name, || {
        shards[1].stop();
        halted = Some(shards[2].halt());
    });
    let (report, _, text) = ended(folder.path(), running);
    let mut places = vec![Some(shards[1].place()), Some(shards[2].place())];
    places.sort();
    assert_eq!(missing(&report), places, "{text}");
    // The texts that lie on the lost servers were compared with each other all the same.
    let pairs = report["settings"]["compared_pairs"].as_u64();
    assert!(pairs.is_some_and(|pairs| pairs > 10), "{text}");
    drop(halted);
}

#[test]
fn a_source_library_on_a_server_is_lost_while_a_check_runs_and_before_it() {
    let Some(server) = own_server() else { return };
    let folder = tempfile::tempdir().unwrap();
    let (old, new) = old_and_new(folder.path());
    let address = library(&server);
    let own = folder.path().join("own.chachong");
    done(&["library", "add", "-q", str(&address), str(&old)]);
    let source = impatient(&address);
    // The other library has one of the sources itself.
    done(&["library", "add", "-q", str(&own), str(&old.join("001.txt"))]);
    let (report, sources, _) = ended(folder.path(), check(folder.path(), &source, &new));
    assert_eq!(sources, ["000.txt", "001.txt", "002.txt"]);
    assert_eq!(missing(&report), []);

    let running = check(folder.path(), &source, &new);
    hold_up(&server, &Server::name(&address), || server.stop());
    for check in [running, check(folder.path(), &source, &new)] {
        let (report, sources, text) = ended(folder.path(), check);
        assert_eq!(sources, ["001.txt"], "{text}");
        assert_eq!(missing(&report), [None], "{text}");
        let library = report["missing"][0]["library"].as_str().unwrap();
        assert!(text.contains(library), "{text}");
    }
}
