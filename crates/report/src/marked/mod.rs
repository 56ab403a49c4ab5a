//! Marked copies: the students' own files with highlights or comments on the passages that count. This crate reads no
//! file, so the caller provides a [`CopySource`] that reads the files again.

mod notes;

use std::fmt;
use std::io;
use std::path::Path;

use chachong_check::{Document, KeptText};
use chachong_compare::DocumentIndex;
use chachong_import::{
    AnnotatedFile, AnnotationCause, AnnotationRequest, Format, Importer, PassageRemark,
};

use crate::Report;
use crate::document_report::DocumentReport;
use crate::pdf::marker_of_source;
use crate::remarks::{MOST_COMMENTS, Remarks};
pub(crate) use notes::{CopyNote, texts};

/// Source of marked copies.
pub trait CopySource: fmt::Debug + Sync {
    /// Makes a marked copy of `file`. Fails with [`AnnotationCause::Changed`] if the file's SHA-256 is not `sha256` (hexadecimal digits),
    /// and with another cause if no copy can be made or `cancelled` returned `true`. `request` contains the passages to mark; `cancelled`
    /// returns whether to stop.
    fn annotate(
        &self,
        file: &Path,
        sha256: &str,
        request: AnnotationRequest,
        cancelled: &dyn Fn() -> bool,
    ) -> Result<AnnotatedFile, AnnotationCause>;
}

impl CopySource for Importer {
    fn annotate(
        &self,
        file: &Path,
        sha256: &str,
        request: AnnotationRequest,
        cancelled: &dyn Fn() -> bool,
    ) -> Result<AnnotatedFile, AnnotationCause> {
        Self::annotate(self, file, sha256, request, cancelled)
    }
}

/// Files of the documents from which marked copies are made.
#[derive(Clone, Copy, Debug)]
pub struct Originals<'a> {
    /// Reader that makes the copies.
    pub source: &'a dyn CopySource,
    /// Documents with their real names and paths, if the report uses other names; `None` if it uses the real ones.
    pub documents: Option<&'a [Document]>,
}

impl<'a> Originals<'a> {
    /// Creates the value for a report that uses the documents' own names.
    #[must_use]
    pub const fn of(source: &'a dyn CopySource) -> Self {
        let documents = None;
        Self { source, documents }
    }
}

/// Marked copy of one document, or the reason why there is none.
#[derive(Debug, Default)]
pub(crate) struct MarkedCopy {
    /// Content of the copy; `None` if there is none.
    pub(crate) bytes: Option<Vec<u8>>,
    /// Notes on the copy for a person.
    pub(crate) notes: Vec<CopyNote>,
}

/// Returns the ending of the marked copy of a document; `None` if its format cannot be marked.
pub(crate) fn ending(check: Report<'_>, position: DocumentIndex) -> Option<String> {
    let document = original(check, position)?;
    let usual = match document.format {
        Some(Format::Pdf) => "pdf",
        Some(Format::Docx) => "docx",
        _ => return None,
    };
    let own = document.path.extension().and_then(|ending| ending.to_str());
    let own = own.map(str::to_lowercase);
    let own = own.filter(|own| matches!(own.as_str(), "docx" | "docm" | "dotx" | "dotm" | "pdf"));
    Some(own.unwrap_or_else(|| usual.to_owned()))
}

/// Returns a document with its own name and path.
fn original(check: Report<'_>, position: DocumentIndex) -> Option<&Document> {
    let documents = check
        .options
        .originals
        .and_then(|originals| originals.documents);
    match documents {
        Some(documents) => documents.get(position.0),
        None => check.result.document(position),
    }
}

/// Makes the marked copy of a document. Fails if the kept text cannot be read again.
pub(crate) fn marked_copy(
    check: Report<'_>,
    position: DocumentIndex,
    cancelled: &dyn Fn() -> bool,
) -> io::Result<MarkedCopy> {
    let Some(report) = DocumentReport::of(check, position)? else {
        return Ok(MarkedCopy::default());
    };
    let remarks = Remarks::of_counted(check, &report, MOST_COMMENTS);
    if remarks.remarks.is_empty() {
        return Ok(MarkedCopy::default());
    }
    let name = report.document.name.clone();
    let only = |note| MarkedCopy {
        bytes: None,
        notes: vec![note],
    };
    let Some(originals) = check.options.originals else {
        return Ok(only(CopyNote::NotMade {
            name,
            cause: AnnotationCause::Changed,
        }));
    };
    let document = original(check, position);
    let content = document.and_then(|document| Some((document, document.content()?)));
    let Some((document, content)) = content.filter(|_| ending(check, position).is_some()) else {
        return Ok(only(CopyNote::OtherFormat { name }));
    };
    let request = request(check, &content.text, &content.pages, &remarks)?;
    let sha256 = &content.metadata.sha256;
    let made = (originals.source).annotate(&document.path, sha256, request, cancelled);
    let copy = match made {
        Ok(copy) => copy,
        Err(AnnotationCause::Cancelled) => return Ok(MarkedCopy::default()),
        Err(cause) => return Ok(only(CopyNote::NotMade { name, cause })),
    };
    let mut notes = CopyNote::of_copy(&name, &copy.passages);
    if remarks.all > remarks.remarks.len() {
        notes.push(CopyNote::Most {
            name,
            marked: remarks.remarks.len(),
            all: remarks.all,
        });
    }
    Ok(MarkedCopy {
        bytes: Some(copy.bytes),
        notes,
    })
}

fn request(
    check: Report<'_>,
    text: &KeptText,
    pages: &[u64],
    remarks: &Remarks,
) -> io::Result<AnnotationRequest> {
    let recognised = text.recognised()?;
    let all = remarks.remarks.len();
    let passages = remarks.remarks.iter().map(|remark| {
        let numbers: [(&str, &dyn fmt::Display); 2] = [("number", &remark.id), ("all", &all)];
        let heading = check.language.fill("marked.passage", &numbers);
        let lines = std::iter::once(&heading).chain(&remark.lines);
        let lines: Vec<&str> = lines.map(String::as_str).collect();
        PassageRemark {
            start: remark.span.start.into(),
            end: remark.span.end.into(),
            text: lines.join("\n"),
            colour: marker_of_source(remark.source.unwrap_or_default()),
        }
    });
    let excluded = text.exclusions().iter();
    Ok(AnnotationRequest {
        excluded: excluded.map(|one| (one.start, one.end)).collect(),
        text: text.text()?.to_string(),
        pages: pages.to_vec(),
        recognised: recognised.map_or_else(Vec::new, |recognised| recognised.pages.clone()),
        remarks: passages.collect(),
        date: check.options.date.map(str::to_owned),
    })
}
