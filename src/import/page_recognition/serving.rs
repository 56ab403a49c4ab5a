//! The child's side of recognition: answers requests on standard input until that closes.

use std::io::{Read, Write};
use std::path::Path;
use std::sync::Arc;

use super::wire::{Answer, receive_request, send_answer};
use crate::import::ImportCause;
use crate::import::limits::{STACK_BYTES, THREAD_NAME, caught, silence_import_panics};
use crate::import::sandbox;
use crate::recognition::{
    Care, DOTS_PER_INCH, Engine, ModelFiles, Recogniser, RecognitionError, render,
};
use crate::typeface::CHINESE_FONT;

/// Runs the child process with the models of a folder. `memory` is the limit of its address space in bytes. The models
/// are read before the process gives up its access to files.
pub fn run_recognition_worker(memory: u64, models: &Path, care: Care) -> ! {
    silence_import_panics();
    let files = match ModelFiles::read(models, care) {
        Ok(files) => files,
        Err(error) => {
            // The parent reads the last words.
            let _ = writeln!(std::io::stderr(), "{error}");
            std::process::exit(1);
        }
    };
    sandbox::enter(memory);
    let work = move || serve(std::io::stdin().lock(), std::io::stdout().lock(), files);
    let thread = std::thread::Builder::new()
        .name(THREAD_NAME.to_owned())
        .stack_size(STACK_BYTES)
        .spawn(work);
    let ended = thread.map(std::thread::JoinHandle::join);
    std::process::exit(i32::from(!matches!(ended, Ok(Ok(Ok(()))))));
}

/// Answers requests until the input ends.
pub(super) fn serve(
    mut from: impl Read,
    mut to: impl Write,
    files: ModelFiles,
) -> std::io::Result<()> {
    let engine = Engine::new(files).map_err(std::io::Error::other)?;
    while let Some((request, bytes)) = receive_request(&mut from)? {
        let pdf = Arc::new(bytes);
        for page in request.pages {
            send_answer(&mut to, &read_page(&engine, &pdf, page))?;
        }
    }
    Ok(())
}

fn read_page(engine: &Engine, pdf: &Arc<Vec<u8>>, page: u32) -> Answer {
    let read = caught(|| {
        let recognised = render(pdf, page, DOTS_PER_INCH, Some(CHINESE_FONT))
            .and_then(|picture| engine.read(&picture, &|| false));
        recognised.map_err(|error: RecognitionError| ImportCause::Damaged {
            detail: error.to_string(),
        })
    });
    read.map_err(|cause| match cause {
        ImportCause::Damaged { detail } | ImportCause::Crashed { detail } => detail,
        other => other.key().to_owned(),
    })
}
