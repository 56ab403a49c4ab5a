//! System dialogs, other programs and pictures that are under way beside a check.

use std::path::PathBuf;

use crate::app::model::purpose::Purpose;
use crate::app::one_shot::OneShot;
use crate::app::work::dialog::Answer;
use crate::app::work::picture::Drawing;

/// Dialogs, other programs and pictures under way beside a check.
#[derive(Default)]
pub(crate) struct Beside {
    /// System dialog that is open, with its purpose; `None` if none is open.
    pub(crate) dialog: Option<(Purpose, OneShot<Answer>)>,
    /// Files being opened by other programs; each ends with its path and the error if that failed.
    pub(crate) opening: Vec<OneShot<Option<(PathBuf, String)>>>,
    /// Picture of the matrix that is being written.
    pub(crate) drawing: Option<Drawing>,
}
