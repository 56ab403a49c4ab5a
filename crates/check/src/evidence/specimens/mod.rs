//! Specimens: content of a text other than prose (program code, measured values, tables, formulas), and what pairs of documents
//! share of it.
//!
//! Specimens are extracted from the kept texts whenever evidence is sought, so documents of any library have them.

mod code;
mod formulas;
mod keys;
mod readings;

use std::collections::BTreeSet;
use std::io;
use std::path::Path;
use std::sync::Arc;

use chachong_code::{Language, Listing};
use chachong_compare::{Choices, DocumentIndex, DocumentPair, EvidenceStrength, Span, each_once};
use chachong_formulas::Formulas;
use chachong_import::{Extracted, Format, document_format};
use chachong_measurements::{Readings, Relation};
use chachong_text::{Exclusion, Mark};
use rayon::prelude::*;

use super::files::Files;
use super::{Evidence, Found};
use crate::submissions::submission_numbers;
use crate::{Copies, Document, DocumentContent, MemoryRoom};
use code::code_of;
pub(crate) use code::{CodeText, begins_within, code_text};
use formulas::formulas_of_prose;
use readings::readings_of;

pub use keys::{SpecimenKey, member_keys, query_keys};

/// Spans in the two documents of a pair with the same content, in Unicode scalar values.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct AlikePlaces {
    /// Span in the first document.
    pub a: Span,
    /// Span in the second document.
    pub b: Span,
}

/// Program code that two documents share, even if names, order and comments differ.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct SharedCode {
    /// Strength in thousandths, by which pairs are ordered; comparable between checks. It grows with the share of each document's
    /// code that both and few others have, and with the amount of that code.
    pub score: u16,
    /// Share of the first document's code that the second document has too, in thousandths, without code that was handed out.
    pub share_a: u16,
    /// Share of the second document's code that the first document has too, in thousandths, without code that was handed out.
    pub share_b: u16,
    /// Number of tokens in the shorter document's code, without given code ([`DocumentSpecimens::given`]).
    pub tokens: usize,
    /// Places of equal code, ascending in the first document; at most one statement differs within a place.
    pub places: Vec<AlikePlaces>,
    /// Weight of the code at each of `places`, in thousandths: 1000 for code that hardly any other document has.
    pub weights: Vec<u16>,
    /// Places of equal or nearly equal comments that few documents of the check have.
    pub comments: Vec<AlikePlaces>,
    /// Spans of given code in each of the two documents, ascending.
    pub given: [Arc<[Span]>; 2],
}

impl SharedCode {
    /// Number of tokens of a program below which people who solve one task may write the same: some ten lines.
    const SHORT: usize = 120;

    /// Returns how strongly the code speaks for copying, by its score.
    #[must_use]
    pub const fn strength(&self) -> EvidenceStrength {
        match self.score {
            ..220 => EvidenceStrength::Noticeable,
            220..480 => EvidenceStrength::Strong,
            480.. => EvidenceStrength::VeryStrong,
        }
    }

    /// Returns whether the shorter program has fewer than 120 tokens (some ten lines) of its own ([`Self::tokens`]), so that equal code
    /// says little.
    #[must_use]
    pub const fn is_short(&self) -> bool {
        self.tokens < Self::SHORT
    }
}

/// Measured values that two documents share, more than chance explains.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SharedReadings {
    /// Number of measured values of the first document that the second has too.
    pub count: usize,
    /// Share of the first document's measured values that the second document has too, in thousandths.
    pub share_a: u16,
    /// Share of the second document's measured values that the first document has too, in thousandths.
    pub share_b: u16,
    /// Decimal exponent, rounded up, of the number of equally strong pairs that chance would produce in the whole check: -6 means
    /// one in a million.
    pub expected_exponent: i32,
    /// Shared series of measured values, the strongest first.
    pub series: Vec<SharedSeries>,
}

/// Series of measured values that turns into a series of the other document by one relation, such as a factor.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SharedSeries {
    /// Relation that turns the first document's values into the second one's.
    pub relation: Relation,
    /// Whether the values are in the same order in both documents; otherwise they were sorted or mixed.
    pub in_order: bool,
    /// Places of the values, ascending in the first document.
    pub places: Vec<AlikePlaces>,
}

/// Contents of tables that two documents share.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SharedTables {
    /// Share of the first document's table cells whose contents also occur in equal rows of the second document's tables, in
    /// thousandths.
    pub share_a: u16,
    /// Share of the second document's table cells whose contents also occur in equal rows of the first document's tables, in
    /// thousandths.
    pub share_b: u16,
}

/// Chains of formulas that two documents share, longer than chance explains; names of variables may differ.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SharedFormulas {
    /// Number of equal formulas in the chains, each a step of a derivation.
    pub steps: usize,
    /// Share of the first document's formulas that are in the chains, in thousandths.
    pub share_a: u16,
    /// Share of the second document's formulas that are in the chains, in thousandths.
    pub share_b: u16,
    /// Decimal exponent, rounded up, of the number of equally strong pairs that chance would produce in the whole check: -6 means
    /// one in a million.
    pub expected_exponent: i32,
    /// Places of the equal formulas, ascending in the first document.
    pub places: Vec<AlikePlaces>,
}

/// Specimens of one document. Given code is code that was handed out or that at least half, and at least four, of the independent works
/// with code have; copies of one work count once. If this leaves only three or four of at least five works, code that all of these have is
/// given. A person's decisions change what is given, except in [`Self::given`].
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct DocumentSpecimens {
    /// Whether the document has code.
    pub has_code: bool,
    /// Whether the document has code and all of it is given.
    pub only_given: bool,
    /// Spans of given code without its comments, ascending, regardless of a person's decisions.
    pub given: Arc<[Span]>,
    /// Number of tokens of code, without given code.
    pub code: usize,
    /// Number of measured values.
    pub readings: usize,
    /// Number of table cells.
    pub cells: usize,
    /// Number of formulas.
    pub formulas: usize,
}

/// Length of a text, in bytes, from which its specimens are found under the file's clock: a thesis has less, and is done in a
/// fraction of a second.
const LONG: usize = 2 << 20;

/// Listings, readings, tables and formulas of one document.
#[derive(Default)]
struct Specimens {
    listings: Vec<Listing>,
    readings: Readings,
    formulas: Formulas,
}

/// Text in which specimens are found, with what its file says about it.
#[derive(Clone, Copy)]
struct Source<'a> {
    format: Option<Format>,
    path: &'a Path,
    text: &'a str,
    exclusions: &'a [Exclusion],
    /// As [`chachong_import::Metadata::code_language`].
    code_language: Option<&'a str>,
    /// Parts that are no prose of the author's own; empty where they are not known.
    marks: &'a [Mark],
}

/// Returns the languages of the source files among some documents.
fn languages_of(documents: &[Document]) -> BTreeSet<Language> {
    let programs = (documents.iter()).filter(|one| one.format == Some(Format::Source));
    let endings = programs.filter_map(|one| one.path.extension()?.to_str());
    endings.filter_map(Language::of_ending).collect()
}

/// Returns what pairs of documents share besides prose, and the evidence without its pairs; `copies` as for [`super::find_evidence`].
/// The code of the files in `handed_out` was handed out. A document whose text can no longer be read has no specimens: the comparison
/// of passages names it.
pub(super) fn shared(
    documents: &[Document],
    (files, handed_out): (&Files<'_>, &BTreeSet<DocumentIndex>),
    copies: Option<&Copies>,
    first: &[DocumentIndex],
    choices: &Choices,
) -> (Vec<Found>, Evidence) {
    let compared = copies.map_or(0, |copies| copies.compared);
    let templates = copies.into_iter().flat_map(|copies| &copies.templates);
    let languages = languages_of(documents);
    let mut given = by_kind(templates.map(|text| Specimens::given(text, &languages)));
    let lengths = documents.iter().filter_map(Document::content);
    let large = lengths.filter(|content| content.characters > LARGE).count();
    let most = (MOST_OF_LARGE / large.max(1)).clamp(LEAST, MOST);
    let specimens: Vec<Specimens> = documents
        .par_iter()
        .map(|document| {
            let of = |source: Source<'_>| {
                let is_large = document
                    .content()
                    .is_some_and(|content| content.characters > LARGE);
                let most = if is_large { most } else { MOST };
                let mut specimens = Specimens::of(source);
                specimens.truncate(most, document);
                specimens
            };
            with_source(document, of).unwrap_or_default()
        })
        .collect();
    let own = by_kind(specimens.into_iter());
    // Equal files may have different endings, and so different languages.
    let mut known = BTreeSet::new();
    let is_other = |document: &&DocumentIndex| {
        let hash = (files.metadata(**document)).map(|metadata| &metadata.sha256);
        known.insert((hash, documents[**document].path.extension()))
    };
    let of_files = handed_out.iter().filter(is_other);
    given
        .0
        .extend(of_files.map(|document| own.0[document.0].clone()));
    let submissions = submission_numbers(documents.len(), first);
    let reports = code::reports(&own.0, copies);
    let of_whom = (&submissions[..], &reports[..]);
    let (mut found, mut evidence) = code::shared(&own.0, of_whom, &given.0, choices, files);
    found.extend(readings::shared(
        &own.1,
        &submissions,
        &given.1,
        files,
        compared,
    ));
    found.extend(formulas::shared(
        &own.2,
        &submissions,
        &given.2,
        files,
        compared,
    ));
    for ((of, readings), formulas) in evidence.documents.iter_mut().zip(&own.1).zip(&own.2) {
        of.readings = readings.readings.len();
        let rows = readings.tables.iter().flat_map(|table| &table.rows);
        of.cells = rows.map(Vec::len).sum();
        of.formulas = formulas.formulas.len();
    }
    (found, evidence)
}

/// Specimens of several documents, as lists of each kind.
fn by_kind(
    documents: impl Iterator<Item = Specimens>,
) -> (Vec<Vec<Listing>>, Vec<Readings>, Vec<Formulas>) {
    documents
        .map(|of| (of.listings, of.readings, of.formulas))
        .collect()
}

/// Returns the pairs of documents that share code, measured values, tables or formulas, ascending. `compared` is the number of
/// pairs that were compared, by which chance is estimated.
#[must_use]
pub fn pairs_by_specimens(documents: &[Document], compared: u64) -> Vec<DocumentPair> {
    let files = Files::of(documents);
    let copies = Copies {
        compared,
        ..Copies::default()
    };
    let files = (&files, &BTreeSet::new());
    let (found, ..) = shared(documents, files, Some(&copies), &[], &Choices::default());
    each_once(found.into_iter().map(|(pair, _)| pair))
}

/// Extracts code, measured values and formulas from a long text while its file is being read, and discards them. A text that
/// takes too long thus fails within the time limit of its file; the later search for evidence has no time limit. Does nothing for
/// shorter texts.
pub fn try_specimens(path: &Path, extracted: &Extracted, content: &DocumentContent) {
    if extracted.text.len() < LONG {
        return;
    }
    std::hint::black_box(Specimens::of(Source {
        format: document_format(path),
        path,
        text: &extracted.text,
        exclusions: &extracted.exclusions,
        code_language: extracted.metadata.code_language.as_deref(),
        marks: &content.counted.marks,
    }));
}

/// Calls `work` with the text of a document that was read, and returns what it returns; the default value for others. Fails
/// where the text can no longer be read.
fn with_source<T: Default>(
    document: &Document,
    work: impl FnOnce(Source<'_>) -> T,
) -> io::Result<T> {
    let Some(content) = document.content() else {
        return Ok(T::default());
    };
    // Nobody cancels a wait for the others.
    let _room = MemoryRoom::for_preparing(content.characters, &|| false);
    let text = content.text.text()?;
    Ok(work(Source {
        format: document.format,
        path: &document.path,
        text: &text,
        exclusions: content.text.exclusions(),
        code_language: content.metadata.code_language.as_deref(),
        marks: &content.counted.marks,
    }))
}

/// Maximum number of code tokens, of readings and of formulas kept from one document, each; the tokens of a program of 25,000
/// lines. Later ones are ignored.
const MOST: usize = 250_000;
/// Maximum number kept from all large documents of a check together. Each of them keeps at least [`LEAST`].
const MOST_OF_LARGE: usize = 3_000_000;
/// Minimum number that a large document may keep, however many large documents there are.
const LEAST: usize = 20_000;
/// Number of characters from which on a document is large.
const LARGE: u64 = 200_000;

impl Specimens {
    /// Leaves out all but the first `most` of each kind, and says so in the log.
    fn truncate(&mut self, most: usize, document: &Document) {
        let mut left = most;
        let code: usize = self.listings.iter().map(Listing::size).sum();
        if code > most {
            for listing in &mut self.listings {
                listing.truncate(left);
                left = left.saturating_sub(listing.size());
            }
            self.listings.retain(|listing| listing.size() > 0);
        }
        let cells =
            |table: &chachong_measurements::Table| table.rows.iter().map(Vec::len).sum::<usize>();
        let mut kept = 0;
        let tables = self.readings.tables.iter().take_while(|table| {
            kept += cells(table);
            kept <= most
        });
        let tables = tables.count();
        let is_cut = code > most
            || tables < self.readings.tables.len()
            || self.readings.readings.len() > most
            || self.formulas.formulas.len() > most;
        if is_cut {
            // Readings name their table by its number.
            self.readings.tables.truncate(tables);
            self.readings.readings.truncate(most);
            let has_table = |reading: &chachong_measurements::Reading| {
                (reading.place).is_none_or(|place| (place.table as usize) < tables)
            };
            self.readings.readings.retain(has_table);
            self.readings.readings.shrink_to_fit();
            self.formulas.formulas.truncate(most);
            self.formulas.formulas.shrink_to_fit();
            tracing::warn!(
                most,
                "code, readings and formulas of a large text are compared in part"
            );
            tracing::debug!(name = document.name, "compared in part");
        }
    }

    /// Finds the listings, readings and formulas of a text that was handed out; all of the text is also taken for code. Nobody knows
    /// its language, and a word may be a keyword in one and a name in another: it is read in each language of the check.
    fn given(text: &str, languages: &BTreeSet<Language>) -> Self {
        let guessed = Language::guess(text);
        let others = languages.iter().copied().filter(|other| *other != guessed);
        let read = |language| Listing::of(text, language);
        Self {
            listings: std::iter::once(guessed).chain(others).map(read).collect(),
            readings: Readings::of(text, &[]),
            formulas: Formulas::of(text, &[]),
        }
    }

    fn of(source: Source<'_>) -> Self {
        Self {
            listings: code_of(source),
            readings: match source.format {
                Some(Format::Source) => Readings::default(),
                _ => readings_of(source),
            },
            formulas: match source.format {
                Some(Format::Source | Format::Sheet | Format::Csv) => Formulas::default(),
                _ => formulas_of_prose(source),
            },
        }
    }
}

/// Returns the parts that `shared` things are of all `a` and of all `b`, in thousandths.
fn parts_of(shared: usize, [a, b]: [usize; 2]) -> [u16; 2] {
    [a, b].map(|all| thousandths(shared as f64 / all.max(1) as f64))
}

/// Returns the decimal exponent, rounded up, of a number that is expected by chance.
fn exponent(expected: f64) -> i32 {
    #[expect(
        clippy::cast_possible_truncation,
        reason = "an exponent of a double is no smaller than -324"
    )]
    let exponent = expected.max(f64::MIN_POSITIVE).log10().ceil() as i32;
    exponent
}

/// Rounds a share of 0 to 1 to thousandths.
pub(super) fn thousandths(share: f64) -> u16 {
    #[expect(
        clippy::cast_possible_truncation,
        clippy::cast_sign_loss,
        reason = "from 0 to 1000"
    )]
    let rounded = (share.clamp(0.0, 1.0) * 1000.0).round() as u16;
    rounded
}
