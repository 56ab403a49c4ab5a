//! Autosave of the check that is shown, and the check that is being reopened.

use crate::app::work::reopened::Reopened;
use crate::library::CheckId;
use crate::session::Saving;

/// Autosave of the shown check.
#[derive(Default)]
pub(crate) struct SavedCheck {
    /// Autosave of the shown check; `None` if nothing is saved.
    pub(crate) saving: Option<Saving>,
    /// Id of the autosaved check; `None` until the first save.
    pub(crate) check: Option<CheckId>,
    /// Autosave of the cleared list, kept for undo.
    pub(crate) aside: Option<(Saving, Option<CheckId>)>,
    /// Choices and results of the check that is being reopened.
    pub(crate) reopened: Option<Reopened>,
}
