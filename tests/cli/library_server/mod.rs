//! `chachong` with a library on a `PostgreSQL` server, as a department uses it: the same results as with a file, many
//! programs at once, rights, deletion, copies and backups. The server is real; without one these tests are left out.

mod disclosure;
mod forms;
mod hostile;
mod lost;
mod outages;
mod rights;
mod shards;

use std::path::{Path, PathBuf};
use std::process::Stdio;

use chachong_compare::{Decision, Span};
use chachong_library::{
    CheckStore, KeptDecision, MemberStore, PostgresStore, SearchStore, SqliteStore, Store,
};
use tempfile::TempDir;

use crate::postgres_server::{Server, server};
use crate::program::{
    chachong, command, done, fixture, is_in_order, read_json, rows, said, str, text, write_old,
    write_texts,
};

/// Makes a library in a new database; returns its address.
fn library(server: &Server) -> PathBuf {
    let address = server.database();
    done(&["library", "init-server", str(&address)]);
    address
}

/// Checks paths with a library; returns the rows of the pairs and the whole report without what names the library.
fn checked(library: &Path, folder: &TempDir, path: &Path) -> (Vec<Vec<String>>, String) {
    let [csv, json] = ["pairs.csv", "report.json"].map(|name| folder.path().join(name));
    let output = chachong(&[
        "check",
        "-q",
        "--library",
        str(library),
        "--csv",
        str(&csv),
        "--json",
        str(&json),
        str(path),
    ]);
    let mut report: serde_json::Value = read_json(json);
    let is_whole = report["missing"] == serde_json::json!([]);
    assert_eq!(
        output.status.code(),
        Some(i32::from(!is_whole)),
        "{}",
        said(&output)
    );
    without_library_names(&mut report);
    let report = serde_json::to_string_pretty(&report).unwrap();
    (rows(&csv), report)
}

/// Takes out of a report what says which library it was: two with the same documents have different names and times, and so their
/// reports different numbers.
fn without_library_names(report: &mut serde_json::Value) {
    match report {
        serde_json::Value::Object(fields) => {
            for name in ["library", "compared_with", "report_number"] {
                fields.remove(name);
            }
            fields.values_mut().for_each(without_library_names);
        }
        serde_json::Value::Array(items) => items.iter_mut().for_each(without_library_names),
        _ => {}
    }
}

/// Old texts, and new ones that took a part of each of three old ones.
fn old_and_new(folder: &Path) -> (PathBuf, PathBuf) {
    let (old, new) = (folder.join("old"), folder.join("new"));
    write_texts(&old, 0..12, 40);
    write_texts(&new, 500..502, 40);
    for number in 0..3 {
        let own = text(700 + number, 30);
        let (before, after) = own.split_at(own.len() / 2 - (own.len() / 2) % 3);
        let taken: String = text(number, 40).chars().skip(100).take(300).collect();
        let file = new.join(format!("copier{number}.txt"));
        write_old(&file, format!("{before}\n{taken}\n{after}").as_bytes());
    }
    (old, new)
}

#[test]
fn a_library_on_a_server_gives_the_same_check_as_one_in_a_file() {
    let Some(server) = server() else { return };
    let folder = tempfile::tempdir().unwrap();
    let (old, new) = old_and_new(folder.path());
    // A program with other names, which its code alone brings out of the library.
    for (name, into) in [("parking.py", &old), ("fahrrad.py", &new)] {
        std::fs::copy(fixture(&format!("lab/{name}")), into.join(name)).unwrap();
    }
    let file = folder.path().join("l.chachong");
    let address = library(server);
    for library in [&file, &address] {
        let added = done(&["library", "add", "-q", str(library), str(&old)]);
        assert!(added.contains("13 documents added"), "{added}");
        let again = done(&["library", "add", "-q", str(library), str(&old)]);
        assert!(again.contains("The library now has 13."), "{again}");
    }
    let (of_file, report_of_file) = checked(&file, &folder, &new);
    let (of_server, report_of_server) = checked(&address, &folder, &new);
    assert_eq!(of_file.len(), 1 + 3 + 1, "{of_file:?}");
    assert_eq!(of_server, of_file);
    assert_eq!(report_of_server, report_of_file);

    // The full-text search answers alike.
    let phrase: String = text(1, 40).chars().skip(10).take(8).collect();
    for search in [phrase.as_str(), "没有这句话的文字", "a"] {
        let find = |library: &Path| {
            let found = done(&["library", "list", str(library), "--search", search]);
            // Without the number: files are read side by side and kept in another order.
            let words = |line: &str| line.split_once("  ").map(|(_, rest)| rest.to_owned());
            found.lines().map(words).collect::<Vec<_>>()
        };
        assert_eq!(find(&address), find(&file), "{search}");
    }
}

#[test]
fn ten_programs_add_and_check_at_once() {
    let Some(server) = server() else { return };
    let folder = tempfile::tempdir().unwrap();
    let address = library(server);
    let shared = folder.path().join("shared");
    write_texts(&shared, 0..20, 20);
    let mut programs = Vec::new();
    for number in 0..10_u64 {
        let own = folder.path().join(format!("own{number}"));
        write_texts(&own, 100 * (number + 1)..100 * (number + 1) + 5, 20);
        // Every second one checks before it adds.
        let arguments: &[&str] = if number % 2 == 0 {
            &["library", "add", "-q", str(&address)]
        } else {
            &["check", "-q", "--add", "--library", str(&address)]
        };
        let program = command(arguments)
            .args([&shared, &own])
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .unwrap();
        programs.push(program);
    }
    for program in programs {
        let output = program.wait_with_output().unwrap();
        assert!(output.status.success(), "{}", said(&output));
    }
    let name = Server::name(&address);
    let count = |sql: &str| server.sql(&name, &format!("SELECT count(*) FROM chachong.{sql}"));
    assert_eq!(count("member WHERE removed IS NULL"), "70");
    assert_eq!(count("document"), "70");
    assert_eq!(count("body"), "70");
    assert_eq!(count("passages WHERE living"), "70");
    assert_eq!(count("saved_check WHERE state = 'done'"), "5");
    // Each stored shingle has its row, and none has two.
    let wanted = server.sql(
        &name,
        "SELECT count(DISTINCT (document, f >> 16)) FROM chachong.passages, unnest(fingerprints) AS f",
    );
    assert_eq!(count("posting"), wanted);
}

#[test]
fn a_document_is_deleted_for_good_with_proof() {
    let Some(server) = server() else { return };
    let folder = tempfile::tempdir().unwrap();
    let address = library(server);
    let files = write_texts(folder.path(), 0..3, 20);
    done(&["library", "add", "-q", str(&address), str(folder.path())]);
    let name = files[1].file_name().unwrap().to_str().unwrap();
    let said = done(&["library", "remove", str(&address), name]);
    assert!(said.contains("removed permanently"), "{said}");
    assert!(said.contains("SHA-256"), "{said}");
    let database = Server::name(&address);
    for table in ["document", "member", "body", "passages", "terms"] {
        let left = server.sql(&database, &format!("SELECT count(*) FROM chachong.{table}"));
        assert_eq!(left, "2", "{table}");
    }
    let left = server.sql(
        &database,
        "SELECT count(DISTINCT document) FROM chachong.posting",
    );
    assert_eq!(left, "2");
    let who = server.sql(&database, "SELECT person FROM chachong.deletion");
    assert_eq!(who, "admin");
}

#[test]
fn a_library_is_copied_to_a_server_and_back() {
    let Some(server) = server() else { return };
    let folder = tempfile::tempdir().unwrap();
    let (old, new) = old_and_new(folder.path());
    let [file, back] = ["l.chachong", "back.chachong"].map(|name| folder.path().join(name));
    let address = library(server);
    done(&["library", "add", "-q", str(&file), str(&old)]);
    done(&["library", "add", "-q", "--template", str(&file), str(&new)]);
    {
        let store = SqliteStore::open(&file).unwrap();
        let ids = store.member_numbers().unwrap();
        let bodies = ids[..5].iter().map(|&id| (id, vec![9; 3_000]));
        store
            .put_vectors("made/1", &bodies.collect::<Vec<_>>())
            .unwrap();
        let span = Span { start: 3, end: 90 };
        let decision = |is_lead, decision| KeptDecision {
            a: ids[0],
            b: ids[1],
            in_a: span,
            in_b: span,
            decided_at: 5,
            note: None,
            is_lead,
            decision: Some(decision),
        };
        let words = [(false, Decision::ToDiscuss), (true, Decision::Confirmed)];
        let words = words.map(|(is_lead, word)| decision(is_lead, word));
        store.decide(&[], &words).unwrap();
    }
    // One is there already, as after a copy that was interrupted.
    let first = std::fs::read_dir(&old)
        .unwrap()
        .next()
        .unwrap()
        .unwrap()
        .path();
    done(&["library", "add", "-q", str(&address), str(&first)]);
    let copied = done(&["library", "copy", "-q", str(&file), str(&address)]);
    assert!(
        copied.contains("11 documents added; already in the library: 1."),
        "{copied}"
    );
    assert!(
        copied.contains("Compared 17 documents with the original"),
        "{copied}"
    );
    done(&["library", "copy", "-q", str(&address), str(&back)]);
    let list = |library: &Path| {
        let all = done(&["library", "list", str(library)]);
        let mut names: Vec<String> = all
            .lines()
            .filter_map(|line| line.split_whitespace().find(|word| word.contains(".txt")))
            .map(str::to_owned)
            .collect();
        names.sort();
        names
    };
    assert_eq!(list(&file).len(), 17);
    assert_eq!(list(&address), list(&file));
    assert_eq!(list(&back), list(&file));
    let stores: [Box<dyn Store>; 2] = [
        Box::new(PostgresStore::open(&address).unwrap()),
        Box::new(SqliteStore::open(&back).unwrap()),
    ];
    for store in stores {
        let with_vectors = store.documents_with_vectors("made/1").unwrap();
        let vectors = store.vectors("made/1", &with_vectors).unwrap();
        assert_eq!(vectors.len(), 5);
        assert!(vectors.iter().all(|(_, body)| *body == vec![9; 3_000]));
        let decisions = store.decisions(&store.documents().unwrap()).unwrap();
        let words: Vec<_> = (decisions.iter())
            .map(|one| (one.is_lead, one.decision))
            .collect();
        let expected = [(false, Decision::ToDiscuss), (true, Decision::Confirmed)];
        assert_eq!(words, expected.map(|(is_lead, word)| (is_lead, Some(word))));
    }
}

#[test]
fn a_backup_is_restored() {
    let Some(server) = server() else { return };
    let folder = tempfile::tempdir().unwrap();
    let (old, new) = old_and_new(folder.path());
    let address = library(server);
    done(&["library", "add", "-q", str(&address), str(&old)]);
    let restored = server.database();
    server.dump_into(&Server::name(&address), &Server::name(&restored));
    assert_eq!(
        checked(&restored, &folder, &new),
        checked(&address, &folder, &new)
    );
    is_in_order(&restored);
}

#[test]
fn what_is_wrong_with_a_server_is_said() {
    let refused = |address: &str| {
        let output = chachong(&["library", "list", address]);
        assert!(!output.status.success());
        said(&output)
    };
    let text = refused("postgres://li:geheim@host/db");
    assert!(
        text.contains("without a password") && !text.contains("geheim"),
        "{text}"
    );
    let text = refused("postgres://li@127.0.0.1:1/db");
    assert!(text.contains("does not answer ("), "{text}");
    let Some(server) = server() else { return };
    let empty = server.database();
    let text = refused(str(&empty));
    assert!(text.contains("init-server"), "{text}");
    let text = refused(str(&server.address("nowhere", "admin")));
    assert!(text.contains("refused the login"), "{text}");
    let library = library(server);
    server.sql(
        &Server::name(&library),
        "UPDATE chachong.library SET form = 99",
    );
    let text = refused(str(&library));
    assert!(text.contains("newer"), "{text}");
}
