//! Evidence of a case: what the check had found when the case was opened, with the texts of the passages.

use chachong_citation::Attribution;
use chachong_compare::{Copied, Decision, PassageKind, Reason, Span};
use serde::{Deserialize, Serialize};

/// What a case is about.
#[derive(
    Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize,
)]
#[serde(rename_all = "kebab-case")]
pub enum CaseSubject {
    /// A document and one other, with all passages that count.
    #[default]
    Pair,
    /// One passage of two documents.
    Passage,
    /// All documents that a student or team handed in, with all their sources.
    Student,
}

impl CaseSubject {
    /// Name in JSON and CSV.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Pair => "pair",
            Self::Passage => "passage",
            Self::Student => "student",
        }
    }
}

/// What a check had found. It never changes after the case was opened.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct CaseEvidence {
    /// What the case is about.
    pub subject: CaseSubject,
    /// Title of the check.
    pub check: String,
    /// Time of the check, in seconds since 1970.
    pub checked_at: i64,
    /// Seconds that the clock was ahead of UTC where the case was opened. Files about the case state all times by this clock, so
    /// that they are the same wherever they are written.
    #[serde(default)]
    pub utc_offset: i32,
    /// Version of the program that checked.
    pub program: String,
    /// Kinds of text that did not count in the check, sorted.
    pub left_out: Vec<Reason>,
    /// Decision on the pair that the check had when the case was opened; `None` without one, and for a student.
    pub decision: Option<Decision>,
    /// Documents: those in question, then those that they have text in common with, by common characters.
    pub documents: Vec<CaseDocument>,
    /// Number of documents in question, at the beginning of `documents`: more than 1 only for a student who handed in several.
    pub in_question: usize,
    /// Passages: by document in question, then by source, then by position.
    pub passages: Vec<CasePassage>,
    /// Names, numbers and addresses of students of the check whom the passages, or the names of check and documents, may name, sorted.
    #[serde(default)]
    pub others_to_withhold: Vec<String>,
}

impl CaseEvidence {
    /// Documents in question.
    #[must_use]
    pub fn questioned(&self) -> &[CaseDocument] {
        &self.documents[..self.in_question.min(self.documents.len())]
    }

    /// Documents that those in question have text in common with.
    #[must_use]
    pub fn sources(&self) -> &[CaseDocument] {
        &self.documents[self.in_question.min(self.documents.len())..]
    }

    /// Whether all positions in the evidence are those of documents that it has, each passage between one in question and a
    /// source. Evidence from elsewhere has to be asked.
    #[must_use]
    pub fn is_consistent(&self) -> bool {
        let is_between = |passage: &CasePassage| {
            passage.document < self.in_question
                && (self.in_question..self.documents.len()).contains(&passage.source)
        };
        (1..=self.documents.len()).contains(&self.in_question)
            && self.passages.iter().all(is_between)
    }
}

/// Document of a case.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct CaseDocument {
    /// Name of the file, as the check shows it.
    pub name: String,
    /// Title of the work; `None` if the document does not state it.
    pub title: Option<String>,
    /// Author, or whoever handed the document in; `None` if nobody is known.
    pub author: Option<String>,
    /// Student number; `None` if none is known.
    pub student_number: Option<String>,
    /// Supervisor; `None` if the document does not state one.
    pub supervisor: Option<String>,
    /// All names, numbers and e-mail addresses of persons that the check knew of this document, sorted.
    pub names_to_withhold: Vec<String>,
    /// SHA-256 of the original file's bytes, in 64 hexadecimal digits; `None` if the file could not be read again.
    pub original_sha256: Option<String>,
    /// Number of characters without white space.
    pub characters: u64,
    /// Copied share of the document in the whole check, as the check showed it.
    pub copied: Copied,
    /// Copied share that this source and the documents in question have in common, as the check showed it: that of the first
    /// document in question, and that of this source. `None` for a document in question.
    pub in_common: Option<[Copied; 2]>,
    /// Library that the document is from; `None` for a checked file.
    pub library: Option<String>,
    /// Whether a line break within a sentence is one of the page, as in a PDF, and not the author's.
    #[serde(default)]
    pub joins_lines: bool,
}

/// Passage of a document in question that also stands in a source.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct CasePassage {
    /// Position of the document in question in [`CaseEvidence::documents`].
    pub document: usize,
    /// Position of the source in [`CaseEvidence::documents`].
    pub source: usize,
    /// Text of the document in question.
    pub in_document: CaseText,
    /// Text of the source.
    pub in_source: CaseText,
    /// Whether the two texts are identical or edited.
    pub kind: PassageKind,
    /// Similarity of the two texts, in per mille, 0 to 1000; 1000 if identical.
    pub similarity: u16,
}

/// One side of a passage.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct CaseText {
    /// Place in the text that the program read, in Unicode scalar values.
    pub span: Span,
    /// Page on which it begins, from 1; `None` for files without pages.
    pub page: Option<u32>,
    /// Text of the passage.
    pub text: String,
    /// What stands before it in the document, at most some 300 characters. No file has it unless the user asks for it.
    pub before: String,
    /// What stands after it, likewise.
    pub after: String,
    /// Number of its copied characters that counted in the check, without white space.
    pub counting: u32,
    /// Number of all its characters, without white space.
    pub characters: u32,
    /// Whether the passage is cited or quoted here.
    pub attribution: CaseAttribution,
}

/// Whether one side of a passage is cited or quoted where it stands.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct CaseAttribution {
    /// Group of the passage.
    pub group: Attribution,
    /// Citation that reaches it, as it stands in the text; `None` if none does.
    pub citation: Option<String>,
    /// Entry of the reference list that the citation points to; `None` if it points to none.
    pub reference: Option<String>,
}
