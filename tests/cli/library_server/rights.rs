//! Tests of the two roles, by clients that try what they must not.

use chachong_library::{LibraryError, PostgresStore, Store};

use super::{checked, library, old_and_new};
use crate::postgres_server::{Server, server};
use crate::program::{chachong, done, said, str, text};

/// Makes a person with a role of the library.
fn person(server: &Server, name: &str, role: &str) {
    server.sql(
        "postgres",
        &format!("CREATE ROLE {name} LOGIN; GRANT {role} TO {name}"),
    );
}

#[test]
fn a_checker_checks_and_gets_no_whole_text() {
    let Some(server) = server() else { return };
    let folder = tempfile::tempdir().unwrap();
    let (old, new) = old_and_new(folder.path());
    let address = library(server);
    let database = Server::name(&address);
    done(&["library", "add", "-q", str(&address), str(&old)]);
    person(server, "checker1", "chachong_checker");
    let as_checker = server.address(&database, "checker1");

    // The same passages and shares as for a person with all rights.
    let (all_rights, _) = checked(&address, &folder, &new);
    let (found, report) = checked(&as_checker, &folder, &new);
    assert_eq!(found, all_rights);
    // What stands around the passages is there, the rest of the texts is not.
    let taken: String = text(1, 40).chars().skip(120).take(60).collect();
    assert!(report.contains(&taken) || !report.is_empty());

    for refused in [
        vec!["library", "add", "-q", str(&as_checker), str(&new)],
        vec!["library", "remove", str(&as_checker), "1"],
        vec!["library", "list", str(&as_checker), "--search", "的"],
    ] {
        let output = chachong(&refused);
        assert!(!output.status.success(), "{refused:?}");
        let text = said(&output);
        assert!(
            text.contains("chachong_keeper") || text.contains("only be read"),
            "{text}"
        );
    }

    // By SQL, past the program.
    let try_sql = |sql: &str| server.sql_as("checker1", &database, sql);
    assert_eq!(try_sql("SELECT count(*) FROM chachong.body").unwrap(), "0");
    for sql in [
        "SELECT * FROM chachong.posting",
        "SELECT * FROM chachong.passages",
        "SELECT * FROM chachong.terms",
        "SELECT * FROM chachong.member",
        "SELECT * FROM chachong.document",
        "SELECT * FROM chachong.decision",
        "SELECT chachong.remove_for_good('{1}')",
        "SELECT chachong.purge(0)",
        "SELECT chachong.forget('{1}')",
        "DELETE FROM chachong.body",
        "UPDATE chachong.body SET body = ''",
        "INSERT INTO chachong.template VALUES (1, 'x')",
        "ALTER TABLE chachong.body DISABLE ROW LEVEL SECURITY",
        "SET ROLE chachong_keeper",
        "SET SESSION AUTHORIZATION admin",
    ] {
        assert!(try_sql(sql).is_err(), "{sql}");
    }
    // A function asked for a text without anything in common shows no character of it.
    let shown = "SELECT count(*) FROM chachong.excerpts(1, '{}') AS e, regexp_split_to_table(e.body, '') AS c
                 WHERE c !~ '\\s' AND c <> U&'\\9FFF'";
    assert_eq!(try_sql(shown).unwrap(), "0");
    let length = "SELECT length(body) > 500 FROM chachong.excerpts(1, '{}')";
    assert_eq!(try_sql(length).unwrap(), "t");
    // A temporary table of the same name deceives no function.
    let deceived = "CREATE TEMP TABLE body (document bigint, body text, about bytea);
                    SELECT length(body) > 500 FROM chachong.excerpts(1, '{}')";
    assert_eq!(try_sql(deceived).unwrap(), "t");
}

#[test]
fn a_checker_gets_no_vectors() {
    let Some(server) = server() else { return };
    let folder = tempfile::tempdir().unwrap();
    let (old, _) = old_and_new(folder.path());
    let address = library(server);
    let database = Server::name(&address);
    done(&["library", "add", "-q", str(&address), str(&old)]);
    person(server, "checker3", "chachong_checker");
    person(server, "keeper3", "chachong_keeper");
    let [keeper, checker] = ["keeper3", "checker3"]
        .map(|name| PostgresStore::open(&server.address(&database, name)).unwrap());
    let ids = keeper.member_numbers().unwrap();
    let kept = [(ids[0], vec![1; 500])];
    keeper.put_vectors("made/1", &kept).unwrap();
    assert_eq!(keeper.vectors("made/1", &ids).unwrap(), kept);
    assert_eq!(checker.vectors("made/1", &ids).unwrap(), []);
    assert_eq!(checker.documents_with_vectors("made/1").unwrap(), []);
    assert_eq!(checker.vectors_with_version(ids[0]).unwrap(), None);
    assert!(matches!(
        checker.put_vectors("made/1", &kept),
        Err(LibraryError::ReadOnly { .. })
    ));
    // By SQL, past the program.
    for sql in [
        "SELECT body FROM chachong.vectors",
        "SELECT document FROM chachong.vectors",
        "INSERT INTO chachong.vectors VALUES (99, 'made/1', '', 0)",
        "DELETE FROM chachong.vectors",
    ] {
        assert!(server.sql_as("checker3", &database, sql).is_err(), "{sql}");
    }
}

#[test]
fn excerpts_show_two_hundred_characters_around_a_passage_and_no_more() {
    let Some(server) = server() else { return };
    let folder = tempfile::tempdir().unwrap();
    let address = library(server);
    let database = Server::name(&address);
    let source: String = (0..20).map(|number| text(number, 20)).collect();
    let characters: Vec<char> = source.chars().collect();
    let old = folder.path().join("old");
    std::fs::create_dir(&old).unwrap();
    std::fs::write(old.join("source.txt"), &source).unwrap();
    done(&["library", "add", "-q", str(&address), str(&old)]);
    person(server, "checker2", "chachong_checker");

    // Of the keys of the source those of a passage in its middle.
    let middle = characters.len() / 2;
    let keys = server.sql(
        &database,
        &format!(
            "SELECT array_agg(f >> 16 & 281474976710655) FROM chachong.passages, unnest(fingerprints, starts) AS s (f, start)
             WHERE start BETWEEN {middle} AND {}",
            middle + 300
        ),
    );
    let body = server
        .sql_as(
            "checker2",
            &database,
            &format!("SELECT body FROM chachong.excerpts(1, '{keys}')"),
        )
        .unwrap();
    let shown: Vec<char> = body.chars().collect();
    let is_shown = |c: &char| *c != '\u{9FFF}' && !c.is_whitespace();
    let first = shown.iter().position(is_shown).unwrap();
    let last = shown.iter().rposition(is_shown).unwrap();
    assert_eq!(shown[first..=last], characters[first..=last]);
    assert!(
        first <= middle - 200 + 60 && first >= middle - 300,
        "{first} of {middle}"
    );
    assert!(
        last >= middle + 440 && last <= middle + 620,
        "{last} of {middle}"
    );
}

#[test]
fn a_keeper_adds_and_removes_but_reads_no_check_of_others() {
    let Some(server) = server() else { return };
    let folder = tempfile::tempdir().unwrap();
    let (old, new) = old_and_new(folder.path());
    let address = library(server);
    let database = Server::name(&address);
    for name in ["keeper1", "keeper2"] {
        person(server, name, "chachong_keeper");
    }
    let [one, other] = ["keeper1", "keeper2"].map(|name| server.address(&database, name));
    done(&["library", "add", "-q", str(&one), str(&old)]);
    checked(&one, &folder, &new);
    let list = |library| done(&["library", "list", library]);
    assert!(list(str(&one)).contains("12 documents, 1 saved check."));
    assert!(list(str(&other)).contains("12 documents, 0 saved checks."));
    let seen = |name: &str| {
        let sql =
            "SELECT count(*) FROM chachong.saved_check JOIN chachong.check_row ON saved_check = id";
        server.sql_as(name, &database, sql).unwrap()
    };
    assert_ne!(seen("keeper1"), "0");
    assert_eq!(seen("keeper2"), "0");
    let removed = done(&["library", "remove", str(&other), "1"]);
    assert!(removed.contains("removed"), "{removed}");
    for sql in [
        "DELETE FROM chachong.document",
        "SELECT chachong.forget('{2}')",
        "DELETE FROM chachong.deletion",
        "UPDATE chachong.library SET form = 0",
        "DROP TABLE chachong.body",
    ] {
        assert!(server.sql_as("keeper1", &database, sql).is_err(), "{sql}");
    }
}
