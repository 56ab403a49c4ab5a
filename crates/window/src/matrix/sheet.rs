//! Sheet of the matrix: its rows and columns in order, and the cells that stand out. Each row is a checked submission, given by its
//! main document. Each row also has a column, and so has each library document that shares something with one. Computed from the
//! state, on a thread if that takes long.

use std::collections::{BTreeSet, HashMap};
use std::sync::Arc;

use egui::Context;
use unicode_width::UnicodeWidthStr;

use crate::async_cache::AsyncCache;
use crate::matrix::layout::Extent;
use crate::matrix::scale::count_level;
use chachong_check::{CheckResult, SubmissionFinding};
use chachong_compare::{
    DocumentIndex, DocumentPair, Fingerprinted, LikePair, NOTHING, PairShares, Spots, Verdict,
    cluster_order, distance_level, share_level,
};
use chachong_window_model::evidence::{code_share, coloured_share, data_in_common};
use chachong_window_model::identity::Identity;
use chachong_window_model::matrix_view::{Measure, Order};
use chachong_window_model::passages::larger;
use chachong_window_model::state::{Check, State};

/// Maximum number of documents and pairs for which a sheet is made within the frame.
const AT_ONCE: usize = 2_000;
/// Size of the letters of names, in points.
pub(crate) const LETTERS: f32 = 12.0;
/// Width of a row's number and the space around it, in points.
pub(crate) const NUMBER: f32 = 40.0;
/// Minimum distance, in bits, at which two fingerprints are no sign of similarity.
const UNLIKE: f64 = 32.0;

/// Inputs of a sheet.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Key {
    result: Identity<CheckResult>,
    measure: Measure,
    order: Order,
}

/// Content of the matrix, without colours.
#[derive(Debug)]
pub(crate) struct Sheet {
    /// Value of `Check::arrangement` for which the sheet was made; if it has changed, documents have other positions.
    arrangement: u64,
    pub(crate) measure: Measure,
    /// Number of rows.
    pub(crate) rows: usize,
    /// Position of the main document of each column; the first ones are also those of the rows.
    pub(crate) documents: Vec<DocumentIndex>,
    /// Width of the longest name of a row, in columns of a text; a Chinese character takes two.
    pub(crate) widest: usize,
    /// Fingerprints, in the order of the columns; for a row with several documents, the first that exists. Nearer pairs of other
    /// documents are in `spots`.
    pub(crate) prints: Vec<Fingerprinted>,
    /// Cells that stand out, with the levels of their strongest pairs, in the order of the columns: for distances the listed pairs,
    /// for other measures all pairs with a value above 0.
    pub(crate) spots: Spots,
}

impl Sheet {
    /// Returns the size of the matrix and of its names.
    pub(crate) fn extent(&self) -> Extent {
        // Half the size of the letters for each column of a text, a number, and the space around both.
        let names = (self.widest + 1) as f32 * LETTERS * 0.52 + NUMBER;
        Extent {
            rows: self.rows,
            columns: self.documents.len(),
            names,
        }
    }

    /// Returns whether there is a cell in this row and column.
    pub(crate) fn has_cell(&self, (row, column): (usize, usize)) -> bool {
        row < self.rows && column < self.documents.len()
    }

    /// Returns the distance, in bits, of the fingerprints of a row and a column; `None` if either has no fingerprint.
    pub(crate) fn distance(&self, row: usize, column: usize) -> Option<u32> {
        let print = |position: usize| self.prints.get(position)?.fingerprint;
        Some(print(row)?.distance(print(column)?))
    }

    /// Returns the colour level of a cell, 0..=5.
    pub(crate) fn level(&self, row: usize, column: usize) -> u8 {
        let spot = self.spots.level(row, column).unwrap_or(NOTHING);
        if self.measure.is_share() {
            return spot;
        }
        let distance = self.distance(row, column);
        distance.map_or(NOTHING, distance_level).min(spot)
    }
}

/// Input of a sheet, copied from the state so that a thread can own it.
pub(crate) struct SheetInput {
    arrangement: u64,
    measure: Measure,
    order: Order,
    /// Main documents of the submissions that have a row, in the order of their names.
    documents: Vec<DocumentIndex>,
    /// Main documents of the library with which one of `documents` has a cell that stands out.
    library: Vec<DocumentIndex>,
    /// Fingerprints of `documents`, then of `library`.
    prints: Vec<Fingerprinted>,
    widest: usize,
    /// Pairs of documents with their similarity, as `likeness` returns it; empty in the order of names.
    links: Vec<(DocumentIndex, DocumentIndex, u32)>,
    /// Pairs of documents with the level of their cell.
    levels: Vec<(DocumentIndex, DocumentIndex, u8)>,
}

impl SheetInput {
    pub(crate) fn of(state: &State, measure: Measure, order: Order) -> Self {
        let check = &state.check;
        let theses = check.result.theses();
        let mut documents: Vec<DocumentIndex> = (check.checked_positions())
            .filter(|&document| theses.is_main(document) && has_row(state, measure, document))
            .collect();
        // Documents stand in the order of their names; where these are hidden, in that of the pseudonyms.
        documents.sort_by_key(|&document| check.pseudonym(document));
        let names = documents.iter().map(|&row| state.row_name(row).width());
        let widest = names.max().unwrap_or(0);
        let pairs = || check.result.findings.pairs.iter();
        let listed = || pairs().filter(|pair| pair.as_verdict().is_some());
        let mut levels: HashMap<DocumentPair, u8> = HashMap::new();
        let mut add = |a: DocumentIndex, b: DocumentIndex, level: u8| {
            let (a, b) = (theses.main(a), theses.main(b));
            let is_own = |finding: &SubmissionFinding| finding.verdict == Some(Verdict::Own);
            if a != b && !check.finding_between(a, b).is_some_and(is_own) {
                let known = levels.entry((a.min(b), a.max(b))).or_insert(NOTHING);
                *known = level.min(*known);
            }
        };
        match (measure, state.copied()) {
            (Measure::Share, Some(copied)) => {
                for (pair, &shares) in copied.copies.pairs.iter().zip(copied.shares.pairs()) {
                    add(pair.a, pair.b, share_level(larger(shares)));
                }
                // What is listed shows what the list does.
                let findings = check.submission_findings().iter();
                let findings = findings.filter(|one| one.verdict != Some(Verdict::Own));
                levels.extend(
                    (findings.filter(|one| one.a != one.b)).map(|finding| {
                        ((finding.a, finding.b), share_level(coloured_share(finding)))
                    }),
                );
            }
            (Measure::Share, None) => {}
            (Measure::Code, _) => {
                for pair in &check.result.evidence.pairs {
                    add(pair.a, pair.b, share_level(code_share(&pair.items)));
                }
            }
            (Measure::Data, _) => {
                for pair in &check.result.evidence.pairs {
                    add(pair.a, pair.b, count_level(data_in_common(&pair.items)));
                }
            }
            (Measure::Distance | Measure::Cosine, _) => {
                for pair in listed() {
                    add(
                        pair.a,
                        pair.b,
                        pair.distance.map_or(NOTHING, distance_level),
                    );
                }
            }
        }
        let levels: Vec<(DocumentIndex, DocumentIndex, u8)> = (levels.into_iter())
            .map(|((a, b), level)| (a, b, level))
            .filter(|&(_, _, level)| level < NOTHING)
            .collect();
        let checked = check.checked();
        // The library's documents come after the checked ones.
        let library: BTreeSet<DocumentIndex> = (levels.iter())
            .filter(|(a, b, _)| a.0 < checked && b.0 >= checked)
            .map(|&(_, b, _)| b)
            .collect();
        let library = Vec::from_iter(library);
        let prints = (documents.iter().chain(&library))
            .map(|&document| print_of_row(check, document))
            .collect();
        let shares = state.check.result.shares();
        let links = match order {
            Order::Name => Vec::new(),
            Order::Likeness => listed()
                .map(|pair| {
                    let shares = match pair.beyond_text() {
                        Some(strongest) => (strongest.share(), strongest.share()),
                        None => (pair.copied)
                            .and_then(|copied| shares?.pair(copied))
                            .map_or((0.0, 0.0), PairShares::rank),
                    };
                    let [a, b] = [pair.a, pair.b].map(|document| theses.main(document));
                    (a, b, likeness(pair.distance, shares))
                })
                .filter(|(a, b, _)| a != b)
                .collect(),
        };
        Self {
            arrangement: state.check.arrangement,
            measure,
            order,
            documents,
            library,
            prints,
            widest,
            links,
            levels,
        }
    }

    pub(crate) fn compute(self) -> Sheet {
        let rows = self.documents.len();
        let documents: Vec<DocumentIndex> = self
            .documents
            .iter()
            .chain(&self.library)
            .copied()
            .collect();
        let prints = &self.prints;
        let past = documents.iter().map(|one| one.0 + 1).max().unwrap_or(0);
        // Column of each document, in the order of names; `None` without a column.
        let mut column_of = vec![None; past];
        for (column, &document) in documents.iter().enumerate() {
            column_of[document] = Some(column);
        }
        let column = |document: DocumentIndex| column_of.get(document.0).copied().flatten();
        let mut order: Vec<usize> = match self.order {
            Order::Name => (0..documents.len()).collect(),
            Order::Likeness => {
                let links: Vec<LikePair> = (self.links.iter())
                    .filter_map(|&(a, b, likeness)| {
                        Some(LikePair {
                            a: column(a)?,
                            b: column(b)?,
                            likeness,
                        })
                    })
                    .collect();
                cluster_order(documents.len(), &links)
            }
        };
        // The library's columns follow, in the same order.
        order.sort_by_key(|&column| column >= rows);
        let mut place = vec![0_u32; order.len()];
        for (to, &from) in (0..).zip(&order) {
            place[from] = to;
        }
        let spots = Spots::new((self.levels.iter()).filter_map(|&(a, b, level)| {
            let (a, b) = (column(a)?, column(b)?);
            Some((place[a], place[b], level))
        }));
        Sheet {
            arrangement: self.arrangement,
            measure: self.measure,
            rows,
            widest: self.widest,
            documents: order.iter().map(|&from| documents[from]).collect(),
            prints: order.iter().map(|&from| prints[from]).collect(),
            spots,
        }
    }
}

/// Returns the first fingerprint of a row's documents; none where no document has one.
fn print_of_row(check: &Check, row: DocumentIndex) -> Fingerprinted {
    let printed = |document: DocumentIndex| check.result.documents[document].fingerprinted();
    let mut prints = check.row_documents(row).map(printed);
    let found = prints.find(|print| print.fingerprint.is_some());
    found.unwrap_or_else(|| printed(row))
}

/// Returns whether a submission has a row. A document with a fingerprint is enough. Without one, as for source files and tables,
/// any document that was read is enough for code and data, and for shares if the check has findings of another kind than prose.
fn has_row(state: &State, measure: Measure, row: DocumentIndex) -> bool {
    let without_print = matches!(measure, Measure::Code | Measure::Data)
        || measure == Measure::Share && state.check.has_beyond_text();
    state.check.row_documents(row).any(|document| {
        let document = &state.check.result.documents[document];
        document.fingerprint().is_some() || without_print && document.content().is_some()
    })
}

/// Returns the number of rows of a matrix of this measure.
pub(crate) fn rows(state: &State, measure: Measure) -> usize {
    let theses = state.check.result.theses();
    let rows = (state.check.checked_positions()).filter(|&document| theses.is_main(document));
    rows.filter(|&row| has_row(state, measure, row)).count()
}

/// Returns the similarity of two documents: first by the share of rare text, in per mille, then by fingerprints or by all copied
/// text, whichever is more.
fn likeness(distance: Option<u32>, (rare, share): (f64, f64)) -> u32 {
    let near = distance.map_or(0.0, |distance| 1.0 - f64::from(distance) / UNLIKE);
    #[expect(
        clippy::cast_possible_truncation,
        clippy::cast_sign_loss,
        reason = "between 0 and 1000"
    )]
    let [rare, all] = [rare, near.max(share)].map(|part| (part.clamp(0.0, 1.0) * 1_000.0) as u32);
    1_001 * rare + all
}

/// Displayed sheet, and the next one while it is being computed.
#[derive(Default)]
pub(crate) struct Sheets {
    ready: Option<(Key, Arc<Sheet>)>,
    next: AsyncCache<Key, Arc<Sheet>>,
}

impl Sheets {
    /// Returns the sheet for the current state, or the previous one while the new one is being computed; `None` if there is no
    /// previous one, or if documents have other positions in it.
    pub(crate) fn poll(&mut self, state: &State, context: &Context) -> Option<Arc<Sheet>> {
        let measure = state.matrix.measure(state.copied().is_some());
        let order = state.matrix.order;
        let key = Key {
            result: Identity::of(&state.check.result),
            measure,
            order,
        };
        if self.ready.as_ref().is_none_or(|(ready, _)| *ready != key) {
            let pairs = match (measure, state.copied()) {
                (Measure::Share, Some(copied)) => copied.copies.pairs.len(),
                _ => 0,
            };
            if state.check.result.documents.len() + state.check.result.findings.pairs.len() + pairs
                <= AT_ONCE
            {
                let sheet = SheetInput::of(state, measure, order).compute();
                self.ready = Some((key, Arc::new(sheet)));
            } else {
                let made = self.next.poll(Some(key.clone()), context, |_, _| {
                    let wanted = SheetInput::of(state, measure, order);
                    Some(move || Arc::new(wanted.compute()))
                });
                if let Some(made) = made {
                    self.ready = Some(made.clone());
                }
            }
        }
        let (_, sheet) = self.ready.as_ref()?;
        (sheet.arrangement == state.check.arrangement).then(|| Arc::clone(sheet))
    }
}

#[cfg(test)]
pub(crate) mod tests {
    use super::*;
    use chachong_simhash::Fingerprint;

    fn wanted(order: Order) -> SheetInput {
        let print = |bits| Fingerprinted {
            fingerprint: Some(Fingerprint(bits)),
            characters: 9,
            of_library: false,
        };
        SheetInput {
            arrangement: 0,
            measure: Measure::Distance,
            order,
            // Document 1 has no fingerprint.
            documents: [0, 2, 3].map(DocumentIndex).to_vec(),
            library: Vec::new(),
            widest: 9,
            prints: [0, u64::MAX, 1].map(print).to_vec(),
            links: vec![(
                DocumentIndex(0),
                DocumentIndex(3),
                likeness(Some(1), (0.0, 0.0)),
            )],
            levels: [0, 1]
                .map(|a| (DocumentIndex(a), DocumentIndex(3), 0))
                .to_vec(),
        }
    }

    /// Sheet of documents with these fingerprints, by name; the first and the last are alike.
    pub(crate) fn sheet_of(bits: &[u64]) -> Sheet {
        let prints = bits.iter().map(|&bits| Fingerprinted {
            fingerprint: Some(Fingerprint(bits)),
            characters: 9,
            of_library: false,
        });
        SheetInput {
            arrangement: 0,
            measure: Measure::Distance,
            order: Order::Name,
            documents: (0..bits.len()).map(DocumentIndex).collect(),
            library: Vec::new(),
            widest: 9,
            prints: prints.collect(),
            links: Vec::new(),
            levels: vec![(DocumentIndex(0), DocumentIndex(bits.len() - 1), 0)],
        }
        .compute()
    }

    #[test]
    fn rows_follow_the_order_and_spots_the_rows() {
        let by_name = wanted(Order::Name).compute();
        assert_eq!(by_name.documents, [0, 2, 3].map(DocumentIndex));
        assert_eq!(by_name.spots.level(2, 0), Some(0));
        let by_likeness = wanted(Order::Likeness).compute();
        assert_eq!(by_likeness.documents, [0, 3, 2].map(DocumentIndex));
        assert_eq!(by_likeness.spots.len(), 2, "document 1 has no row");
        assert_eq!(
            (by_likeness.spots.level(1, 0), by_likeness.distance(0, 1)),
            (Some(0), Some(1))
        );
        assert_eq!((by_likeness.level(0, 1), by_likeness.level(0, 2)), (0, 5));
        assert!(likeness(Some(0), (0.0, 0.0)) > likeness(Some(9), (0.0, 0.5)));
        assert_eq!(likeness(Some(40), (0.0, 0.8)), 800);
        assert!(likeness(Some(40), (0.1, 0.1)) > likeness(Some(0), (0.0, 1.0)));
    }
}
