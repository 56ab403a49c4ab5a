//! Previews of dumps that a person may add to the library.

use std::path::PathBuf;
use std::sync::atomic::{AtomicBool, Ordering};

use chachong_check::Settings;
use chachong_import::Isolation;
use chachong_jobs::library::{dumps_in, preview_dump, room_for};
use chachong_window_model::dump_dialog::DumpPreviews;

/// Previews the dumps among these paths, for the library in a file. Stops between two articles once `stop` is set.
pub(crate) fn preview_dumps(
    paths: &[PathBuf],
    library: Option<&PathBuf>,
    isolation: Isolation,
    stop: &AtomicBool,
) -> DumpPreviews {
    let settings = Settings {
        isolation,
        ..Settings::default()
    };
    let goes_on = || !stop.load(Ordering::Relaxed);
    let mut seen = DumpPreviews {
        room: library.and_then(|library| room_for(library)),
        ..DumpPreviews::default()
    };
    for dump in dumps_in(paths) {
        if !goes_on() {
            break;
        }
        match preview_dump(&dump, &settings, &goes_on) {
            Ok(preview) => seen.dumps.push(preview),
            Err(document) => seen.not_read.push(*document),
        }
    }
    seen
}
