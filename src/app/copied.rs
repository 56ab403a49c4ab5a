//! State of the passages as plain data: those found, the shares that follow from a person's choices, the search under
//! way, and what a pair's page shows of them. Nothing is drawn.

use std::sync::Arc;
use std::time::Instant;

use super::shared_texts::SharedTexts;
use super::state::{Page, State};
use super::table::Column;
use crate::compare::{
    Choices, DocumentShares, PairFinding, PairPassages, PairShares, Passage, Reason, Shares,
    SideShares, Strength, Verdict,
};
use crate::session::{Copies, CopyStep, Document, FoundCopies, Origin};

/// Passages of all documents, with the shares under the choices that were last applied.
#[derive(Clone, Debug)]
pub(super) struct Copied {
    pub(super) copies: Arc<Copies>,
    pub(super) shares: Arc<Shares>,
    /// Texts that several of the documents share.
    pub(super) texts: Arc<SharedTexts>,
}

/// Progress of the search for passages under way.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Searching {
    pub(super) step: CopyStep,
    pub(super) done: usize,
    pub(super) total: usize,
    pub(super) cancelling: bool,
    /// Time at which the step began; `None` before the first step.
    pub(super) since: Option<Instant>,
}

impl Default for Searching {
    fn default() -> Self {
        Self {
            step: CopyStep::Preparing,
            done: 0,
            total: 0,
            cancelling: false,
            since: None,
        }
    }
}

/// State of the passages.
#[derive(Clone, Debug, Default)]
pub(super) enum Passages {
    /// Not searched for yet: documents are still being read, or have changed.
    #[default]
    Wanted,
    /// Search under way.
    Searching(Searching),
    /// Search done, with what was found.
    Found(Copied),
    /// Search cancelled or failed: the next one starts when the person asks for it or the documents change.
    GivenUp,
}

/// Tab of the page of a pair.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum PairTab {
    Passages,
    Fingerprints,
}

/// Tab of the page of a pair and what is selected in it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct PairView {
    pub(super) tab: PairTab,
    /// Index of the selected passage in [`Listed`].
    pub(super) passage: usize,
    /// Bit whose terms are shown, 0 the leftmost; `None` until one is chosen.
    pub(super) bit: Option<u32>,
}

impl Default for PairView {
    fn default() -> Self {
        Self {
            tab: PairTab::Passages,
            passage: 0,
            bit: None,
        }
    }
}

/// Pair with passages, whether they count or not, and its shares.
#[derive(Clone, Copy, Debug)]
pub(super) struct CopiedPair<'s> {
    passages: &'s [Passage],
    pub(super) shares: PairShares,
}

impl CopiedPair<'_> {
    /// Returns the passages in the order of the pair's list.
    pub(super) fn listed(&self) -> Listed {
        Listed::of(self.passages)
    }
}

/// Passages of a pair in the order of its list: the strong ones, then the possible ones. The index of a passage stays
/// the same whether possible ones are shown or not.
#[derive(Clone, Debug, Default)]
pub(super) struct Listed {
    all: Vec<Passage>,
    /// Number of strong passages.
    pub(super) strong: usize,
}

impl Listed {
    fn of(passages: &[Passage]) -> Self {
        let of = |strength| passages.iter().filter(move |p| p.strength() == strength);
        let mut all: Vec<Passage> = of(Strength::Strong).copied().collect();
        let strong = all.len();
        all.extend(of(Strength::Possible));
        Self { all, strong }
    }

    /// Passages that are listed: the strong ones, and with `possible` the possible ones too.
    pub(super) fn shown(&self, possible: bool) -> &[Passage] {
        if possible {
            &self.all
        } else {
            &self.all[..self.strong]
        }
    }

    /// All passages, strong and possible.
    pub(super) fn all(&self) -> &[Passage] {
        &self.all
    }

    /// Number of possible passages.
    pub(super) const fn possible(&self) -> usize {
        self.all.len() - self.strong
    }
}

impl State {
    pub(super) fn copied(&self) -> Option<&Copied> {
        match &self.passages {
            Passages::Found(copied) => Some(copied),
            _ => None,
        }
    }

    pub(super) fn searching(&self) -> Option<Searching> {
        match self.passages {
            Passages::Searching(searching) => Some(searching),
            _ => None,
        }
    }

    /// Returns the shares of a checked document that was read; `None` until passages are found.
    pub(super) fn document_shares(&self, document: usize) -> Option<&DocumentShares> {
        let of = self.documents.get(document)?;
        // Documents of the library were compared with the checked ones only, so their shares would be incomplete.
        of.reading().filter(|_| of.origin == Origin::Checked)?;
        self.copied()?.shares.documents().get(document)
    }

    /// Returns the passages and shares of two documents, the lower position first; `None` if they have no passages or
    /// the search is not done.
    pub(super) fn copied_pair(&self, a: usize, b: usize) -> Option<CopiedPair<'_>> {
        let Copied { copies, shares, .. } = self.copied()?;
        let position = copies
            .pairs
            .binary_search_by_key(&(a, b), |pair: &PairPassages| (pair.a, pair.b))
            .ok()?;
        Some(CopiedPair {
            passages: &copies.pairs[position].passages,
            shares: *shares.pairs().get(position)?,
        })
    }

    /// Verdict of a pair of documents, by distance and passages; `None` if the pair is not listed.
    pub(super) fn verdict(&self, a: usize, b: usize) -> Option<Verdict> {
        let (a, b) = (a.min(b), a.max(b));
        let print = |document: usize| self.documents.get(document)?.fingerprint();
        print(a).zip(print(b)).and_then(|(x, y)| {
            let key = (x.distance(y), a, b);
            let pairs = &self.findings.pairs;
            let position = pairs.binary_search_by_key(&key, |pair| (pair.distance, pair.a, pair.b));
            pairs[position.ok()?].verdict
        })
    }

    /// Verdict of a pair by the distance of the fingerprints alone; `None` if the pair is not near enough or lacks a
    /// fingerprint.
    pub(super) fn near_verdict(&self, a: usize, b: usize) -> Option<Verdict> {
        let print = |document: usize| self.documents.get(document)?.fingerprint();
        let characters = [a, b].map(|document| {
            self.documents
                .get(document)
                .map_or(0, |document| document.fingerprinted().characters)
        });
        let distance = print(a)?.distance(print(b)?);
        self.thresholds()
            .verdict(distance, characters[0].min(characters[1]))
    }

    /// Drops the passages when documents have changed: they would name other documents or places.
    pub(super) fn drop_passages(&mut self) {
        self.passages = Passages::Wanted;
        self.copied_version += 1;
        self.findings_version += 1;
        self.findings = (*self.near).clone();
        self.ranked = (0..self.findings.pairs.len()).collect();
        self.groups.clear();
    }

    /// Stores the results of a search, with the documents of the library that it found similar to the checked ones.
    pub(super) fn passages_found(&mut self, found: FoundCopies) {
        self.take_library(found.library);
        // Only reasons can have been switched meanwhile, as no passages were shown: keep those.
        let reasons: Vec<Reason> = self.choices.reasons_left_out().collect();
        self.choices = found.choices;
        for reason in Reason::ALL {
            self.choices.set_reason(reason, reasons.contains(&reason));
        }
        self.passages = Passages::Found(Copied {
            copies: Arc::new(found.copies),
            shares: Arc::new(found.shares),
            texts: Arc::new(SharedTexts::of(self.documents.len(), found.shared_texts)),
        });
        self.copied_version += 1;
        self.findings_version += 1;
    }

    /// Replaces the documents of the library that are in the list by others.
    fn take_library(&mut self, library: Vec<Document>) {
        let checked = self.checked();
        if self.documents.len() == checked && library.is_empty() {
            return;
        }
        self.documents.truncate(checked);
        self.documents.extend(library);
        // Findings about the former documents of the library name positions that now belong to others.
        let is_there = |pair: &PairFinding| pair.a.max(pair.b) < checked;
        for findings in [&mut self.findings, Arc::make_mut(&mut self.near)] {
            findings.pairs.retain(is_there);
            findings.nearest.truncate(checked);
            for nearest in &mut findings.nearest {
                *nearest = nearest.filter(|nearest| nearest.document < checked);
            }
        }
        self.ranked = (0..self.findings.pairs.len()).collect();
        self.groups.clear();
        self.leave_what_is_gone();
        self.generation += 1;
    }

    /// Shows or hides possible passages; hiding also drops a selection of one and sorting by their column.
    pub(super) fn show_possible(&mut self, shown: bool) {
        self.possible = shown;
        if shown {
            return;
        }
        if matches!(self.sort, Some((Column::Possible, _))) {
            self.sort = None;
        }
        if let Page::Pair(a, b) = self.page {
            let strong = (self.copied_pair(a, b)).map_or(0, |pair| pair.listed().strong);
            if self.pair.passage >= strong {
                self.pair.passage = 0;
            }
        }
        self.arrange();
    }

    /// Changes the choices of what counts; the figures are computed afterwards.
    pub(super) fn choose(&mut self, change: impl FnOnce(&mut Choices)) {
        change(&mut self.choices);
        self.copied_version += 1;
    }
}

/// Returns the larger copied share of a pair's two documents, as shown and ranked; 0 where it is too little for a
/// verdict: the rest that a form leaves at its edges when it is left out is no finding.
pub(super) fn larger(shares: PairShares) -> f64 {
    shares.verdict().map_or(0.0, |_| shares.weight())
}

/// Returns the shares of each document of a pair.
pub(super) const fn sides(shares: PairShares) -> [SideShares; 2] {
    [shares.a, shares.b]
}
