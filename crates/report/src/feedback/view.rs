//! A check as the student of one submission may see it: the student's own documents, and of all others no more than
//! [`FeedbackOptions`] allow.
//!
//! Positions stay those of the check, so that all figures stay. Names and numbers of other students are struck out of the
//! student's own texts too: a copy has the names of the one it was copied from.

use std::borrow::Cow;
use std::cmp::Reverse;
use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use sha2::{Digest, Sha256};

use chachong_check::{
    CheckResult, Document, DocumentContent, EvidenceItem, Findings, KeptText, LIBRARY_PREFIX,
    Origin, TextStore, submissions_of,
};
use chachong_check::{Evidence, SubmissionSettings};
use chachong_compare::{DocumentIndex, Thesis};
use chachong_import::{Extracted, Metadata, Warning};
use chachong_record::BibliographicRecord;
use chachong_submission::{Submission, SubmissionIndex, Submissions};

use super::FeedbackOptions;
use crate::blind::{Unreadable, hide, students_of};
use crate::document_report::{DocumentReport, PairsOfDocuments};
use crate::struck_names::{Kept, Names};
use crate::{Report, ReportOptions};

/// Returns the submissions of a check; those of a check that does not state any are found by the names of its documents.
pub(super) fn submissions_in(check: Report<'_>) -> Cow<'_, Submissions> {
    if check.result.submissions.all.is_empty() {
        let settings = SubmissionSettings::default();
        Cow::Owned(submissions_of(&check.result.documents, &settings))
    } else {
        Cow::Borrowed(&check.result.submissions)
    }
}

/// What handed-in text a document belongs to: a submission, or a document of a library by itself.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(super) enum Work {
    Submission(SubmissionIndex),
    Library(DocumentIndex),
}

impl Work {
    /// Returns what the document at a position belongs to.
    pub(super) fn of(check: Report<'_>, all: &Submissions, position: DocumentIndex) -> Self {
        match check.result.document(position).map(|one| one.origin) {
            Some(Origin::Checked) => Self::Submission(all.of_file(position.0)),
            Some(Origin::Library) | None => Self::Library(position),
        }
    }
}

/// What the views of all students have in common.
pub(super) struct Class<'a> {
    check: Report<'a>,
    all: &'a Submissions,
    pub(super) options: FeedbackOptions,
    /// Names and numbers of all students.
    names: Names,
    /// Each document as others may see it.
    as_others_see: Vec<Document>,
    pairs: PairsOfDocuments,
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
        let words: Vec<String> = all.words_to_hide(None);
        let records = (check.result.documents.iter())
            .filter_map(|document| Some(&document.content()?.record))
            .flat_map(|record| students_of(record));
        // A Latin word alone may be any word.
        let records = records.filter(|name| !name.chars().all(|c| c.is_ascii_alphabetic()));
        let names = Names::of_any_case(words.iter().map(String::as_str).chain(records));
        let store = TextStore::new().ok().map(Arc::new);
        let as_others_see = (check.result.documents.iter())
            .map(|document| hidden(document, check, options, &names, store.as_ref()))
            .collect::<Result<Vec<Document>, Unreadable>>()?;
        let mut listed = vec![[Vec::new(), Vec::new()]; check.result.documents.len()];
        let findings = (check.result.findings.pairs.iter()).map(|pair| [pair.a, pair.b]);
        let evidence = (check.result.evidence.pairs.iter()).map(|pair| [pair.a, pair.b]);
        let mut note = |list: usize, pairs: &mut dyn Iterator<Item = [DocumentIndex; 2]>| {
            for (index, documents) in pairs.enumerate() {
                for document in documents {
                    listed[document.0][list].push(index);
                }
            }
        };
        note(0, &mut { findings });
        note(1, &mut { evidence });
        Ok(Self {
            pairs: PairsOfDocuments::of_check(check),
            check,
            all,
            options,
            names,
            as_others_see,
            listed,
        })
    }

    /// Makes the view of a submission's student. Fails if a kept text cannot be read again.
    pub(super) fn seen_by(&'a self, student: SubmissionIndex) -> Result<View<'a>, Unreadable> {
        let submission = self.all.get(student);
        let own: Vec<DocumentIndex> = (submission.files.iter())
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
        let mut evidence: Vec<_> = evidence
            .map(|index| whole.evidence.pairs[index].clone())
            .collect();
        let mut documents = whole.documents.clone();
        if !self.options.names {
            let shown = Arc::make_mut(&mut documents);
            shown.clone_from(&self.as_others_see);
            for (position, name) in self.pseudonyms(student, &own) {
                shown[position.0].path = name.clone().into();
                shown[position.0].name = name;
            }
            let kept = kept(submission);
            for &position in &own {
                shown[position.0] = self.own(&whole.documents[position.0], &kept)?;
            }
            let nameless = self.check.language.text("blind.name");
            let items = evidence.iter_mut().flat_map(|pair| &mut pair.items);
            items.for_each(|item| without_name(item, &nameless));
        }
        let mut result = CheckResult {
            documents,
            findings: Findings {
                pairs: pairs.map(|index| whole.findings.pairs[index]).collect(),
                kinds: whole.findings.kinds.clone(),
                nearest: Vec::new(),
            },
            evidence: Arc::new(Evidence {
                pairs: evidence,
                ..(*whole.evidence).clone()
            }),
            leads: None,
            passed_over: Arc::default(),
            ..whole.clone()
        };
        // Pairs of equal rank stand in the order of their documents' names.
        result.sort_findings();
        Ok(View {
            class: self,
            result,
        })
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
        let files = content
            .warnings
            .iter_mut()
            .flat_map(|warning| match warning {
                Warning::OtherFiles { names, .. } => names.as_mut_slice(),
                _ => &mut [],
            });
        for name in files {
            *name = self.names.struck(name, kept);
        }
        Ok(document)
    }

    /// Returns the names of the documents that have something in common with the student's: numbers in the order of how much
    /// they share, and where they share as much, in an order by chance.
    fn pseudonyms(
        &self,
        student: SubmissionIndex,
        own: &[DocumentIndex],
    ) -> Vec<(DocumentIndex, String)> {
        let mut works: BTreeMap<Work, (u32, BTreeSet<DocumentIndex>)> = BTreeMap::new();
        let mut add = |document: DocumentIndex, characters: u32| {
            let work = Work::of(self.check, self.all, document);
            if work != Work::Submission(student) {
                let (shared, documents) = works.entry(work).or_default();
                *shared += characters;
                documents.insert(document);
            }
        };
        let whole = self.check.result;
        for &position in own {
            let (copies, theses) = (whole.copies().map(|(copies, _)| copies), whole.theses());
            let pairs = (self.pairs.of(position).iter())
                .filter_map(|&pair| copies?.pair(pair))
                .flat_map(|pair| [pair.a, pair.b]);
            let evidence = (self.listed[position.0][1].iter())
                .map(|&index| &whole.evidence.pairs[index])
                .flat_map(|pair| [pair.a, pair.b]);
            let versions = theses.of(position).into_iter();
            let versions = versions.flat_map(Thesis::documents);
            for other in pairs.chain(evidence).chain(versions) {
                add(other, 0);
            }
            let shares = whole.document_shares(position);
            for source in shares.iter().flat_map(|shares| &shares.sources) {
                add(source.document, source.shares.net.characters);
            }
        }
        let by_chance = |other: &DocumentIndex| self.by_chance(own, *other);
        let mut works: Vec<(Work, u32, Vec<DocumentIndex>)> = (works.into_iter())
            .map(|(work, (shared, documents))| {
                let mut documents: Vec<DocumentIndex> = documents.into_iter().collect();
                documents.sort_by_key(by_chance);
                (work, shared, documents)
            })
            .collect();
        works.sort_by_key(|(_, shared, documents)| {
            (Reverse(*shared), documents.first().map(by_chance))
        });
        let digits = works.len().to_string().len();
        let mut names = Vec::new();
        for (number, (work, _, documents)) in (1..).zip(works) {
            let number = format!("{number:0digits$}");
            let (key, prefix) = match work {
                Work::Submission(_) => ("feedback.other", ""),
                Work::Library(_) => ("feedback.library", LIBRARY_PREFIX),
            };
            let name = self.check.language.fill(key, &[("number", &number)]);
            let several = documents.len() > 1;
            for (file, document) in (1..).zip(documents) {
                let values: [(&str, &dyn std::fmt::Display); 2] =
                    [("name", &name), ("file", &file)];
                let name = if several {
                    self.check.language.fill("feedback.other-file", &values)
                } else {
                    name.clone()
                };
                names.push((document, format!("{prefix}{name}")));
            }
        }
        names
    }

    /// Returns a key by which documents stand in an order that nobody can tell who has not both files.
    fn by_chance(&self, own: &[DocumentIndex], other: DocumentIndex) -> [u8; 32] {
        let mut hash = Sha256::new();
        for position in own.iter().take(1).chain([&other]) {
            let document = &self.check.result.documents[position.0];
            let content = document.content();
            hash.update(content.map_or("", |content| &content.metadata.sha256));
            hash.update(document.name.as_bytes());
        }
        hash.finalize().into()
    }
}

impl View<'_> {
    /// Returns the check for the report.
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
        let report = DocumentReport::of(self.check(), position, &self.class.pairs)?;
        report.ok_or_else(|| std::io::ErrorKind::NotFound.into())
    }

    /// Returns the name that a document has for the student.
    pub(super) fn name_of(&self, document: DocumentIndex) -> Option<&str> {
        Some(&self.result.document(document)?.name)
    }
}

/// Returns the words that stay in a student's own texts: the student's names, but not those that only the files state.
fn kept(submission: &Submission) -> Kept {
    let certain = Submission {
        also_stated: Vec::new(),
        ..submission.clone()
    };
    let words = certain.words_to_hide();
    Kept::new(words.iter().map(String::as_str))
}

/// Returns a document as others may see it: figures stay, names go, and so does the text unless `options` allow it.
fn hidden(
    document: &Document,
    check: Report<'_>,
    options: FeedbackOptions,
    names: &Names,
    store: Option<&Arc<TextStore>>,
) -> Result<Document, Unreadable> {
    let name = match document.origin {
        Origin::Checked => check.language.text("feedback.any-other"),
        Origin::Library => format!(
            "{LIBRARY_PREFIX}{}",
            check.language.text("feedback.any-library")
        ),
    };
    let content = document.content().map(|content| {
        let mut content = content.clone();
        if options.text {
            hide(&mut content, names, check.language, store)?;
        } else {
            content.text = KeptText::new(&Extracted::of_text(String::new(), content.text.breaks()));
        }
        without_facts(&mut content);
        Ok(content)
    });
    let content = content.transpose().map_err(|source| Unreadable {
        document: document.name.clone(),
        source,
    })?;
    Ok(Document {
        path: name.clone().into(),
        name,
        library: None,
        outcome: content.map(Ok),
        ..*document
    })
}

/// Removes what was read of a file besides its text, but for the warnings on which estimates depend.
fn without_facts(content: &mut DocumentContent) {
    *content.metadata = Metadata::default();
    *content.record = BibliographicRecord::default();
    content.kept = None;
    content.layer = None;
    content.encoding = None;
    content.reader = None;
    content.warnings.retain(|warning| {
        matches!(
            warning,
            Warning::RecognisedPages { .. }
                | Warning::RecognisedPictures { .. }
                | Warning::UnreadPages { .. }
        )
    });
}

/// Removes a person's name from evidence.
fn without_name(item: &mut EvidenceItem, nameless: &str) {
    match item {
        EvidenceItem::EditedByOther { name, .. }
        | EvidenceItem::SameEditor { name }
        | EvidenceItem::SameAuthor { name } => nameless.clone_into(name),
        EvidenceItem::SameFile
        | EvidenceItem::Code(_)
        | EvidenceItem::Readings(_)
        | EvidenceItem::Tables(_)
        | EvidenceItem::Formulas(_)
        | EvidenceItem::RevisionIds { .. }
        | EvidenceItem::PdfId { .. }
        | EvidenceItem::Pictures(_) => {}
    }
}
