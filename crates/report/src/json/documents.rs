//! Documents of a check in the JSON report.

use serde::Serialize;

use super::decision::DecisionFields;
use super::form::FormFields;
use super::references::{NotListedRow, ReferenceRow, not_listed_rows, reference_rows};
use super::{decimals, expected};
use crate::{Report, message, warnings};
use chachong_check::Origin;
use chachong_citation::Attribution;
use chachong_compare::{ClassShares, DocumentIndex, DocumentShares};
use chachong_import::Format;
use chachong_record::{BibliographicRecord, RecordField};
use chachong_text::MarkReason;

/// Document of a check.
#[derive(Serialize)]
pub(super) struct DocumentRow<'a> {
    path: &'a str,
    /// Set to `library` for a library's document that joined because it is like a checked one; else absent.
    #[serde(skip_serializing_if = "Option::is_none")]
    origin: Option<&'static str>,
    /// Name of the library that a library's document was found in; absent for a checked one, and where it is not known.
    #[serde(skip_serializing_if = "Option::is_none")]
    library: Option<&'a str>,
    /// Position in `submissions`, from 0; `null` for a document of a library.
    submission: Option<usize>,
    #[serde(flatten)]
    decided: DecisionFields<'a>,
    format: Option<&'static str>,
    status: &'static str,
    message: String,
    characters: Option<u64>,
    countable_characters: Option<u64>,
    fingerprint: Option<String>,
    nearest: Option<&'a str>,
    nearest_distance: Option<u32>,
    total_copied_share: Option<f64>,
    /// Total copied share with nothing left out (gross), 0..=1; `null` without shares.
    total_copied_share_of_everything: Option<f64>,
    /// Share in possible passages, 0..=1, which the copied share does not count; `null` without shares.
    possible_share: Option<f64>,
    /// Number of copied characters that count and are identical in some source (the other copied ones are edited);
    /// `null` without shares.
    identical_characters: Option<u32>,
    edited_characters: Option<u32>,
    /// Number of characters that say the same as a source in other words and are copied from none; `null` without
    /// shares.
    reworded_characters: Option<u32>,
    reworded_share: Option<f64>,
    /// Part of the total copied share that few documents of the folder have, 0..=1; `null` without shares.
    weighted_share: Option<f64>,
    /// Copied characters that count, by whether they are cited or quoted where they stand; they add up to those of
    /// `total_copied_share`; `null` without shares.
    copied_by_attribution: Option<AttributionRow>,
    /// Copied from documents of libraries; `null` without shares.
    from_outside: Option<ClassRow>,
    /// Copied from the other documents of the check; `null` without shares.
    among_documents: Option<ClassRow>,
    /// Text that the same student handed in earlier, which counts in no other share; `null` without shares.
    own_earlier: Option<ClassRow>,
    /// Total copied share with the student's own earlier work, 0..=1; `null` without shares.
    total_copied_share_with_own: Option<f64>,
    /// Copied from each library that has a source; they may overlap.
    per_library: Vec<LibraryRow>,
    /// Whether text under the share was recognised in pictures, so that the document's copied shares are lower estimates;
    /// `null` without a share.
    lower_estimate: Option<bool>,
    /// Whether enough of the text counts for a share, by name; `null` without shares.
    base: Option<&'static str>,
    /// Chance of the strongest passage that counts: expected number of equally strong ones in a comparison of this
    /// size.
    least_expected_by_chance: Option<f64>,
    left_out: Vec<LeftOut>,
    sources: Vec<SourceRow<'a>>,
    marks: Vec<MarkRow>,
    /// Entries of the document's reference lists, with the remarks on them.
    references: Vec<ReferenceRow<'a>>,
    /// Citations of works that no list of the document has, the first of each.
    citations_not_listed: Vec<NotListedRow<'a>>,
    warnings: Vec<String>,
    /// SHA-256 of the file in hexadecimal digits; `null` for one that was not read.
    sha256: Option<&'a str>,
    #[serde(flatten)]
    form: FormFields,
    title: Option<&'a str>,
    author: Option<&'a str>,
    student_number: Option<&'a str>,
    supervisor: Option<&'a str>,
    institution: Option<&'a str>,
    year: Option<&'a str>,
    /// All fields of the bibliographic record with their origin, including the academic degree.
    record: Vec<StatedRow<'a>>,
}

/// Share of a document with one class of its sources. A character that two classes have is in both.
#[derive(Serialize)]
struct ClassRow {
    characters: u32,
    share: f64,
    /// Number of sources that have some of these characters.
    sources: u32,
}

/// Share of a document with one library.
#[derive(Serialize)]
struct LibraryRow {
    /// Name of the library; `null` where it is not known.
    library: Option<String>,
    #[serde(flatten)]
    class: ClassRow,
}

impl ClassRow {
    fn of(class: ClassShares) -> Self {
        Self {
            characters: class.net.characters,
            share: decimals(class.net.share()),
            sources: class.sources,
        }
    }
}

/// Field of a bibliographic record.
#[derive(Serialize)]
struct StatedRow<'a> {
    field: &'static str,
    value: &'a str,
    place: &'static str,
    certainty: &'static str,
}

/// Copied characters by attribution.
#[derive(Serialize)]
#[serde(rename_all = "kebab-case")]
struct AttributionRow {
    none: u32,
    cited: u32,
    quoted: u32,
    cited_and_quoted: u32,
}

impl AttributionRow {
    const fn of([none, cited, quoted, cited_and_quoted]: [u32; Attribution::ALL.len()]) -> Self {
        Self {
            none,
            cited,
            quoted,
            cited_and_quoted,
        }
    }
}

/// Text left out for one reason.
#[derive(Serialize)]
struct LeftOut {
    reason: &'static str,
    characters: u32,
    /// Number of the left out characters that are in passages.
    copied_characters: u32,
}

/// Text of a document that also occurs in one other document.
#[derive(Serialize)]
struct SourceRow<'a> {
    path: &'a str,
    characters: u32,
    share: f64,
    /// Number of the source's characters that occur in no other document.
    only_here: u32,
}

/// Mark: a section, quotation, template or common text.
#[derive(Serialize)]
struct MarkRow {
    start: u32,
    end: u32,
    reason: &'static str,
    #[serde(skip_serializing_if = "Option::is_none")]
    documents: Option<u32>,
}

/// Returns the row of the document at `position`.
pub(super) fn document_row(check: Report<'_>, position: DocumentIndex) -> DocumentRow<'_> {
    let document = &check.result.documents[position];
    let content = document.content();
    let nearest = check.result.findings.nearest_to(position);
    // A document that was not read has no shares, not shares of zero; one of the library was not compared with all.
    let of_library = document.origin == Origin::Library;
    let copied = check
        .result
        .copies()
        .filter(|_| content.is_some() && !of_library);
    let shares = copied.and_then(|_| check.result.document_shares(position));
    let counted = copied.and_then(|(copies, _)| copies.counted.get(position.0));
    let origins = copied.and_then(|_| check.result.origins(position));
    let stated = |field| content?.record.trusted(field);
    DocumentRow {
        path: &document.name,
        origin: of_library.then_some("library"),
        library: document.library.as_deref(),
        submission: check.result.submission_position(position),
        decided: DecisionFields::of(check, position, position),
        format: document.read_format().map(Format::name),
        status: document.status().name(),
        message: message(document, check.language),
        characters: content.map(|r| r.characters),
        countable_characters: content
            .map(|r| shares.map_or(r.countable, |s| u64::from(s.net.countable))),
        fingerprint: document.fingerprint().map(|f| f.to_string()),
        nearest: nearest.map(|n| check.result.documents[n.document].name.as_str()),
        nearest_distance: nearest.map(|n| n.distance),
        total_copied_share: shares.map(|s| decimals(s.net.share())),
        total_copied_share_of_everything: shares.map(|s| decimals(s.gross.share())),
        possible_share: shares.map(|s| decimals(s.possible.share())),
        identical_characters: shares.map(|s| s.identical),
        edited_characters: shares.map(DocumentShares::edited),
        reworded_characters: shares.map(|s| s.reworded.characters),
        reworded_share: shares.map(|s| decimals(s.reworded.share())),
        weighted_share: shares.map(|s| decimals(s.weighted.share())),
        copied_by_attribution: shares.map(|s| AttributionRow::of(s.by_attribution)),
        from_outside: origins.as_ref().map(|of| ClassRow::of(of.outside)),
        among_documents: origins.as_ref().map(|of| ClassRow::of(of.inside)),
        own_earlier: origins.as_ref().map(|of| ClassRow::of(of.own_earlier)),
        total_copied_share_with_own: (origins.as_ref()).map(|of| decimals(of.with_own.net.share())),
        per_library: origins.map_or_else(Vec::new, |origins| {
            let libraries = origins.libraries.into_iter().map(|one| LibraryRow {
                library: one.name.as_deref().map(str::to_owned),
                class: ClassRow::of(one.shares),
            });
            libraries.collect()
        }),
        lower_estimate: shares.map(|_| check.result.lower_estimate(position).is_some()),
        base: shares.map(|s| s.base().name()),
        least_expected_by_chance: shares
            .and_then(|s| s.strongest)
            .map(|chance| expected(check, chance)),
        left_out: shares.map_or_else(Vec::new, |s| {
            let by_reason = s.left_out.iter().map(|left_out| LeftOut {
                reason: left_out.reason.name(),
                characters: left_out.countable,
                copied_characters: left_out.copied,
            });
            by_reason.collect()
        }),
        sources: shares.map_or_else(Vec::new, |s| {
            let sources = s.sources.iter().map(|source| SourceRow {
                path: &check.result.documents[source.document].name,
                characters: source.shares.net.characters,
                share: decimals(source.shares.net.share()),
                only_here: source.only,
            });
            sources.collect()
        }),
        marks: counted.map_or_else(Vec::new, |counted| {
            let marks = counted.marks.iter().map(|mark| MarkRow {
                start: mark.start,
                end: mark.end,
                reason: mark.reason.name(),
                documents: match mark.reason {
                    MarkReason::Common { documents } => Some(documents),
                    _ => None,
                },
            });
            marks.collect()
        }),
        references: reference_rows(check, position),
        citations_not_listed: not_listed_rows(check, position),
        warnings: warnings(document, check.language),
        sha256: content.map(|content| content.metadata.sha256.as_str()),
        form: FormFields::of(check, position),
        title: stated(RecordField::Title),
        author: stated(RecordField::Author),
        student_number: stated(RecordField::StudentNumber),
        supervisor: stated(RecordField::Supervisor),
        institution: stated(RecordField::Institution),
        year: stated(RecordField::Year),
        record: content.map_or_else(Vec::new, |content| stated_rows(&content.record)),
    }
}

fn stated_rows(record: &BibliographicRecord) -> Vec<StatedRow<'_>> {
    let row = |field: RecordField| {
        let stated = record.get(field)?;
        Some(StatedRow {
            field: field.name(),
            value: &stated.value,
            place: stated.place.name(),
            certainty: stated.certainty.name(),
        })
    };
    RecordField::ALL.into_iter().filter_map(row).collect()
}
