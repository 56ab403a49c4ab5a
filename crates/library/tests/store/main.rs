//! Tests of the trait `Store` on both stores, and of the search in a server.
#![expect(clippy::unwrap_used, reason = "a test that cannot go on stops")]

mod index_states;
mod left_behind;
mod library_store;
mod opening;
#[cfg(all(target_os = "linux", feature = "postgres"))]
#[path = "../../../../tests/postgres_server/mod.rs"]
#[expect(
    dead_code,
    reason = "the tests of the program kill and copy servers too"
)]
mod postgres_server;
#[cfg(all(target_os = "linux", feature = "postgres"))]
mod server_search;
