//! Table of pairs: its columns, filters and sort order, and the resulting rows. Plain data.

use std::cmp::Ordering;
use std::collections::{BTreeSet, HashMap};

use crate::decision_filter::DecisionFilter;
use crate::evidence::largest_share;
use crate::identity::Identity;
use crate::pair_rows::PairRow;
use crate::passages::Passages;
use crate::selection::Selection;
use crate::state::{Check, State};
use crate::verdict_filter::VerdictFilter;
use chachong_check::{Copies, Document, Evidence, ListedPair, SubmissionFinding};
use chachong_compare::{
    Decision, DocumentIndex, DocumentPair, EvidenceKind, PairFinding, Thresholds,
};

/// Column of the table of pairs.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PairColumn {
    /// Name of the first or second side (0 or 1).
    Name(usize),
    /// Copied share of a side (0 or 1).
    Copied(usize),
    /// Larger of the two copied shares, with less weight for text that many documents have.
    Weighted,
    /// Number of passages that count.
    Passages,
    /// Strongest finding, of any kind.
    Finding,
    /// Evidence of this kind, which is not prose, that the two sides have in common.
    Kind(EvidenceKind),
    /// Distance of the fingerprints, in bits.
    Distance,
    /// Cosine estimated from the distance.
    Cosine,
    /// Blocks (quarters of a fingerprint, of 16 bits each) in which both fingerprints are equal.
    Blocks,
    /// Decision of a person.
    Decision,
}

impl PairColumn {
    /// Returns whether the first click on the heading sorts in descending order.
    const fn largest_first(self) -> bool {
        matches!(
            self,
            Self::Copied(_)
                | Self::Weighted
                | Self::Passages
                | Self::Finding
                | Self::Kind(_)
                | Self::Cosine
        )
    }
}

/// Key of a row: two documents, and whether the row is a pair of documents below a finding about submissions. Such a row has the two
/// documents of its pair, any other row those of its finding (`Check::finding_key`). The key stays valid when rows are sorted or
/// filtered, but not when documents are added, removed or moved.
pub type PairKey = (DocumentPair, bool);

/// State of the table of pairs.
#[derive(Debug, Default)]
pub struct PairTable {
    /// Column that the person sorts by, and whether ascending. If `None`, the strongest findings come first or, until passages are known,
    /// the smallest distances.
    pub sort: Option<(PairColumn, bool)>,
    /// Verdict or kind that a pair must have to be shown.
    pub verdict: VerdictFilter,
    /// Decision that a pair must have to be shown.
    pub decision: DecisionFilter,
    /// Rows in display order.
    pub rows: Vec<PairRow>,
    /// Number of findings that pass the filters.
    pub shown: usize,
    /// Unfolded findings, below which their pairs of documents are shown, each given by the main documents
    /// ([`Theses::main`](chachong_compare::Theses::main)) of its two submissions.
    pub unfolded: BTreeSet<DocumentPair>,
    /// Selected rows.
    pub selection: Selection<PairKey>,
    /// Findings in display order: it stays while nothing but a person's choices changes.
    order: Vec<DocumentPair>,
    /// What the order follows from.
    basis: Basis,
}

impl PairTable {
    /// Folds all rows, deselects them and forgets their order, because documents were added, removed or moved.
    pub fn clear(&mut self) {
        self.unfolded.clear();
        self.selection = Selection::default();
        self.order.clear();
    }
}

/// What the order of the rows follows from, without the choices of a person.
#[derive(Clone, Debug, Default, PartialEq)]
struct Basis {
    documents: Identity<Vec<Document>>,
    copies: Identity<Copies>,
    evidence: Identity<Evidence>,
    thresholds: Thresholds,
    possible: bool,
}

/// Value by which rows are sorted.
#[derive(Clone, Debug, PartialEq)]
enum SortKey {
    Number(f64),
    Text(String),
}

impl SortKey {
    fn order(&self, other: &Self) -> Ordering {
        match (self, other) {
            (Self::Number(x), Self::Number(y)) => x.total_cmp(y),
            (Self::Text(x), Self::Text(y)) => x.cmp(y),
            (Self::Number(_), Self::Text(_)) => Ordering::Less,
            (Self::Text(_), Self::Number(_)) => Ordering::Greater,
        }
    }
}

impl Check {
    /// Returns the two documents that identify a finding: the main documents of its submissions or, for a finding within one
    /// submission, the documents of its first pair.
    fn finding_key(&self, finding: &SubmissionFinding) -> DocumentPair {
        let within = (finding.pair(&self.result, 0)).filter(|_| finding.a == finding.b);
        within.map_or((finding.a, finding.b), |pair| (pair.a, pair.b))
    }

    /// Returns the key of a row of the list of pairs.
    pub fn listed_key(&self, listed: &ListedPair<'_>) -> PairKey {
        if listed.is_below {
            ((listed.pair.a, listed.pair.b), true)
        } else {
            (self.finding_key(listed.finding), false)
        }
    }

    /// Returns the person's decision about a row; `None` unless all its pairs of documents have the same decision.
    pub fn listed_decision(&self, listed: &ListedPair<'_>) -> Option<Decision> {
        if listed.is_below {
            self.decision(listed.pair.a, listed.pair.b)
        } else {
            self.finding_decision(listed.finding)
        }
    }

    /// Returns whether a row has no verdict and a person judged some of its passages not plagiarism.
    pub fn is_judged_by_passages(&self, listed: &ListedPair<'_>) -> bool {
        let is_judged = |pair: &PairFinding| {
            let passages = self.result.listed(pair);
            let mut shown = passages.shown(false).iter();
            shown.any(|passage| !self.choices.passage_counts(pair.a, pair.b, passage))
        };
        listed.pair.as_verdict().is_none() && listed.pairs(&self.result).any(is_judged)
    }

    /// Returns the note on the strongest of a row's pairs of documents that has a note; `None` if no pair has one.
    pub fn listed_note(&self, listed: &ListedPair<'_>) -> Option<&str> {
        let mut pairs = listed.pairs(&self.result);
        pairs.find_map(|pair| self.note(pair.a, pair.b, None))
    }
}

impl State {
    /// Returns the keys of the rows in display order.
    pub fn pair_keys(&self) -> Vec<PairKey> {
        let rows = self.table.pairs.rows.iter();
        let listed = rows.filter_map(|&row| self.listed_pair(row));
        listed
            .map(|listed| self.check.listed_key(&listed))
            .collect()
    }

    /// Returns the column that the pairs are sorted by, and whether ascending.
    pub fn pairs_sorted_by(&self) -> (PairColumn, bool) {
        self.table.pairs.sort.unwrap_or(if self.copied().is_some() {
            (PairColumn::Finding, false)
        } else {
            (PairColumn::Distance, true)
        })
    }

    /// Sorts the pairs by a column, or reverses the order if they are sorted by it already.
    pub fn sort_pairs_by(&mut self, column: PairColumn) {
        let (sorted, ascending) = self.pairs_sorted_by();
        let ascending = if sorted == column {
            !ascending
        } else {
            !column.largest_first()
        };
        self.filter_pairs(|table| table.sort = Some((column, ascending)));
    }

    /// Changes the filters or the sort order of the pairs, and updates the rows.
    pub fn filter_pairs(&mut self, change: impl FnOnce(&mut PairTable)) {
        change(&mut self.table.pairs);
        self.table.pairs.order.clear();
        self.arrange_pairs();
    }

    /// Updates the rows of the table of pairs: each finding that passes the filters and, below an unfolded one, its pairs of documents.
    /// While a check is running, or if only a person's choices have changed, the rows keep their order, and new findings are added at the
    /// end.
    pub(crate) fn arrange_pairs(&mut self) {
        self.check.note_submissions();
        let basis = self.pairs_basis();
        let is_running =
            self.check.progress.is_some() || matches!(self.check.passages, Passages::Searching(_));
        let table = &self.table.pairs;
        let keeps = is_running || table.basis == basis;
        let findings = self.check.submission_findings();
        let mut places = self.shown_findings();
        self.sort_findings(&mut places);
        if keeps && !table.order.is_empty() {
            let known: HashMap<DocumentPair, usize> =
                (table.order.iter().copied().zip(0..)).collect();
            let place = |at: &usize| {
                let key = self.check.finding_key(&findings[*at]);
                known.get(&key).copied().unwrap_or(usize::MAX)
            };
            places.sort_by_cached_key(place);
        }
        let order = (places.iter())
            .map(|&place| self.check.finding_key(&findings[place]))
            .collect();
        let rows = (places.iter())
            .flat_map(|&place| {
                let finding = &findings[place];
                let is_open = table.unfolded.contains(&(finding.a, finding.b));
                let pairs = if is_open { finding.pairs.len() } else { 0 };
                let below = (0..pairs).map(move |pair| PairRow::Documents(place, pair));
                [PairRow::Submissions(place)].into_iter().chain(below)
            })
            .collect();
        let table = &mut self.table.pairs;
        (table.shown, table.rows, table.order) = (places.len(), rows, order);
        if !is_running {
            table.basis = basis;
        }
    }

    fn pairs_basis(&self) -> Basis {
        let result = &self.check.result;
        let copies = result.copied.as_ref().map(|copied| &copied.copies);
        Basis {
            documents: Identity::of(&result.documents),
            copies: Identity::of_option(copies),
            evidence: self.check.ranked_by.clone(),
            thresholds: result.thresholds,
            possible: result.possible,
        }
    }

    /// Returns the places of the findings that pass the filters, in the order of lists.
    fn shown_findings(&self) -> Vec<usize> {
        let (check, table) = (&self.check, &self.table.pairs);
        let needle = self.table.needle();
        let named: Vec<bool> = if needle.is_empty() {
            Vec::new()
        } else {
            let positions = check.result.positions();
            positions.map(|d| self.is_called(d, &needle)).collect()
        };
        let is_named = |finding: &SubmissionFinding| {
            let pairs = (0..finding.pairs.len()).filter_map(|at| finding.pair(&check.result, at));
            let mut documents = pairs.flat_map(|pair| [pair.a, pair.b]);
            named.is_empty() || documents.any(|d| named.get(d.0) == Some(&true))
        };
        let findings = check.submission_findings().iter().enumerate();
        findings
            .filter(|(_, finding)| {
                let pair = finding.as_pair(&check.result);
                pair.is_some_and(|pair| table.verdict.holds(&pair))
                    && (table.decision).holds(check.finding_decision(finding))
                    && is_named(finding)
            })
            .map(|(place, _)| place)
            .collect()
    }

    /// Sorts findings, which are in the order of lists, as the person chose. Rows without a value are last either way.
    fn sort_findings(&self, places: &mut Vec<usize>) {
        let (column, ascending) = self.pairs_sorted_by();
        if column == PairColumn::Finding {
            if ascending {
                places.reverse();
            }
            return;
        }
        let mut keyed: Vec<(Option<SortKey>, usize)> = (places.iter())
            .map(|&place| (self.sort_key(place, column), place))
            .collect();
        keyed.sort_by(|(x, _), (y, _)| match (x, y) {
            (Some(x), Some(y)) if ascending => x.order(y),
            (Some(x), Some(y)) => y.order(x),
            _ => x.is_none().cmp(&y.is_none()),
        });
        *places = keyed.into_iter().map(|(_, place)| place).collect();
    }

    fn sort_key(&self, place: usize, column: PairColumn) -> Option<SortKey> {
        let listed = self.listed_pair(PairRow::Submissions(place))?;
        let (pair, check) = (&listed.pair, &self.check);
        let number = |number: f64| Some(SortKey::Number(number));
        let side = |of: usize| Some(crate::passages::sides(listed.shares?)[of]);
        match column {
            PairColumn::Name(of) => self.sorting_name(listed.documents[of]).map(SortKey::Text),
            PairColumn::Copied(of) => number(side(of)?.shown().copied.share()),
            PairColumn::Weighted => number(listed.shares?.weight()),
            PairColumn::Passages => number(listed.shares?.passages.into()),
            PairColumn::Distance | PairColumn::Cosine => {
                let distance = f64::from(pair.distance?);
                number(if column == PairColumn::Cosine {
                    -distance
                } else {
                    distance
                })
            }
            PairColumn::Blocks => {
                let print = |d: DocumentIndex| check.result.documents[d].fingerprint();
                let (a, b) = (print(pair.a)?, print(pair.b)?);
                Some(SortKey::Text(a.equal_block_names(b)))
            }
            PairColumn::Kind(kind) => {
                if let Some([a, b]) = listed.shares_of_all(&check.result, kind) {
                    return number(1000.0 * a.max(b));
                }
                let shares = listed.pairs(&check.result).filter_map(|pair| {
                    largest_share(check.result.pair_evidence(pair.a, pair.b), kind)
                });
                number(shares.max()?.into())
            }
            PairColumn::Decision => {
                let decision = check.finding_decision(listed.finding)?;
                number(f64::from(decision as u8))
            }
            PairColumn::Finding => None,
        }
    }
}

impl Check {
    /// Returns the decision about the pairs of documents of a finding; `None` unless all pairs have a decision, the same one.
    pub fn finding_decision(&self, finding: &SubmissionFinding) -> Option<Decision> {
        let pairs = (0..finding.pairs.len()).filter_map(|at| finding.pair(&self.result, at));
        let mut decisions = pairs.map(|pair| self.decision(pair.a, pair.b));
        let first = decisions.next()??;
        decisions.all(|other| other == Some(first)).then_some(first)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::sync::Arc;

    use crate::figures::FiguresInput;
    use crate::state::tests::{compare, compared};
    use chachong_check::{EvidenceItem, PairEvidence};

    /// State with three documents that are all near each other.
    fn state() -> State {
        compared(&[("a.txt", 0), ("b.txt", 0b1), ("c.txt", 0b111)])
    }

    fn rows(state: &State) -> Vec<(usize, usize)> {
        let keys = state.pair_keys().into_iter();
        keys.map(|((a, b), _)| (a.0, b.0)).collect()
    }

    #[test]
    fn rows_are_sorted_filtered_and_stay_where_they_are() {
        let mut state = state();
        assert_eq!(state.pairs_sorted_by(), (PairColumn::Distance, true));
        assert_eq!(rows(&state), [(0, 1), (1, 2), (0, 2)]);
        state.sort_pairs_by(PairColumn::Distance);
        assert_eq!(rows(&state), [(0, 2), (1, 2), (0, 1)]);
        state.sort_pairs_by(PairColumn::Name(1));
        assert_eq!(rows(&state), [(0, 1), (1, 2), (0, 2)]);
        let (b, c) = (DocumentIndex(1), DocumentIndex(2));
        state.sort_pairs_by(PairColumn::Decision);
        state.choose(|choices| choices.set_decision(b, c, Some(Decision::Confirmed)));
        compare(&mut state);
        assert_eq!(
            rows(&state),
            [(0, 1), (1, 2), (0, 2)],
            "a choice moves no row"
        );
        state.filter_pairs(|table| table.decision = DecisionFilter::None);
        assert_eq!(rows(&state), [(0, 1), (0, 2)]);
        state.filter_pairs(|table| table.decision = DecisionFilter::Any);
        assert_eq!(rows(&state)[0], (1, 2), "rows without a decision are last");
        state.filter(|table| table.filter = "A.T".to_owned());
        assert_eq!(rows(&state), [(0, 1), (0, 2)]);
    }

    #[test]
    fn evidence_that_is_found_later_sorts_the_rows_again() {
        let mut state = state();
        state.sort_pairs_by(PairColumn::Finding);
        let before = FiguresInput::of(&state, false).compute();
        let same_file = PairEvidence {
            a: DocumentIndex(0),
            b: DocumentIndex(2),
            items: vec![EvidenceItem::SameFile],
        };
        let evidence = Evidence {
            pairs: vec![same_file],
            ..Evidence::default()
        };
        state.set_evidence(Some((Arc::new(evidence), Arc::default())));
        // Rows may be arranged before the figures follow the evidence, also with figures of before.
        state.arrange_pairs();
        assert!(state.set_figures(before));
        assert_eq!(rows(&state), [(0, 1), (1, 2), (0, 2)]);
        compare(&mut state);
        assert_eq!(rows(&state)[0], (0, 2));
    }
}
