//! Reports: a check's documents and findings -> files for people and other programs, one module per format. Rows are
//! sorted by shares, distance and name, so the same check gives the same bytes.
//!
//! [`write_reports`] and [`write_check`] write what a [`Check`] holds as HTML, PDF, DOCX, XLSX, CSV and JSON; a file
//! appears whole under its name or not at all.
//!
//! ```
//! use chachong_check::Findings;
//! use chachong_compare::Thresholds;
//! use chachong_messages::Language;
//! use chachong_import::PassedOver;
//! use chachong_report::{Check, ReportOptions, documents_csv};
//! use chachong_simhash::Recipe;
//!
//! let thresholds = Thresholds::default();
//! let findings = Findings::of(&[], thresholds, false);
//! let check = Check {
//!     documents: &[],
//!     findings: &findings,
//!     copied: None,
//!     evidence: &[],
//!     leads: None,
//!     passed_over: PassedOver::none(),
//!     recipe: Recipe::THESIS,
//!     thresholds,
//!     language: Language::English,
//!     options: ReportOptions::default(),
//! };
//! let mut csv = Vec::new();
//! documents_csv(&mut csv, check)?;
//! assert!(String::from_utf8_lossy(&csv).contains("document"));
//! # Ok::<(), std::io::Error>(())
//! ```

mod blind;
mod csv;
mod decided;
mod document_report;
mod docx;
mod evidence;
mod facts;
mod file;
mod file_names;
mod html;
mod json;
mod leads;
mod origins;
mod outputs;
mod pair_report;
mod pdf;
mod pictures;
mod safeguard;
mod specimens;
mod xlsx;

pub use blind::{Blinded, Unreadable};
pub use csv::{cell, documents_csv, pairs_csv, rows_csv};
pub use document_report::PairsOfDocuments;
pub use docx::document_docx;
pub use file::{NotWrittenBecause, ReportError, not_written, split_part, write_bytes, write_file};
use file_names::{document_file_names, pair_file_name};
pub use file_names::{report_path, same_name};
pub use html::{HtmlError, document_html, html_report, pair_html};
pub use json::{check_json, pair_json};
pub use origins::common_source_lines;
pub use outputs::{
    OutputError, OutputWatch, ReportFile, ReportFormat, ReportScope, ReportSubject, Target,
    Written, write_check, write_report_files, write_reports,
};
pub use pdf::{CHINESE_FONT, document_pdf};
pub use pictures::PictureSource;
pub use safeguard::{Content, InputKind, Inputs, Output, OutputKind, Refusal};
pub use specimens::pairs_by_specimens;
pub use xlsx::check_xlsx;

use std::collections::HashSet;

use chachong_check::shown::Listed;
use chachong_check::{
    Copies, Document, Findings, LowerEstimate, MissingPart, Origin, Origins, PairEvidence,
    PlacedLeads, Reading, common_sources, explained,
};
use chachong_compare::{
    CommonSource, Degree, DocumentShares, Explained, GivenText, LEAST_LINK, PairFinding,
    PairPassages, PairShares, Passage, Reason, Shares, Theses, Thresholds, Verdict, runs_within,
};
use chachong_import::PassedOver;
use chachong_messages::{Language, document_name};
use chachong_record::RecordField;
use chachong_simhash::Recipe;

/// Content of a report. `documents` are sorted by name; `findings` refers to them by index.
#[derive(Clone, Copy, Debug)]
pub struct Check<'a> {
    /// All documents of the check.
    pub documents: &'a [Document],
    /// Findings of the comparison of these documents.
    pub findings: &'a Findings,
    /// Passages of the documents and the resulting shares; `None` where texts were not compared (yet).
    pub copied: Option<(&'a Copies, &'a Shares)>,
    /// Evidence beyond text, sorted by the positions of both documents; empty where none was found or sought.
    pub evidence: &'a [PairEvidence],
    /// Leads to possible rewriting or translation; `None` where they were not sought.
    pub leads: Option<&'a PlacedLeads>,
    /// Files that were found and not read.
    pub passed_over: &'a PassedOver,
    /// Recipe of the fingerprints.
    pub recipe: Recipe,
    /// Distances up to which pairs are listed.
    pub thresholds: Thresholds,
    /// Language of messages and warnings; names of columns and verdicts are fixed.
    pub language: Language,
    /// Choices about the report itself.
    pub options: ReportOptions<'a>,
}

/// Choices about a report that do not change any figure.
#[derive(Clone, Copy, Debug)]
pub struct ReportOptions<'a> {
    /// Whether possible passages are shown; they are in no share either way.
    pub possible: bool,
    /// Minimum share, 0..=1, that links two documents of a group.
    pub least_link: f64,
    /// Date to state; `None` for none, so that the same check gives the same bytes on any day.
    pub date: Option<&'a str>,
    /// Source of the pictures that two documents have in common; `None` shows none.
    pub pictures: Option<&'a dyn PictureSource>,
    /// Whether numbers replace the names of documents and persons, in [`write_reports`] and [`write_check`].
    pub blind: bool,
}

impl Default for ReportOptions<'_> {
    fn default() -> Self {
        Self {
            possible: false,
            least_link: LEAST_LINK,
            date: None,
            pictures: None,
            blind: false,
        }
    }
}

impl<'a> Check<'a> {
    /// Returns the copied shares of a pair; `None` where texts were not compared.
    #[must_use]
    pub fn pair_shares(self, pair: &PairFinding) -> Option<PairShares> {
        let (_, shares) = self.copied?;
        Some(
            pair.copied
                .and_then(|copied| shares.pairs().get(copied).copied())
                .unwrap_or_else(|| shares.without_passages(pair.a, pair.b)),
        )
    }

    /// Returns the shares of the document at `position`; `None` where texts were not compared, and for a document that was
    /// not read or has no text to compare, about which a share of 0 would say too much.
    #[must_use]
    pub fn document_shares(self, position: usize) -> Option<&'a DocumentShares> {
        self.documents.get(position)?.reading()?;
        let (_, shares) = self.copied?;
        let shares = shares.documents().get(position)?;
        shares.has_text().then_some(shares)
    }

    /// Returns the shares of the document at `position` by the origin of its sources; `None` where it has no shares
    /// ([`Self::document_shares`]), and for a document of a library.
    #[must_use]
    pub fn origins(self, position: usize) -> Option<Origins> {
        let (copies, shares) = self.copied?;
        self.document_shares(position)?;
        Origins::of(self.documents, copies, shares, position)
    }

    /// Returns whether a document of a library was found, so that the origins of copied text are worth telling apart.
    #[must_use]
    pub fn has_outside(self) -> bool {
        // Documents of libraries stand last.
        (self.documents.last()).is_some_and(|document| document.origin == Origin::Library)
    }

    /// Returns the documents of libraries that 3 or more checked documents took text from; none where texts were not compared.
    #[must_use]
    pub fn common_sources(self) -> Vec<CommonSource> {
        self.copied.map_or_else(Vec::new, |(copies, shares)| {
            common_sources(self.documents, copies, shares)
        })
    }

    /// Returns how much of what a pair of checked documents shares stands in a document of a library, too; `None` if
    /// nothing worth a word does.
    #[must_use]
    pub fn explained(self, pair: &PairFinding) -> Option<Explained> {
        let (copies, shares) = self.copied?;
        explained(self.documents, copies, shares, pair.copied?)
    }

    /// Returns which documents are versions of one thesis; none are where texts were not compared.
    #[must_use]
    pub fn theses(self) -> &'a Theses {
        static NONE: Theses = Theses::NONE;
        self.copied.map_or(&NONE, |(_, shares)| shares.theses())
    }

    /// Returns why the total share of the document at `position` is a lower estimate; `None` if it is none.
    #[must_use]
    pub fn lower_estimate(self, position: usize) -> Option<LowerEstimate> {
        let shares = (self.copied).and_then(|(_, shares)| shares.documents().get(position));
        LowerEstimate::of_document(self.documents, position, shares)
    }

    /// Returns why the shares of two documents with each other are lower estimates; `None` if they are none.
    #[must_use]
    pub fn pair_lower_estimate(self, a: usize, b: usize) -> Option<LowerEstimate> {
        LowerEstimate::of_pair(self.documents, a, b)
    }

    /// Returns the finding about two documents, the lower position first, also where no list has the pair: it has no
    /// verdict then, but for versions of one thesis. `None` if one of them was not read, or both are one.
    #[must_use]
    pub fn pair(self, one: usize, other: usize) -> Option<PairFinding> {
        let (a, b) = (one.min(other), one.max(other));
        let is_it = |pair: &&PairFinding| (pair.a, pair.b) == (a, b);
        let is_read = |position: usize| self.documents.get(position)?.reading();
        if a == b || is_read(a).is_none() || is_read(b).is_none() {
            return None;
        }
        if let Some(listed) = self.findings.pairs.iter().find(is_it) {
            return Some(*listed);
        }
        let has_passages = |copies: &Copies| {
            let mut pairs = copies.pairs.iter();
            pairs.position(|pair| (pair.a, pair.b) == (a, b))
        };
        Some(PairFinding {
            a,
            b,
            distance: self.distance(a, b),
            verdict: (self.theses().are_one(a, b)).then_some(Verdict::Version),
            copied: self.copied.and_then(|(copies, _)| has_passages(copies)),
        })
    }

    /// Returns the distance of two documents' fingerprints in bits; `None` where one has none.
    pub(crate) fn distance(self, a: usize, b: usize) -> Option<u32> {
        let [a, b] = [a, b].map(|position| self.documents.get(position)?.fingerprint());
        Some(a?.distance(b?))
    }

    /// Returns the text that was taken for the assignment's, over the checked documents; `None` if there is none, or texts were
    /// not compared.
    #[must_use]
    pub fn given_text(self) -> Option<GivenText> {
        let (copies, _) = self.copied?;
        let checked = self
            .documents
            .partition_point(|one| one.origin == Origin::Checked);
        GivenText::of(copies.counted.get(..checked)?)
    }

    /// Returns what was taken for the assignment's in words: a sentence and what to do; `None` if there is none.
    #[must_use]
    pub fn given_text_note(self) -> Option<String> {
        let given = self.given_text()?;
        let (_, shares) = self.copied?;
        let is_left_out = shares
            .choices()
            .reasons_left_out()
            .any(|one| one == Reason::Common);
        Some(self.language.given_text(given, is_left_out))
    }

    /// Returns a pair with its passages, counted or not; `None` without any.
    #[must_use]
    pub fn pair_passages(self, pair: &PairFinding) -> Option<&'a PairPassages> {
        let (copies, _) = self.copied?;
        copies.pairs.get(pair.copied?)
    }

    /// Parts of libraries that the check was to be compared with and was not; empty where nothing is missing.
    pub(crate) fn missing(self) -> &'a [MissingPart] {
        self.copied.map_or(&[], |(copies, _)| &copies.missing)
    }

    /// Returns, in words, the parts of libraries that the check was not compared with; empty where nothing is missing.
    #[must_use]
    pub fn missing_notes(self) -> Vec<String> {
        let notes = self
            .missing()
            .iter()
            .map(|part| self.language.missing_part(part));
        notes.collect()
    }

    /// Returns the passages of a pair in the order of its list.
    #[must_use]
    pub(crate) fn listed(self, pair: &PairFinding) -> Listed {
        let found = self.pair_passages(pair).zip(self.copied);
        found.map_or_else(Listed::default, |(pair, (_, shares))| {
            Listed::of(pair, shares.choices())
        })
    }

    /// Returns the number of countable characters of one degree in a passage's side in `document`, one of the pair's two.
    #[must_use]
    pub fn characters_of(
        self,
        pair: &PairFinding,
        document: usize,
        passage: &Passage,
        degree: Degree,
    ) -> u32 {
        let found = self.copied.zip(self.pair_passages(pair));
        let Some(((copies, _), found)) = found else {
            return 0;
        };
        let span = if document == pair.a {
            passage.a
        } else {
            passage.b
        };
        let counted = copies.counted.get(document);
        runs_within(found.degrees_in(document), span)
            .filter(|run| run.degree == degree)
            .map(|run| counted.map_or(0, |counted| counted.within(run.span)))
            .sum()
    }

    /// Returns the passages of a pair, counted or not.
    #[must_use]
    pub fn passages(self, pair: &PairFinding) -> &'a [Passage] {
        self.pair_passages(pair).map_or(&[], |pair| &pair.passages)
    }
}

/// Returns the pairs in the order of reports: those with most text that few documents have first, then by the larger copied
/// share, by distance and both names; versions of one thesis, which are no findings, last.
#[must_use]
pub fn pairs_in_order(check: Check<'_>) -> Vec<&PairFinding> {
    let name = |document: usize| check.documents[document].name.as_str();
    let share = |pair: &PairFinding| match pair.verdict {
        Some(verdict) if !verdict.is_finding() => (-1.0, -1.0),
        _ => (check.pair_shares(pair)).map_or((0.0, 0.0), PairShares::rank),
    };
    let mut pairs: Vec<((f64, f64), &PairFinding)> = check
        .findings
        .pairs
        .iter()
        .map(|pair| (share(pair), pair))
        .collect();
    pairs.sort_by(|(x_share, x), (y_share, y)| {
        let shares = (y_share.0.total_cmp(&x_share.0)).then(y_share.1.total_cmp(&x_share.1));
        shares.then_with(|| {
            let far = |pair: &PairFinding| pair.distance.unwrap_or(u32::MAX);
            (far(x), name(x.a), name(x.b)).cmp(&(far(y), name(y.a), name(y.b)))
        })
    });
    pairs.into_iter().map(|(_, pair)| pair).collect()
}

/// Returns the evidence about pairs that nothing else speaks for: their texts give no listed pair. Sorted by the positions
/// of both documents.
#[must_use]
pub fn evidence_only(check: Check<'_>) -> Vec<&PairEvidence> {
    let listed: HashSet<(usize, usize)> = (check.findings.pairs.iter())
        .filter(|pair| pair.verdict.is_some())
        .map(|pair| (pair.a, pair.b))
        .collect();
    (check.evidence.iter())
        .filter(|pair| !listed.contains(&(pair.a, pair.b)))
        .collect()
}

/// Returns reason and remedy for a file that was not read; else an empty string.
fn message(document: &Document, language: Language) -> String {
    document.failure().map_or_else(String::new, |cause| {
        format!(
            "{}{}{}",
            language.reason(cause),
            language.text("punctuation.semicolon"),
            language.remedy(cause)
        )
    })
}

/// Returns the key of a field's name in words.
#[must_use]
pub const fn record_key(field: RecordField) -> &'static str {
    match field {
        RecordField::Title => "record.title",
        RecordField::Author => "record.author",
        RecordField::StudentNumber => "record.student-number",
        RecordField::Supervisor => "record.supervisor",
        RecordField::Institution => "record.institution",
        RecordField::Year => "record.year",
        RecordField::Degree => "record.degree",
    }
}

/// Returns the fields of a document's record that are no guesses, and the other versions of its thesis, each with its
/// name in words.
fn record_facts(check: Check<'_>, position: usize, reading: &Reading) -> Vec<(String, String)> {
    let language = check.language;
    let stated = |field| {
        let value = reading.record.trusted(field)?;
        Some((language.text(record_key(field)), value.to_owned()))
    };
    let versions =
        versions_of(check, position).map(|names| (language.text("html.part-versions"), names));
    (RecordField::ALL.into_iter().filter_map(stated))
        .chain(versions)
        .collect()
}

/// Returns the sentence for a document without sources, with `usual` for one whose text was compared and that has no other
/// version: text in common with versions is no source, and a file without text is not cleared.
fn no_sources(check: Check<'_>, position: usize, usual: &str) -> String {
    let key = if check.document_shares(position).is_none() {
        "report.nothing-to-compare"
    } else if check.theses().of(position).is_some() {
        "report.no-sources-but-versions"
    } else {
        usual
    };
    check.language.text(key)
}

/// Returns the names of the other versions of a document's thesis, the newest first; `None` if there are none.
fn versions_of(check: Check<'_>, position: usize) -> Option<String> {
    let thesis = check.theses().of(position)?;
    let others = (thesis.documents()).filter(|&other| other != position);
    let names = others.filter_map(|other| check.documents.get(other));
    let names: Vec<String> = names
        .map(|document| document_name(document, check.language))
        .collect();
    Some(names.join(&check.language.text("punctuation.semicolon")))
}

fn warnings(document: &Document, language: Language) -> Vec<String> {
    let warnings = document
        .reading()
        .map_or(&[][..], |reading| &reading.warnings);
    warnings
        .iter()
        .map(|warning| language.warning(warning))
        .collect()
}
