//! Summary of a case for lists, without its texts.

use serde::{Deserialize, Serialize};

use crate::{Case, CaseDocument, CaseEntry, CaseState, CaseSubject, Grounds};

/// Number that identifies a case within its library.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub struct CaseId(pub i64);

/// Summary of a case, without its texts, for lists.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct CaseSummary {
    /// Number of the case.
    pub id: CaseId,
    /// Subject of the case.
    pub subject: CaseSubject,
    /// Title of the check.
    pub check: String,
    /// Names of the documents in question, in the order of [`CaseEvidence::documents`](crate::CaseEvidence::documents).
    pub documents: Vec<String>,
    /// Student or team that handed in the first document in question, or otherwise its author; `None` if neither is known.
    pub author: Option<String>,
    /// Student number of the first document in question; `None` if none is known.
    pub student_number: Option<String>,
    /// Names of the sources, in the order of [`CaseEvidence::documents`](crate::CaseEvidence::documents).
    pub sources: Vec<String>,
    /// SHA-256 hashes of the files in question, in hexadecimal digits. Files with an unknown hash are left out.
    pub originals: Vec<String>,
    /// SHA-256 hashes of the sources' files, in hexadecimal digits. Files with an unknown hash are left out.
    pub source_originals: Vec<String>,
    /// Number of passages of the case.
    pub passages: usize,
    /// State of the case.
    pub state: CaseState,
    /// Grounds recorded last in the case; `None` if none are recorded or they were withdrawn.
    pub grounds: Option<Grounds>,
    /// Time when the case was opened, in seconds since 1970.
    pub opened_at: i64,
    /// Name of the person who opened the case; empty if nobody was named.
    pub opened_by: String,
    /// Time of the newest entry, in seconds since 1970.
    pub changed_at: i64,
    /// Name of the person who made the newest entry; empty if nobody was named.
    pub changed_by: String,
}

impl Case {
    /// Returns the summary of the case, which has the number `id`.
    #[must_use]
    pub fn summary(&self, id: CaseId) -> CaseSummary {
        let evidence = &self.evidence;
        let names = |documents: &[CaseDocument]| -> Vec<String> {
            documents.iter().map(|one| one.name.clone()).collect()
        };
        let originals = |documents: &[CaseDocument]| -> Vec<String> {
            let known = documents.iter();
            known
                .filter_map(|one| one.original_sha256.clone())
                .collect()
        };
        let person = evidence.questioned().first();
        let by = |entry: Option<&CaseEntry>| {
            entry.map_or((0, String::new()), |entry| (entry.at, entry.by.clone()))
        };
        let (opened_at, opened_by) = by(self.history.first());
        let (changed_at, changed_by) = by(self.history.last());
        CaseSummary {
            id,
            subject: evidence.subject,
            check: evidence.check.clone(),
            documents: names(evidence.questioned()),
            author: person.and_then(|one| one.author.clone()),
            student_number: person.and_then(|one| one.student_number.clone()),
            sources: names(evidence.sources()),
            originals: originals(evidence.questioned()),
            source_originals: originals(evidence.sources()),
            passages: evidence.passages.len(),
            state: self.state().clone(),
            grounds: self.grounds().cloned(),
            opened_at,
            opened_by,
            changed_at,
            changed_by,
        }
    }
}

impl CaseSummary {
    /// Returns whether the text `words` occurs in the name of a document or a source, in the author's name, in the student number or in
    /// the check's title. Upper and lower case, and white space around `words`, do not matter. Blank `words` match every case.
    #[must_use]
    pub fn matches(&self, words: &str) -> bool {
        let words = words.trim().to_lowercase();
        let people = self.author.iter().chain(&self.student_number);
        (self.documents.iter().chain(&self.sources))
            .chain(people)
            .chain([&self.check])
            .any(|text| text.to_lowercase().contains(&words))
    }
}
