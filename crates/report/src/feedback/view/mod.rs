//! View of a check for the student of one submission: the student's own documents, and of all others no more than
//! [`FeedbackOptions`] allow.
//!
//! Positions are those of the check, so that all figures stay the same. Names and numbers of other students are also
//! struck out of the student's own texts, because a copy may contain the name of the student from whom it was copied.

mod hidden;
mod pseudonyms;

use std::borrow::Cow;
use std::collections::BTreeSet;
use std::sync::Arc;

use chachong_check::{
    CheckResult, Document, DocumentSpecimens, Evidence, Findings, Origin, PairEvidence, TextStore,
    submissions_of,
};
use chachong_compare::DocumentIndex;
use chachong_submission::{
    ListEntry, Submission, SubmissionIndex, SubmissionSettings, Submissions,
};

use super::FeedbackOptions;
use crate::blind::Unreadable;
use crate::document_report::DocumentReport;
use crate::struck_names::{Kept, Names};
use crate::{Report, ReportOptions};
use hidden::{hidden, without_names};

/// Returns the submissions of a check. If the check states none, they are derived from the names of its documents.
pub(super) fn submissions_in(check: Report<'_>) -> Cow<'_, Submissions> {
    if check.result.submissions.all.is_empty() {
        let settings = SubmissionSettings::default();
        Cow::Owned(submissions_of(&check.result.documents, &settings))
    } else {
        Cow::Borrowed(&check.result.submissions)
    }
}

/// Work to which a document belongs: a submission, or a library document by itself.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(super) enum Work {
    Submission(SubmissionIndex),
    Library(DocumentIndex),
}

impl Work {
    /// Returns the work to which the document at a position belongs.
    pub(super) fn of(check: Report<'_>, all: &Submissions, position: DocumentIndex) -> Self {
        match check.result.document(position).map(|one| one.origin) {
            Some(Origin::Checked) => Self::Submission(all.of_file(position.0)),
            Some(Origin::Library) | None => Self::Library(position),
        }
    }
}

/// Data that the views of all students share.
pub(super) struct Class<'a> {
    check: Report<'a>,
    all: &'a Submissions,
    pub(super) options: FeedbackOptions,
    /// Names and numbers of all students.
    names: Names,
    /// Each document as others may see it.
    as_others_see: Vec<Document>,
    /// Evidence that students may see.
    evidence: Vec<PairEvidence>,
    /// Indices of each document's pairs in the findings, then in the evidence.
    listed: Vec<[Vec<usize>; 2]>,
}

/// Check as one student may see it.
pub(super) struct View<'a> {
    class: &'a Class<'a>,
    result: CheckResult,
}

impl<'a> Class<'a> {
    /// Prepares the views. Fails if a kept text cannot be read again.
    pub(super) fn of(
        check: Report<'a>,
        all: &'a Submissions,
        options: FeedbackOptions,
    ) -> Result<Self, Unreadable> {
        let list = check.result.submission_settings.list.as_deref();
        let records = (check.result.documents.iter())
            .filter_map(|document| Some(&document.content()?.record))
            .flat_map(|record| record.students());
        let names = Names::of_class(all, list, records);
        let store = TextStore::new().ok().map(Arc::new);
        let as_others_see = (check.result.documents.iter())
            .map(|document| hidden(document, check, options, &names, store.as_ref()))
            .collect::<Result<Vec<Document>, Unreadable>>()?;
        let mut listed = vec![[Vec::new(), Vec::new()]; check.result.documents.len()];
        let findings = (check.result.findings.pairs.iter()).map(|pair| [pair.a, pair.b]);
        let evidence = without_names(check, options);
        let of_evidence = evidence.iter().map(|pair| [pair.a, pair.b]);
        let findings = findings.enumerate().map(|pair| (0, pair));
        let of_evidence = of_evidence.enumerate().map(|pair| (1, pair));
        for (list, (index, pair)) in findings.chain(of_evidence) {
            // What one student handed in together is no finding.
            let [a, b] = pair.map(|document| Work::of(check, all, document));
            for document in pair.into_iter().filter(|_| a != b) {
                listed[document.0][list].push(index);
            }
        }
        Ok(Self {
            check,
            all,
            options,
            names,
            as_others_see,
            evidence,
            listed,
        })
    }

    /// Makes the view of a submission's student. Fails if a stored text cannot be read again.
    pub(super) fn seen_by(&'a self, student: SubmissionIndex) -> Result<View<'a>, Unreadable> {
        let own: Vec<DocumentIndex> = (self.all.get(student).files.iter())
            .copied()
            .map(DocumentIndex)
            .collect();
        let whole = self.check.result;
        let of_own = |list: usize| -> BTreeSet<usize> {
            let lists = own
                .iter()
                .flat_map(|document| &self.listed[document.0][list]);
            lists.copied().collect()
        };
        let pairs = of_own(0).into_iter();
        let evidence = of_own(1).into_iter();
        let documents = if self.options.names {
            whole.documents.clone()
        } else {
            Arc::new(self.nameless(student, &own)?)
        };
        let mut result = CheckResult {
            documents,
            findings: Findings {
                pairs: pairs.map(|index| whole.findings.pairs[index]).collect(),
                kinds: whole.findings.kinds.clone(),
                nearest: Vec::new(),
            },
            evidence: Arc::new(Evidence {
                pairs: evidence.map(|index| self.evidence[index].clone()).collect(),
                given_code: whole.evidence.given_code,
                documents: (whole.evidence.documents.iter())
                    .map(|of| DocumentSpecimens {
                        only_given: of.only_given,
                        given: Arc::clone(&of.given),
                        ..DocumentSpecimens::default()
                    })
                    .collect(),
                ..Evidence::default()
            }),
            references: Arc::new(whole.references.without_shared()),
            // A library's records name students of other years.
            reference_lookup: None,
            leads: None,
            passed_over: Arc::default(),
            submissions: Arc::default(),
            submission_settings: Arc::default(),
            ..whole.clone()
        };
        // Pairs of equal rank stand in the order of their documents' names.
        result.sort_findings();
        Ok(View {
            class: self,
            result,
        })
    }

    /// Returns all documents without the names of other students.
    fn nameless(
        &self,
        student: SubmissionIndex,
        own: &[DocumentIndex],
    ) -> Result<Vec<Document>, Unreadable> {
        let mut documents = self.as_others_see.clone();
        for (position, name) in self.pseudonyms(student, own) {
            let document = &mut documents[position.0];
            document.path = name.clone().into();
            document.name = name;
        }
        let kept = self.kept(student);
        for &position in own {
            documents[position.0] = self.own(&self.check.result.documents[position.0], &kept)?;
        }
        Ok(documents)
    }

    /// Returns the words that stay in a student's own texts: the student's names, except those that only the files
    /// state.
    fn kept(&self, student: SubmissionIndex) -> Kept {
        let certain = Submission {
            also_stated: Vec::new(),
            ..self.all.get(student).clone()
        };
        let list = self.check.result.submission_settings.list.as_deref();
        let entry = list.and_then(|list| list.entries.get(certain.listed?));
        let listed = entry.map(ListEntry::words_to_hide).unwrap_or_default();
        let words = [certain.words_to_hide(), listed].concat();
        Kept::new(words.iter().map(String::as_str))
    }

    /// Returns the name of a document's file as its student may see it: without the names of other students, unless the options allow them.
    pub(super) fn own_name(&self, document: DocumentIndex, name: &str) -> String {
        if self.options.names {
            return name.to_owned();
        }
        self.names
            .struck(name, &self.kept(self.all.of_file(document.0)))
    }

    /// Returns one of the student's own documents without the names of other students.
    fn own(&self, document: &Document, kept: &Kept) -> Result<Document, Unreadable> {
        let mut document = document.clone();
        document.name = self.names.struck(&document.name, kept);
        document.path = document.name.clone().into();
        let Some(Ok(content)) = &mut document.outcome else {
            return Ok(document);
        };
        let read = self.names.strike_in(content, kept, |_| {});
        read.map_err(|source| Unreadable {
            document: document.name.clone(),
            source,
        })?;
        let (metadata, record) = (&mut content.metadata, &mut content.record);
        let claims = [
            &mut metadata.title,
            &mut metadata.author,
            &mut metadata.last_editor,
            &mut metadata.company,
            &mut metadata.address,
        ];
        let stated = [
            &mut record.title,
            &mut record.author,
            &mut record.student_number,
            &mut record.supervisor,
            &mut record.institution,
        ];
        let stated = stated.into_iter().flatten().map(|stated| &mut stated.value);
        for value in claims.into_iter().flatten().chain(stated) {
            *value = self.names.struck(value, kept);
        }
        Ok(document)
    }
}

impl View<'_> {
    /// Returns the view as a check to report on.
    pub(super) fn check(&self) -> Report<'_> {
        let options = self.class.check.options;
        Report {
            result: &self.result,
            language: self.class.check.language,
            options: ReportOptions {
                pictures: None,
                blind: false,
                ..options
            },
        }
    }

    /// Collects the content of the report on one of the student's documents.
    pub(super) fn report(&self, position: DocumentIndex) -> std::io::Result<DocumentReport<'_>> {
        let report = DocumentReport::of(self.check(), position)?;
        report.ok_or_else(|| std::io::ErrorKind::NotFound.into())
    }

    /// Returns the name that a document has for the student.
    pub(super) fn name_of(&self, document: DocumentIndex) -> Option<&str> {
        Some(&self.result.document(document)?.name)
    }
}
