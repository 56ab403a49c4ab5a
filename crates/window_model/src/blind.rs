//! Hiding of students' names: each submission has a pseudonym, which is the same on every page and in every export. Plain data.

use std::hash::{BuildHasher, Hasher, RandomState};
use std::sync::Arc;

use crate::state::{Check, State};
use chachong_compare::{DocumentIndex, Passage};
use chachong_jobs::BlindReview;

impl Check {
    /// Returns whether names are hidden.
    pub fn is_blind(&self) -> bool {
        self.blind.as_ref().is_some_and(|blind| blind.is_on)
    }

    /// Returns the number in the pseudonym of a document's submission, such as 7 in `Student 07`; `None` while names are shown, and for
    /// library documents.
    pub fn pseudonym(&self, document: DocumentIndex) -> Option<u32> {
        let submission = self.result.submissions.holding(document.0)?;
        Some(self.pseudonyms()?.number(submission))
    }

    /// Returns the person's note on a passage of a pair, or on the pair itself if `passage` is `None`. A document has the note of the
    /// pair of itself (`a` equals `b`). While names are hidden, the note comes from the displayed result, in which names are replaced.
    /// `None` without a note.
    pub fn note(
        &self,
        a: DocumentIndex,
        b: DocumentIndex,
        passage: Option<&Passage>,
    ) -> Option<&str> {
        let choices = if self.is_blind() {
            self.result.shares()?.choices()
        } else {
            &self.choices
        };
        choices.note(a, b, passage)
    }
}

impl State {
    /// Hides students' names (`true`) or shows them. The pseudonyms are chosen at random the first time and stay the same from then on.
    /// Clears the search text and the texts that filter documents and pairs, shared texts and leads, because each may be a name.
    pub fn hide_names(&mut self, hidden: bool) {
        // The hasher's key comes from the system's source of random numbers.
        let by_chance = || BlindReview {
            seed: RandomState::new().build_hasher().finish(),
            given: Arc::default(),
            is_on: hidden,
        };
        self.check.blind.get_or_insert_with(by_chance).is_on = hidden;
        // What was typed may be a name.
        self.find.clear();
        self.leads_view.filter.clear();
        self.shared.filter.clear();
        self.filter(|table| table.filter.clear());
        self.arrange_leads();
        self.arrange_shared();
    }

    /// Returns the displayed pseudonym of a document's submission; `None` while names are shown, and for library documents.
    fn shown_pseudonym(&self, document: DocumentIndex) -> Option<String> {
        let index = self.check.result.submissions.holding(document.0)?;
        let all = self.check.pseudonyms()?;
        Some(all.name(index, &self.language.text("blind.student")))
    }

    /// Returns the name by which a row is sorted: the displayed one, in lower case. `None` for a library document while names are
    /// hidden.
    pub(crate) fn sorting_name(&self, document: DocumentIndex) -> Option<String> {
        let name = if self.check.is_blind() {
            self.shown_pseudonym(document)?
        } else {
            self.row_name(document)
        };
        Some(name.to_lowercase())
    }

    /// Returns whether the name of a document, its record or its submission contains `needle`, which is in lower case. While names
    /// are hidden, whether its pseudonym does.
    pub fn is_called(&self, document: DocumentIndex, needle: &str) -> bool {
        let holds = |name: &str| name.to_lowercase().contains(needle);
        if self.check.is_blind() {
            return self
                .shown_pseudonym(document)
                .is_some_and(|name| holds(&name));
        }
        (self.check.result.document(document)).is_some_and(|document| holds(&document.name))
            || self.check.record_holds(document, needle)
            || self.check.submission_holds(document, needle)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::columns::Column;
    use crate::pair_table::PairColumn;
    use crate::state::tests::{compare, compared, waiting};

    #[test]
    fn pseudonyms_stay_and_are_sorted_and_searched_by() {
        let names: Vec<String> = (10..40).map(|at| format!("{at} Doe.txt")).collect();
        let documents: Vec<(&str, u64)> = names.iter().map(|name| (name.as_str(), 0)).collect();
        let mut state = compared(&documents);
        let submissions = chachong_check::submissions_of(
            &state.check.result.documents,
            &chachong_check::SubmissionSettings::default(),
        );
        state.check.result_mut().submissions = Arc::new(submissions);
        state.hide_names(true);
        let numbers = |state: &State| -> Vec<Option<u32>> {
            let rows = state.table.rows.iter();
            rows.map(|&row| state.check.pseudonym(row)).collect()
        };
        state.sort_by(Column::Name);
        let sorted = numbers(&state);
        assert!(sorted.iter().copied().eq((1..=30).map(Some)));
        let rows = state.table.rows.clone();
        assert!(!rows.is_sorted());
        state.filter(|table| table.filter = "doe".to_owned());
        assert!(state.table.rows.is_empty());
        state.filter(|table| table.filter = "student 07".to_owned());
        assert_eq!(state.table.rows, [rows[6]]);
        // Nothing that is filtered or sorted depends on a name.
        state.filter(|table| table.filter = " DOE ".to_owned());
        assert!(state.table.rows.is_empty() && state.table.pairs.rows.is_empty());
        state.filter(|table| table.filter = " Student 01 ".to_owned());
        let pairs = state.pair_keys();
        assert_eq!(pairs.len(), names.len() - 1);
        assert!(pairs.iter().all(|((a, b), _)| [*a, *b].contains(&rows[0])));
        state.filter(|table| table.filter.clear());
        state.sort_pairs_by(PairColumn::Name(0));
        let first = |state: &State| -> Vec<Option<u32>> {
            let keys = state.pair_keys().into_iter();
            keys.map(|((a, _), _)| state.check.pseudonym(a)).collect()
        };
        let keys = first(&state);
        assert!(keys.is_sorted() && keys[0] < keys[keys.len() - 1]);
        state.find = "doe".to_owned();
        state.shared.filter = "doe".to_owned();
        state.leads_view.filter = "doe".to_owned();
        state.hide_names(false);
        assert_eq!(
            (
                &*state.find,
                &*state.shared.filter,
                &*state.leads_view.filter
            ),
            ("", "", "")
        );
        assert_eq!(state.check.pseudonym(rows[0]), None);
        state.hide_names(true);
        state.arrange();
        assert_eq!(state.table.rows, rows);
        // A document that joins the first in the list gets the next number, and the others keep theirs.
        let mut documents = vec![waiting("00 Doe.txt")];
        documents.extend(state.check.result.documents.iter().cloned());
        let submissions = chachong_check::submissions_of(
            &documents,
            &chachong_check::SubmissionSettings::default(),
        );
        let of = |state: &State, row: usize| state.check.pseudonym(DocumentIndex(row));
        let before: Vec<_> = (0..30).map(|row| of(&state, row)).collect();
        *state.check.documents_mut() = documents;
        state.check.result_mut().submissions = Arc::new(submissions);
        compare(&mut state);
        let after: Vec<_> = (1..31).map(|row| of(&state, row)).collect();
        assert_eq!((of(&state, 0), after), (Some(31), before));
    }
}
