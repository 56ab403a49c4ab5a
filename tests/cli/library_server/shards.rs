//! One library over three servers and a coordinator: used like one server, with the same results.

use std::path::{Path, PathBuf};

use chachong_library::{MemberStore, PostgresStore, SearchStore};

use super::{checked, library, old_and_new};
use crate::postgres_server::{Server, own_server, server};
use crate::program::{done, is_in_order, str};

/// What an administrator runs on the coordinator.
const DISTRIBUTE: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/packaging/postgres/shards.sql");

/// Makes a library over three servers; returns these and the coordinator's address.
pub(super) fn distributed(hub: &Server) -> (Vec<Server>, PathBuf) {
    let shards: Vec<Server> = (0..3).filter_map(|_| own_server()).collect();
    let coordinator = library(hub);
    let name = Server::name(&coordinator);
    for shard in &shards {
        shard.sql("postgres", &format!("CREATE DATABASE {name}"));
        done(&[
            "library",
            "init-server",
            str(&shard.address(&name, "admin")),
        ]);
    }
    let places: Vec<String> = shards.iter().map(Server::place).collect();
    let variables = [
        format!("shards={}", places.join(" ")),
        format!("library={name}"),
        "user=admin".to_owned(),
    ];
    hub.run_file(&name, Path::new(DISTRIBUTE), &variables);
    // A newer program makes the functions anew and leaves the distribution as it is; then the views are renewed.
    done(&["library", "init-server", str(&coordinator)]);
    hub.run_file(&name, Path::new(DISTRIBUTE), &[]);
    (shards, coordinator)
}

#[test]
fn three_servers_give_what_one_gives() {
    let Some(hub) = server() else { return };
    let (shards, coordinator) = distributed(hub);
    let name = Server::name(&coordinator);

    let folder = tempfile::tempdir().unwrap();
    let (old, new) = old_and_new(folder.path());
    let single = library(hub);
    for place in [&single, &coordinator] {
        let added = done(&["library", "add", "-q", str(place), str(&old)]);
        assert!(added.contains("12 documents added"), "{added}");
    }
    let on_each: Vec<usize> = shards
        .iter()
        .map(|shard| {
            let count =
                |table: &str| shard.sql(&name, &format!("SELECT count(*) FROM chachong.{table}"));
            assert_eq!(count("body"), count("passages"));
            assert_ne!(count("posting"), "0");
            count("body").parse().unwrap()
        })
        .collect();
    assert_eq!(on_each.iter().sum::<usize>(), 12, "{on_each:?}");
    assert_eq!(
        checked(&coordinator, &folder, &new),
        checked(&single, &folder, &new)
    );

    // Vectors lie where the texts are.
    let store = PostgresStore::open(&coordinator).unwrap();
    let vectors: Vec<_> = (store.member_numbers().unwrap().into_iter())
        .map(|id| (id, vec![7; 4_000]))
        .collect();
    for _ in 0..2 {
        store.put_vectors("made/1", &vectors).unwrap();
    }
    let ids: Vec<_> = vectors.iter().map(|(id, _)| *id).collect();
    assert_eq!(store.documents_with_vectors("made/1").unwrap(), ids);
    assert_eq!(store.vectors("made/1", &ids).unwrap(), vectors);
    let vectors_on_each: Vec<usize> = shards
        .iter()
        .map(|shard| {
            let count = shard.sql(&name, "SELECT count(*) FROM chachong.vectors");
            count.parse().unwrap()
        })
        .collect();
    assert_eq!(vectors_on_each, on_each);

    // Each shard is asked for the given keys at the same time as the others, and answers alone.
    let plan = hub.sql(
        &name,
        "SET search_path = chachong; EXPLAIN (VERBOSE, COSTS OFF) SELECT * FROM held WHERE key = ANY ('{1,2,3}'::bigint[])",
    );
    assert_eq!(plan.matches("Async Foreign Scan").count(), 3, "{plan}");
    assert_eq!(
        plan.matches("FROM chachong.held WHERE").count(),
        3,
        "{plan}"
    );

    // Removal and full-text search.
    let list = |place: &Path| done(&["library", "list", str(place)]);
    let removed = done(&["library", "remove", str(&coordinator), "003.txt"]);
    assert!(removed.contains("removed permanently"), "{removed}");
    assert!(list(&coordinator).contains("11 documents"));
    let left: usize = shards
        .iter()
        .map(|shard| {
            let left = shard.sql(
                &name,
                "SELECT count(DISTINCT document) FROM chachong.posting",
            );
            left.parse::<usize>().unwrap()
        })
        .sum();
    assert_eq!(left, 11);
    assert_eq!(store.documents_with_vectors("made/1").unwrap().len(), 11);
    is_in_order(&coordinator);
}
