//! Documents table: its filters, its sort order and the resulting rows. Plain data.

use std::collections::HashSet;

use crate::columns::{Column, Show, TableColumn};
use crate::decision_filter::DecisionFilter;
use crate::state::{State, Table};
use crate::verdict_filter::VerdictFilter;
use chachong_check::Status;
use chachong_compare::{Decision, DocumentIndex, PairFinding};

impl State {
    /// Returns the column that the table is sorted by, and whether ascending. Unless the person chose a column, it is that of the
    /// strongest finding, the weighted share or, until passages are known, the distance.
    pub fn sorted_by(&self) -> (Column, bool) {
        self.table.sort.unwrap_or(if self.check.has_beyond_text() {
            (Column::Finding, true)
        } else if self.copied().is_some() {
            (Column::Weighted, false)
        } else {
            (Column::Distance, true)
        })
    }

    /// Sorts the table by a column, or reverses the order if it is sorted by that column already. The first click shows the largest
    /// share or the strongest evidence first.
    pub fn sort_by(&mut self, column: Column) {
        let (sorted, ascending) = self.sorted_by();
        self.table.sort = Some((
            column,
            if sorted == column {
                !ascending
            } else {
                !TableColumn::of(column).largest_first
            },
        ));
        self.arrange();
    }

    /// Changes the filters of the documents table, and updates the rows of both tables: the table of pairs has the same filter by name.
    pub fn filter(&mut self, change: impl FnOnce(&mut Table)) {
        change(&mut self.table);
        // The pairs have the filter by name too.
        self.filter_pairs(|_| ());
        self.arrange();
    }

    /// Resets all filters of the documents table.
    pub fn show_all(&mut self) {
        self.filter(|table| {
            table.filter.clear();
            (table.show, table.verdict) = (Show::All, VerdictFilter::Any);
            table.decision = DecisionFilter::Any;
        });
    }

    /// Updates the rows of the documents table and of the table of pairs: filters and sorts them.
    pub fn arrange(&mut self) {
        self.note_fields();
        self.note_names();
        self.check.note_first_pairs();
        self.table.unrecognised = self.check.unrecognised();
        self.arrange_pairs();
        let mut rows = self.shown_rows();
        let (column, ascending) = self.sorted_by();
        // Documents are sorted by name and the sort is stable: equal rows stay sorted by name.
        self.sort_rows(column, &mut rows);
        if !ascending {
            rows.reverse();
        }
        if let Column::Record(_) | Column::Submission(_) = column {
            // A row that does not state the field is last either way.
            rows.sort_by_key(|&d| self.check.stated(d, column).is_empty());
        }
        if column == Column::Decision {
            rows.sort_by_key(|&d| self.check.row_decision(d).is_none());
        }
        self.table.shown = rows.len();
        if !self.table.unfolded.is_empty() {
            let with_hidden = |document: DocumentIndex| {
                let hidden = if self.table.is_unfolded(document) {
                    self.check.behind(document)
                } else {
                    &[]
                };
                [document].into_iter().chain(hidden.iter().copied())
            };
            rows = rows.into_iter().flat_map(with_hidden).collect();
        }
        self.table.rows = rows;
    }

    /// Returns the rows that the filters show: any of their documents passes them.
    fn shown_rows(&self) -> Vec<DocumentIndex> {
        let needle = self.table.needle();
        let mut similar = vec![false; self.check.result.documents.len()];
        let is_similar = |pair: &&PairFinding| {
            let is_off = || self.check.decision(pair.a, pair.b) == Some(Decision::NotPlagiarism);
            pair.is_finding() && !is_off()
        };
        let pairs = self.check.result.findings.pairs.iter();
        for pair in pairs.filter(is_similar) {
            for document in [pair.a, pair.b] {
                if let Some(similar) = similar.get_mut(document.0) {
                    *similar = true;
                }
            }
        }
        let verdict = self.table.verdict.shown(&self.check.result);
        let batch = (self.check.progress.iter()).flat_map(|progress| &progress.batch);
        let batch: HashSet<&DocumentIndex> = batch.collect();
        let shown = |d: DocumentIndex| {
            let document = &self.check.result.documents[d];
            // A row appears when its document is done; a document left unread by an earlier cancel is a row too.
            let done = document.outcome.is_some() || !batch.contains(&d);
            let kind = match self.table.show {
                Show::All => true,
                Show::Similar => similar[d],
                Show::Problems => document.status() != Status::Ok,
            };
            done && kind && (needle.is_empty() || self.is_called(d, &needle))
        };
        let theses = self.check.result.theses();
        (self.check.checked_positions())
            .filter(|&row| theses.is_main(row) && verdict(row))
            .filter(|&row| self.table.decision.holds(self.check.row_decision(row)))
            .filter(|&row| self.check.row_documents(row).any(&shown))
            .collect()
    }
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use super::*;
    use crate::decisions::Step;
    use crate::state::tests::{compared, content, waiting};
    use chachong_messages::Language;

    #[test]
    fn rows_are_sorted_by_the_names_that_they_show() {
        let mut state = compared(&[("Z.txt", 0), ("a.txt", 0), ("b.txt", 0)]);
        let documents = &state.check.result.documents;
        let mut submissions = chachong_check::submissions_of(
            documents,
            &chachong_check::SubmissionSettings::default(),
        );
        submissions.all[1].found_by = chachong_submission::FoundBy::Person;
        submissions.all[1].name = "Mao".to_owned();
        submissions.all[1].student = Some("Mao".to_owned());
        state.check.result_mut().submissions = Arc::new(submissions);
        state.sort_by(Column::Name);
        let names = |state: &State| -> Vec<String> {
            let rows = state.table.rows.iter();
            rows.map(|&row| state.row_name(row)).collect()
        };
        assert_eq!(names(&state), ["b.txt", "Mao", "Z.txt"]);
    }

    #[test]
    fn rows_left_unread_stay_while_another_document_is_read_again() {
        let mut state = State::new(Language::English, None);
        state.add_batch(["a.txt", "b.txt"].map(waiting).to_vec());
        state.finish_reading(0, Ok(content(0)));
        state.arrange();
        assert_eq!(state.table.rows, [DocumentIndex(0)]);
        state.check.progress = None;
        state.check.read_again(DocumentIndex(0));
        state.arrange();
        assert_eq!(state.table.rows, [0, 1].map(DocumentIndex));
    }

    #[test]
    fn rows_are_filtered_sorted_and_a_cleared_list_comes_back() {
        let mut state = compared(&[("甲.txt", 0), ("乙.txt", 0xffff_ffff), ("Bx.txt", 1)]);
        let names = |state: &State| {
            state
                .table
                .rows
                .iter()
                .map(|&d| state.check.result.documents[d].name.clone())
                .collect::<Vec<_>>()
        };
        assert_eq!(names(&state).len(), 3);
        state.table.filter = " bX ".to_owned();
        state.arrange();
        assert_eq!(names(&state), ["Bx.txt"]);
        state.table.filter.clear();
        state.table.show = Show::Similar;
        state.arrange();
        assert_eq!(names(&state).len(), 2);
        state.clear();
        assert!(state.table.rows.is_empty());
        let Some(Step::Removed { before }) = state.check.decisions.steps.pop() else {
            panic!("no removal to undo");
        };
        state.undo_removal(&before);
        assert_eq!(names(&state).len(), 2);
        let pair = &state.check.result.findings.pairs[0];
        let (a, b) = (pair.a, pair.b);
        state.choose(|choices| choices.set_decision(a, b, Some(Decision::NotPlagiarism)));
        state.arrange();
        assert_eq!(names(&state).len(), 0, "none of them counts as similar");
    }
}
