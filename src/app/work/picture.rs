//! Picture of the matrix that is being written.

use std::path::PathBuf;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::sync::mpsc::Receiver;

use crate::report::ReportError;

/// Picture that is being written.
pub(crate) struct Drawing {
    pub(crate) file: PathBuf,
    pub(crate) written: Receiver<Result<(), ReportError>>,
    pub(crate) stop: Arc<AtomicBool>,
}
