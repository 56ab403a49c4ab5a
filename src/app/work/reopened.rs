//! Saved content of a check that is being reopened.

use crate::compare::Choices;
use crate::library::SavedResults;

/// Saved content of the check that is being reopened.
pub(crate) struct Reopened {
    /// Choices of the check, kept here until its documents, whose positions they name, are loaded.
    pub(crate) choices: Option<Choices>,
    /// Results of the search among exactly the documents of this check; `None` if none were saved.
    pub(crate) results: Option<SavedResults>,
}
