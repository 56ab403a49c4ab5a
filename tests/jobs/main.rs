//! Tests of sessions that read files in worker processes, which are the built program.
#![expect(clippy::unwrap_used, reason = "a test that cannot go on stops")]

mod files;
mod import_fixtures;
mod reading;
