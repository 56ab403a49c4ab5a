//! Tests of the two roles, by clients that try what they must not; `disclosure.rs` has what a checker is shown of texts.

use chachong_library::{LibraryError, MemberStore, PostgresStore, SearchStore};

use super::{checked, library, old_and_new};
use crate::postgres_server::{Server, server};
use crate::program::{chachong, done, said, str, text};

/// Makes a person with a role of the library.
pub(super) fn person(server: &Server, name: &str, role: &str) {
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
            text.contains("chachong_keeper") || text.contains("read-only"),
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
        "SELECT * FROM chachong.case_file",
        "SELECT * FROM chachong.frequencies",
        "SELECT * FROM chachong.outline",
        "SELECT * FROM chachong.handed",
        "SELECT * FROM chachong.disclosures",
        "DELETE FROM chachong.disclosure",
        "UPDATE chachong.disclosed SET shown = '{}'",
        "UPDATE chachong.disclosure_day SET shown = 0",
        "UPDATE chachong.disclosure_limit SET day_most = 1000000000",
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
    // A temporary table of the same name deceives no function.
    let deceived = "CREATE TEMP TABLE body (document bigint, body text, checksum bigint);
                    CREATE TEMP TABLE handed AS SELECT 1 AS id, 'checker1' AS person;
                    CREATE FUNCTION pg_temp.covered(text text) RETURNS text LANGUAGE sql RETURN text;
                    SELECT count(*) FROM chachong.excerpts(1, '{1,2,3,4,5,6}') WHERE body !~ U&'\\9FFF'";
    assert_eq!(try_sql(deceived).unwrap(), "0");
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
        "DELETE FROM chachong.disclosure",
        "UPDATE chachong.handed SET person = 'keeper2'",
        "UPDATE chachong.disclosure_limit SET day_most = 0",
        "DROP TABLE chachong.body",
    ] {
        assert!(server.sql_as("keeper1", &database, sql).is_err(), "{sql}");
    }
}
