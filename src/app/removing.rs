//! Taking documents out of the list, all or some, and putting them back. Knows nothing of egui or of files.

use std::collections::BTreeSet;
use std::sync::Arc;

use super::copied::{Copied, Passages, Searching};
use super::selection::Selection;
use super::state::{Page, State};
use crate::compare::{Choices, Group, PairFinding};
use crate::session::{Copies, Document, Findings};
use crate::simhash::Recipe;

/// A list before something was taken out of it.
#[derive(Debug)]
pub(super) struct Before {
    documents: Vec<Document>,
    findings: Findings,
    near: Arc<Findings>,
    ranked: Vec<usize>,
    groups: Vec<Group>,
    passages: Passages,
    choices: Choices,
    fingerprints_by: Recipe,
}

impl State {
    /// Empties the list.
    pub(super) fn clear(&mut self) {
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

    /// Takes some documents out. What the others have in common stays found: returned are their passages, whose shares are
    /// to be counted anew; `None` where there are none yet.
    pub(super) fn remove(&mut self, removed: &BTreeSet<usize>) -> Option<Copies> {
        self.before = Some(Before {
            documents: self.documents.clone(),
            findings: self.findings.clone(),
            near: Arc::clone(&self.near),
            ranked: self.ranked.clone(),
            // Their positions are no longer theirs; they are found anew with the figures.
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

    /// Puts back what was taken out last.
    pub(super) fn undo_clear(&mut self) {
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

/// A search ends with the list that it is of.
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

/// What is still true; who is nearest to whom is found anew in the background.
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
