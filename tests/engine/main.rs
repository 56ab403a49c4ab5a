//! Tests of the engine through its public API: a file a subject.
#![expect(clippy::unwrap_used, reason = "a test that cannot go on stops")]

mod alignment;
mod files;
mod fingerprints;
mod formats;
mod frequencies;
mod import_fixtures;
mod index_systems;
mod layers;
mod library_store;
mod lower_estimate;
#[path = "../made_check/mod.rs"]
mod made_check;
mod module_layers;
mod office;
#[cfg(all(target_os = "linux", feature = "postgres"))]
#[path = "../postgres_server/mod.rs"]
#[expect(
    dead_code,
    reason = "the tests of the program kill and copy servers too"
)]
mod postgres_server;
mod reading;
mod recognition;
mod report_csv;
mod report_leads;
mod report_xlsx;
#[cfg(all(target_os = "linux", feature = "postgres"))]
mod sentence_encoder;
mod server_search;
mod session;
