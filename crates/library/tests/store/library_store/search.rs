//! Tests of what finds members: search terms, document frequencies, vectors.

use chachong_import::{READER_VERSION, decode_text};
use chachong_library::{
    DocumentId, Frequencies, Imported, LibraryGrams, SqliteStore, Store, search_text::Term,
};
use chachong_simhash::{DocumentFrequencies, Recipe};
use chachong_text::{LineBreaks, TermCounts, normalize};

use super::{each, member, put, sample};

/// Versions of model and windows.
const NOW: &str = "model 2/windows 1/7";
const BEFORE: &str = "model 1/windows 1/7";

/// Bytes such as vectors have.
fn body(number: u8) -> Vec<u8> {
    (0..=255)
        .cycle()
        .take(20_000)
        .map(|byte: u8| byte ^ number)
        .collect()
}

#[test]
fn members_are_found_by_all_their_search_terms() {
    each(|store| {
        let ids = ["一", "二二", "三三三"].map(|text| put(store, text, &format!("/{text}")));
        let new = ids.map(|id| member(id, "n", &[1]));
        store.add_members(&new).unwrap();
        store.settle().unwrap();
        let found = |terms: &[(&str, bool)], most| {
            let terms: Vec<Term> = (terms.iter())
                .map(|&(text, is_prefix)| Term {
                    text: text.to_owned(),
                    is_prefix,
                })
                .collect();
            store.search(&terms, most).unwrap()
        };
        let all = [("all", false)];
        assert_eq!(found(&all, 10), ids);
        assert_eq!(found(&all, 2), ids[..2]);
        assert_eq!(store.searchable().unwrap(), ids);
        let second = format!("term{}", ids[1].0);
        assert_eq!(found(&[(&second, false)], 10), ids[1..2]);
        assert_eq!(found(&[("ter", true)], 10), ids);
        assert_eq!(found(&[("ter", false)], 10), []);
        assert_eq!(found(&[("all", false), ("no", true)], 10), []);
        store.remove_members(&ids[..2]).unwrap();
        assert_eq!(found(&all, 10), ids[2..]);
    });
}

#[test]
fn frequencies_come_back() {
    each(|store| {
        assert_eq!(store.frequencies().unwrap(), None);
        let text = "图书馆的夜间开放服务";
        let mut table = DocumentFrequencies::default();
        let normalized = normalize(text, LineBreaks::Layout);
        table.add(&TermCounts::of(
            text,
            &normalized,
            Recipe::THESIS.term_rule(),
        ));
        let frequencies = Frequencies {
            version: 2,
            table,
            counted: vec![DocumentId(3), DocumentId(9)],
            grams: LibraryGrams {
                version: 5,
                members: 1_000,
                chinese: vec![0, 255, 7],
                words: Vec::new(),
            },
        };
        store.put_frequencies(&frequencies).unwrap();
        assert_eq!(store.frequencies().unwrap(), Some(frequencies));
    });
}

#[test]
fn vectors_come_back_under_their_version() {
    each(|store| {
        let [a, b, c] = ["甲", "乙乙", "丙丙丙"].map(|text| put(store, text, &format!("/{text}")));
        assert_eq!(store.vectors(NOW, &[a, b]).unwrap(), []);
        assert_eq!(store.documents_with_vectors(NOW).unwrap(), []);
        store.put_vectors(NOW, &[]).unwrap();
        store
            .put_vectors(NOW, &[(c, body(3)), (a, Vec::new())])
            .unwrap();
        store.put_vectors(BEFORE, &[(b, body(2))]).unwrap();
        assert_eq!(store.documents_with_vectors(NOW).unwrap(), [a, c]);
        assert_eq!(store.documents_with_vectors(BEFORE).unwrap(), [b]);
        let of_now = [(a, Vec::new()), (c, body(3))];
        assert_eq!(store.vectors(NOW, &[c, b, a, c]).unwrap(), of_now);
        assert_eq!(store.vectors(NOW, &[c]).unwrap(), of_now[1..]);
        assert_eq!(store.vectors(NOW, &[]).unwrap(), []);
        let with_version = store.vectors_with_version(b).unwrap();
        assert_eq!(with_version, Some((BEFORE.to_owned(), body(2))));
        // A document has vectors of one version.
        store.put_vectors(NOW, &[(b, body(4))]).unwrap();
        store.put_vectors(NOW, &[(b, body(5))]).unwrap();
        assert_eq!(store.documents_with_vectors(BEFORE).unwrap(), []);
        assert_eq!(store.vectors(NOW, &[b]).unwrap(), [(b, body(5))]);
    });
}

#[test]
fn vectors_of_a_document_that_is_gone_are_skipped() {
    each(|store| {
        let a = put(store, "甲", "/甲");
        let gone = DocumentId(a.0 + 99);
        store
            .put_vectors(NOW, &[(gone, body(1)), (a, body(2))])
            .unwrap();
        assert_eq!(store.documents_with_vectors(NOW).unwrap(), [a]);
        assert_eq!(store.vectors(NOW, &[a, gone]).unwrap(), [(a, body(2))]);
        assert_eq!(store.vectors_with_version(gone).unwrap(), None);
    });
}

#[test]
fn a_deleted_document_leaves_no_vectors() {
    each(|store| {
        let [a, b, c] = ["甲", "乙乙", "丙丙丙"].map(|text| put(store, text, &format!("/{text}")));
        let members = [a, b].map(|id| member(id, "n", &[1, 2]));
        store.add_members(&members).unwrap();
        store
            .put_vectors(NOW, &[(a, body(1)), (b, body(2)), (c, body(3))])
            .unwrap();
        assert!(store.traces(a).unwrap().contains(&"vectors".to_owned()));
        store.remove_for_good(&[a]).unwrap();
        assert_eq!(store.traces(a).unwrap(), Vec::<String>::new());
        // Nobody needs the third.
        store.purge().unwrap();
        assert_eq!(store.documents_with_vectors(NOW).unwrap(), [b]);
        assert_eq!(store.member_numbers().unwrap(), [b]);
    });
}

#[test]
fn another_text_of_a_file_has_no_vectors_yet() {
    each(|store| {
        let sample = sample("图书馆的夜间开放", "/a.txt");
        let id = store.put(&[sample.imported()]).unwrap()[0];
        store.put_vectors(NOW, &[(id, body(1))]).unwrap();
        let newer = Imported {
            reader: READER_VERSION + 1,
            extracted: &decode_text("图书馆的夜间开放时间".as_bytes()).unwrap(),
            ..sample.imported()
        };
        assert_eq!(store.put(&[newer]).unwrap(), [id]);
        assert_eq!(store.documents_with_vectors(NOW).unwrap(), []);
    });
}

/// Asserts that `store` leaves vectors out that `harm` damaged, and that a verification names and deletes them.
fn damaged_are_left_out(store: &dyn Store, harm: &dyn Fn(&str)) {
    let ids =
        ["甲", "乙乙", "丙丙丙", "丁丁丁丁"].map(|text| put(store, text, &format!("/{text}")));
    let [whole, changed, moved, renamed] = ids;
    let bodies = ids.map(|id| (id, body(u8::try_from(id.0).unwrap())));
    store
        .add_members(&[member(changed, "改.txt", &[1])])
        .unwrap();
    store.put_vectors(NOW, &bodies).unwrap();
    assert!(store.verify(false).unwrap().is_clean());
    harm(&format!(
        "UPDATE vectors SET checksum = checksum + 1 WHERE document = {}",
        changed.0
    ));
    // Another document's vectors, and those of another version.
    harm(&format!(
        "UPDATE vectors SET (body, checksum) = (SELECT o.body, o.checksum FROM vectors o WHERE o.document = {})
         WHERE document = {}",
        whole.0, moved.0
    ));
    harm(&format!(
        "UPDATE vectors SET version = '{BEFORE}' WHERE document = {}",
        renamed.0
    ));
    assert_eq!(store.vectors(NOW, &ids).unwrap(), bodies[..1]);
    assert_eq!(store.vectors(BEFORE, &ids).unwrap(), []);
    assert_eq!(store.vectors_with_version(moved).unwrap(), None);
    let named = [
        "vectors of 改.txt".to_owned(),
        format!("vectors of #{}", moved.0),
        format!("vectors of #{}", renamed.0),
    ];
    assert_eq!(store.verify(false).unwrap().wrong, named);
    assert_eq!(store.verify(true).unwrap().rebuilt, named);
    assert!(store.verify(true).unwrap().is_clean());
    assert_eq!(store.documents_with_vectors(NOW).unwrap(), [whole]);
}

#[test]
fn damaged_vectors_in_a_file_are_left_out() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("l.chachong");
    let store = SqliteStore::open(&file).unwrap();
    damaged_are_left_out(&store, &|sql| {
        let connection = rusqlite::Connection::open(&file).unwrap();
        assert_eq!(connection.execute(sql, ()).unwrap(), 1);
    });
}

#[cfg(all(target_os = "linux", feature = "postgres"))]
#[test]
fn damaged_vectors_on_a_server_are_left_out() {
    use crate::postgres_server::{Server, server};
    use chachong_library::PostgresStore;

    let Some(server) = server() else { return };
    let address = server.database();
    PostgresStore::init(&address).unwrap();
    let store = PostgresStore::open(&address).unwrap();
    damaged_are_left_out(&store, &|sql| {
        let sql = format!("SET search_path = chachong; {sql}");
        server.sql(&Server::name(&address), &sql);
    });
}
