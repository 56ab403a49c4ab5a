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
mod reading;
mod recognition;
mod report_csv;
mod report_xlsx;
mod session;
