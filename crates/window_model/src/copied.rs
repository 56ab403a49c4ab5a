//! Passages of the displayed check: the running search, its result, and the initial view of a pair's page.

use std::cmp::Reverse;
use std::sync::Arc;

use crate::columns::Column;
use crate::identity::Identity;
use crate::page::Page;
use crate::pair_view::PairView;
use crate::passages::{Comparable, Passages};
use crate::progress::StepProgress;
use crate::state::State;
use chachong_check::shown::left_out_reason;
use chachong_check::{CheckResult, Copied, CopyStep, Document, EvidenceItem, Findings, Origin};
use chachong_compare::{Choices, DocumentIndex, DocumentPair, DocumentShares, Passage};
use chachong_jobs::moved_documents;
use chachong_library::Store;

impl State {
    /// Returns the passages with their shares; `None` until they have been found.
    pub fn copied(&self) -> Option<&Copied> {
        self.check.result.copied.as_ref()
    }

    /// Returns a number of findings, or an ellipsis if there is none yet because the texts have not been compared.
    pub fn found_so_far(&self, count: usize) -> String {
        if count == 0 && self.copied().is_none() {
            "…".to_owned()
        } else {
            count.to_string()
        }
    }

    /// Returns what the check has to compare. Until the passages have been found, a library counts as if it had documents.
    pub fn comparable(&self) -> Comparable {
        let result = &self.check.result;
        let libraries = result.compared_with.as_deref();
        let has_library = self.copied().is_none()
            || (libraries.unwrap_or_default().iter()).any(|library| library.documents != Some(0));
        let read = (self.check.checked_positions())
            .filter(|&position| result.documents[position].content().is_some());
        match read.count() {
            0 => Comparable::NothingRead,
            1 if !has_library => Comparable::OneDocument,
            _ => Comparable::Texts,
        }
    }

    /// Returns the progress of the search for passages; `None` if none is running.
    pub fn searching_passages(&self) -> Option<StepProgress<CopyStep>> {
        match self.check.passages {
            Passages::Searching(searching) => Some(searching),
            _ => None,
        }
    }

    /// Returns the view with which the page of a pair opens: at the strongest passage that counts, or with both programs if only code is
    /// shared. For other pages, returns the default view.
    pub(crate) fn opening_view(&self, page: Page) -> PairView {
        let Page::Pair(a, b) = page else {
            return PairView::default();
        };
        let result = &self.check.result;
        let pair = result.pair(a, b);
        if pair.is_none_or(|pair| result.listed(&pair).strong == 0)
            && (result.pair_evidence(a, b).iter()).any(|item| matches!(item, EvidenceItem::Code(_)))
        {
            return PairView::of_evidence(result.pair_evidence(a, b));
        }
        let passage = self.opening_passage((a, b));
        PairView {
            passage,
            ..PairView::default()
        }
    }

    fn opening_passage(&self, (a, b): DocumentPair) -> usize {
        let result = &self.check.result;
        let Some((pair, (copies, shares))) = result.pair(a, b).zip(result.copies()) else {
            return 0;
        };
        let counts = |passage: &Passage| {
            let left_out = |document, span| left_out_reason(copies, shares, document, span);
            self.check.choices.passage_counts(a, b, passage)
                && (left_out(a, passage.a).is_none() || left_out(b, passage.b).is_none())
        };
        // Of equal chances the longest: there is most to see.
        let listed = result.listed(&pair);
        let counting = (listed.shown(false).iter().enumerate()).filter(|(_, one)| counts(one));
        let strongest = counting.min_by_key(|&(_, one)| {
            let is_hidden = !self.passes_filter(&pair, one);
            (is_hidden, one.chance, Reverse(one.a.len()))
        });
        strongest.map_or(0, |(place, _)| place)
    }

    /// Returns the shares of a checked document; `None` until passages have been found, for a document that was not read, and for a
    /// library document.
    pub fn document_shares(&self, document: DocumentIndex) -> Option<&DocumentShares> {
        let of = self.check.result.document(document)?;
        // Documents of the library were compared with the checked ones only, so their shares would be incomplete.
        of.content().filter(|_| of.origin == Origin::Checked)?;
        self.check.result.shares()?.document(document)
    }

    /// Notes that a search for passages has begun, with the present choices.
    pub fn begin_passages(&mut self) {
        self.check.passages = Passages::begun();
        self.check.searched_choices = Arc::clone(&self.check.choices);
    }

    /// Discards the passages because the documents have changed and their positions may be wrong, and requests a new search.
    pub fn drop_passages(&mut self) {
        if self.copied().is_some() {
            self.go_on_from(Arc::clone(&self.check.result.near));
        }
        self.check.passages = Passages::Wanted;
    }

    /// Drops everything that names documents at former positions (passages, evidence, references, submissions, groups), takes `near` for
    /// the near pairs, and requests a new search for passages.
    pub(crate) fn go_on_from(&mut self, near: Arc<Findings>) {
        let result = CheckResult {
            near,
            copied: None,
            // They name documents at their former positions.
            evidence: Arc::default(),
            references: Arc::default(),
            submissions: Arc::default(),
            ..(*self.check.result).clone()
        };
        self.check.result = Arc::new(result.with_findings());
        self.check.groups.clear();
        self.check.passages = Passages::Wanted;
        self.arrange_pairs();
    }

    /// Stores the result of a search for passages. Its library documents replace those in the list. A result without passages is ignored.
    pub fn passages_found(&mut self, found: CheckResult) {
        let Some(copied) = &found.copied else {
            return;
        };
        // What was decided meanwhile, such as on the passages that were shown until now, stays decided.
        let mut choices = copied.shares.choices().clone();
        let to = moved_documents(&self.check.result.documents, &found.documents);
        let [before, now] =
            [&self.check.searched_choices, &self.check.choices].map(|known| known.renumbered(&to));
        choices.take_changes(&before, &now);
        choices.follow_texts(copied.shared_texts.all());
        self.check.choices = Arc::new(choices);
        let of_library = |document: &&Document| document.origin == Origin::Library;
        let library = found.documents.iter().filter(of_library).cloned();
        self.take_library(library.collect());
        let now = &self.check.result;
        self.check.result = Arc::new(CheckResult {
            // Records of the checked ones may have been corrected meanwhile.
            documents: Arc::clone(&now.documents),
            passed_over: Arc::clone(&now.passed_over),
            evidence: Arc::clone(&now.evidence),
            references: Arc::clone(&now.references),
            reference_lookup: now.reference_lookup.clone(),
            compared_with: found.compared_with.or_else(|| now.compared_with.clone()),
            ..found
        });
        self.check.passages = Passages::Found;
        self.check.ranked_by = Identity::default();
        self.check.groups.clear();
        self.arrange();
        self.place_leads();
        self.outdate_recheck();
    }

    /// Replaces the documents of the library that are in the list by others.
    fn take_library(&mut self, library: Vec<Document>) {
        let checked = self.check.checked();
        if self.check.result.documents.len() == checked && library.is_empty() {
            return;
        }
        let documents = self.check.documents_mut();
        let before = documents.split_off(checked);
        documents.extend(library);
        let to = moved_documents(&before, documents);
        let documents = documents.len();
        // Findings about the former documents of the library name positions that now belong to others.
        let is_checked = |position: DocumentIndex| (position.0 < checked).then_some(position);
        let near = self.check.result.near.renumbered(documents, is_checked);
        self.table.pairs.clear();
        self.go_on_from(Arc::new(near));
        self.follow_documents(to);
        self.check.arrangement += 1;
        self.check.generation += 1;
    }

    /// Switches to another library: removes the library documents from the list, and drops the identifiers that other documents,
    /// decisions and leads have in the previous library.
    pub fn go_over_to(&mut self, library: &Arc<dyn Store>) {
        self.take_library(Vec::new());
        for document in self.check.documents_mut() {
            if let Some(Ok(content)) = &mut document.outcome {
                content.number_by(library);
            }
        }
        self.check.decisions.when.clear();
        let leads = &mut self.check.leads;
        leads.searching = None;
        if let Some(found) = &mut leads.found {
            Arc::make_mut(found).leave_library();
        }
        self.place_leads();
    }

    /// Shows (`true`) or hides possible passages. Hiding them resets a selection or sorting that depends on them.
    pub fn show_possible(&mut self, shown: bool) {
        self.settings.possible = shown;
        if shown {
            return;
        }
        if matches!(self.table.sort, Some((Column::Possible, _))) {
            self.table.sort = None;
        }
        if let Page::Pair(a, b) = self.page {
            let result = &self.check.result;
            let strong = (result.pair(a, b)).map_or(0, |pair| result.listed(&pair).strong);
            if self.pair.passage >= strong {
                self.pair.passage = 0;
            }
        }
        self.arrange();
    }

    /// Changes the person's choices about which text counts. Does not compute the figures again: the caller does, with
    /// [`FiguresInput`](crate::figures::FiguresInput).
    pub fn choose(&mut self, change: impl FnOnce(&mut Choices)) {
        change(Arc::make_mut(&mut self.check.choices));
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::export::{ExportChoices, ExportDialog};
    use crate::state::tests::{content, read, waiting};
    use chachong_compare::Decision;

    #[test]
    fn decisions_that_are_made_while_passages_are_sought_stay() {
        let mut state = read(&[("thesis", 0)]);
        find(&mut state, &["a", "c"]);
        let (thesis, at) = (DocumentIndex(0), DocumentIndex);
        let decide = |state: &mut State, other, decision| {
            state.choose(|choices| choices.set_decision(thesis, other, Some(decision)));
        };
        decide(&mut state, at(1), Decision::ToDiscuss);
        state.begin_passages();
        decide(&mut state, at(2), Decision::NotPlagiarism);
        // The search knows the choices from its beginning only, and "c" is the third library document now.
        let mut searched = Choices::default();
        searched.set_decision(thesis, at(1), Some(Decision::ToDiscuss));
        find_with(&mut state, &["a", "b", "c"], searched);
        let decision = |other| state.check.choices.decision(thesis, other);
        assert_eq!(decision(at(1)), Some(Decision::ToDiscuss));
        assert_eq!(decision(at(2)), None);
        assert_eq!(decision(at(3)), Some(Decision::NotPlagiarism));
    }

    /// Lets a comparison find these library documents for the checked document `thesis`.
    fn find(state: &mut State, library: &[&str]) {
        find_with(state, library, Choices::default());
    }

    fn find_with(state: &mut State, library: &[&str], choices: Choices) {
        let mut documents = state.check.result.documents[..1].to_vec();
        documents.extend(library.iter().map(|name| Document {
            origin: Origin::Library,
            outcome: Some(Ok(content(0))),
            ..waiting(name)
        }));
        let copied = Copied::of(Arc::default(), Arc::default(), choices);
        let found = CheckResult::of(documents, state.thresholds());
        state.passages_found(found.with_copied(copied));
    }

    #[test]
    fn pages_and_rows_follow_the_documents_of_libraries() {
        let mut state = read(&[("thesis", 0)]);
        find(&mut state, &["a", "b", "c"]);
        let at = DocumentIndex;
        let (with_b, with_c) = (Page::Pair(at(0), at(2)), Page::Pair(at(0), at(3)));
        state.go(with_b);
        state.go(Page::Document(at(1)));
        state.go(with_c);
        state.shell.export = Some(ExportDialog::open(&ExportChoices::default(), with_c));
        state.table.pairs.selection.marked = [((at(0), at(2)), false)].into();
        state.table.pairs.unfolded = [(at(0), at(2))].into();
        let arrangement = state.check.arrangement;
        find(&mut state, &["b", "c"]);
        assert_eq!(state.page, Page::Pair(at(0), at(2)));
        assert_eq!(state.history, [Page::Documents, Page::Pair(at(0), at(1))]);
        let scope = state.shell.export.as_ref().unwrap().scope;
        assert_eq!(
            scope,
            ExportDialog::open(&ExportChoices::default(), state.page).scope
        );
        let pairs = &state.table.pairs;
        assert!(pairs.selection.marked.is_empty() && pairs.unfolded.is_empty());
        assert_ne!(state.check.arrangement, arrangement);
        // Page and dialog of a document that is gone are left.
        find(&mut state, &["b"]);
        assert_eq!(state.page, Page::Pair(at(0), at(1)));
        assert!(state.shell.export.is_none());
    }
}
