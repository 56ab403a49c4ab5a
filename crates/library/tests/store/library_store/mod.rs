//! Tests that every implementation of the store must pass, by the traits of the store: in a file, and on a `PostgreSQL` server where the machine has one.

mod cases;
mod checks;
mod documents;
mod members;
mod removal;
mod search;
mod status;
mod submissions;
mod traces;

use std::path::PathBuf;

use chachong_import::{Extracted, Format, READER_VERSION, decode_text};
use chachong_library::{
    Content, Derived, DocumentId, FileStamp, Imported, NewMember, Passages, SqliteStore, Store,
    StoredPath,
};
use chachong_simhash::Fingerprint;
use chachong_text::{Mark, MarkReason};

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

pub(crate) fn put(store: &dyn Store, text: &str, path: &str) -> DocumentId {
    store.put(&[sample(text, path).imported()]).unwrap()[0]
}

pub(crate) fn member(document: DocumentId, name: &str, fingerprints: &[u64]) -> NewMember {
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
