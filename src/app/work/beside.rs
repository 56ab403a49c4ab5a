//! System dialogs, other programs and pictures that are under way beside a check.

use std::path::PathBuf;
use std::sync::mpsc::Receiver;

use crate::app::model::purpose::Purpose;
use crate::app::work::dialog::Answer;
use crate::app::work::picture::Drawing;

/// Dialogs, other programs and pictures under way beside a check.
#[derive(Default)]
pub(crate) struct Beside {
    /// System dialog that is open, with its purpose; `None` if none is open.
    pub(crate) dialog: Option<(Purpose, Receiver<Answer>)>,
    /// Receivers of errors from files being opened by other programs; one message each, only on failure.
    pub(crate) opening: Vec<Receiver<(PathBuf, String)>>,
    /// Picture of the matrix that is being written.
    pub(crate) drawing: Option<Drawing>,
}
