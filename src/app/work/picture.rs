//! Picture of the matrix that is being written.

use std::path::PathBuf;

use crate::app::one_shot::OneShot;
use crate::report::ReportError;

/// Picture that is being written.
pub(crate) struct Drawing {
    pub(crate) file: PathBuf,
    pub(crate) written: OneShot<Result<(), ReportError>>,
}
