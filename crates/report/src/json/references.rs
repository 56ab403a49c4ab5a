//! References of a document in the JSON report, with the remarks on them.

use serde::Serialize;

use super::decimals;
use crate::Report;
use crate::references::references_of;
use chachong_check::LookedUp;
use chachong_citation::Reference;
use chachong_compare::DocumentIndex;
use chachong_messages::SaidOfEntry;

/// Entry of a reference list.
#[derive(Serialize)]
pub(super) struct ReferenceRow<'a> {
    /// Position of the list in the document, from 0.
    list: u32,
    /// Number as printed; `null` in a list without numbers.
    number: Option<u32>,
    start: u32,
    end: u32,
    authors: &'a [String],
    title: Option<&'a str>,
    year: Option<u16>,
    doi: Option<&'a str>,
    isbn: Option<&'a str>,
    issn: Option<&'a str>,
    remarks: Vec<RemarkRow<'a>>,
    /// Whether the libraries have the work; absent if it was not looked up.
    #[serde(skip_serializing_if = "Option::is_none")]
    lookup: Option<LookupRow<'a>>,
}

/// Answer to the question whether the libraries have the work that an entry names.
#[derive(Serialize)]
struct LookupRow<'a> {
    answer: &'static str,
    /// Libraries that were searched.
    searched: &'a [String],
    /// Record that has the work or a similar title; `null` without one.
    record: Option<RecordRow<'a>>,
    sentence: String,
}

/// Record of a library's work.
#[derive(Serialize)]
struct RecordRow<'a> {
    library: &'a str,
    title: &'a str,
    authors: &'a [String],
    year: Option<u16>,
    differs_in: Vec<&'static str>,
}

/// Remark on an entry.
#[derive(Serialize)]
struct RemarkRow<'a> {
    name: &'static str,
    sentence: String,
    /// Other documents with the same error; absent for a remark on this document alone.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    same_in: Vec<&'a str>,
    /// Weight of an error that several share; absent for a remark on this document alone.
    #[serde(skip_serializing_if = "Option::is_none")]
    weight: Option<f64>,
}

/// Citation of a work that no list has.
#[derive(Serialize)]
pub(super) struct NotListedRow<'a> {
    start: u32,
    end: u32,
    cited: &'a str,
    sentence: String,
}

/// Returns the rows of a document's references; empty for a document without references.
pub(super) fn reference_rows(check: Report<'_>, position: DocumentIndex) -> Vec<ReferenceRow<'_>> {
    let Some(of) = references_of(check, position) else {
        return Vec::new();
    };
    let remarks = |entry: usize| {
        check
            .language
            .said_of_entry(check.result, position, entry)
            .into_iter()
            .map(RemarkRow::of)
    };
    (of.references.iter().enumerate())
        .map(|(at, entry)| ReferenceRow {
            list: entry.list,
            number: entry.number,
            start: entry.start,
            end: entry.end,
            authors: &entry.authors,
            title: entry.title.as_deref(),
            year: entry.year,
            doi: entry.doi.as_deref(),
            isbn: entry.isbn.as_deref(),
            issn: entry.issn.as_deref(),
            remarks: remarks(at).collect(),
            lookup: LookupRow::of(check, entry),
        })
        .collect()
}

/// Returns the rows of the citations whose work no list of a document has.
pub(super) fn not_listed_rows(check: Report<'_>, position: DocumentIndex) -> Vec<NotListedRow<'_>> {
    let of = references_of(check, position);
    let not_listed = of.into_iter().flat_map(|of| &of.not_listed);
    not_listed
        .map(|one| NotListedRow {
            start: one.start,
            end: one.end,
            cited: &one.cited,
            sentence: check.language.not_listed(one),
        })
        .collect()
}

impl<'a> LookupRow<'a> {
    fn of(check: Report<'a>, entry: &Reference) -> Option<Self> {
        let lookup = check.result.reference_lookup.as_deref()?;
        let answer = lookup.of_entry(entry)?;
        let record = match answer {
            LookedUp::Found(work) | LookedUp::Similar(work) => Some(RecordRow {
                library: &work.library,
                title: &work.known.title,
                authors: &work.known.authors,
                year: work.known.year,
                differs_in: work.differing.iter().map(|field| field.name()).collect(),
            }),
            LookedUp::NotFound | LookedUp::NoTitle => None,
        };
        Some(Self {
            answer: answer.name(),
            searched: &lookup.libraries,
            record,
            sentence: check.language.looked_up(lookup, answer),
        })
    }
}

impl<'a> RemarkRow<'a> {
    fn of(said: SaidOfEntry<'a>) -> Self {
        Self {
            name: said.name,
            sentence: said.sentence,
            same_in: said.documents,
            weight: said.weight.map(decimals),
        }
    }
}
