//! Cases of the library as the window shows them: their list and a single case. Plain data, filled from the answers of the
//! library's thread.

use std::sync::Arc;

use chachong_case::{Case, CaseChange, CaseFile, CaseId, CaseSummary};
use chachong_check::{CaseAbout, KnownCase};
use chachong_compare::DocumentIndex;
use chachong_library::CaseList;

/// Command that concerns cases.
#[derive(Clone, Debug)]
pub enum CaseCommand {
    /// Open a new case about a finding of the check.
    Open(CaseAbout),
    /// Show a case of the library.
    Show(CaseId),
    /// Show only cases with this text in a document's name, the author, the student number or the check's title
    /// ([`CaseSummary::matches`]).
    Filter(String),
    /// Show only cases in the state with this name; `None` shows all.
    ShowState(Option<&'static str>),
    /// Set the name that the history records for the user's changes.
    NamePerson(String),
    /// Add a change to the history of the displayed case.
    Add(CaseChange),
    /// Remove the newest change from the history of the displayed case.
    TakeBack,
    /// Delete a case from the library. This can be undone while the notice is visible.
    Delete(CaseId),
    /// Restore the case that was deleted last.
    UndoDelete,
    /// Set the optional contents of the committee's file.
    Include(Included),
    /// Display the passage at this index.
    ChoosePassage(usize),
    /// Ask where to write this file, then write it.
    Write(CaseFile),
}

/// Optional contents of the committee's file for the displayed case, as the user chose them.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Included {
    /// Whether the file includes the names of other students.
    pub names: bool,
    /// Whether the file includes the text around the passages.
    pub surroundings: bool,
}

/// Case on the page, with the choices that the user made there.
#[derive(Clone, Debug, PartialEq)]
pub struct ShownCase {
    /// Identifier of the case.
    pub id: CaseId,
    /// Content of the case, as stored in the library.
    pub case: Case,
    /// Index of the displayed passage in the evidence of the case.
    pub passage: usize,
    /// Optional contents of the file for the committee.
    pub included: Included,
}

/// List of cases and the displayed case, with the filters.
#[derive(Clone, Debug, Default)]
pub struct CasesView {
    /// Cases of the open library, the most recently changed first.
    pub list: Arc<Vec<CaseSummary>>,
    /// Cases in which documents of the check are in question or sources, the most recently changed first.
    pub known: Arc<Vec<KnownCase>>,
    /// Cases that cannot be read because they are damaged, sorted by number.
    pub damaged: Vec<CaseId>,
    /// Text that listed cases must contain ([`CaseSummary::matches`]); empty lists all.
    pub typed: String,
    /// Name of the state that listed cases must have; `None` for any.
    pub state: Option<&'static str>,
    /// Displayed case; `None` until the library has answered.
    pub shown: Option<ShownCase>,
    /// Case that was deleted last, for undo; `None` once the deletion can no longer be undone.
    pub deleted: Option<Case>,
    /// Name that the history records for the user's changes; empty if none was entered.
    pub person: String,
}

impl CasesView {
    /// Returns the cases that pass the filters, the most recently changed first.
    pub fn filtered(&self) -> Vec<&CaseSummary> {
        let of_state = |case: &&CaseSummary| match self.state {
            Some(state) => case.state.name() == state,
            None => true,
        };
        let cases = self.list.iter().filter(of_state);
        cases.filter(|case| case.matches(&self.typed)).collect()
    }

    /// Replaces the list of cases by the library's.
    pub fn take(&mut self, list: CaseList) {
        self.list = Arc::new(list.cases);
        self.damaged = list.damaged;
    }

    /// Returns the cases in which any of these documents is in question, the most recently changed first.
    pub fn about_documents(
        &self,
        documents: impl Iterator<Item = DocumentIndex>,
    ) -> Vec<&CaseSummary> {
        if self.known.is_empty() {
            return Vec::new();
        }
        let documents: Vec<DocumentIndex> = documents.collect();
        self.known_by(|known| documents.iter().any(|one| known.in_question.contains(one)))
    }

    /// Returns the cases in which one document of any of these pairs is in question and the other is a source, the most recently changed
    /// first.
    pub fn about_pairs(
        &self,
        pairs: impl Iterator<Item = [DocumentIndex; 2]>,
    ) -> Vec<&CaseSummary> {
        if self.known.is_empty() {
            return Vec::new();
        }
        let pairs: Vec<[DocumentIndex; 2]> = pairs.collect();
        let is_about = |known: &KnownCase, one, other| {
            known.in_question.contains(&one) && known.sources.contains(&other)
        };
        self.known_by(|known| {
            (pairs.iter()).any(|&[a, b]| is_about(known, a, b) || is_about(known, b, a))
        })
    }

    /// Returns whether any document of the check is in question in a case.
    pub(crate) fn is_any_in_question(&self) -> bool {
        self.known.iter().any(|known| !known.in_question.is_empty())
    }

    fn known_by(&self, is_about: impl Fn(&KnownCase) -> bool) -> Vec<&CaseSummary> {
        let known = self.known.iter().filter(|known| is_about(known));
        known.map(|known| &known.case).collect()
    }

    /// Displays a case as stored in the library. If it was displayed before, the selected passage and the chosen optional contents stay.
    pub fn show(&mut self, id: CaseId, case: Case) {
        let former = self.shown.take().filter(|shown| shown.id == id);
        let (passage, included) =
            former.map_or_else(Default::default, |shown| (shown.passage, shown.included));
        let last = case.evidence.passages.len().saturating_sub(1);
        self.shown = Some(ShownCase {
            id,
            case,
            passage: passage.min(last),
            included,
        });
    }

    /// Returns the displayed case if it has this identifier; `None` until the library has answered.
    pub fn shown(&self, id: CaseId) -> Option<&ShownCase> {
        self.shown.as_ref().filter(|shown| shown.id == id)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use chachong_case::{CaseDocument, CaseEntry, CaseEvidence, CaseState};

    fn case(name: &str, at: i64, state: CaseState) -> Case {
        let document = |name: &str| CaseDocument {
            name: name.to_owned(),
            ..CaseDocument::default()
        };
        let evidence = CaseEvidence {
            documents: vec![document(name), document("source.txt")],
            in_question: 1,
            ..CaseEvidence::default()
        };
        let mut case = Case::open(evidence, at, "Reader");
        case.add(CaseEntry {
            at: at + 1,
            by: "Reader".to_owned(),
            change: CaseChange::State(state),
        });
        case
    }

    #[test]
    fn the_list_is_filtered_by_words_and_state() {
        let mut view = CasesView::default();
        let cases = [
            case("one.txt", 10, CaseState::Asked),
            case("two.txt", 30, CaseState::Answered),
            case("three.txt", 20, CaseState::Asked),
        ];
        let summaries = (1..).zip(&cases).map(|(id, case)| case.summary(CaseId(id)));
        view.list = Arc::new(summaries.collect());
        let ids = |view: &CasesView| -> Vec<i64> {
            view.filtered().iter().map(|case| case.id.0).collect()
        };
        assert_eq!(ids(&view), [1, 2, 3]);
        view.state = Some("asked");
        assert_eq!(ids(&view), [1, 3]);
        view.typed = "ONE".to_owned();
        assert_eq!(ids(&view), [1]);
        view.typed = "nobody".to_owned();
        assert!(ids(&view).is_empty());
    }

    #[test]
    fn a_case_is_about_its_documents_and_their_pairs() {
        let mut view = CasesView::default();
        let known = |id, in_question: &[usize], sources: &[usize]| KnownCase {
            case: case("one.txt", id, CaseState::Asked).summary(CaseId(id)),
            in_question: in_question.iter().copied().map(DocumentIndex).collect(),
            sources: sources.iter().copied().map(DocumentIndex).collect(),
        };
        assert!(!view.is_any_in_question());
        view.known = Arc::new(vec![
            known(5, &[], &[2]),
            known(2, &[0], &[1, 3]),
            known(1, &[3], &[0]),
        ]);
        assert!(view.is_any_in_question());
        let numbers =
            |cases: Vec<&CaseSummary>| -> Vec<i64> { cases.iter().map(|case| case.id.0).collect() };
        let documents =
            |all: &[usize]| numbers(view.about_documents(all.iter().copied().map(DocumentIndex)));
        assert_eq!(documents(&[0]), [2]);
        assert_eq!(documents(&[0, 3]), [2, 1]);
        assert!(documents(&[1, 2]).is_empty(), "sources alone");
        let pair = |a, b| {
            let pair = [DocumentIndex(a), DocumentIndex(b)];
            numbers(view.about_pairs(std::iter::once(pair)))
        };
        assert_eq!(pair(0, 1), [2]);
        assert_eq!(pair(3, 0), [2, 1]);
        assert!(pair(1, 3).is_empty());
    }

    #[test]
    fn what_a_person_chose_stays_while_the_same_case_changes() {
        let mut view = CasesView::default();
        view.show(CaseId(1), case("one.txt", 10, CaseState::Asked));
        if let Some(shown) = &mut view.shown {
            shown.included.names = true;
        }
        view.show(CaseId(1), case("one.txt", 10, CaseState::Answered));
        assert!(view.shown(CaseId(1)).unwrap().included.names);
        view.show(CaseId(2), case("two.txt", 10, CaseState::Asked));
        assert!(view.shown(CaseId(1)).is_none());
        assert!(!view.shown(CaseId(2)).unwrap().included.names);
    }
}
