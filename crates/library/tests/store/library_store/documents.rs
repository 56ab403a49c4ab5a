//! Tests of what a store keeps of documents: files, texts, derived data, recognised pages.

use std::path::Path;

use chachong_import::{Format, decode_text};
use chachong_library::{CORRECTED, DocumentId, FileStamp, Imported, LibraryError};
use chachong_recognition::{Recognised, Turn};

use super::{RECIPE, each, put, sample};

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
        let at = |path: &str| store.document_at(Path::new(path)).unwrap();
        assert_eq!(
            ["/a.txt", "/b.txt", "/c.txt"].map(at),
            [Some(first), Some(second), None]
        );
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
fn derived_data_replaces_that_of_the_same_recipe() {
    each(|store| {
        let sample = sample("夜间", "/a.txt");
        let id = store.put(&[sample.imported()]).unwrap()[0];
        let mut newer = sample.derived;
        newer.version += 1;
        newer.fingerprint = None;
        let mut other = newer.clone();
        other.recipe = "another".to_owned();
        let both = [(id, newer.clone()), (id, other.clone())];
        store.put_derived(&both).unwrap();
        assert_eq!(store.derived(id, RECIPE).unwrap(), Some(newer.clone()));
        assert_eq!(store.derived(id, "another").unwrap(), Some(other));
        let refused = store.put_derived(&[(DocumentId(id.0 + 99), newer)]);
        assert!(matches!(refused, Err(LibraryError::NoSuchDocument { .. })));
    });
}

#[test]
fn a_corrected_page_stands_for_that_of_every_version_until_it_is_taken_back() {
    each(|store| {
        let sample = sample("夜间", "/a.txt");
        store.put(&[sample.imported()]).unwrap();
        let file = sample.content.sha256;
        let [picture, other] = [[5; 32], [6; 32]];
        let page = |width| Recognised {
            version: "2 made".to_owned(),
            turn: Turn::Quarter,
            width,
            height: 2_339,
            skew: -35,
            pages: Vec::new(),
        };
        let keep = |version: &str, page: Option<&Recognised>| {
            store
                .keep_recognised_page(&picture, &file, version, page)
                .unwrap();
        };
        let kept = |version: &str| store.recognised_page(&picture, version).unwrap();
        keep("2 made", Some(&page(1)));
        keep("2 made", Some(&page(2)));
        assert_eq!(kept("2 made"), Some(page(2)));
        assert_eq!(kept("3 made"), None);
        keep(CORRECTED, Some(&page(3)));
        assert_eq!(
            ["2 made", "3 made"].map(kept),
            [Some(page(3)), Some(page(3))]
        );
        let read = store.page_as_read(&picture, "2 made").unwrap();
        assert_eq!(read, Some(page(2)));
        assert_eq!(store.recognised_page(&other, "2 made").unwrap(), None);
        keep(CORRECTED, None);
        assert_eq!(["2 made", "3 made"].map(kept), [Some(page(2)), None]);
        // The page goes with its file.
        store.purge().unwrap();
        assert_eq!(kept("2 made"), None);
    });
}
