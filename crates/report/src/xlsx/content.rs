//! Content of the workbook's sheets in their order, and the links between rows of different sheets.

use rust_xlsxwriter::RowNum;

use super::Names;
use super::evidence::EvidenceRows;
use super::looks::Looks;
use super::table::MOST_ROWS;
use crate::Report;
use crate::columns::Cell;
use crate::leads::LeadList;
use chachong_check::{Document, SubmissionRows};
use chachong_compare::{DocumentIndex, Group, PairFinding, Passage, SharedText, Span, Strength};

/// Content of a workbook.
pub(super) struct Content<'a> {
    pub(super) check: Report<'a>,
    pub(super) looks: Looks,
    pub(super) names: Names,
    /// Listed pairs in the order of reports, at most [`MOST_ROWS`].
    pub(super) pairs: Vec<PairPlace<'a>>,
    /// Number of listed pairs beyond those.
    pub(super) pairs_left_out: usize,
    /// Passages of the listed pairs, pair by pair, at most [`MOST_ROWS`].
    pub(super) passages: Vec<ListedPassage<'a>>,
    /// Number of passages beyond those.
    pub(super) passages_left_out: usize,
    /// Places of the documents on the sheet of pairs.
    pub(super) documents: Vec<DocumentPlace<'a>>,
    pub(super) groups: Vec<Group>,
    /// Submissions where one has several documents, else the documents.
    pub(super) rows: SubmissionRows,
    /// Texts, and after them code, that several documents share.
    pub(super) shared: Vec<&'a SharedText>,
    pub(super) evidence: EvidenceRows<'a>,
    /// Leads that no person dismissed; `None` if they were not sought.
    pub(super) leads: Option<LeadList<'a>>,
}

/// Listed pair with the row of its first passage; `None` if none is listed.
pub(super) struct PairPlace<'a> {
    pub(super) pair: &'a PairFinding,
    pub(super) first_passage: Option<RowNum>,
    /// Number of possible passages, listed or not.
    pub(super) possible: usize,
}

/// Passage of a listed pair.
pub(super) struct ListedPassage<'a> {
    pub(super) pair: &'a PairFinding,
    /// Row of the pair.
    pub(super) row: RowNum,
    /// Number of the passage within its pair, from 1, as the window and the other reports give it.
    pub(super) number: u32,
    pub(super) passage: Passage,
}

/// Place of a document on the sheet of pairs.
#[derive(Clone, Copy, Default)]
pub(super) struct DocumentPlace<'a> {
    /// Number of listed pairs with the document.
    pub(super) pairs: u32,
    /// Row of the first listed pair with the document; `None` without one.
    pub(super) first_pair: Option<RowNum>,
    /// The first such pair, which is the strongest.
    pub(super) strongest: Option<&'a PairFinding>,
}

impl<'a> Content<'a> {
    /// Collects the content of a check, which is written in these looks.
    pub(super) fn of(check: Report<'a>, looks: Looks) -> Self {
        let all = &check.result.findings.pairs;
        let mut content = Self {
            check,
            looks,
            names: Names::of(check.language),
            pairs: Vec::new(),
            pairs_left_out: all.len().saturating_sub(MOST_ROWS),
            passages: Vec::new(),
            passages_left_out: 0,
            documents: vec![DocumentPlace::default(); check.result.documents.len()],
            groups: check.result.groups(check.options.least_link),
            rows: SubmissionRows::listed(check.result),
            shared: (check.result.shared_texts().iter())
                .chain(check.result.shared_code())
                .collect(),
            evidence: EvidenceRows::default(),
            leads: LeadList::of_check(check),
        };
        for (row, pair) in (1..).zip(all.iter().take(MOST_ROWS)) {
            content.add(row, pair);
        }
        content.evidence = EvidenceRows::of(check, &content.pairs);
        content
    }

    fn add(&mut self, row: RowNum, pair: &'a PairFinding) {
        for document in [pair.a, pair.b] {
            if let Some(place) = self.documents.get_mut(document.0) {
                place.pairs += 1;
                place.first_pair.get_or_insert(row);
                place.strongest.get_or_insert(pair);
            }
        }
        let listed = self.check.result.listed(pair);
        let shown = listed.shown(self.check.result.possible);
        let fit = shown.len().min(MOST_ROWS - self.passages.len());
        // The headings take the first row.
        let first = RowNum::try_from(self.passages.len() + 1).unwrap_or(RowNum::MAX);
        self.passages_left_out += shown.len() - fit;
        let fitting = (1..).zip(&shown[..fit]);
        self.passages
            .extend(fitting.map(|(number, &passage)| ListedPassage {
                pair,
                row,
                number,
                passage,
            }));
        self.pairs.push(PairPlace {
            pair,
            first_passage: (fit > 0).then_some(first),
            possible: listed.possible(),
        });
    }

    /// Returns the name of a row: of a submission with the student number, or of a document.
    pub(super) fn row_name(&self, main: DocumentIndex) -> String {
        let result = self.check.result;
        if self.rows.has_several() {
            return self.check.language.submission_name(result, main);
        }
        result.documents[main].name.clone()
    }

    /// Returns the number of strong passages that do not count because a person decided so about the passage, its pair, or its documents as
    /// sources.
    pub(super) fn switched_off(&self) -> usize {
        let Some((copies, shares)) = self.check.result.copies() else {
            return 0;
        };
        let choices = shares.choices();
        let all = copies.pairs.iter().flat_map(|pair| {
            let strong = pair
                .passages
                .iter()
                .filter(|p| p.strength() == Strength::Strong);
            strong.map(move |passage| (pair, passage))
        });
        all.filter(|(pair, passage)| {
            !choices.passage_counts(pair.a, pair.b, passage)
                || !(choices.counts_for(pair.a, pair.b) || choices.counts_for(pair.b, pair.a))
        })
        .count()
    }
}

/// Returns the cells of a span: its first and its last character, and the page on which it begins. All are counted from 1, as in the
/// window; the page is empty for a text without pages.
pub(super) fn place(document: Option<&Document>, span: Span) -> [Cell<'static>; 3] {
    let pages = (document.and_then(Document::content)).map_or(&[][..], |content| &content.pages);
    let before = pages.partition_point(|&start| start <= u64::from(span.start));
    [
        Cell::Count(u64::from(span.start) + 1),
        // `end` is the offset after the last.
        Cell::Count(span.end.into()),
        Cell::count((!pages.is_empty()).then_some(before.max(1) as u64)),
    ]
}
