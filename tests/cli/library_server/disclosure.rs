//! What a person who may only check is shown of the library's texts: by the program, and by clients that feed results back
//! or ask by SQL, past the program.

use std::collections::BTreeSet;
use std::fmt::Write as _;
use std::path::{Path, PathBuf};

use chachong_compare::Prepared;
use chachong_library::{
    DocumentId, DocumentStore, LibraryError, MemberSearch, MemberStore, PostgresStore, Question,
    SearchStore, query_shingles,
};
use chachong_simhash::Recipe;
use chachong_text::{LineBreaks, normalize};

use super::rights::person;
use super::{checked, library};
use crate::postgres_server::{Server, server};
use crate::program::{done, fixture, str, text, write_old, write_texts};

/// Library with one long source and some other texts, and a checker of this name; the numbers of the members and the text
/// of the source, which is the first.
fn with_source(server: &Server, folder: &Path, name: &str) -> (PathBuf, Vec<DocumentId>, String) {
    let address = library(server);
    let source: String = (0..25).map(|number| text(number, 20)).collect();
    let old = folder.join("old");
    write_texts(&old, 100..104, 40);
    done(&["library", "add", "-q", str(&address), str(&old)]);
    let file = folder.join("source.txt");
    write_old(&file, source.as_bytes());
    done(&["library", "add", "-q", str(&address), str(&file)]);
    person(server, name, "chachong_checker");
    let ids = PostgresStore::open(&address)
        .unwrap()
        .member_numbers()
        .unwrap();
    let source_id = *ids.last().unwrap();
    let others = ids.iter().copied().filter(|id| *id != source_id);
    let ids = std::iter::once(source_id).chain(others).collect();
    (server.address(&Server::name(&address), name), ids, source)
}

/// Hands a text over and asks what it has in common with the library, as the program does.
fn ask(search: &dyn MemberSearch, text: &str) -> Vec<DocumentId> {
    let shingles = query_shingles(&Prepared::new(&normalize(text, LineBreaks::Layout)));
    let answer = search
        .ask(&Question {
            name: "own.txt",
            text: Some(text),
            fingerprint: None,
            farthest: 0,
            shingles: &shingles,
            is_text: true,
        })
        .unwrap();
    answer
        .sharing
        .iter()
        .map(|(member, _)| member.document)
        .collect()
}

/// Places of a text that can be read in what is shown of it.
fn readable(shown: &str, places: &mut BTreeSet<usize>) {
    let read = shown
        .chars()
        .enumerate()
        .filter(|(_, c)| *c != '\u{9FFF}' && !c.is_whitespace());
    places.extend(read.map(|(place, _)| place));
}

#[test]
fn results_that_are_fed_back_reveal_next_to_nothing() {
    let Some(server) = server() else { return };
    let folder = tempfile::tempdir().unwrap();
    let (address, ids, source) = with_source(server, folder.path(), "feeder");
    let characters: Vec<char> = source.chars().collect();
    let middle = characters.len() / 2;
    let mut known: BTreeSet<usize> = (middle..middle + 300).collect();
    let mut shares = Vec::new();
    for _ in 0..15 {
        // A new program each time, which remembers nothing.
        let store = PostgresStore::open(&address).unwrap();
        let search = store
            .member_search(&Recipe::THESIS.text_form())
            .unwrap()
            .unwrap();
        let own: String = known.iter().map(|&place| characters[place]).collect();
        assert_eq!(ask(search.as_ref(), &own), [ids[0]]);
        readable(&store.text(ids[0]).unwrap(), &mut known);
        shares.push(known.len() as f64 / characters.len() as f64);
    }
    // Before form 4 it was 93 % of a thesis of 20,000 characters in 15 rounds.
    assert!(shares[0] > 0.03 && shares[14] < 0.20, "{shares:?}");
    let limit = 0.1 * characters.len() as f64 + 3.0 * 300.0 + 60.0;
    assert!(known.len() as f64 <= limit, "{} of {limit}", known.len());
}

#[test]
fn guesses_and_dictionaries_reveal_next_to_nothing() {
    let Some(server) = server() else { return };
    let folder = tempfile::tempdir().unwrap();
    let (address, ids, source) = with_source(server, folder.path(), "guesser");
    let characters: Vec<char> = source.chars().collect();
    // Every sixth run of five characters of the source, in another order, as who guesses words has them.
    let mut words: Vec<&[char]> = characters.chunks(5).step_by(6).collect();
    words.reverse();
    let mut own = String::new();
    for word in words {
        let _ = write!(own, "{}。甲乙丙丁戊己庚。", word.iter().collect::<String>());
    }
    let store = PostgresStore::open(&address).unwrap();
    let search = store
        .member_search(&Recipe::THESIS.text_form())
        .unwrap()
        .unwrap();
    let mut shown = BTreeSet::new();
    if ask(search.as_ref(), &own).contains(&ids[0]) {
        readable(&store.text(ids[0]).unwrap(), &mut shown);
    }
    assert!(
        shown.len() * 10 < 3 * characters.len(),
        "{} of {}",
        shown.len(),
        characters.len()
    );
}

#[test]
fn honest_checks_find_what_they_find_with_all_rights() {
    let Some(server) = server() else { return };
    let folder = tempfile::tempdir().unwrap();
    let (address, _, source) = with_source(server, folder.path(), "teacher");
    let characters: Vec<char> = source.chars().collect();
    let part =
        |from: usize, length: usize| -> String { characters[from..from + length].iter().collect() };
    let class = folder.path().join("class");
    std::fs::create_dir(&class).unwrap();
    // A class whose theses took passages next to each other and over each other from one member.
    for student in 0..12 {
        let own = text(1_000 + student as u64, 60);
        let middle = own
            .chars()
            .map(char::len_utf8)
            .take(own.chars().count() / 2)
            .sum();
        let (before, after) = own.split_at(middle);
        let taken = part(1_000 + 170 * student, 240 + 35 * student);
        write_old(
            &class.join(format!("s{student}.txt")),
            format!("{before}\n{taken}\n{after}").as_bytes(),
        );
    }
    // One that took 60 % of the member, in pieces with own text between.
    let mut pieces = String::new();
    for piece in 0..characters.len() / 1_000 {
        let _ = write!(
            pieces,
            "{}\n{}\n",
            part(1_000 * piece, 600),
            text(2_000 + piece as u64, 8)
        );
    }
    write_old(&class.join("large.txt"), pieces.as_bytes());
    let all_rights = server.address(&Server::name(&address), "admin");
    let expected = checked(&all_rights, &folder, &class).0;
    assert!(expected.len() > 12, "{expected:?}");
    for _ in 0..2 {
        let (found, report) = checked(&address, &folder, &class);
        assert_eq!(found, expected);
        let report: serde_json::Value = serde_json::from_str(&report).unwrap();
        assert_eq!(report["missing"], serde_json::json!([]));
    }
}

#[test]
fn what_a_limit_keeps_back_is_missing_in_the_report_and_logged() {
    let Some(server) = server() else { return };
    let folder = tempfile::tempdir().unwrap();
    let (address, _, source) = with_source(server, folder.path(), "limited");
    person(server, "reviewer", "chachong_keeper");
    let database = Server::name(&address);
    let new = folder.path().join("copy.txt");
    let taken: String = source.chars().skip(2_000).take(900).collect();
    write_old(
        &new,
        format!("{}\n{taken}\n{}", text(3_000, 40), text(3_001, 40)).as_bytes(),
    );
    let missing = |address: &Path| {
        let report: serde_json::Value =
            serde_json::from_str(&checked(address, &folder, &new).1).unwrap();
        report["missing"].clone()
    };
    server.sql(
        &database,
        "UPDATE chachong.disclosure_limit SET day_most = 100",
    );
    let found = missing(&address);
    let of_source = (found.as_array().unwrap().iter())
        .find(|part| part["limit"]["member"] == "source.txt")
        .unwrap();
    assert!(
        of_source["limit"]["characters"].as_u64().unwrap() > 100,
        "{found}"
    );
    // What the document has in common with it is no secret, and what is around is more than is left.
    let log = "SELECT person, handed_over, member, shared > 100, withheld > 100 FROM chachong.disclosures WHERE member = 'source.txt'";
    assert_eq!(
        server.sql_as("reviewer", &database, log).unwrap(),
        "limited|copy.txt|source.txt|t|t"
    );
    assert!(server.sql_as("limited", &database, log).is_err());
    // A keeper knows no limit; raised, it is none for the checker either.
    assert_eq!(
        missing(&server.address(&database, "reviewer")),
        serde_json::json!([])
    );
    server.sql(
        &database,
        "UPDATE chachong.disclosure_limit SET day_most = 100000",
    );
    assert_eq!(missing(&address), serde_json::json!([]));
    // Nothing more may be handed over: the whole library is missing.
    server.sql(
        &database,
        "UPDATE chachong.disclosure_limit SET day_documents = 1",
    );
    write_old(&new, format!("{}\n{taken}\n", text(3_002, 40)).as_bytes());
    let found = missing(&address);
    assert_eq!(
        found[0]["limit"]["member"],
        serde_json::Value::Null,
        "{found}"
    );
    let said = crate::program::said(&crate::program::chachong(&[
        "check",
        "--library",
        str(&address),
        str(&new),
    ]));
    assert!(said.contains("chachong_keeper"), "{said}");
}

#[test]
fn nothing_is_said_about_members_without_a_passage() {
    let Some(server) = server() else { return };
    let folder = tempfile::tempdir().unwrap();
    let (address, ids, source) = with_source(server, folder.path(), "prober");
    person(server, "other", "chachong_checker");
    let database = Server::name(&address);
    let store = PostgresStore::open(&address).unwrap();
    let recipe = Recipe::THESIS.text_form();
    let search = store.member_search(&recipe).unwrap().unwrap();
    let taken: String = source.chars().skip(2_000).take(300).collect();
    assert_eq!(ask(search.as_ref(), &taken), [ids[0]]);
    assert!(
        store.derived(ids[0], &recipe).unwrap().is_none(),
        "before its text"
    );
    store.text(ids[0]).unwrap();
    assert!(store.derived(ids[0], &recipe).unwrap().is_some());
    for other in &ids[1..] {
        assert!(matches!(
            store.text(*other),
            Err(LibraryError::NoRight { .. })
        ));
        assert!(store.derived(*other, &recipe).unwrap().is_none());
    }

    // By SQL, past the program.
    let own = server.sql(
        &database,
        "SELECT id FROM chachong.handed WHERE person = 'prober'",
    );
    let source_id = ids[0].0;
    let other_id = ids[1].0;
    let every = "-1,0,1,2,3,4,5,6,7,8,9,9223372036854775807";
    let as_prober = |sql: &str| server.sql_as("prober", &database, sql);
    let nothing = [
        // Members without a passage, no document, documents of nobody, and a number too many.
        format!("SELECT * FROM chachong.excerpts({source_id}, '{{}}')"),
        format!("SELECT * FROM chachong.excerpts({source_id}, NULL)"),
        format!("SELECT * FROM chachong.excerpts({source_id}, '{{NULL}}')"),
        format!("SELECT * FROM chachong.excerpts({other_id}, '{{{every}}}')"),
        format!("SELECT * FROM chachong.excerpts(NULL, '{{{every}}}')"),
        format!("SELECT * FROM chachong.excerpts(-1, '{{{every}}}')"),
        format!(
            "SELECT * FROM chachong.derived_of({other_id}, '{recipe}') WHERE version IS NOT NULL"
        ),
        // Names by number, by fingerprint, by everything.
        format!("SELECT name FROM chachong.ask_of(-1, 0, 64, '{recipe}')"),
        format!(
            "SELECT name FROM chachong.ask_of({own}, 0, 64, '{recipe}') WHERE found <> {source_id}"
        ),
        format!(
            "SELECT name FROM chachong.ask_of({own}, 0, 2147483647, NULL) WHERE found <> {source_id}"
        ),
        // A document without anything, and one whose shingles stand nowhere near each other.
        format!(
            "SELECT name FROM chachong.ask_of(chachong.hand_over('x', '', '{{}}', '{{}}', '{{}}', '{{}}'), 0, 64, '{recipe}')"
        ),
    ];
    for sql in &nothing {
        assert_eq!(as_prober(sql).as_deref(), Ok(""), "{sql}");
    }
    // The documents of another person.
    let sql = format!("SELECT * FROM chachong.excerpts({source_id}, '{{{own}}}')");
    assert_ne!(as_prober(&sql).unwrap(), "");
    assert_eq!(server.sql_as("other", &database, &sql).unwrap(), "");
    let sql = format!("SELECT name FROM chachong.ask_of({own}, 0, 64, '{recipe}')");
    assert_eq!(server.sql_as("other", &database, &sql).unwrap(), "");
    // Keys as an oracle, forged shingles, and too much of anything.
    for refused in [
        "SELECT chachong.high_among('{1,2,3}')".to_owned(),
        format!("SELECT chachong.ask('{{}}', '{{}}', '{{}}', '{{}}', 5, 0, 64, '{recipe}')"),
        "SELECT chachong.near(0, 64, 'x')".to_owned(),
        "SELECT chachong.candidates('{}', '{}', '{}', '{}', 5)".to_owned(),
        "SELECT chachong.traces(1)".to_owned(),
        "SELECT chachong.empty_handed()".to_owned(),
        "SELECT chachong.anchors(NULL, '{1}', false)".to_owned(),
        format!("SELECT chachong.disclose_for(NULL, {source_id}, 1, 1)"),
        "SELECT chachong.covered('x')".to_owned(),
        "SELECT chachong.hand_over('x', NULL, '{}', '{}', '{}', '{}')".to_owned(),
        "SELECT chachong.hand_over('x', 'x', '{1,2}', '{0}', '{1}', '{t}')".to_owned(),
        "SELECT chachong.hand_over('x', 'x', '{1}', '{-1}', '{1}', '{t}')".to_owned(),
        "SELECT chachong.hand_over('x', 'x', '{1}', '{5}', '{5}', '{t}')".to_owned(),
        "SELECT chachong.hand_over('x', 'x', '{NULL}', '{0}', '{1}', '{t}')".to_owned(),
        "SELECT chachong.hand_over('x', 'x', '{{1}}', '{{0}}', '{{1}}', '{{t}}')".to_owned(),
        "SELECT chachong.hand_over('x', repeat('x', 70000001), '{}', '{}', '{}', '{}')".to_owned(),
        format!("SELECT chachong.disclose({source_id}, array_fill(1::bigint, '{{10001}}'))"),
    ] {
        assert!(as_prober(&refused).is_err(), "{refused}");
    }
    // Keys of the source without its text: each alone is no passage.
    let keys = server.sql(
        &database,
        &format!(
            "SELECT string_agg((f >> 16 & 281474976710655)::text, ',') FROM chachong.passages, unnest(fingerprints)
             WITH ORDINALITY AS s (f, n) WHERE document = {other_id} AND n % 9 = 0"
        ),
    );
    let forged = format!(
        "SELECT name FROM chachong.ask_of(chachong.hand_over('x', repeat('字', 90000), '{{{keys}}}',
             (SELECT array_agg(n * 1000) FROM generate_series(1, cardinality('{{{keys}}}'::bigint[])) AS n),
             (SELECT array_agg(n * 1000 + 5) FROM generate_series(1, cardinality('{{{keys}}}'::bigint[])) AS n),
             array_fill(true, ARRAY[cardinality('{{{keys}}}'::bigint[])])), 0, 64, '{recipe}')"
    );
    assert_eq!(as_prober(&forged).as_deref(), Ok(""));
}

#[test]
fn what_is_rolled_back_was_not_shown() {
    let Some(server) = server() else { return };
    let folder = tempfile::tempdir().unwrap();
    let (address, ids, source) = with_source(server, folder.path(), "roller");
    let database = Server::name(&address);
    let store = PostgresStore::open(&address).unwrap();
    let search = store
        .member_search(&Recipe::THESIS.text_form())
        .unwrap()
        .unwrap();
    let taken: String = source.chars().skip(2_000).take(300).collect();
    assert_eq!(ask(search.as_ref(), &taken), [ids[0]]);
    let own = server.sql(
        &database,
        "SELECT id FROM chachong.handed WHERE person = 'roller'",
    );
    let rows = |sql: &str| server.sql_as("roller", &database, sql).unwrap();
    let member = ids[0].0;
    let excerpts = format!("SELECT count(*) FROM chachong.excerpts({member}, '{{{own}}}')");
    let disclose = format!("SELECT chachong.disclose({member}, '{{{own}}}') IS NULL");
    for together in [
        format!("BEGIN; {disclose}; {excerpts}; ROLLBACK"),
        format!("BEGIN; SAVEPOINT s; {disclose}; RELEASE s; {excerpts}; ROLLBACK"),
    ] {
        assert_eq!(rows(&together), "f\n0");
        assert_eq!(rows(&excerpts), "0");
    }
    let handed = "SELECT chachong.hand_over('x', 'x', '{1}', '{0}', '{1}', '{t}')";
    let kinds = format!(
        "BEGIN; WITH h AS MATERIALIZED ({handed} AS n) SELECT count(a.kind) FROM h, chachong.ask_of(h.n, 0, 64, 'x') AS a"
    );
    assert_eq!(rows(&kinds), "0");
    assert_eq!(rows(&disclose), "f");
    assert_eq!(rows(&excerpts), "1");
}

#[test]
fn a_checker_reaches_only_what_the_manual_lists() {
    let Some(server) = server() else { return };
    let address = library(server);
    let database = Server::name(&address);
    person(server, "lister", "chachong_checker");
    let list = |sql: &str| server.sql_as("lister", &database, sql).unwrap();
    let functions = list(
        "SELECT string_agg(DISTINCT proname, ' ' ORDER BY proname) FROM pg_proc
         WHERE pronamespace = 'chachong'::regnamespace AND has_function_privilege(oid, 'EXECUTE')",
    );
    assert_eq!(
        functions,
        "ask_of counts derived_of disclose excerpts found_members hand_over is_keeper lost"
    );
    let tables = list(
        "SELECT string_agg(relname, ' ' ORDER BY relname) FROM pg_class
         WHERE relnamespace = 'chachong'::regnamespace AND relkind IN ('r', 'v', 'p', 'f', 'S', 'm')
         AND CASE WHEN relkind = 'S' THEN has_sequence_privilege(oid, 'USAGE, SELECT, UPDATE')
             ELSE has_table_privilege(oid, 'SELECT, INSERT, UPDATE, DELETE, TRUNCATE, REFERENCES, TRIGGER') END",
    );
    assert_eq!(tables, "body changes gram library template");
    let writable = list(
        "SELECT count(*) FROM pg_class WHERE relnamespace = 'chachong'::regnamespace AND relkind IN ('r', 'v', 'p', 'f', 'm')
         AND has_table_privilege(oid, 'INSERT, UPDATE, DELETE, TRUNCATE, REFERENCES, TRIGGER')",
    );
    assert_eq!(writable, "0");
    // Every function that runs with the owner's rights finds its names in the library first and in temporary tables last.
    let loose = list(
        "SELECT count(*) FROM pg_proc WHERE pronamespace = 'chachong'::regnamespace AND prosecdef
         AND NOT coalesce(proconfig @> ARRAY['search_path=chachong, pg_temp'], false)",
    );
    assert_eq!(loose, "0");
    assert!(
        server
            .sql_as("lister", &database, "CREATE TABLE chachong.mine (a int)")
            .is_err()
    );
}

#[test]
fn properties_of_a_member_stay_with_keepers() {
    let Some(server) = server() else { return };
    let folder = tempfile::tempdir().unwrap();
    let address = library(server);
    let file = folder.path().join("old.docx");
    std::fs::copy(fixture("import/docx/metadata.docx"), &file).unwrap();
    done(&["library", "add", "-q", str(&address), str(&file)]);
    person(server, "reader", "chachong_checker");
    let as_keeper = PostgresStore::open(&address).unwrap();
    let ids = as_keeper.member_numbers().unwrap();
    let whole = as_keeper.extracted(ids[0]).unwrap();
    assert!(
        whole.metadata.author.is_some() && whole.metadata.created.is_some(),
        "{:?}",
        whole.metadata
    );
    let as_checker = server.address(&Server::name(&address), "reader");
    let store = PostgresStore::open(&as_checker).unwrap();
    let search = store
        .member_search(&Recipe::THESIS.text_form())
        .unwrap()
        .unwrap();
    assert_eq!(ask(search.as_ref(), &whole.text), ids);
    let shown = store.extracted(ids[0]).unwrap();
    let kept = chachong_import::Metadata {
        sha256: whole.metadata.sha256.clone(),
        ..Default::default()
    };
    assert_eq!(shown.metadata, kept);
    assert_eq!(
        (shown.pages, shown.exclusions),
        (whole.pages, whole.exclusions)
    );
    assert!(shown.reader.is_none() && shown.recognised.is_none() && shown.layer.is_none());
}
