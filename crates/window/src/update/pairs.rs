//! Commands about the table of pairs: order, filters, marks, and decisions about the marked pairs. Draws nothing.

use crate::App;
use chachong_compare::DocumentPair;
use chachong_window_model::command::PairCommand;
use chachong_window_model::decision_filter::DecisionFilter;
use chachong_window_model::verdict_filter::VerdictFilter;

impl App {
    /// Applies a command about the table of pairs.
    pub(crate) fn apply_pairs(&mut self, command: PairCommand) {
        let state = &mut self.state;
        match command {
            PairCommand::SortBy(column) => state.sort_pairs_by(column),
            PairCommand::ShowVerdict(verdict) => {
                state.filter_pairs(|table| table.verdict = verdict);
            }
            PairCommand::ShowDecision(decision) => {
                state.filter_pairs(|table| table.decision = decision);
            }
            PairCommand::ShowAll => {
                state.filter(|table| table.filter.clear());
                state.filter_pairs(|table| {
                    (table.verdict, table.decision) = (VerdictFilter::Any, DecisionFilter::Any);
                });
            }
            PairCommand::Mark(key, how) => {
                let rows = state.pair_keys();
                state.table.pairs.selection.mark(key, how, &rows);
            }
            PairCommand::MarkAll => {
                let rows = state.pair_keys();
                state.table.pairs.selection.all(&rows);
            }
            PairCommand::Step(by, run) => {
                let rows = state.pair_keys();
                state.table.pairs.selection.step(by, run, &rows);
            }
            PairCommand::RowShown => state.table.pairs.selection.follow = false,
            PairCommand::Unfold(pair, unfolded) => state.unfold_pair(pair, unfolded),
            PairCommand::DecideMarked(decision) => {
                for pair in self.marked_pairs() {
                    self.decide(pair, decision);
                }
            }
        }
    }

    /// Returns the strongest pair of documents of each marked row.
    fn marked_pairs(&self) -> Vec<DocumentPair> {
        let (check, table) = (&self.state.check, &self.state.table.pairs);
        let listed = (table.rows.iter()).filter_map(|&row| self.state.listed_pair(row));
        listed
            .filter(|listed| table.selection.marked.contains(&check.listed_key(listed)))
            .map(|listed| (listed.pair.a, listed.pair.b))
            .collect()
    }
}
