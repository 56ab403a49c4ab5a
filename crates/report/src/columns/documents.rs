//! Columns of the table of documents.

use super::{Cell, Column, Kind, Target};
use crate::{Report, message, record_key, warnings};
use chachong_check::{
    Document, DocumentContent, LibraryShare, LookedUpCounts, LowerEstimate, Origin, Origins,
    OwnEarlier, Status,
};
use chachong_citation::Attribution;
use chachong_compare::{
    ClassShares, Copied, DocumentIndex, DocumentShares, Neighbour, PairFinding,
};
use chachong_record::RecordField;
use chachong_submission::Submission;

/// Row of a document.
pub(crate) struct DocumentRow<'a> {
    pub(crate) check: Report<'a>,
    pub(crate) position: DocumentIndex,
    pub(crate) document: &'a Document,
    pub(crate) content: Option<&'a DocumentContent>,
    pub(crate) nearest: Option<Neighbour>,
    /// Shares; `None` for a document of a library: it was not compared with all others, so it has no total.
    pub(crate) shares: Option<&'a DocumentShares>,
    pub(crate) lower: Option<LowerEstimate>,
    pub(crate) origins: Option<Origins>,
    /// Number of listed pairs with the document; 0 in CSV.
    pub(crate) pairs: u32,
    /// Row to which the number of pairs leads; `None` in CSV.
    pub(crate) first_pair: Option<Target<'a>>,
    /// Strongest pair with the document; `None` in CSV.
    pub(crate) strongest: Option<&'a PairFinding>,
}

impl<'a> DocumentRow<'a> {
    pub(crate) fn of(check: Report<'a>, position: DocumentIndex) -> Self {
        let document = &check.result.documents[position];
        let is_own = document.origin == Origin::Checked;
        Self {
            check,
            position,
            document,
            content: document.content(),
            nearest: check.result.findings.nearest_to(position),
            shares: (check.result.document_shares(position)).filter(|_| is_own),
            lower: check.result.lower_estimate(position),
            origins: check.result.origins(position),
            pairs: 0,
            first_pair: None,
            strongest: None,
        }
    }

    /// Returns the status. A document that was not reached before a cancel counts as failed, so that other programs see
    /// that it was not read.
    fn status(&self) -> Cell<'a> {
        let (status, language) = (self.document.status(), self.check.language);
        let name = match status {
            Status::Waiting => Status::Failed.name(),
            status => status.name(),
        };
        let words = match self.document.origin {
            Origin::Library => language.text("xlsx.of-library"),
            Origin::Checked => language.status(status),
        };
        Cell::Word(name.into(), words.into(), None)
    }

    fn warnings(&self) -> String {
        warnings(self.document, self.check.language).join(" | ")
    }

    /// Returns the reason why the document was not read, or its warnings.
    fn notes(&self) -> Cell<'a> {
        Cell::text(match self.document.failure() {
            Some(_) => message(self.document, self.check.language),
            None => self.warnings(),
        })
    }

    /// Returns the strongest finding about the document, of any kind. Without one, names a document that contains only
    /// code of the assignment.
    fn finding(&self) -> Cell<'a> {
        let strongest = self.strongest.filter(|pair| pair.is_finding());
        let only_given = || self.check.result.is_only_given_code(self.position);
        match strongest {
            Some(pair) => Cell::Verdict(*pair),
            None if only_given() => {
                Cell::text(self.check.language.text("documents.only-given-code"))
            }
            None => Cell::Empty,
        }
    }

    fn countable(&self) -> Cell<'a> {
        let net = self.shares.map(|shares| u64::from(shares.net.countable));
        Cell::count((self.content).map(|content| net.unwrap_or(content.countable)))
    }

    fn nearest(&self) -> Cell<'a> {
        let documents = &self.check.result.documents;
        Cell::text((self.nearest).map_or("", |nearest| documents[nearest.document].name.as_str()))
    }

    fn pairs(&self) -> Cell<'a> {
        (self.content).map_or(Cell::Empty, |_| {
            Cell::link(self.pairs.into(), self.first_pair)
        })
    }

    fn submission(&self, of: impl Fn(&'a Submission) -> Option<&'a String>) -> Cell<'a> {
        let submission = self.check.result.submission(self.position);
        Cell::text(submission.and_then(of).map_or("", String::as_str))
    }

    fn record(&self, field: RecordField) -> Cell<'a> {
        let stated = self
            .content
            .and_then(|content| content.record.trusted(field));
        Cell::text(stated.unwrap_or_default())
    }

    fn count(&self, of: impl Fn(&DocumentShares) -> u32) -> Cell<'a> {
        Cell::count(self.shares.map(of))
    }

    fn attributed(&self, attribution: Attribution) -> Cell<'a> {
        self.count(|shares| shares.by_attribution[attribution as usize])
    }

    fn share(&self, of: impl Fn(&DocumentShares) -> f64) -> Cell<'a> {
        (self.shares).map_or(Cell::Empty, |shares| Cell::Number(of(shares)))
    }

    fn estimate(&self, of: impl Fn(&DocumentShares) -> f64) -> Cell<'a> {
        (self.shares).map_or(Cell::Empty, |shares| Cell::Estimate(of(shares), self.lower))
    }

    fn class(&self, of: impl Fn(&Origins) -> ClassShares) -> Cell<'a> {
        let share = |origins| Cell::Estimate(of(origins).net.share(), self.lower);
        self.origins.as_ref().map_or(Cell::Empty, share)
    }

    fn own(&self, of: impl Fn(OwnEarlier) -> Copied) -> Cell<'a> {
        let own = self.origins.as_ref().and_then(Origins::own);
        own.map_or(Cell::Empty, |own| {
            Cell::Estimate(of(own).share(), self.lower)
        })
    }

    /// Returns a count of reference list entries; empty if they were not looked up in libraries.
    fn looked_up(&self, number: impl Fn(&LookedUpCounts) -> usize) -> Cell<'a> {
        let counts = self.check.result.looked_up(self.position);
        Cell::count(counts.map(|counts| number(&counts) as u64))
    }

    /// Returns the net share with each library (in CSV: `wiki=0.2100; theses=0.0500`) or, for a library document, its
    /// library (in CSV: nothing).
    fn libraries(&self) -> Cell<'a> {
        let Some(origins) = &self.origins else {
            let of = self.document.library.as_deref().unwrap_or_default();
            return Cell::Word("".into(), of.into(), None);
        };
        // The names of columns and verdicts are fixed, and so is the word for a library without a name.
        let name = |library: &LibraryShare| {
            let name = library.name.as_deref().unwrap_or("library");
            format!("{name}={:.4}", library.shares.net.share())
        };
        let found = (origins.libraries.iter()).filter(|one| one.shares.net.characters > 0);
        let names: Vec<String> = found.map(name).collect();
        let words = |library| self.check.language.library_share(library, self.lower);
        let words: Vec<String> = origins.counting_libraries().map(words).collect();
        Cell::Word(names.join("; ").into(), words.join("\n").into(), None)
    }
}

/// Returns the columns of the documents. CSV has the net share of each, the workbook the share that is shown.
#[rustfmt::skip] // One line for each column.
pub(crate) fn document_columns<'a>() -> Vec<Column<'a, DocumentRow<'a>>> {
    use Kind::{Code, Count, Long, PossibleShare, Share, Text};
    vec![
        Column::both("document", (1, "documents.name", Text), |row| Cell::text(&row.document.name)),
        Column::both("format", (2, "documents.format", Text), |row| Cell::text(row.document.read_format().map_or("", |format| format.name()))),
        Column::both("status", (3, "documents.status", Text), DocumentRow::status),
        Column::csv("message", |row| Cell::text(message(row.document, row.check.language))),
        Column::both("characters", (4, "documents.characters", Count), |row| Cell::count(row.content.map(|content| content.characters))),
        Column::sheet((5, "documents.finding", Text), DocumentRow::finding),
        Column::prose("countable_characters", (6, "xlsx.countable", Count), DocumentRow::countable),
        Column::prose("fingerprint", (15, "document.fingerprint", Code), |row| Cell::text(row.document.fingerprint().map_or_else(String::new, |print| print.to_string()))),
        Column::prose("nearest", (13, "xlsx.nearest", Text), DocumentRow::nearest),
        Column::prose("nearest_distance", (14, "column.distance", Count), |row| Cell::count(row.nearest.map(|nearest| nearest.distance))),
        Column::csv("total_copied_share", |row| row.share(|shares| shares.net.share())),
        Column::prose_sheet((7, "shares.net", Share), |row| row.shares.map_or(Cell::Empty, |shares| Cell::Share(shares.shown(), row.lower))),
        Column::prose_sheet((8, "xlsx.copied-characters", Count), |row| row.count(|shares| shares.shown().copied.characters)),
        Column::prose_sheet((9, "shares.gross", Share), |row| row.estimate(|shares| shares.gross.share())),
        Column::possible((10, "xlsx.possible-share", PossibleShare), |row| row.share(|shares| shares.possible.share())),
        Column::prose_sheet((11, "xlsx.sources", Count), |row| Cell::count(row.shares.map(|shares| shares.counting_sources() as u64))),
        Column::sheet((12, "xlsx.pairs", Count), DocumentRow::pairs),
        Column::csv("warnings", |row| Cell::text(row.warnings())),
        Column::sheet((16, "xlsx.warnings", Long), DocumentRow::notes),
        Column::sheet((17, "evidence.sha256", Code), |row| Cell::text(row.content.map_or("", |content| content.metadata.sha256.as_str()))),
        Column::both("title", (18, record_key(RecordField::Title), Text), |row| row.record(RecordField::Title)),
        Column::both("author", (19, record_key(RecordField::Author), Text), |row| row.record(RecordField::Author)),
        Column::both("student_number", (20, record_key(RecordField::StudentNumber), Text), |row| row.record(RecordField::StudentNumber)),
        Column::both("supervisor", (21, record_key(RecordField::Supervisor), Text), |row| row.record(RecordField::Supervisor)),
        Column::both("institution", (22, record_key(RecordField::Institution), Text), |row| row.record(RecordField::Institution)),
        Column::both("year", (23, record_key(RecordField::Year), Text), |row| row.record(RecordField::Year)),
        Column::prose("lower_estimate", (24, "lower-estimate.column", Text), |row| Cell::is_lower(row.shares.is_some(), row.lower, row.check.language)),
        Column::prose("identical_characters", (25, "xlsx.identical", Count), |row| row.count(|shares| shares.identical)),
        Column::prose("edited_characters", (26, "xlsx.edited", Count), |row| row.count(DocumentShares::edited)),
        Column::csv("reworded_characters", |row| row.count(|shares| shares.reworded.characters)),
        Column::prose("reworded_share", (27, "shares.reworded", PossibleShare), |row| row.share(|shares| shares.reworded.share())),
        Column::prose("weighted_share", (28, "shares.weighted", Share), |row| row.estimate(|shares| shares.weighted.share())),
        Column::prose("outside_share", (29, "origins.outside", Share), |row| row.class(|origins| origins.outside)),
        Column::prose("inside_share", (30, "origins.inside", Share), |row| row.class(|origins| origins.inside)),
        Column::both("libraries", (31, "origins.libraries", Long), DocumentRow::libraries),
        Column::own_earlier((32, "origins.own-earlier", PossibleShare), |row| row.own(|own| own.alone)),
        Column::own_earlier((33, "origins.with-own", PossibleShare), |row| row.own(|own| own.with)),
        Column::csv("submission", |row| row.submission(|submission| Some(&submission.name))),
        Column::csv("submission_number", |row| row.submission(|submission| submission.number.as_ref())),
        Column::csv("class", |row| row.submission(|submission| submission.class.as_ref())),
        Column::csv("submitted", |row| row.submission(|submission| submission.submitted.as_ref())),
        Column::both("decision", (34, "decision.column", Text), |row| Cell::decision(row.check, row.position, row.position)),
        Column::both("note", (35, "decision.note", Long), |row| Cell::note(row.check, row.position, row.position)),
        Column::prose("neither_cited_nor_quoted_characters", (36, "attribution.none", Count), |row| row.attributed(Attribution::None)),
        Column::prose("cited_characters", (37, "attribution.cited", Count), |row| row.attributed(Attribution::Cited)),
        Column::prose("quoted_characters", (38, "attribution.quoted", Count), |row| row.attributed(Attribution::Quoted)),
        Column::prose("cited_and_quoted_characters", (39, "attribution.cited-and-quoted", Count), |row| row.attributed(Attribution::CitedAndQuoted)),
        Column::csv("references_found", |row| row.looked_up(|counts| counts.found + counts.differing)),
        Column::csv("references_not_found", |row| row.looked_up(|counts| counts.not_found)),
    ]
}
