//! Child's side of recognition: answers requests on standard input until it closes.

use std::io::{Read, Write};
use std::path::Path;
use std::sync::Arc;
use std::thread::JoinHandle;

use sha2::{Digest, Sha256};

use super::wire::{PageHash, Picture, Request, receive_go, tell};
use crate::ImportCause;
use crate::limits::{caught, silence_import_panics};
use crate::page_picture::{PagePicture, page_picture};
use crate::protocol::receive_request;
use crate::sandbox::{self, Budget};
use chachong_recognition::{
    DOTS_PER_INCH, Engine, ModelFiles, ModelSize, Raster, Recognised, RecognitionError,
};

/// Runs this process as a worker that recognises pages with the models in the folder `models`, until standard input
/// closes. The models are read before the process gives up access to files, and loaded, together with the computing
/// thread, before it gives up starting threads.
pub fn run_recognition_worker(budget: Budget, models: &Path, size: ModelSize) -> ! {
    sandbox::close_inherited();
    silence_import_panics();
    let files = match ModelFiles::read(models, size) {
        Ok(files) => files,
        Err(error) => {
            // The parent reads the last words.
            let _ = writeln!(std::io::stderr(), "{error}");
            std::process::exit(1);
        }
    };
    let work = |engine: std::io::Result<Engine>| {
        let served = engine
            .and_then(|engine| serve(std::io::stdin().lock(), std::io::stdout().lock(), &engine));
        std::process::exit(i32::from(served.is_err()));
    };
    // It ends the process; where it panics instead, so does this.
    let _ = sandbox::enter(budget, || engine(files), work).map(JoinHandle::join);
    std::process::exit(1);
}

/// Loads models.
pub(super) fn engine(files: ModelFiles) -> std::io::Result<Engine> {
    Engine::new(files).map_err(std::io::Error::other)
}

/// Answers requests until the input ends.
pub(super) fn serve(
    mut from: impl Read,
    mut to: impl Write,
    engine: &Engine,
) -> std::io::Result<()> {
    while let Some((request, bytes)) = receive_request::<Request>(&mut from)? {
        let bytes = Arc::new(bytes);
        for page in &request.pages {
            let picture = legible(|| page_picture(request.format, &bytes, page, DOTS_PER_INCH));
            let seen = |page: &PagePicture| Picture {
                hash: hash(&page.picture),
                has_own_fonts: page.has_own_fonts,
            };
            tell(&mut to, &picture.as_ref().map(seen).map_err(Clone::clone))?;
            let Ok(PagePicture { picture, .. }) = picture else {
                continue;
            };
            if receive_go(&mut from)? {
                let read = legible(|| engine.read(&picture, &|| false)).map(without_letters);
                tell(&mut to, &read)?;
            }
        }
    }
    Ok(())
}

/// Hashes the size and pixels of a picture.
fn hash(picture: &Raster) -> PageHash {
    let mut hash = Sha256::new();
    hash.update(picture.width().to_le_bytes());
    hash.update(picture.height().to_le_bytes());
    hash.update(picture.rgb());
    hash.finalize().into()
}

/// Drops the places of single letters: they are not shown to anybody, and would take up most of the store.
fn without_letters(mut read: Recognised) -> Recognised {
    for line in read.pages.iter_mut().flat_map(|page| &mut page.lines) {
        line.letters.clear();
    }
    read
}

/// Runs work on a page and puts an error or a panic into words.
fn legible<T>(work: impl FnOnce() -> Result<T, RecognitionError>) -> Result<T, String> {
    let done = caught(|| work().map_err(|error| ImportCause::damaged(&error)));
    done.map_err(|cause| match cause {
        ImportCause::Damaged { detail } | ImportCause::Crashed { detail } => detail,
        other => other.key().to_owned(),
    })
}
