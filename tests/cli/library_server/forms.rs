//! Tests of libraries that an earlier program made on a server, and that `init-server` brings to the newest form.

use std::path::PathBuf;

use chachong_compare::{Decision, Span};
use chachong_library::{
    CheckStore, DocumentId, DocumentStore, KeptDecision, MemberStore, PostgresStore, SearchStore,
    StoreStatus,
};

use crate::postgres_server::{Server, server};
use crate::program::{chachong, done, said, str, write_texts};

/// Tables of form 1, which are never changed, and rows such as a program of that form writes.
const FORM_1: &[&str] = &[
    "CREATE SCHEMA chachong; SET search_path = chachong, pg_temp;",
    include_str!("../../../crates/library/src/postgres/sql/tables.sql"),
    include_str!("../../../crates/library/src/postgres/sql/postings.sql"),
    "INSERT INTO library (identity, form, created) VALUES (uuid_send(gen_random_uuid()), 1, 0);
     INSERT INTO document (sha256, read_as, format, reader, added, met)
     SELECT sha256(n::text::bytea), 'txt', 'txt', 1, 0, 0 FROM generate_series(1, 3) AS n;
     INSERT INTO member (document, name, path, added) SELECT id, id || '.txt', '', 0 FROM document;
     INSERT INTO passages (document, version, living, fingerprints, starts)
     SELECT 3, 1, true, array_agg(hashint8extended(n, 7) ORDER BY n), array_agg(n::integer ORDER BY n)
     FROM generate_series(1, 500) AS n;
     INSERT INTO decision (a, b, a_start, a_end, b_start, b_end, decided, note)
     VALUES (1, 2, 0, 9, 1, 8, 1700000000, '双方都引自同一规定'), (2, 3, 0, 0, 0, 0, 1700000001, NULL);",
];

/// Makes a library of form 1 in a new database.
fn library_of_form_1(server: &Server) -> PathBuf {
    let address = server.database();
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("form1.sql");
    std::fs::write(&file, FORM_1.join("\n")).unwrap();
    server.run_file(&Server::name(&address), &file, &[]);
    address
}

#[test]
fn a_library_of_form_1_keeps_its_decisions_and_takes_words_on_leads() {
    let Some(server) = server() else { return };
    let address = library_of_form_1(server);
    let database = Server::name(&address);
    let form = || server.sql(&database, "SELECT form FROM chachong.library");
    // A program does not change the form of a library that others use.
    let refused = chachong(&["library", "list", str(&address)]);
    assert!(!refused.status.success());
    assert!(said(&refused).contains("init-server"), "{}", said(&refused));
    assert_eq!(form(), "1");
    for _ in 0..2 {
        done(&["library", "init-server", str(&address)]);
        assert_eq!(form(), "7");
    }
    // What a search does not ask for unless it is listed: four of five of these shingles, which no order selected.
    let high = server.sql(
        &database,
        "SELECT count(*) FROM chachong.high WHERE document = 3",
    );
    assert!(
        (360..440).contains(&high.parse::<usize>().unwrap()),
        "{high}"
    );

    let store = PostgresStore::open(&address).unwrap();
    let ids = store.documents().unwrap();
    assert_eq!(ids, [1, 2, 3].map(DocumentId));
    let decisions = store.decisions(&ids).unwrap();
    let copied = KeptDecision {
        a: ids[0],
        b: ids[1],
        in_a: Span { start: 0, end: 9 },
        in_b: Span { start: 1, end: 8 },
        decided_at: 1_700_000_000,
        note: Some("双方都引自同一规定".to_owned()),
        is_lead: false,
        decision: Some(Decision::NotPlagiarism),
    };
    assert_eq!(decisions.len(), 2);
    assert_eq!(decisions[0], copied);
    let lead = KeptDecision {
        is_lead: true,
        decision: Some(Decision::Confirmed),
        ..copied.clone()
    };
    store.decide(&[], std::slice::from_ref(&lead)).unwrap();
    let pair = store.decisions(&ids[..2]).unwrap();
    assert_eq!(pair, [copied, lead]);
    let vectors = [(ids[1], vec![3; 4_000])];
    store.put_vectors("made/1", &vectors).unwrap();
    assert_eq!(store.vectors("made/1", &ids).unwrap(), vectors);

    // The functions of this form delete what this form added.
    store.remove_for_good(&ids[1..2]).unwrap();
    assert_eq!(store.traces(ids[1]).unwrap(), Vec::<String>::new());
    assert_eq!(store.decisions(&ids).unwrap(), []);
    assert_eq!(store.documents_with_vectors("made/1").unwrap(), []);
}

#[test]
fn a_library_of_form_3_gets_outlines_and_runs_and_takes_back_what_checkers_could_read() {
    let Some(server) = server() else { return };
    let folder = tempfile::tempdir().unwrap();
    let address = super::library(server);
    let database = Server::name(&address);
    let texts = folder.path().join("old");
    write_texts(&texts, 0..3, 40);
    done(&["library", "add", "-q", str(&address), str(&texts)]);
    let outlines = || {
        server.sql(
            &database,
            "SELECT document, outline FROM chachong.outline ORDER BY 1",
        )
    };
    let fresh = outlines();
    // What form 3 did not have, and what it gave.
    server.sql(
        &database,
        "SET search_path = chachong; DROP TABLE handed, disclosure, disclosed, disclosure_day, disclosure_limit, outline, gram, submission, case_file CASCADE;
         ALTER TABLE decision DROP COLUMN decision;
         GRANT SELECT ON frequencies TO chachong_checker; GRANT EXECUTE ON FUNCTION high_among(bigint[]) TO chachong_checker;
         UPDATE library SET form = 3",
    );
    let refused = chachong(&["library", "list", str(&address)]);
    assert!(said(&refused).contains("init-server"), "{}", said(&refused));
    done(&["library", "init-server", str(&address)]);
    assert_eq!(outlines(), fresh);
    assert_eq!(fresh.lines().count(), 3);
    let taken_back = "SELECT has_table_privilege('chachong_checker', 'chachong.frequencies', 'SELECT')
                          OR has_function_privilege('chachong_checker', 'chachong.high_among(bigint[])', 'EXECUTE')";
    assert_eq!(server.sql(&database, taken_back), "f");
}
