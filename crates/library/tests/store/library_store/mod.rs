//! Tests that every implementation of the store must pass: in a file, and on a `PostgreSQL` server where the machine has one.

mod checks;
mod vectors;

use std::path::{Path, PathBuf};

use chachong_import::{Extracted, Format, READER_VERSION, decode_text};
use chachong_library::{
    Content, Derived, DocumentId, FileStamp, Frequencies, Imported, LibraryError, LibraryGrams,
    NewMember, Passages, SqliteStore, Store, StoredPath, search_text::Term,
};
use chachong_simhash::{DocumentFrequencies, Fingerprint, Recipe};
use chachong_text::{LineBreaks, Mark, MarkReason, TermCounts, normalize};

#[cfg(all(target_os = "linux", feature = "postgres"))]
use crate::postgres_server::server;
#[cfg(all(target_os = "linux", feature = "postgres"))]
use chachong_library::PostgresStore;

const RECIPE: &str = "thesis: test";

/// Store under test, and the folder that holds it.
type Made = (Box<dyn Store>, tempfile::TempDir);

/// Makes one new, empty store of each kind.
fn stores() -> Vec<Made> {
    let folder = tempfile::tempdir().unwrap();
    let sqlite = SqliteStore::open(&folder.path().join("a library.chachong")).unwrap();
    #[cfg_attr(
        not(all(target_os = "linux", feature = "postgres")),
        expect(unused_mut, reason = "no servers")
    )]
    let mut stores: Vec<Made> = vec![(Box::new(sqlite), folder)];
    #[cfg(all(target_os = "linux", feature = "postgres"))]
    if let Some(server) = server() {
        let address = server.database();
        PostgresStore::init(&address).unwrap();
        // What nobody needs is deleted at once, as from a file.
        let postgres = PostgresStore::open_with_grace(&address, 0).unwrap();
        stores.push((Box::new(postgres), tempfile::tempdir().unwrap()));
    }
    stores
}

fn each(test: impl Fn(&dyn Store)) {
    for (store, _folder) in stores() {
        test(store.as_ref());
    }
}

struct Sample {
    content: Content,
    path: StoredPath,
    extracted: Extracted,
    derived: Derived,
}

fn sample(text: &str, path: &str) -> Sample {
    let mut extracted = decode_text(text.as_bytes()).unwrap();
    extracted.metadata.author = Some("作者甲".to_owned());
    let hash: String = format!("{:064x}", text.chars().map(|c| c as u128).sum::<u128>());
    Sample {
        content: Content::new(&hash, Format::Txt, None).unwrap(),
        path: StoredPath {
            path: PathBuf::from(path),
            name: path.trim_start_matches('/').to_owned(),
            stamp: FileStamp {
                bytes: text.len() as u64,
                modified: 7,
            },
        },
        derived: Derived {
            version: 3,
            recipe: RECIPE.to_owned(),
            fingerprint: Some(Fingerprint(u64::MAX - text.len() as u64)),
            characters: text.chars().count() as u64,
            countable: 2,
            warnings: extracted.warnings.clone(),
            marks: vec![Mark {
                start: 0,
                end: 1,
                reason: MarkReason::Cover,
            }],
        },
        extracted,
    }
}

impl Sample {
    fn imported(&self) -> Imported<'_> {
        Imported {
            content: &self.content,
            format: Format::Txt,
            reader: READER_VERSION,
            path: &self.path,
            extracted: &self.extracted,
            derived: &self.derived,
        }
    }
}

fn put(store: &dyn Store, text: &str, path: &str) -> DocumentId {
    store.put(&[sample(text, path).imported()]).unwrap()[0]
}

fn member(document: DocumentId, name: &str, fingerprints: &[u64]) -> NewMember {
    NewMember {
        document,
        name: name.to_owned(),
        path: PathBuf::from("/p/é.txt"),
        passages: Passages {
            version: 1,
            fingerprints: fingerprints.iter().map(|&f| Fingerprint(f)).collect(),
        },
        starts: (0..).step_by(30).take(fingerprints.len()).collect(),
        search_terms: format!("term{} all", document.0),
    }
}

#[test]
fn a_document_comes_back_as_it_was_kept() {
    each(|store| {
        let sample = sample("图书馆的夜间开放\n", "/a/论文 1.txt");
        let id = store.put(&[sample.imported()]).unwrap()[0];
        assert_eq!(store.text(id).unwrap(), sample.extracted.text);
        assert_eq!(store.extracted(id).unwrap(), sample.extracted);
        assert_eq!(
            store.derived(id, RECIPE).unwrap().as_ref(),
            Some(&sample.derived)
        );
        assert_eq!(store.derived(id, "another").unwrap(), None);
        assert_eq!(store.paths(id).unwrap(), std::slice::from_ref(&sample.path));
        assert_eq!(store.known_content(&sample.content).unwrap(), Some(id));
        let known = |path: &str, bytes, modified, read_as| {
            let stamp = FileStamp { bytes, modified };
            store.known_file(Path::new(path), stamp, read_as).unwrap()
        };
        let bytes = sample.path.stamp.bytes;
        assert_eq!(known("/a/论文 1.txt", bytes, 7, "txt"), Some(id));
        assert_eq!(known("/a/论文 1.txt", bytes, 8, "txt"), None);
        assert_eq!(known("/a/论文 1.txt", bytes + 1, 7, "txt"), None);
        assert_eq!(known("/a/论文 1.txt", bytes, 7, "txt:gb18030"), None);
        assert_eq!(known("/a/论文 2.txt", bytes, 7, "txt"), None);
    });
}

#[test]
fn a_text_from_elsewhere_is_never_taken_for_that_of_a_file() {
    each(|store| {
        let sample = sample("不是那个文件的文字", "elsewhere/1.txt");
        let imported = Imported {
            reader: 0,
            ..sample.imported()
        };
        let id = store.put(&[imported]).unwrap()[0];
        assert_eq!(store.known_content(&sample.content).unwrap(), None);
        let stamp = sample.path.stamp;
        let known = store.known_file(Path::new("elsewhere/1.txt"), stamp, "txt");
        assert_eq!(known.unwrap(), None);
        // The file itself is read, and its text replaces the other.
        assert_eq!(store.put(&[sample.imported()]).unwrap(), [id]);
        assert_eq!(store.known_content(&sample.content).unwrap(), Some(id));
        let again = Imported {
            reader: 0,
            extracted: &decode_text("别的文字".as_bytes()).unwrap(),
            ..sample.imported()
        };
        assert_eq!(store.put(&[again]).unwrap(), [id]);
        assert_eq!(store.text(id).unwrap(), sample.extracted.text);
        assert_eq!(store.content(id).unwrap(), (sample.content, Format::Txt));
        assert_eq!(store.documents().unwrap(), [id]);
    });
}

#[test]
fn one_content_in_two_places_is_one_document() {
    each(|store| {
        let first = put(store, "夜间", "/a.txt");
        assert_eq!(put(store, "夜间", "/b.txt"), first);
        assert_eq!(store.paths(first).unwrap().len(), 2);
        assert_eq!(store.about().unwrap().documents, 1);
        // The file at a path changed: the path now belongs to the new document.
        let second = put(store, "白天", "/b.txt");
        assert_ne!(second, first);
        assert_eq!(store.paths(first).unwrap().len(), 1);
        assert_eq!(store.paths(second).unwrap().len(), 1);
        // A path added by hand, and one for a document that does not exist.
        let c = sample("x", "/c.txt").path;
        store.add_path(first, &c).unwrap();
        assert_eq!(store.paths(first).unwrap().len(), 2);
        assert!(matches!(
            store.add_path(DocumentId(99), &c),
            Err(LibraryError::NoSuchDocument { .. })
        ));
    });
}

#[test]
fn members_are_added_removed_restored_and_purged() {
    each(|store| {
        let ids: Vec<DocumentId> = ["一", "二二", "三三三"]
            .into_iter()
            .map(|text| put(store, text, &format!("/{text}.txt")))
            .collect();
        let term = |text: &str, is_prefix| {
            vec![Term {
                text: text.to_owned(),
                is_prefix,
            }]
        };
        let all = term("all", false);
        let before = store.about().unwrap();
        assert_eq!((before.members, before.documents), (0, 3));
        let new: Vec<NewMember> = ids
            .iter()
            .map(|&id| member(id, "n", &[1, 2, id.0.cast_unsigned()]))
            .collect();
        store.add_members(&new).unwrap();
        let members = store.members(RECIPE, 3).unwrap();
        assert_eq!(members.iter().map(|m| m.document).collect::<Vec<_>>(), ids);
        assert!(members.iter().all(|m| m.current && m.passages == 3));
        assert!(members.iter().all(|m| m.path == Path::new("/p/é.txt")));
        // A store over which the program has an index numbers its passages.
        for pair in members
            .windows(2)
            .take_while(|pair| pair[1].first_passage > 0)
        {
            assert!(pair[0].first_passage + pair[0].passages <= pair[1].first_passage);
        }
        assert_eq!(members[1].fingerprint, Some(Fingerprint(u64::MAX - 6)));
        assert!(
            store
                .members(RECIPE, 4)
                .unwrap()
                .iter()
                .all(|m| !m.current && m.fingerprint.is_none())
        );
        assert_eq!(
            store.passages(ids[2]).unwrap(),
            Some(new[2].passages.clone())
        );
        assert!(store.about().unwrap().changes > before.changes);
        assert_eq!(store.search(&all, 10).unwrap(), ids);
        assert_eq!(store.search(&all, 2).unwrap(), ids[..2]);
        assert_eq!(store.searchable().unwrap(), ids);
        assert_eq!(
            store
                .search(&term(&format!("term{}", ids[1].0), false), 10)
                .unwrap(),
            [ids[1]]
        );
        assert_eq!(store.search(&term("ter", true), 10).unwrap(), ids);
        assert_eq!(store.search(&term("ter", false), 10).unwrap(), []);
        let both = [term("all", false), term("no", true)].concat();
        assert_eq!(store.search(&both, 10).unwrap(), []);

        store.remove_members(&ids[..2]).unwrap();
        assert_eq!(store.search(&all, 10).unwrap(), ids[2..]);
        assert_eq!(store.about().unwrap().members, 1);
        store.restore_members(&ids[..1]).unwrap();
        assert_eq!(store.members(RECIPE, 3).unwrap().len(), 2);
        assert_eq!(store.purge().unwrap(), 1);
        let left = store.about().unwrap();
        assert_eq!((left.members, left.documents), (2, 2));
        assert!(matches!(
            store.restore_members(&ids[1..2]),
            Err(LibraryError::NoSuchDocument { .. })
        ));
        assert!(store.text(ids[1]).is_err());
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
fn verify_finds_nothing_in_a_sound_library() {
    each(|store| {
        put(store, "甲", "/甲");
        let report = store.verify(false).unwrap();
        assert!(report.is_clean(), "{report:?}");
        assert_eq!(report.documents, 1);
    });
}
