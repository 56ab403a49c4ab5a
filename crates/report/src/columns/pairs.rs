//! Columns of the table of listed pairs.

use super::{Cell, Column, Kind, Target};
use crate::Report;
use crate::evidence::{kind_names, kinds};
use crate::specimens::SpecimenFigures;
use chachong_check::{Document, LowerEstimate};
use chachong_compare::{DocumentIndex, PairFinding, PairShares, SideShares};
use chachong_simhash::Fingerprint;

/// Row of a pair.
pub(crate) struct PairRow<'a> {
    pub(crate) check: Report<'a>,
    pub(crate) pair: &'a PairFinding,
    pub(crate) documents: [&'a Document; 2],
    /// Fingerprints of both documents; `None` if either has none.
    pub(crate) fingerprints: Option<[Fingerprint; 2]>,
    pub(crate) shares: Option<PairShares>,
    pub(crate) lower: Option<LowerEstimate>,
    pub(crate) specimens: SpecimenFigures,
    /// Number of possible passages of the pair; 0 in CSV.
    pub(crate) possible: usize,
    /// Row to which the number of passages leads; `None` in CSV.
    pub(crate) passages: Option<Target<'a>>,
    /// Row to which the kinds of evidence lead; `None` in CSV.
    pub(crate) evidence: Option<Target<'a>>,
}

impl<'a> PairRow<'a> {
    pub(crate) fn of(check: Report<'a>, pair: &'a PairFinding) -> Self {
        let documents = [pair.a, pair.b].map(|position| &check.result.documents[position]);
        let [a, b] = documents.map(Document::fingerprint);
        Self {
            check,
            pair,
            documents,
            fingerprints: a.zip(b).map(<[_; 2]>::from),
            shares: check.result.pair_shares(pair),
            lower: check.result.pair_lower_estimate(pair.a, pair.b),
            specimens: SpecimenFigures::of(check, pair.a, pair.b),
            possible: 0,
            passages: None,
            evidence: None,
        }
    }

    fn fingerprint(&self, side: usize) -> Cell<'a> {
        Cell::text((self.fingerprints).map_or_else(String::new, |both| both[side].to_string()))
    }

    fn blocks(&self) -> Cell<'a> {
        Cell::text((self.fingerprints).map_or_else(String::new, |[a, b]| a.equal_block_names(b)))
    }

    fn cosine(&self) -> Cell<'a> {
        let cosine = (self.pair).estimated_cosine(self.check.result.thresholds.width);
        cosine.map_or(Cell::Empty, Cell::Number)
    }

    /// Returns the kinds of evidence beyond text. They are in no share; evidence about files alone does not put a pair
    /// on the list.
    fn evidence(&self) -> Cell<'a> {
        let (a, b) = (self.pair.a, self.pair.b);
        let names = kind_names(self.check, a, b).join("; ");
        Cell::Word(names.into(), kinds(self.check, a, b).into(), self.evidence)
    }

    /// Returns the name of a document's submission; empty for a document of a library.
    fn submission(&self, document: DocumentIndex) -> Cell<'a> {
        let submission = self.check.result.submission(document);
        Cell::text(submission.map_or("", |submission| submission.name.as_str()))
    }

    fn shares(&self, of: impl Fn(PairShares) -> Cell<'a>) -> Cell<'a> {
        self.shares.map_or(Cell::Empty, of)
    }

    fn side(&self, side: usize, of: impl Fn(SideShares) -> Cell<'a>) -> Cell<'a> {
        self.shares(|shares| of([shares.a, shares.b][side]))
    }

    fn count(&self, side: usize, of: fn(SideShares) -> u32) -> Cell<'a> {
        self.side(side, |shares| Cell::Count(of(shares).into()))
    }

    fn share(&self, side: usize, of: fn(SideShares) -> f64) -> Cell<'a> {
        self.side(side, |shares| Cell::Number(of(shares)))
    }
}

/// Returns the columns of the pairs. Columns of copied passages are empty if texts were not compared, columns of
/// fingerprints if a document has none. CSV has the net shares, the workbook the shares that are shown.
#[rustfmt::skip] // One line for each column.
pub(crate) fn pair_columns<'a>() -> Vec<Column<'a, PairRow<'a>>> {
    use Kind::{Code, Count, Decimals, Long, PossibleShare, Share, Text};
    vec![
        Column::both("document_a", (1, "column.document-a", Text), |row| Cell::text(&row.documents[0].name)),
        Column::both("document_b", (2, "column.document-b", Text), |row| Cell::text(&row.documents[1].name)),
        Column::prose("distance", (14, "column.distance", Count), |row| Cell::count(row.pair.distance)),
        Column::prose("estimated_cosine", (15, "column.cosine", Decimals), PairRow::cosine),
        Column::prose("equal_blocks", (16, "column.blocks", Text), PairRow::blocks),
        Column::prose("fingerprint_a", (18, "xlsx.fingerprint-a", Code), |row| row.fingerprint(0)),
        Column::prose("fingerprint_b", (19, "xlsx.fingerprint-b", Code), |row| row.fingerprint(1)),
        Column::csv("copied_share_a", |row| row.share(0, |side| side.net.share())),
        Column::csv("copied_share_b", |row| row.share(1, |side| side.net.share())),
        Column::prose_sheet((4, "column.copied-a", Share), |row| row.side(0, |side| Cell::Share(side.shown(), row.lower))),
        Column::prose_sheet((5, "column.copied-b", Share), |row| row.side(1, |side| Cell::Share(side.shown(), row.lower))),
        Column::csv("matched_characters_a", |row| row.count(0, |side| side.net.characters)),
        Column::csv("matched_characters_b", |row| row.count(1, |side| side.net.characters)),
        Column::prose_sheet((6, "xlsx.copied-characters-a", Count), |row| row.count(0, |side| side.shown().copied.characters)),
        Column::prose_sheet((7, "xlsx.copied-characters-b", Count), |row| row.count(1, |side| side.shown().copied.characters)),
        Column::prose_sheet((8, "xlsx.everything-a", Share), |row| row.side(0, |side| Cell::Estimate(side.gross.share(), row.lower))),
        Column::prose_sheet((9, "xlsx.everything-b", Share), |row| row.side(1, |side| Cell::Estimate(side.gross.share(), row.lower))),
        Column::prose("passages", (10, "column.passages", Count), |row| row.shares(|shares| Cell::link(shares.passages.into(), row.passages))),
        Column::possible((11, "column.possible-a", PossibleShare), |row| row.share(0, |side| side.possible.share())),
        Column::possible((12, "column.possible-b", PossibleShare), |row| row.share(1, |side| side.possible.share())),
        Column::possible((13, "xlsx.possible-passages", Count), |row| row.shares(|_| Cell::Count(row.possible as u64))),
        Column::both("verdict", (3, "column.verdict", Text), |row| Cell::Verdict(*row.pair)),
        Column::both("evidence", (17, "report-evidence.column", Text), PairRow::evidence),
        Column::prose("lower_estimate", (20, "lower-estimate.column", Text), |row| Cell::is_lower(row.shares.is_some(), row.lower, row.check.language)),
        Column::prose("identical_characters_a", (21, "xlsx.identical-a", Count), |row| row.count(0, |side| side.identical)),
        Column::prose("identical_characters_b", (22, "xlsx.identical-b", Count), |row| row.count(1, |side| side.identical)),
        Column::prose("edited_characters_a", (23, "xlsx.edited-a", Count), |row| row.count(0, SideShares::edited)),
        Column::prose("edited_characters_b", (24, "xlsx.edited-b", Count), |row| row.count(1, SideShares::edited)),
        Column::csv("reworded_characters_a", |row| row.count(0, |side| side.reworded.characters)),
        Column::csv("reworded_characters_b", |row| row.count(1, |side| side.reworded.characters)),
        Column::prose("reworded_share_a", (25, "xlsx.reworded-a", PossibleShare), |row| row.share(0, |side| side.reworded.share())),
        Column::prose("reworded_share_b", (26, "xlsx.reworded-b", PossibleShare), |row| row.share(1, |side| side.reworded.share())),
        Column::prose("weighted_share_a", (27, "xlsx.weighted-a", Share), |row| row.share(0, |side| side.weighted.share())),
        Column::prose("weighted_share_b", (28, "xlsx.weighted-b", Share), |row| row.share(1, |side| side.weighted.share())),
        Column::both("code_share_a", (29, "xlsx.code-a", Share), |row| thousandths(row.specimens.code[0])),
        Column::both("code_share_b", (30, "xlsx.code-b", Share), |row| thousandths(row.specimens.code[1])),
        Column::both("shared_readings", (31, "xlsx.readings", Count), |row| Cell::Count(row.specimens.readings as u64)),
        Column::both("table_share_a", (32, "xlsx.tables-a", Share), |row| thousandths(row.specimens.tables[0])),
        Column::both("table_share_b", (33, "xlsx.tables-b", Share), |row| thousandths(row.specimens.tables[1])),
        Column::both("shared_formulas", (34, "xlsx.formulas", Count), |row| Cell::Count(row.specimens.formulas as u64)),
        Column::csv("code_score", |row| row.specimens.score()),
        Column::csv("strongest", |row| Cell::text(row.pair.strongest.map_or("", |strongest| strongest.kind.name()))),
        Column::csv("submission_a", |row| row.submission(row.pair.a)),
        Column::csv("submission_b", |row| row.submission(row.pair.b)),
        Column::both("decision", (35, "decision.column", Text), |row| Cell::decision(row.check, row.pair.a, row.pair.b)),
        Column::both("note", (36, "decision.note", Long), |row| Cell::note(row.check, row.pair.a, row.pair.b)),
    ]
}

fn thousandths(share: u16) -> Cell<'static> {
    Cell::Number(f64::from(share) / 1000.0)
}
