//! Snapshot of the list before a removal, for undo.

use std::sync::Arc;

use crate::passages::Passages;
use chachong_check::{Document, Findings, Leads};
use chachong_compare::{Choices, Group};
use chachong_import::PassedOver;
use chachong_simhash::Recipe;

/// Snapshot of the list before a removal, for undo.
#[derive(Debug)]
pub struct Before {
    pub documents: Vec<Document>,
    /// Files that were found and not read.
    pub passed_over: PassedOver,
    pub findings: Findings,
    pub near: Arc<Findings>,
    pub ranked: Vec<usize>,
    pub groups: Vec<Group>,
    pub passages: Passages,
    pub choices: Choices,
    /// Leads to rewritten passages; `None` where they were not sought.
    pub leads: Option<Arc<Leads>>,
    pub fingerprints_by: Recipe,
}
