//! What the window knows of passages, as plain data: those found, the shares that follow from a person's choices, the
//! search under way, and what a pair's page shows of them. Nothing here is drawn.

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

/// The passages of all documents, with the shares under the choices that were last taken into account.
#[derive(Clone, Debug)]
pub(super) struct Copied {
    pub(super) copies: Arc<Copies>,
    pub(super) shares: Arc<Shares>,
    /// The texts that several of the documents share.
    pub(super) texts: Arc<SharedTexts>,
}

/// The search for passages under way.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Searching {
    pub(super) step: CopyStep,
    pub(super) done: usize,
    pub(super) total: usize,
    pub(super) cancelling: bool,
    /// When the step began.
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

/// How it stands with the passages.
#[derive(Clone, Debug, Default)]
pub(super) enum Passages {
    /// Not looked for yet: documents are still being read, or have changed.
    #[default]
    Wanted,
    /// Being looked for.
    Searching(Searching),
    /// Found.
    Found(Copied),
    /// Cancelled, or failed: they are looked for again when the person asks, or when documents change.
    GivenUp,
}

/// What the page of a pair shows.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum PairTab {
    Passages,
    Fingerprints,
}

/// What the page of a pair shows, and how much of it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct PairView {
    pub(super) tab: PairTab,
    /// The selected passage, by its place in [`Listed`].
    pub(super) passage: usize,
    /// The bit whose words are shown, 0 the leftmost; `None` until one is chosen.
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

/// A pair with passages, counted or not.
#[derive(Clone, Copy, Debug)]
pub(super) struct CopiedPair<'s> {
    passages: &'s [Passage],
    pub(super) shares: PairShares,
}

impl CopiedPair<'_> {
    /// Its passages in the order of its list.
    pub(super) fn listed(&self) -> Listed {
        Listed::of(self.passages)
    }
}

/// The passages of a pair in the order of its list: the strong ones, behind them the possible ones. A passage's place in it
/// stays the same whether possible ones are shown or not.
#[derive(Clone, Debug, Default)]
pub(super) struct Listed {
    all: Vec<Passage>,
    /// How many of them are strong.
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

    /// Passages that are listed: the strong ones, and the possible ones on request.
    pub(super) fn shown(&self, possible: bool) -> &[Passage] {
        if possible {
            &self.all
        } else {
            &self.all[..self.strong]
        }
    }

    /// All of them.
    pub(super) fn all(&self) -> &[Passage] {
        &self.all
    }

    /// How many are possible only.
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

    /// The shares of a document that was read, once they are known.
    pub(super) fn document_shares(&self, document: usize) -> Option<&DocumentShares> {
        let of = self.documents.get(document)?;
        // One of the library was compared with the new ones only.
        of.reading().filter(|_| of.origin == Origin::Checked)?;
        self.copied()?.shares.documents().get(document)
    }

    /// The passages of two documents, the lower position first, and their shares.
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

    /// What two documents are to each other by the distance of their fingerprints alone.
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

    /// Drops the passages: documents have changed, so that they would name other documents or places.
    pub(super) fn drop_passages(&mut self) {
        self.passages = Passages::Wanted;
        self.copied_version += 1;
        self.findings_version += 1;
        self.findings = (*self.near).clone();
        self.ranked = (0..self.findings.pairs.len()).collect();
        self.groups.clear();
    }

    /// Takes in what a search found, with the documents of the library that it found like these.
    pub(super) fn passages_found(&mut self, found: FoundCopies) {
        self.take_library(found.library);
        // What was switched meanwhile is a reason at most: passages could not be seen.
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

    /// Puts other documents of the library in the place of those that are there.
    fn take_library(&mut self, library: Vec<Document>) {
        let checked = self.checked();
        if self.documents.len() == checked && library.is_empty() {
            return;
        }
        self.documents.truncate(checked);
        self.documents.extend(library);
        // What was found of others names positions that are no longer theirs.
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

    /// Shows possible passages, or no longer; what was chosen or sorted by of them is not any more, either.
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

    /// Changes what counts; the figures follow.
    pub(super) fn choose(&mut self, change: impl FnOnce(&mut Choices)) {
        change(&mut self.choices);
        self.copied_version += 1;
    }
}

/// The larger copied share of the two documents of a pair, as it is shown and ranked; 0 where it is too little for a
/// verdict: what a form that is left out leaves over at its edges is no finding.
pub(super) fn larger(shares: PairShares) -> f64 {
    shares.verdict().map_or(0.0, |_| shares.weight())
}

/// The shares of each document of a pair.
pub(super) const fn sides(shares: PairShares) -> [SideShares; 2] {
    [shares.a, shares.b]
}
