//! Tests of reports of a made check, read back as other programs read them.
#![expect(clippy::unwrap_used, reason = "a test that cannot go on stops")]

mod blind;
mod csv;
mod json;
mod leads;
mod lower_estimate;
#[path = "../../../../tests/made_check/mod.rs"]
mod made_check;
mod office;
mod workbook;
mod xlsx;
