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
    /// Documents of the list, those of libraries last.
    pub documents: Vec<Document>,
    /// Files that were found but not read.
    pub passed_over: PassedOver,
    /// Findings by fingerprints and passages.
    pub findings: Findings,
    /// Findings by fingerprints alone.
    pub near: Arc<Findings>,
    /// Indices in `findings.pairs`, in list order.
    pub ranked: Vec<usize>,
    /// Groups of linked documents.
    pub groups: Vec<Group>,
    /// Passages that were found; never a running search.
    pub passages: Passages,
    /// A person's choices about what counts.
    pub choices: Choices,
    /// Leads to rewritten passages; `None` if they were not searched for.
    pub leads: Option<Arc<Leads>>,
    /// Recipe of the fingerprints in `documents`.
    pub fingerprints_by: Recipe,
}
