//! Evidence of a case: the findings of the check when the case was opened, with the texts of the passages.

use chachong_citation::Attribution;
use chachong_compare::{Copied, Decision, PassageKind, Reason, Span};
use serde::{Deserialize, Serialize};

/// Subject of a case: a pair of documents, a passage or a student.
#[derive(
    Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize,
)]
#[serde(rename_all = "kebab-case")]
pub enum CaseSubject {
    /// A document and one source, with all their common passages that count.
    #[default]
    Pair,
    /// One passage that two documents have in common.
    Passage,
    /// All documents that a student or team handed in, with all their sources.
    Student,
}

impl CaseSubject {
    /// Returns the name of the subject in JSON and CSV.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Pair => "pair",
            Self::Passage => "passage",
            Self::Student => "student",
        }
    }
}

/// Evidence of a case: the findings of the check when the case was opened. It never changes afterwards.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct CaseEvidence {
    /// Subject of the case.
    pub subject: CaseSubject,
    /// Title of the check.
    pub check: String,
    /// Time of the check, in seconds since 1970.
    pub checked_at: i64,
    /// Offset from UTC, in seconds, of the time zone in which the case was opened; positive east of Greenwich. Files about the case state
    /// all times in this time zone, so that they are the same wherever they are written.
    #[serde(default)]
    pub utc_offset: i32,
    /// Version of the program that opened the case.
    pub program: String,
    /// Kinds of text that did not count in the check, sorted.
    pub left_out: Vec<Reason>,
    /// Decision about the pair when the case was opened; for a student, the decision about the document from which the case was opened.
    /// `None` if nobody had decided.
    pub decision: Option<Decision>,
    /// Documents in question, then the sources. The sources are sorted by the number of characters that they have in common with the
    /// documents in question, the largest first.
    pub documents: Vec<CaseDocument>,
    /// Number of documents in question, which are the first ones in `documents`. It is more than 1 only for a student who handed in
    /// several.
    pub in_question: usize,
    /// Passages, sorted by document in question, then by source, both in the order of `documents`, then by position in the document in
    /// question.
    pub passages: Vec<CasePassage>,
    /// Names, student numbers and e-mail addresses of the students of the check whom the passages, the text around them, the names of
    /// documents or the check's title may mention; in lower case, sorted. Files that withhold names strike them out, except those of the
    /// student in question.
    #[serde(default)]
    pub others_to_withhold: Vec<String>,
}

impl CaseEvidence {
    /// Returns the documents in question.
    #[must_use]
    pub fn questioned(&self) -> &[CaseDocument] {
        &self.documents[..self.in_question.min(self.documents.len())]
    }

    /// Returns the sources: documents that have text in common with those in question.
    #[must_use]
    pub fn sources(&self) -> &[CaseDocument] {
        &self.documents[self.in_question.min(self.documents.len())..]
    }

    /// Returns whether the evidence is consistent: there is a document in question, and every passage connects a document in question
    /// with a source. Call this before using evidence from another program or library.
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

/// Document of a case: one in question, or a source.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct CaseDocument {
    /// Name of the file, as the check shows it.
    pub name: String,
    /// Title of the work; `None` if the document does not state it.
    pub title: Option<String>,
    /// Student or team that handed the document in, or otherwise the author that the document states; `None` if neither is known.
    pub author: Option<String>,
    /// Student number of the author; `None` if none is known.
    pub student_number: Option<String>,
    /// Supervisor; `None` if the document does not state one.
    pub supervisor: Option<String>,
    /// All names, student numbers and e-mail addresses of persons that the check knew from this document; in lower case, sorted.
    pub names_to_withhold: Vec<String>,
    /// SHA-256 of the original file's bytes, in 64 hexadecimal digits; `None` if neither the check nor a library knew it.
    pub original_sha256: Option<String>,
    /// Number of countable characters of the text: those that a reader sees and that are not excluded, such as running heads; without
    /// white space.
    pub characters: u64,
    /// Total copied share of the document in the check, with all its sources, also those that the case leaves out.
    pub copied: Copied,
    /// Text that the case's passages have in common between the documents in question and this source. The first value is about the
    /// documents in question that share a passage with this source, added up; the second is about this source. `None` for a document in
    /// question.
    pub in_common: Option<[Copied; 2]>,
    /// Name of the library that the document comes from; `None` for a checked file.
    pub library: Option<String>,
    /// Whether line breaks within a sentence come from the page layout, as in a PDF, and not from the author.
    #[serde(default)]
    pub joins_lines: bool,
}

/// Passage of a document in question that also occurs in a source.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct CasePassage {
    /// Position of the document in question in [`CaseEvidence::documents`].
    pub document: usize,
    /// Position of the source in [`CaseEvidence::documents`].
    pub source: usize,
    /// The passage as it stands in the document in question.
    pub in_document: CaseText,
    /// The passage as it stands in the source.
    pub in_source: CaseText,
    /// Whether the two texts are identical or edited.
    pub kind: PassageKind,
    /// Similarity of the two texts, in per mille, 0 to 1000; 1000 if identical.
    pub similarity: u16,
}

/// One side of a passage: its text in one of the two documents.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct CaseText {
    /// Position of the text in the document as the program read it, in Unicode scalar values.
    pub span: Span,
    /// Page on which the passage begins, counted from 1; `None` for files without pages.
    pub page: Option<u32>,
    /// Text of the passage.
    pub text: String,
    /// Text just before the passage, at most about 300 characters. The files for the committee and the student contain it only on
    /// request.
    pub before: String,
    /// Text just after the passage, at most about 300 characters. The files for the committee and the student contain it only on request.
    pub after: String,
    /// Number of characters of the passage that counted as copied in the check, without white space.
    pub counting: u32,
    /// Number of characters of the passage, without white space.
    pub characters: u32,
    /// Whether the passage is cited or quoted in this document.
    pub attribution: CaseAttribution,
}

/// Whether and how one side of a passage is cited or quoted.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct CaseAttribution {
    /// Group of the passage: neither cited nor quoted, cited, quoted, or both.
    pub group: Attribution,
    /// Citation that covers the passage, as it stands in the text; `None` if no citation does.
    pub citation: Option<String>,
    /// Entry of the reference list that the citation points to; `None` if the citation points to no entry.
    pub reference: Option<String>,
}
