//! Removal of documents from the list, all or some, and its undo.

use crate::app::model::before::Before;
use std::collections::BTreeSet;
use std::sync::Arc;

use crate::app::model::page::Page;
use crate::app::model::passages::Copied;
use crate::app::model::passages::Passages;
use crate::app::model::passages::Searching;
use crate::app::model::selection::Selection;
use crate::app::model::state::State;
use crate::compare::PairFinding;
use crate::session::{Copies, Findings};

impl State {
    /// Removes all documents from the list; undo puts them back.
    pub(crate) fn clear(&mut self) {
        self.before = Some(Before {
            documents: std::mem::take(&mut self.documents),
            findings: std::mem::take(&mut self.findings),
            near: std::mem::take(&mut self.near),
            ranked: std::mem::take(&mut self.ranked),
            groups: std::mem::take(&mut self.groups),
            passages: at_rest(std::mem::take(&mut self.passages)),
            choices: std::mem::take(&mut self.choices),
            fingerprints_by: self.fingerprints_by,
        });
        self.page = Page::Documents;
        self.history.clear();
        self.selection = Selection::default();
        self.changed();
    }

    /// Removes documents by position. Passages among the others stay: they are returned, and their shares have to be
    /// counted again; `None` where passages are not known yet.
    pub(crate) fn remove(&mut self, removed: &BTreeSet<usize>) -> Option<Copies> {
        self.before = Some(Before {
            documents: self.documents.clone(),
            findings: self.findings.clone(),
            near: Arc::clone(&self.near),
            ranked: self.ranked.clone(),
            // Positions in the groups are outdated now; groups are computed again with the figures.
            groups: std::mem::take(&mut self.groups),
            passages: at_rest(self.passages.clone()),
            choices: self.choices.clone(),
            fingerprints_by: self.fingerprints_by,
        });
        let mut moved: Vec<Option<usize>> = Vec::with_capacity(self.documents.len());
        let mut next = 0;
        for position in 0..self.documents.len() {
            moved.push((!removed.contains(&position)).then_some(next));
            next += usize::from(!removed.contains(&position));
        }
        let to = |position: usize| moved.get(position).copied().flatten();
        let copies = match std::mem::take(&mut self.passages) {
            Passages::Found(Copied { copies, .. }) => Some(without(&copies, &to)),
            _ => None,
        };
        let mut position = 0..;
        self.documents.retain(|_| {
            position
                .next()
                .is_some_and(|position| to(position).is_some())
        });
        for findings in [&mut self.findings, Arc::make_mut(&mut self.near)] {
            *findings = still_there(findings, &to);
        }
        self.ranked = (0..self.findings.pairs.len()).collect();
        self.choices = self.choices.renumbered(to);
        self.page = Page::Documents;
        self.history.clear();
        self.selection = Selection::default();
        self.copied_version += 1;
        self.passages = if copies.is_some() {
            Passages::Searching(Searching::default())
        } else {
            Passages::Wanted
        };
        self.changed();
        copies
    }

    /// Puts back the documents of the last removal.
    pub(crate) fn undo_clear(&mut self) {
        if let Some(before) = self.before.take() {
            self.documents = before.documents;
            self.findings = before.findings;
            self.near = before.near;
            self.ranked = before.ranked;
            self.groups = before.groups;
            self.passages = before.passages;
            self.choices = before.choices;
            self.fingerprints_by = before.fingerprints_by;
            self.copied_version += 1;
            self.selection = Selection::default();
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
