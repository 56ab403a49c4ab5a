//! State of the passages as plain data: those found, the shares that follow from a person's choices, the search under
//! way, and what a pair's page shows of them. Nothing is drawn.

use std::cmp::Reverse;
use std::sync::Arc;

use crate::columns::Column;
use crate::page::Page;
use crate::passages::{Copied, Passages, Searching};
use crate::state::State;
use chachong_check::shown::{Listed, left_out_reason};
use chachong_check::{CheckResult, Document, LowerEstimate, Origin};
use chachong_compare::{
    Choices, DocumentShares, GivenText, PairFinding, PairPassages, PairShares, Passage, Reason,
    Verdict,
};
use chachong_library::Store;

/// Pair with its passages, counted or not, and its shares.
#[derive(Clone, Copy, Debug)]
pub struct CopiedPair<'s> {
    pair: &'s PairPassages,
    choices: &'s Choices,
    /// Copied shares of both documents.
    pub shares: PairShares,
}

impl CopiedPair<'_> {
    /// Returns the passages in list order.
    pub fn listed(&self) -> Listed {
        Listed::of(self.pair, self.choices)
    }
}

impl State {
    /// Returns the passages with their shares; `None` until they have been found.
    pub fn copied(&self) -> Option<&Copied> {
        match &self.check.passages {
            Passages::Found(copied) => Some(copied),
            _ => None,
        }
    }

    /// Returns the progress of the search for passages; `None` if none is running.
    pub fn searching_passages(&self) -> Option<Searching> {
        match self.check.passages {
            Passages::Searching(searching) => Some(searching),
            _ => None,
        }
    }

    /// Returns the text that was taken for the assignment; `None` if there is none or the search is not finished.
    pub fn given_text(&self) -> Option<GivenText> {
        GivenText::of(self.copied()?.copies.counted.get(..self.check.checked())?)
    }

    /// Returns the index, in list order, of the passage that is shown first when a pair is opened: the strongest one
    /// that counts.
    pub fn opening_passage(&self, page: Page) -> usize {
        let Page::Pair(a, b) = page else { return 0 };
        let Some((pair, copied)) = self.copied_pair(a, b).zip(self.copied()) else {
            return 0;
        };
        let listed = pair.listed();
        let Copied { copies, shares, .. } = copied;
        let counts = |passage: &Passage| {
            let left_out = |document, span| left_out_reason(copies, shares, document, span);
            self.check.choices.passage_counts(a, b, passage)
                && (left_out(a, passage.a).is_none() || left_out(b, passage.b).is_none())
        };
        // Of equal chances the longest: there is most to see.
        let counting = (listed.shown(false).iter().enumerate()).filter(|(_, one)| counts(one));
        let strongest = counting.min_by_key(|(_, one)| (one.chance, Reverse(one.a.len())));
        strongest.map_or(0, |(place, _)| place)
    }

    /// Returns the shares of a checked document; `None` until passages have been found.
    pub fn document_shares(&self, document: usize) -> Option<&DocumentShares> {
        let of = self.check.documents.get(document)?;
        // Documents of the library were compared with the checked ones only, so their shares would be incomplete.
        of.reading().filter(|_| of.origin == Origin::Checked)?;
        self.copied()?.shares.documents().get(document)
    }

    /// Returns the passages and shares of two documents, the lower position first; `None` if they have no passages or
    /// the search is not finished.
    pub fn copied_pair(&self, a: usize, b: usize) -> Option<CopiedPair<'_>> {
        let Copied { copies, shares, .. } = self.copied()?;
        let position = copies
            .pairs
            .binary_search_by_key(&(a, b), |pair: &PairPassages| (pair.a, pair.b))
            .ok()?;
        Some(CopiedPair {
            pair: &copies.pairs[position],
            choices: shares.choices(),
            shares: *shares.pairs().get(position)?,
        })
    }

    /// Returns the shares of two documents, the lower position first; `None` if the search is not finished.
    pub fn pair_shares(&self, a: usize, b: usize) -> Option<PairShares> {
        let shares = &self.copied()?.shares;
        let copied = self.copied_pair(a, b).map(|pair| pair.shares);
        Some(copied.unwrap_or_else(|| shares.without_passages(a, b)))
    }

    /// Returns why the total share of a document is a lower estimate; `None` if it is not.
    pub fn lower_estimate(&self, document: usize) -> Option<LowerEstimate> {
        let shares = self.document_shares(document);
        LowerEstimate::of_document(&self.check.documents, document, shares)
    }

    /// Returns why the shares of two documents with each other are lower estimates; `None` if they are not.
    pub fn pair_lower_estimate(&self, a: usize, b: usize) -> Option<LowerEstimate> {
        LowerEstimate::of_pair(&self.check.documents, a, b)
    }

    /// Returns the verdict on a pair, by distance and passages; `None` if the pair is not listed.
    pub fn verdict(&self, a: usize, b: usize) -> Option<Verdict> {
        let (a, b) = (a.min(b), a.max(b));
        let print = |document: usize| self.check.documents.get(document)?.fingerprint();
        let sought = PairFinding {
            a,
            b,
            distance: print(a).zip(print(b)).map(|(x, y)| x.distance(y)),
            verdict: None,
            copied: None,
        };
        let pairs = &self.check.findings.pairs;
        let position = pairs.binary_search_by_key(&sought.by_distance(), PairFinding::by_distance);
        pairs.get(position.ok()?)?.verdict
    }

    /// Returns the verdict on a pair by its fingerprints alone; `None` if they are not near or one is missing.
    pub fn near_verdict(&self, a: usize, b: usize) -> Option<Verdict> {
        let print = |document: usize| self.check.documents.get(document)?.fingerprint();
        let characters = [a, b].map(|document| {
            self.check
                .documents
                .get(document)
                .map_or(0, |document| document.fingerprinted().characters)
        });
        let distance = print(a)?.distance(print(b)?);
        self.thresholds()
            .verdict(distance, characters[0].min(characters[1]))
    }

    /// Discards the passages after documents have changed, because they would refer to other documents or places.
    pub fn drop_passages(&mut self) {
        self.check.passages = Passages::Wanted;
        self.check.copied_version += 1;
        self.check.findings_version += 1;
        self.check.findings = (*self.check.near).clone();
        self.check.ranked = (0..self.check.findings.pairs.len()).collect();
        self.check.groups.clear();
    }

    /// Stores the result of a comparison, including the library documents that it found.
    pub fn passages_found(&mut self, found: CheckResult) {
        let Some(copied) = found.copied else {
            return;
        };
        let of_library = |document: &&Document| document.origin == Origin::Library;
        self.take_library(
            (found.documents.iter())
                .filter(of_library)
                .cloned()
                .collect(),
        );
        // Only reasons can have been switched meanwhile, as no passages were shown: keep those.
        let reasons: Vec<Reason> = self.check.choices.reasons_left_out().collect();
        self.check.choices = copied.shares.choices().clone();
        for reason in Reason::ALL {
            self.check
                .choices
                .set_reason(reason, reasons.contains(&reason));
        }
        if let Some(names) = found.compared_with {
            self.check.compared_with = names;
        }
        self.check.passages = Passages::Found(Copied::of(copied, self.check.documents.len()));
        self.check.copied_version += 1;
        self.check.findings_version += 1;
    }

    /// Replaces the documents of the library that are in the list by others.
    fn take_library(&mut self, library: Vec<Document>) {
        let checked = self.check.checked();
        if self.check.documents.len() == checked && library.is_empty() {
            return;
        }
        self.check.documents.truncate(checked);
        self.check.documents.extend(library);
        // Findings about the former documents of the library name positions that now belong to others.
        let is_there = |pair: &PairFinding| pair.a.max(pair.b) < checked;
        for findings in [
            &mut self.check.findings,
            Arc::make_mut(&mut self.check.near),
        ] {
            findings.pairs.retain(is_there);
            findings.nearest.truncate(checked);
            for nearest in &mut findings.nearest {
                *nearest = nearest.filter(|nearest| nearest.document < checked);
            }
        }
        self.check.ranked = (0..self.check.findings.pairs.len()).collect();
        self.check.groups.clear();
        self.leave_what_is_gone();
        self.check.generation += 1;
    }

    /// Switches to another library: removes the previous library's documents and numbers.
    pub fn go_over_to(&mut self, library: &Arc<dyn Store>) {
        self.take_library(Vec::new());
        for document in &mut self.check.documents {
            if let Some(Ok(reading)) = &mut document.outcome {
                reading.number_by(library);
            }
        }
        self.check.decisions.when.clear();
        let leads = &mut self.check.leads;
        leads.searching = None;
        if let Some(found) = &mut leads.found {
            Arc::make_mut(found).leave_library();
            leads.placed_for = None;
            leads.version += 1;
        }
    }

    /// Shows or hides possible passages; hiding them also resets a selection or sorting that depends on them.
    pub fn show_possible(&mut self, shown: bool) {
        self.settings.possible = shown;
        if shown {
            return;
        }
        if matches!(self.table.sort, Some((Column::Possible, _))) {
            self.table.sort = None;
        }
        if let Page::Pair(a, b) = self.page {
            let strong = (self.copied_pair(a, b)).map_or(0, |pair| pair.listed().strong);
            if self.pair.passage >= strong {
                self.pair.passage = 0;
            }
        }
        self.arrange();
    }

    /// Changes what counts; the figures are recomputed afterwards.
    pub fn choose(&mut self, change: impl FnOnce(&mut Choices)) {
        change(&mut self.check.choices);
        self.check.copied_version += 1;
    }
}
