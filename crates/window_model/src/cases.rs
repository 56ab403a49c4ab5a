//! Cases of the library as the pages of the list and of one case show them: plain data, filled from the answers of the
//! library's thread.

use std::sync::Arc;

use chachong_case::{Case, CaseChange, CaseFile, CaseId, CaseSummary};
use chachong_check::{CaseAbout, KnownCase};
use chachong_compare::DocumentIndex;
use chachong_library::CaseList;

/// Command about cases.
#[derive(Clone, Debug)]
pub enum CaseCommand {
    /// Open a new case about a finding of the check.
    Open(CaseAbout),
    /// Show a case of the library.
    Show(CaseId),
    /// Show only cases that have these words.
    Filter(String),
    /// Show only cases in this state, by its name; `None`: all.
    ShowState(Option<&'static str>),
    /// Set the name under which the person works on cases.
    NamePerson(String),
    /// Add to the history of the case that is shown.
    Add(CaseChange),
    /// Take back the newest entry of the case that is shown.
    TakeBack,
    /// Delete a case from the library (can be undone while the notice stands).
    Delete(CaseId),
    /// Keep the case again that was deleted last.
    UndoDelete,
    /// Set what files for the committee have.
    Include(Included),
    /// Choose the passage that is shown, by its index.
    ChoosePassage(usize),
    /// Name the place of a file, then write it.
    Write(CaseFile),
}

/// What the file for the committee has besides the passages, as a person chose it for the case that is shown.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Included {
    /// Names of the other students too.
    pub names: bool,
    /// What stands around the passages too.
    pub surroundings: bool,
}

/// Case that is shown.
#[derive(Clone, Debug, PartialEq)]
pub struct ShownCase {
    /// Number of the case.
    pub id: CaseId,
    /// The case as the library has it.
    pub case: Case,
    /// Index of the chosen passage.
    pub passage: usize,
    /// What its file for the committee has.
    pub included: Included,
}

/// Cases as the window shows them.
#[derive(Clone, Debug, Default)]
pub struct CasesView {
    /// Cases of the open library, the latest change first.
    pub list: Arc<Vec<CaseSummary>>,
    /// Those that concern documents of the check, in the same order.
    pub known: Arc<Vec<KnownCase>>,
    /// Cases that cannot be read because they are damaged.
    pub damaged: Vec<CaseId>,
    /// Words that a listed case has.
    pub typed: String,
    /// Name of the state that a listed case has; `None` for any.
    pub state: Option<&'static str>,
    /// Case of its page; `None` until the library has answered.
    pub shown: Option<ShownCase>,
    /// Case that was deleted last, while that can be undone.
    pub deleted: Option<Case>,
    /// Name under which the person works on cases; empty if not entered.
    pub person: String,
}

impl CasesView {
    /// Returns the cases that pass the filters, the latest change first.
    pub fn filtered(&self) -> Vec<&CaseSummary> {
        let of_state = |case: &&CaseSummary| match self.state {
            Some(state) => case.state.name() == state,
            None => true,
        };
        let cases = self.list.iter().filter(of_state);
        cases.filter(|case| case.matches(&self.typed)).collect()
    }

    /// Takes over the list of the library.
    pub fn take(&mut self, list: CaseList) {
        self.list = Arc::new(list.cases);
        self.damaged = list.damaged;
    }

    /// Returns the cases in which any of these documents is in question, the latest change first.
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

    /// Returns the cases in which one document of any of these pairs is in question and the other is its source.
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
    pub fn is_any_in_question(&self) -> bool {
        self.known.iter().any(|known| !known.in_question.is_empty())
    }

    fn known_by(&self, is_about: impl Fn(&KnownCase) -> bool) -> Vec<&CaseSummary> {
        let known = self.known.iter().filter(|known| is_about(known));
        known.map(|known| &known.case).collect()
    }

    /// Takes over a case as the library has it; what a person chose on its page stays.
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

    /// Returns the case of a page; `None` until the library has answered.
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
