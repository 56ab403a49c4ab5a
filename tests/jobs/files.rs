//! Paths of the files that tests read, and the worker processes that read them.

use std::path::{Path, PathBuf};

use chachong_import::Isolation;

/// Folder of the samples.
pub(crate) fn samples() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("assets/samples")
}

/// Path of a file or folder of `tests/fixtures`.
pub(crate) fn fixture(name: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR"))
        .join("tests/fixtures")
        .join(name)
}

/// Isolation in worker processes of the built program.
pub(crate) fn workers() -> Isolation {
    Isolation::Process(env!("CARGO_BIN_EXE_chachong").into())
}
