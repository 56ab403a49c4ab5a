//! List of the documents and changes that a library lost, in the file `LIBRARY.losses` until a verification has named them.
//! A repair removes the traces of the damage, and the program may be killed before it reports the losses.

use std::io::{ErrorKind, Write};
use std::path::{Path, PathBuf};

use super::opening::{locked, real};
use crate::VerifyReport;
use crate::address::with_ending;
use crate::replaced_file::{part_of, replace};

fn of(library: &Path) -> PathBuf {
    with_ending(library, ".losses")
}

/// Returns what a library lost and no verification has named yet. If that list cannot be read, the report says that the last changes may
/// be lost.
#[must_use]
pub fn losses(library: &Path) -> VerifyReport {
    let mut report = VerifyReport::default();
    match std::fs::read(of(&real(library))) {
        Ok(kept) => match serde_json::from_slice(&kept) {
            Ok(kept) => report = kept,
            Err(_) => report.add_last_changes(),
        },
        Err(error) if error.kind() == ErrorKind::NotFound => {}
        Err(_) => report.add_last_changes(),
    }
    report
}

/// Deletes the list of losses after a verification has named them, unless another program uses the library.
pub fn forget_losses(library: &Path) {
    let library = real(library);
    if let Ok(Some(_held)) = locked(&library) {
        // One that cannot be deleted is named again.
        let _ = std::fs::remove_file(of(&library));
    }
}

/// Adds losses to the list of a library, whose lock must be held.
pub(super) fn keep(library: &Path, lost: VerifyReport) -> std::io::Result<()> {
    let mut all = losses(library);
    all.merge(lost);
    replace(&of(library), |mut file| {
        file.write_all(&serde_json::to_vec(&all)?)
    })
}

/// Returns the path of the list that is being written.
pub(super) fn part(library: &Path) -> PathBuf {
    part_of(&of(library))
}
