//! Tests of the library's own document frequencies, and of the recipes that use them.

use chachong_check::{Fingerprinting, PROCESSING_VERSION};
use chachong_jobs::library::library_frequencies;
use chachong_library::{DocumentId, DocumentStore, MemberStore, SearchStore, SqliteStore};
use chachong_simhash::{DocumentFrequencies, Recipe};

use crate::program::Place;

fn write(place: &Place, name: &str, subject: &str) {
    let sentences = [
        "的读者很多",
        "的记录写在本子上",
        "由居民轮流看管",
        "在雨季需要修补",
    ];
    let body = sentences
        .map(|rest| format!("{subject}{rest}，{name}记下了{subject}的每一天。"))
        .concat();
    place.write(&format!("earlier/{name}"), body.repeat(6));
}

fn counted(store: &SqliteStore) -> Vec<DocumentId> {
    store.frequencies().unwrap().unwrap().counted
}

#[test]
fn a_recipe_that_asks_frequencies_asks_those_of_the_library() {
    let place = Place::new();
    let library = place.at("l.chachong");
    for (name, subject) in [("a.txt", "图书馆"), ("b.txt", "菜市场"), ("c.txt", "渡口")] {
        write(&place, name, subject);
    }
    place.write("new/d.txt", place.read("earlier/a.txt"));
    place.done("library add l.chachong earlier");
    let check =
        |recipe: &str| place.done(&format!("check new --library l.chachong --recipe {recipe}"));
    assert!(check("thesis").contains("library:a.txt"));
    let store = SqliteStore::open(&library).unwrap();
    assert_eq!(store.frequencies().unwrap(), None, "nobody asked them");
    drop(store);

    assert!(check("tf-idf").contains("library:a.txt"));
    let store = SqliteStore::open(&library).unwrap();
    assert_eq!(counted(&store).len(), 3);
    let table = library_frequencies(&store, &mut |_, _| true)
        .unwrap()
        .unwrap();
    assert_eq!(table.documents(), 3);
    let starting = Fingerprinting::from(Recipe::TF_IDF);
    let own = starting.clone().with_documents(table);
    assert_ne!(own.text_form(), starting.text_form());
    let members = store.members(own.text_form(), PROCESSING_VERSION).unwrap();
    assert!(
        members
            .iter()
            .all(|member| member.current && member.fingerprint.is_some())
    );
    drop(store);

    // An added document is counted on top; a removed one makes all be counted again.
    write(&place, "e.txt", "水塔");
    place.done("library add l.chachong earlier/e.txt");
    check("five-level");
    let store = SqliteStore::open(&library).unwrap();
    assert_eq!(counted(&store).len(), 4);
    drop(store);
    place.done("library remove l.chachong b.txt");
    check("tf-idf");
    let store = SqliteStore::open(&library).unwrap();
    let kept = store.frequencies().unwrap().unwrap();
    assert_eq!((kept.counted.len(), kept.table.documents()), (3, 3));
    let mut expected = DocumentFrequencies::default();
    for document in &kept.counted {
        let extracted = store.extracted(*document).unwrap();
        expected.add(&chachong_check::terms(&extracted, Recipe::THESIS));
    }
    assert_eq!(kept.table, expected);
}
