//! Snapshot of the list before a removal, for undo.

use std::sync::Arc;

use crate::passages::Passages;
use chachong_check::{Document, Findings, Leads};
use chachong_compare::{Choices, Group};
use chachong_import::PassedOver;
use chachong_simhash::Recipe;

/// Snapshot of the list before a removal, for undo.
#[derive(Debug)]
pub struct ListSnapshot {
    /// Documents of the list, the library's last.
    pub documents: Vec<Document>,
    /// Files that were found and not read.
    pub passed_over: PassedOver,
    /// Findings by fingerprints and by passages.
    pub findings: Findings,
    /// Findings by fingerprints alone.
    pub near: Arc<Findings>,
    /// Indices in `findings.pairs`, in list order.
    pub ranked: Vec<usize>,
    /// Groups of linked documents.
    pub groups: Vec<Group>,
    /// Passages that were found; never a search under way.
    pub passages: Passages,
    /// Choices of what counts.
    pub choices: Choices,
    /// Leads to rewritten passages; `None` where they were not sought.
    pub leads: Option<Arc<Leads>>,
    /// Recipe that made the fingerprints of `documents`.
    pub fingerprints_by: Recipe,
}
