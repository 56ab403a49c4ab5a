//! Comparison with an earlier check: its inputs, its result, and the selection on its page.

use std::sync::Arc;

use chachong_check::{Recheck, RecheckedDocument, RecheckedPassage};

use super::State;
use crate::identity::Identity;
use crate::passages::Passages;
use crate::recheck::{CheckRecheck, RecheckInput, RecheckView};

impl State {
    /// Returns the inputs of a comparison that would begin now; `None` until passages have been found, and while documents are being
    /// read.
    pub fn recheck_input(&self) -> Option<RecheckInput> {
        let copied = self.check.result.copied.as_ref()?;
        let is_found = self.check.passages == Passages::Found && self.check.progress.is_none();
        is_found.then(|| (Identity::of(&copied.shares), self.check.arrangement))
    }

    /// Returns whether a comparison with an earlier check should start now: an earlier check is chosen, passages have been found, no
    /// comparison is running, and there is none for the present inputs.
    pub fn wants_recheck(&self) -> bool {
        let recheck = &self.check.recheck;
        let input = self.recheck_input();
        (recheck.earlier.is_some() || recheck.with.is_some())
            && recheck.running.is_none()
            && input.is_some()
            && recheck.of != input
    }

    /// Stores a comparison that was computed from the inputs `of`. If documents have been added, removed or moved since, drops it and
    /// keeps only the earlier check.
    pub fn recheck_found(&mut self, recheck: Recheck, of: RecheckInput) {
        self.check.recheck.running = None;
        self.check.recheck.earlier = Some(recheck.earlier.clone());
        if of.1 != self.check.arrangement {
            return;
        }
        let compared = recheck.documents.iter().enumerate();
        let compared = compared.filter(|(_, document)| document.then.is_some());
        let rows = compared.map(|(place, _)| place).collect();
        let is_first = self.check.result.recheck.is_none();
        self.check.recheck.of = Some(of);
        self.check.result_mut().recheck = Some(Arc::new(recheck));
        let view = &mut self.recheck_view;
        if is_first {
            *view = RecheckView::default();
        }
        view.rows = rows;
        view.document = view.document.min(view.rows.len().saturating_sub(1));
        self.choose_listed_passage();
    }

    /// Removes the comparison with the earlier check. The list of earlier checks to choose from stays.
    pub fn drop_recheck(&mut self) {
        let recheck = std::mem::take(&mut self.check.recheck);
        self.check.recheck = CheckRecheck {
            likely: recheck.likely,
            own: recheck.own,
            ..CheckRecheck::default()
        };
        self.check.result_mut().recheck = None;
        self.recheck_view = RecheckView::default();
    }

    /// Drops the comparison of documents that stand elsewhere now; it is computed again.
    pub(crate) fn outdate_recheck(&mut self) {
        self.check.recheck.of = None;
        if self.check.result.recheck.is_some() {
            self.check.result_mut().recheck = None;
        }
    }

    /// Returns the selected document of the comparison; `None` without a comparison, and if no document has an earlier version.
    pub fn rechecked(&self) -> Option<&RecheckedDocument> {
        let recheck = self.check.result.recheck.as_deref()?;
        let place = self.recheck_view.rows.get(self.recheck_view.document)?;
        recheck.documents.get(*place)
    }

    /// Returns the passages of the selected document that pass the filter, each with its index among all passages of the document.
    pub fn listed_passages(&self) -> Vec<(usize, &RecheckedPassage)> {
        let passages = self
            .rechecked()
            .map_or(&[][..], |document| &document.passages);
        let filter = self.recheck_view.filter;
        let listed = passages.iter().enumerate();
        listed
            .filter(|(_, passage)| filter.is_none_or(|state| passage.state == state))
            .collect()
    }

    /// Selects the first listed passage if the selected one is not listed. Resets the filter if no passage passes it.
    pub fn choose_listed_passage(&mut self) {
        if self.listed_passages().is_empty() {
            self.recheck_view.filter = None;
        }
        let listed = self.listed_passages();
        let chosen = self.recheck_view.passage;
        if !listed.iter().any(|(place, _)| *place == chosen) {
            self.recheck_view.passage = listed.first().map_or(0, |(place, _)| *place);
        }
    }
}
