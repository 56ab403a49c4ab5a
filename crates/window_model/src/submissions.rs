//! Submissions in the window: the documents that a row stands for, and the names, shares, findings and decisions of rows.
//!
//! A row stands for a submission and is identified by its main document. The other documents have rows only while the submission is
//! unfolded.

use std::borrow::Cow;
use std::collections::BTreeSet;
use std::sync::Arc;

use crate::columns::{Column, SubmissionField};
use crate::identity::Identity;
use crate::state::{Check, State};
use chachong_check::{CheckResult, Document, LowerEstimate, SubmissionFinding, SubmissionRows};
use chachong_compare::{Chance, Decision, DocumentIndex, PairFinding, SideShares, Verdict};
use chachong_messages::document_name;
use chachong_record::RecordField;
use chachong_submission::Pseudonyms;

/// Rows of the tables (submissions with their documents and findings), computed from a result and kept until the result changes.
#[derive(Debug, Default)]
pub struct NotedRows {
    rows: SubmissionRows,
    /// Number of findings, without those of documents of one submission and those that a person judged not plagiarism.
    similar: usize,
    /// First document of the submission of each document.
    first: Arc<Vec<DocumentIndex>>,
    /// Classes of the students, sorted; none if there are not several to tell apart.
    classes: Vec<String>,
    /// Pseudonyms of all submissions; `None` unless names are hidden.
    pseudonyms: Option<Pseudonyms>,
    of: Identity<CheckResult>,
}

impl Check {
    /// Computes the rows again if the result has changed, and the pseudonyms if names were hidden or shown since.
    pub(crate) fn note_submissions(&mut self) {
        let of = Identity::of(&self.result);
        if self.submissions.of != of {
            let rows = SubmissionRows::of(&self.result);
            self.submissions = NotedRows {
                similar: similar(&self.result, rows.findings()),
                rows,
                first: Arc::new(self.result.first_documents()),
                classes: classes(&self.result),
                pseudonyms: None,
                of,
            };
        }
        if self.is_blind() != self.submissions.pseudonyms.is_some() {
            let names = self.result.documents.iter();
            let names: Vec<&str> = names.map(|document| document.name.as_str()).collect();
            let all = &self.result.submissions;
            let blind = self.blind.as_mut().filter(|blind| blind.is_on);
            self.submissions.pseudonyms = blind.map(|blind| {
                let pseudonyms = Pseudonyms::of(all, &names, blind.seed, &blind.given);
                if pseudonyms.given() != blind.given.as_slice() {
                    blind.given = Arc::new(pseudonyms.given().to_vec());
                }
                pseudonyms
            });
        }
    }

    /// Returns the pseudonyms of all submissions; `None` unless names are hidden.
    pub(crate) const fn pseudonyms(&self) -> Option<&Pseudonyms> {
        self.submissions.pseudonyms.as_ref()
    }

    /// Returns the first document of each document's submission, indexed by position of the document.
    pub const fn first_documents(&self) -> &Arc<Vec<DocumentIndex>> {
        &self.submissions.first
    }

    /// Returns whether any submission has several documents that are not versions of one thesis. The window then counts submissions
    /// as well as documents.
    pub const fn has_submissions(&self) -> bool {
        self.submissions.rows.has_several()
    }

    /// Returns the number of submissions of checked documents.
    pub const fn submission_count(&self) -> usize {
        self.submissions.rows.count()
    }

    /// Returns the other checked documents of a submission, given by its main document
    /// ([`Theses::main`](chachong_compare::Theses::main)); empty for any other document.
    pub fn behind(&self, document: DocumentIndex) -> &[DocumentIndex] {
        self.submissions.rows.behind(document)
    }

    /// Returns the documents that a row stands for: for the main document of a submission
    /// ([`Theses::main`](chachong_compare::Theses::main)) those of the whole submission, for any other document only that document.
    pub fn row_documents(
        &self,
        document: DocumentIndex,
    ) -> impl Iterator<Item = DocumentIndex> + '_ {
        self.submissions.rows.documents(document)
    }

    /// Returns the documents that a row stands for, without older versions.
    pub fn newest_of_row(
        &self,
        document: DocumentIndex,
    ) -> impl Iterator<Item = DocumentIndex> + '_ {
        self.row_documents(document)
            .filter(move |&one| one == document || self.result.theses().is_newest(one))
    }

    /// Returns whether the row's submission has other documents that are not versions of this one.
    pub fn has_files(&self, document: DocumentIndex) -> bool {
        let theses = self.result.theses();
        let mut behind = self.behind(document).iter();
        behind.any(|&other| !theses.are_one(document, other))
    }

    /// Returns the document of a row with the worst reading status, in the order read, warning, failed, not yet read; the first if
    /// several are equal.
    pub fn worst_of_row(&self, document: DocumentIndex) -> &Document {
        let documents = self.newest_of_row(document);
        let worst = documents
            .map(|one| &self.result.documents[one])
            .reduce(|worst, one| {
                if one.status() > worst.status() {
                    one
                } else {
                    worst
                }
            });
        worst.unwrap_or(&self.result.documents[document])
    }

    /// Returns the strongest finding about the submission of a main document, as its index in [`Self::submission_findings`]; `None` if
    /// there is none.
    pub(crate) fn row_place(&self, document: DocumentIndex) -> Option<usize> {
        self.submissions.rows.strongest(document)
    }

    /// Returns the strongest pair of documents of the strongest finding about a row, with the verdict and strength of the finding. The
    /// finding is about the whole submission for its main document, otherwise about the document alone. `None` if there is none.
    pub fn row_pair(&self, document: DocumentIndex) -> Option<PairFinding> {
        if !self.result.theses().is_main(document) {
            return self.first_pair(document).copied();
        }
        let place = self.row_place(document)?;
        let finding = self.submission_findings().get(place)?;
        finding.as_pair(&self.result)
    }

    /// Returns why the share of a row is a lower estimate; `None` if it is not.
    pub fn row_lower_estimate(&self, document: DocumentIndex) -> Option<LowerEstimate> {
        let rows = &self.submissions.rows;
        rows.lower_estimate(&self.result, document)
    }

    /// Returns the findings about pairs of submissions, in list order.
    pub fn submission_findings(&self) -> &[SubmissionFinding] {
        self.submissions.rows.findings()
    }

    /// Returns the number of findings between different submissions, without those that a person judged not plagiarism.
    pub const fn similar_pairs(&self) -> usize {
        self.submissions.similar
    }

    /// Returns the finding about the submissions of two documents, in either order; `None` if there is none.
    pub fn finding_between(
        &self,
        a: DocumentIndex,
        b: DocumentIndex,
    ) -> Option<&SubmissionFinding> {
        let theses = self.result.theses();
        let rows = &self.submissions.rows;
        rows.finding(theses.main(a), theses.main(b))
    }

    /// Returns the class of a document's student; `None` if it is unknown.
    pub fn class_of(&self, document: DocumentIndex) -> Option<&str> {
        self.result.submission(document)?.class.as_deref()
    }

    /// Returns the classes of the students, sorted; empty if there are fewer than two, or if names are hidden.
    pub fn classes(&self) -> &[String] {
        if self.is_blind() {
            &[]
        } else {
            &self.submissions.classes
        }
    }

    /// Returns the value of a row in a column of the bibliographic record or of the submission; empty if it is unknown, and for any other
    /// column. The student number of a named submission takes precedence over the one that the document states.
    pub fn stated(&self, document: DocumentIndex, column: Column) -> Cow<'_, str> {
        let submission = || self.result.named_submission(document);
        let value = match column {
            Column::Record(RecordField::StudentNumber) => submission()
                .and_then(|one| one.number.as_deref())
                .unwrap_or_else(|| self.field(document, RecordField::StudentNumber)),
            Column::Record(field) => self.field(document, field),
            Column::Submission(SubmissionField::Class) => submission()
                .and_then(|one| one.class.as_deref())
                .unwrap_or_default(),
            Column::Submission(SubmissionField::Submitted) => {
                let time = submission().and_then(|one| one.submitted.as_deref());
                // To the minute: `2026-03-01T08:30:15`.
                return time.map_or(Cow::default(), |time| {
                    let minute = time.get(..16).unwrap_or(time);
                    Cow::Owned(minute.replace('T', " "))
                });
            }
            _ => "",
        };
        Cow::Borrowed(value)
    }

    /// Returns whether the name, number or class of a document's named submission contains `needle`, ignoring case. `needle` is in lower
    /// case.
    pub(crate) fn submission_holds(&self, document: DocumentIndex, needle: &str) -> bool {
        let submission = self.result.named_submission(document);
        submission.is_some_and(|submission| {
            let stated = [&submission.number, &submission.class]
                .into_iter()
                .flatten();
            let mut texts = [&submission.name].into_iter().chain(stated);
            texts.any(|text| text.to_lowercase().contains(needle))
        })
    }

    /// Returns whether a person has decided on any single document.
    pub fn has_document_decisions(&self) -> bool {
        let decided = self.choices.decided();
        (decided.into_iter()).any(|(a, b)| a == b && self.choices.decision(a, b).is_some())
    }

    /// Returns the person's decision on a row: that on the first of its documents with one; `None` without a decision.
    pub fn row_decision(&self, document: DocumentIndex) -> Option<Decision> {
        let mut documents = self.row_documents(document);
        documents.find_map(|one| self.choices.decision(one, one))
    }

    /// Returns the total number of characters in a row's documents, without older versions; `None` if no document was read.
    pub fn characters_of_row(&self, document: DocumentIndex) -> Option<u64> {
        let read = self.newest_of_row(document);
        let read = read.filter_map(|one| self.result.documents[one].content());
        read.map(|content| content.characters)
            .reduce(|sum, one| sum + one)
    }

    /// Returns the verdicts that pairs of this check can have, the most serious first. The one about files of the same submission is
    /// included only if a submission has several files.
    pub fn verdicts(&self) -> impl Iterator<Item = Verdict> {
        let has_own = self.has_submissions();
        (Verdict::ALL.into_iter()).filter(move |&verdict| has_own || verdict != Verdict::Own)
    }
}

/// Returns the number of findings between different submissions, without those that a person judged not plagiarism.
fn similar(result: &CheckResult, findings: &[SubmissionFinding]) -> usize {
    let is_similar = |finding: &&SubmissionFinding| {
        finding.is_finding() && result.finding_decision(finding) != Some(Decision::NotPlagiarism)
    };
    findings.iter().filter(is_similar).count()
}

/// Returns the classes of the students, sorted; none if there are not several.
fn classes(result: &CheckResult) -> Vec<String> {
    let all = result.submissions.all.iter();
    let classes: BTreeSet<&String> = all.filter_map(|one| one.class.as_ref()).collect();
    if classes.len() > 1 {
        classes.into_iter().cloned().collect()
    } else {
        Vec::new()
    }
}

impl State {
    /// Returns the displayed name of a row: that of the document's submission if the submission has a name of its own, otherwise that of
    /// the document.
    pub fn row_name(&self, document: DocumentIndex) -> String {
        if let Some(submission) = self.check.result.named_submission(document) {
            return submission.name.clone();
        }
        let document = self.check.result.document(document);
        document.map_or_else(String::new, |document| {
            document_name(document, self.language)
        })
    }

    /// Returns the copied shares of a row, which for the main document of a submission are those of the whole submission. `None` until
    /// passages have been found, and for library documents.
    pub fn row_shares(&self, document: DocumentIndex) -> Option<SideShares> {
        let rows = &self.check.submissions.rows;
        let of_document = || Some(self.document_shares(document)?.total());
        rows.shares(document).or_else(of_document)
    }

    /// Returns the chance of the strongest passage of a row; the smaller, the stronger. `None` without a passage.
    pub fn row_strongest(&self, document: DocumentIndex) -> Option<Chance> {
        let documents = self.check.row_documents(document);
        documents
            .filter_map(|one| self.document_shares(one)?.strongest)
            .min()
    }

    /// Shows (`true`) or hides the other documents of a submission, given by its main document, as rows of their own.
    pub fn unfold(&mut self, document: DocumentIndex, unfolded: bool) {
        if unfolded && !self.check.behind(document).is_empty() {
            self.table.unfolded.insert(document);
        } else {
            self.table.unfolded.remove(&document);
        }
        self.arrange();
    }

    /// Returns the selected documents, including those hidden behind selected rows that are folded.
    pub fn marked_with_hidden(&self) -> BTreeSet<DocumentIndex> {
        let marked = self.table.selection.marked.iter().copied();
        marked
            .flat_map(|document| {
                let hidden = if self.table.is_unfolded(document) {
                    &[]
                } else {
                    self.check.behind(document)
                };
                [document].into_iter().chain(hidden.iter().copied())
            })
            .collect()
    }
}
