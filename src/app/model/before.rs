//! Snapshot of the list before a removal, for undo.

use crate::app::model::passages::Passages;
use crate::compare::Choices;
use crate::compare::Group;
use crate::session::Document;
use crate::session::Findings;
use crate::simhash::Recipe;
use std::sync::Arc;

/// Snapshot of the list before a removal, for undo.
#[derive(Debug)]
pub(crate) struct Before {
    pub(crate) documents: Vec<Document>,
    pub(crate) findings: Findings,
    pub(crate) near: Arc<Findings>,
    pub(crate) ranked: Vec<usize>,
    pub(crate) groups: Vec<Group>,
    pub(crate) passages: Passages,
    pub(crate) choices: Choices,
    pub(crate) fingerprints_by: Recipe,
}
