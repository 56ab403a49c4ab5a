//! Tests of reading the files of real producers and made ones, in this process.
#![expect(clippy::unwrap_used, reason = "a test that cannot go on stops")]

mod endings;
mod formats;
mod hostile;
mod lab;
mod pdf_spacing;
mod reading;

use std::path::{Path, PathBuf};

/// Folder of the samples.
fn samples() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../assets/samples")
}

/// Path of a file or folder of `tests/fixtures`.
fn fixture(name: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR"))
        .join("../../tests/fixtures")
        .join(name)
}
