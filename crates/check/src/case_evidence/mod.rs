//! Evidence of a case: copied passages of a pair of documents or of a student's work, stored with their texts.

mod others;
mod passages;
mod persons;
mod texts;

use std::collections::BTreeMap;
use std::io;

use chachong_case::{CaseDocument, CaseEvidence, CasePassage, CaseSubject};
use chachong_compare::{Copied, DocumentIndex, Passage, Shares};
use chachong_record::{RecordField, Stated, StatedPlace};

use crate::shown::Lines;
use crate::{CheckResult, DocumentContent, LIBRARY_PREFIX};
use persons::persons_of;

/// Check from which a case is opened, as the case states it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CaseOrigin {
    /// Title of the check.
    pub title: String,
    /// Time at which the check ran, in seconds since 1970.
    pub checked_at: i64,
    /// Offset of local time from UTC in seconds; positive east of Greenwich.
    pub utc_offset: i32,
    /// Version of the program that opens the case.
    pub program: String,
}

/// Subject of a case, by positions in the check.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum CaseAbout {
    /// A document and one source, with all passages that count.
    Pair {
        /// Position of the document in question.
        document: DocumentIndex,
        /// Position of the other document.
        source: DocumentIndex,
    },
    /// One passage, whether it counts or not.
    Passage {
        /// Position of the document in question.
        document: DocumentIndex,
        /// Position of the other document.
        source: DocumentIndex,
        /// Passage as the check stores it: its side `a` is in the document with the lower position.
        passage: Passage,
    },
    /// All checked documents of the submission that this document belongs to, with all sources.
    Student {
        /// Position of any document of the submission.
        document: DocumentIndex,
    },
}

/// Reason why no case can be opened.
#[derive(Debug, thiserror::Error)]
pub enum CaseError {
    /// No passage of the document in question counts, or the chosen passage is not in the check.
    #[error(
        "no text of {document} counts as copied; choose another document, or count its passages again"
    )]
    NothingInCommon {
        /// Name of the document in question.
        document: String,
    },
    /// The text of a document cannot be read again.
    #[error("the text of {document} cannot be read again ({source}); check the files again")]
    TextLost {
        /// Name of the document.
        document: String,
        /// Error of the file system or of the library.
        source: io::Error,
    },
}

impl CheckResult {
    /// Builds the evidence of a case from the current state of the check.
    ///
    /// # Errors
    /// Fails if no passage counts, if the check does not have the chosen passage, or if a text cannot be read again.
    pub fn case_evidence(
        &self,
        about: CaseAbout,
        origin: &CaseOrigin,
    ) -> Result<CaseEvidence, CaseError> {
        let (subject, mut questioned, decided) = match about {
            CaseAbout::Pair { document, source } => {
                (CaseSubject::Pair, vec![document], (document, source))
            }
            CaseAbout::Passage {
                document, source, ..
            } => (CaseSubject::Passage, vec![document], (document, source)),
            CaseAbout::Student { document } => (
                CaseSubject::Student,
                self.of_student(document),
                (document, document),
            ),
        };
        let mut found = self.findings_of(about, &questioned);
        let first = questioned.first().copied().unwrap_or(DocumentIndex(0));
        if found.is_empty() {
            let document = self.case_name(first);
            return Err(CaseError::NothingInCommon { document });
        }
        if subject == CaseSubject::Student {
            // A file that has nothing from elsewhere is no part of the case.
            questioned.retain(|document| found.iter().any(|one| one.document == *document));
        }
        let sources = self.sources_of(&found);
        let mut places: BTreeMap<DocumentIndex, usize> = BTreeMap::new();
        for (place, &document) in questioned.iter().chain(&sources).enumerate() {
            places.insert(document, place);
        }
        found.sort_by_key(|one| {
            let place = |document| places.get(&document).copied();
            let span = one.span_in(one.document);
            (place(one.document), place(one.source), span)
        });
        let sides = self.case_texts(&found, places.keys().copied())?;
        let passages = found.iter().zip(sides).filter_map(|(one, sides)| {
            let [in_document, in_source] = sides;
            Some(CasePassage {
                document: places.get(&one.document).copied()?,
                source: places.get(&one.source).copied()?,
                in_document: in_document?,
                in_source: in_source?,
                kind: one.passage.kind,
                similarity: one.passage.similarity,
            })
        });
        let passages: Vec<CasePassage> = passages.collect();
        let choices = self.shares().map(Shares::choices);
        let of_sources = sources.iter().map(|&source| {
            let in_common = self.in_common(&found, source);
            self.case_document(source, Some(in_common))
        });
        let mut evidence = CaseEvidence {
            subject,
            check: origin.title.clone(),
            checked_at: origin.checked_at,
            utc_offset: origin.utc_offset,
            program: origin.program.clone(),
            left_out: choices.map_or_else(Vec::new, |choices| choices.reasons_left_out().collect()),
            decision: self.decision(decided.0, decided.1),
            documents: (questioned.iter())
                .map(|&document| self.case_document(document, None))
                .chain(of_sources)
                .collect(),
            in_question: questioned.len(),
            passages,
            others_to_withhold: Vec::new(),
        };
        evidence.others_to_withhold = self.named_in(&evidence);
        Ok(evidence)
    }

    /// Returns all checked documents of the submission that a document belongs to, and the document itself even if it comes from a library.
    fn of_student(&self, document: DocumentIndex) -> Vec<DocumentIndex> {
        let mut documents = self.submission_documents(document);
        documents.retain(|&one| one == document || self.is_checked(one));
        documents
    }

    /// Name of a document as a case shows it.
    fn case_name(&self, position: DocumentIndex) -> String {
        let name = self.document(position).map_or("", |one| one.name.as_str());
        name.strip_prefix(LIBRARY_PREFIX).unwrap_or(name).to_owned()
    }

    fn case_document(
        &self,
        position: DocumentIndex,
        in_common: Option<[Copied; 2]>,
    ) -> CaseDocument {
        let name = self.case_name(position);
        let Some((document, content)) =
            (self.document(position)).and_then(|one| Some((one, one.content()?)))
        else {
            return CaseDocument {
                name,
                ..CaseDocument::default()
            };
        };
        let record = &content.record;
        let persons = persons_of(document, content, self.submission(position));
        let shares = self.document_shares(position);
        let value = |stated: &Option<Stated>| stated.as_ref().map(|stated| stated.value.clone());
        // The properties of a file in question may be those of the file that it was copied from.
        let of_person = |stated: &Option<Stated>| {
            let is_stated =
                |stated: &&Stated| in_common.is_some() || stated.place != StatedPlace::Properties;
            let stated = stated.as_ref().filter(is_stated);
            stated.map(|stated| stated.value.clone())
        };
        CaseDocument {
            name,
            title: record.trusted(RecordField::Title).map(str::to_owned),
            author: persons.student.or_else(|| of_person(&record.author)),
            student_number: persons.number.or_else(|| value(&record.student_number)),
            supervisor: value(&record.supervisor),
            names_to_withhold: persons.to_withhold,
            original_sha256: original_of(content),
            characters: content.countable,
            copied: shares.map_or_else(Copied::default, |shares| shares.shown().copied),
            in_common,
            library: document.library.as_deref().map(str::to_owned),
            joins_lines: Lines::of(document) == Lines::Printed,
        }
    }
}

/// Returns the SHA-256 of the file that a document was read from, in hexadecimal digits; `None` if neither the reader nor a
/// library knows it.
#[must_use]
pub(crate) fn original_of(content: &DocumentContent) -> Option<String> {
    let read = &content.metadata.sha256;
    if !read.is_empty() {
        return Some(read.clone());
    }
    let (library, number) = content.text.library()?;
    let (content, _) = library.content(number).ok()?;
    let (first, second) = content.sha256.split_at(16);
    let digits = |half: &[u8]| half.try_into().map(u128::from_be_bytes).ok();
    Some(format!("{:032x}{:032x}", digits(first)?, digits(second)?))
}
