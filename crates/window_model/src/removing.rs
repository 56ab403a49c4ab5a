//! Removal of documents from the list, all or some, and its undo.

use std::collections::BTreeSet;
use std::sync::Arc;

use crate::page::Page;
use crate::passages::{Copied, Passages, Searching};
use crate::selection::Selection;
use crate::state::State;
use crate::undo::ListSnapshot;
use chachong_check::{Copies, Findings};
use chachong_compare::PairFinding;

impl State {
    /// Removes all documents from the list; this can be undone.
    pub fn clear(&mut self) {
        self.check.undo = Some(ListSnapshot {
            documents: std::mem::take(&mut self.check.documents),
            passed_over: std::mem::take(&mut self.check.passed_over),
            findings: std::mem::take(&mut self.check.findings),
            near: std::mem::take(&mut self.check.near),
            ranked: std::mem::take(&mut self.check.ranked),
            groups: std::mem::take(&mut self.check.groups),
            passages: at_rest(std::mem::take(&mut self.check.passages)),
            choices: std::mem::take(&mut self.check.choices),
            leads: self.check.leads.found.take(),
            fingerprints_by: self.check.fingerprints_by,
        });
        self.drop_leads();
        self.page = Page::Documents;
        self.history.clear();
        self.table.selection = Selection::default();
        self.changed();
    }

    /// Removes documents by position. Passages among the others stay: they are returned, and their shares have to be
    /// counted again; `None` where passages are not known yet.
    pub fn remove(&mut self, removed: &BTreeSet<usize>) -> Option<Copies> {
        self.check.undo = Some(ListSnapshot {
            documents: self.check.documents.clone(),
            passed_over: self.check.passed_over.clone(),
            findings: self.check.findings.clone(),
            near: Arc::clone(&self.check.near),
            ranked: self.check.ranked.clone(),
            // Positions in the groups are outdated now; groups are computed again with the figures.
            groups: std::mem::take(&mut self.check.groups),
            passages: at_rest(self.check.passages.clone()),
            choices: self.check.choices.clone(),
            leads: self.check.leads.found.clone(),
            fingerprints_by: self.check.fingerprints_by,
        });
        let mut moved: Vec<Option<usize>> = Vec::with_capacity(self.check.documents.len());
        let mut next = 0;
        for position in 0..self.check.documents.len() {
            moved.push((!removed.contains(&position)).then_some(next));
            next += usize::from(!removed.contains(&position));
        }
        let to = |position: usize| moved.get(position).copied().flatten();
        let copies = match std::mem::take(&mut self.check.passages) {
            Passages::Found(Copied { copies, .. }) => Some(without(&copies, &to)),
            _ => None,
        };
        let mut position = 0..;
        self.check.documents.retain(|_| {
            position
                .next()
                .is_some_and(|position| to(position).is_some())
        });
        for findings in [
            &mut self.check.findings,
            Arc::make_mut(&mut self.check.near),
        ] {
            *findings = still_there(findings, &to);
        }
        self.check.ranked = (0..self.check.findings.pairs.len()).collect();
        self.check.choices = self.check.choices.renumbered(to);
        self.page = Page::Documents;
        self.history.clear();
        self.table.selection = Selection::default();
        self.check.copied_version += 1;
        self.check.passages = if copies.is_some() {
            Passages::Searching(Searching::default())
        } else {
            Passages::Wanted
        };
        self.changed();
        copies
    }

    /// Restores the documents of the last removal.
    pub fn undo_clear(&mut self) {
        if let Some(before) = self.check.undo.take() {
            self.check.documents = before.documents;
            self.check.passed_over = before.passed_over;
            self.check.findings = before.findings;
            self.check.near = before.near;
            self.check.ranked = before.ranked;
            self.check.groups = before.groups;
            self.check.passages = before.passages;
            self.check.choices = before.choices;
            self.check.leads.found = before.leads;
            self.check.fingerprints_by = before.fingerprints_by;
            self.check.copied_version += 1;
            self.table.selection = Selection::default();
            self.changed();
        }
    }
}

/// Turns a search under way into a wanted one, since a search ends when its list changes.
fn at_rest(passages: Passages) -> Passages {
    match passages {
        Passages::Searching(_) => Passages::Wanted,
        passages => passages,
    }
}

fn without(copies: &Copies, to: &impl Fn(usize) -> Option<usize>) -> Copies {
    let pairs = copies.pairs.iter().filter_map(|pair| {
        let (a, b) = (to(pair.a)?, to(pair.b)?);
        let mut pair = pair.clone();
        (pair.a, pair.b) = (a, b);
        Some(pair)
    });
    let counted = (0..).zip(&copies.counted);
    Copies {
        pairs: pairs.collect(),
        counted: counted
            .filter(|(position, _)| to(*position).is_some())
            .map(|(_, counted)| counted.clone())
            .collect(),
        unread: copies.unread.iter().filter_map(|&d| to(d)).collect(),
        compared: copies.compared,
        missing: copies.missing.clone(),
    }
}

/// Keeps the findings that are still true after a removal; the nearest documents are found again in the background.
fn still_there(findings: &Findings, to: &impl Fn(usize) -> Option<usize>) -> Findings {
    let pairs = findings.pairs.iter().filter_map(|pair| {
        Some(PairFinding {
            a: to(pair.a)?,
            b: to(pair.b)?,
            copied: None,
            ..*pair
        })
    });
    let nearest = (0..).zip(&findings.nearest);
    Findings {
        pairs: pairs.collect(),
        nearest: nearest
            .filter(|(position, _)| to(*position).is_some())
            .map(|(_, nearest)| {
                let mut nearest = (*nearest)?;
                nearest.document = to(nearest.document)?;
                Some(nearest)
            })
            .collect(),
    }
}
