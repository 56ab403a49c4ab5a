//! Snapshot of the list before a removal, for undo.

use std::sync::Arc;

use crate::app::model::passages::Passages;
use chachong_check::{Document, Findings, Leads};
use chachong_compare::{Choices, Group};
use chachong_import::PassedOver;
use chachong_simhash::Recipe;

/// Snapshot of the list before a removal, for undo.
#[derive(Debug)]
pub(crate) struct Before {
    pub(crate) documents: Vec<Document>,
    /// Files that were found and not read.
    pub(crate) passed_over: PassedOver,
    pub(crate) findings: Findings,
    pub(crate) near: Arc<Findings>,
    pub(crate) ranked: Vec<usize>,
    pub(crate) groups: Vec<Group>,
    pub(crate) passages: Passages,
    pub(crate) choices: Choices,
    /// Leads to rewritten passages; `None` where they were not sought.
    pub(crate) leads: Option<Arc<Leads>>,
    pub(crate) fingerprints_by: Recipe,
}
