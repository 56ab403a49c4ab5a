//! Submissions of a check: assigns its documents to the students or teams that handed them in.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use chachong_compare::{DocumentIndex, DocumentPair};
use chachong_import::{Format, PassedOver};
use chachong_submission::{FileFacts, FoundBy, Submission, SubmissionSettings, Submissions};

use crate::origins::checked;
use crate::versions::name_others;
use crate::{CheckResult, Copied, Document, Origin, VersionSearch};

/// Assigns the checked documents, which stand first in `documents`, to the students or teams that handed them in. A cover is ignored if
/// the properties of its file name the author of another document of the check, because the cover may be copied.
#[must_use]
pub fn submissions_of(documents: &[Document], settings: &SubmissionSettings) -> Submissions {
    let checked = &documents[..checked(documents)];
    // A cover that the file's own properties contradict may be a copied one: it says nothing.
    let facts: Vec<FileFacts<'_>> = (checked.iter().zip(name_others(checked)))
        .map(|(document, names_another)| {
            if names_another {
                FileFacts::named(&document.name)
            } else {
                facts(document)
            }
        })
        .collect();
    Submissions::of(&facts, &settings.request())
}

/// Assigns the checked documents to the students or teams that handed them in, as [`submissions_of`]. A student whose files were
/// all passed over (not read) is not reported as missing from the class list.
#[must_use]
pub fn submissions_of_check(
    documents: &[Document],
    passed_over: &PassedOver,
    settings: &SubmissionSettings,
) -> Submissions {
    let mut submissions = submissions_of(documents, settings);
    if submissions.missing.is_empty() {
        return submissions;
    }
    let read = documents
        .iter()
        .take_while(|document| document.origin == Origin::Checked);
    let names = (read.map(|document| document.name.as_str()))
        .chain(passed_over.submitted().map(|file| file.name.as_str()));
    let facts: Vec<FileFacts<'_>> = names.map(FileFacts::named).collect();
    let with_unread = Submissions::of(&facts, &settings.request());
    let missing: BTreeSet<usize> = with_unread.missing.into_iter().collect();
    submissions.missing.retain(|entry| missing.contains(entry));
    submissions
}

fn facts(document: &Document) -> FileFacts<'_> {
    let content = document.content();
    content.map_or(FileFacts::named(&document.name), |content| {
        FileFacts::of(&document.name, &content.record)
    })
}

/// Returns the first document of each document's submission. A library document that a student of this check handed in earlier belongs to
/// the student's submission, because repeating one's own text is no plagiarism. Every other library document is a submission of its own.
/// With `counts_earlier`, all library documents are.
#[must_use]
pub fn first_documents(
    documents: &[&Document],
    submissions: &Submissions,
    counts_earlier: bool,
) -> Vec<DocumentIndex> {
    let mut first: Vec<DocumentIndex> = (0..documents.len()).map(DocumentIndex).collect();
    let mut of_number: BTreeMap<&str, DocumentIndex> = BTreeMap::new();
    for submission in &submissions.all {
        let of_submission = DocumentIndex(submission.files[0]);
        for &file in &submission.files {
            if let Some(first) = first.get_mut(file) {
                *first = of_submission;
            }
        }
        let number = submission.number.as_deref();
        if let Some(number) = number.filter(|_| is_confirmed(submission)) {
            of_number.entry(number).or_insert(of_submission);
        }
    }
    let earlier = documents.iter().zip(&mut first);
    for (document, first) in
        earlier.filter(|(one, _)| one.origin == Origin::Library && !counts_earlier)
    {
        // What the library was told when it was added goes before the cover.
        let kept = document.kept_submission.as_ref();
        let number = (kept.and_then(|kept| kept.number.as_deref()))
            .or_else(|| facts(document).stated_number);
        if let Some(of_submission) = number.and_then(|number| of_number.get(number)) {
            *first = *of_submission;
        }
    }
    first
}

/// Returns a number for each of `documents` documents, the same for those of one submission. `first` holds the first document of each
/// document's submission; a document beyond the list is a submission of its own.
pub(crate) fn submission_numbers(documents: usize, first: &[DocumentIndex]) -> Vec<u32> {
    (0..documents)
        .map(|document| first.get(document).map_or(document, |first| first.0))
        .map(|first| u32::try_from(first).unwrap_or(u32::MAX))
        .collect()
}

impl CheckResult {
    /// Returns whether an archive that belongs to no student of the class list could not be read, or not completely. Students who
    /// seem to have handed in nothing may then have files in it.
    #[must_use]
    pub fn has_lost_archive(&self) -> bool {
        let files = self.submissions.unassigned.iter();
        let mut documents = files.filter_map(|&file| self.documents.get(file));
        documents.any(|document| {
            document.format == Some(Format::Archive) && matches!(document.outcome, Some(Err(_)))
        })
    }

    /// Returns the result with the documents assigned to submissions by other settings. Texts are not compared again: if
    /// [`Self::pairs_of_one`] changes, the weight of their text stays as it was until the next comparison.
    #[must_use]
    pub fn with_submissions(&self, settings: Arc<SubmissionSettings>) -> Self {
        let mut result = Self {
            submissions: Arc::new(submissions_of_check(
                &self.documents,
                &self.passed_over,
                &settings,
            )),
            submission_settings: settings,
            ..self.clone()
        };
        if let Some(Copied { copies, shares, .. }) = &self.copied {
            let documents: Vec<&Document> = self.documents.iter().collect();
            let versions = VersionSearch::of(
                &documents,
                copies,
                &result.submissions,
                &result.first_documents(),
            );
            let choices = shares.choices().clone();
            let copied = Copied::of(Arc::clone(copies), Arc::new(versions), choices);
            result.copied = Some(copied);
        }
        result.with_findings()
    }

    /// Returns the pairs with passages whose documents belong to one student or team, sorted by positions. Text that only these documents
    /// have counts as the text of one writer, not of two. Empty if texts were not compared.
    #[must_use]
    pub fn pairs_of_one(&self) -> Vec<DocumentPair> {
        let first = self.first_documents();
        let pairs = self
            .copies()
            .map_or(&[][..], |(copies, _)| copies.pairs.as_slice());
        (pairs.iter().map(|pair| (pair.a, pair.b)))
            .filter(|&(a, b)| first[a] == first[b])
            .collect()
    }
}

/// Returns whether a student is known well enough to be the one of the same number in a library: a person said so, or the class list
/// has the student and a platform or the name of a file or folder says whose it is. A cover alone may be another one's, copied.
fn is_confirmed(submission: &Submission) -> bool {
    submission.found_by == FoundBy::Person
        || submission.listed.is_some() && !submission.listed_by_cover
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use super::*;
    use chachong_compare::Thresholds;
    use chachong_import::ImportCause;
    use chachong_library::KeptSubmission;
    use chachong_submission::{ClassList, Request};

    #[test]
    fn who_is_missing_is_unknown_while_an_archive_is_not_read() {
        let list = "学号,姓名\n2021001,甲小明\n2021002,乙大华\n2021003,丙小天\n";
        let list = ClassList::read(list.as_bytes(), "list.csv").unwrap();
        let settings = Arc::new(SubmissionSettings {
            list: Some(Arc::new(list)),
            ..SubmissionSettings::default()
        });
        let lost_one = |archive: &str| {
            let documents = [archive, "乙大华.txt"].map(|name| {
                let outcome = (name == archive).then_some(Err(ImportCause::Empty));
                Document::checked(name, Format::of(name.as_ref()), outcome)
            });
            let result = CheckResult::of(documents.into(), Thresholds::default());
            let result = result.with_submissions(Arc::clone(&settings));
            assert!(!result.submissions.missing.is_empty());
            result.has_lost_archive()
        };
        assert!(lost_one("作业.zip"));
        // What a listed student has packed is the student's.
        assert!(!lost_one("甲小明.zip"));
    }

    #[test]
    fn earlier_work_is_known_by_the_number_that_the_library_keeps() {
        let list = "学号,姓名\n2021001,甲小明\n2021002,乙大华\n";
        let settings = SubmissionSettings {
            list: Some(Arc::new(
                ClassList::read(list.as_bytes(), "list.csv").unwrap(),
            )),
            ..SubmissionSettings::default()
        };
        let of_library = |kept: Option<(&str, Option<&str>)>| Document {
            origin: Origin::Library,
            kept_submission: kept.map(|(student, number)| {
                Arc::new(KeptSubmission {
                    key: 1,
                    student: Some(student.to_owned()),
                    number: number.map(str::to_owned),
                    class: None,
                    submitted: None,
                    found_by: FoundBy::List,
                })
            }),
            ..Document::checked("library:旧作业.txt", None, None)
        };
        let mut documents = vec![
            Document::checked("2021001_甲小明.txt", None, None),
            Document::checked("2021002_乙大华.txt", None, None),
        ];
        let submissions = submissions_of(&documents, &settings);
        documents.extend([
            of_library(None),
            of_library(Some(("乙大华", Some("2021002")))),
            // A namesake or the student: in doubt the text is another's.
            of_library(Some(("乙大华", None))),
            of_library(Some(("甲小明", Some("2020001")))),
        ]);
        let documents: Vec<&Document> = documents.iter().collect();
        let first = |counts_earlier| -> Vec<usize> {
            let first = first_documents(&documents, &submissions, counts_earlier);
            first.iter().map(|one| one.0).collect()
        };
        assert_eq!(first(false), [0, 1, 2, 1, 4, 5]);
        assert_eq!(first(true), [0, 1, 2, 3, 4, 5]);
    }

    #[test]
    fn a_cover_makes_no_earlier_work_the_students_own() {
        let list = "学号,姓名,登录名\n2021001,甲小明,jxm\n2021002,乙大华,ydh\n";
        let list = ClassList::read(list.as_bytes(), "list.csv").unwrap();
        let first = |name: &str| {
            let files = [FileFacts {
                stated_name: Some("甲小明"),
                stated_number: Some("2021001"),
                ..FileFacts::named(name)
            }];
            let request = Request {
                list: Some(&list),
                ..Request::default()
            };
            let submissions = Submissions::of(&files, &request);
            let kept = KeptSubmission {
                key: 1,
                student: None,
                number: Some("2021001".to_owned()),
                class: None,
                submitted: None,
                found_by: FoundBy::List,
            };
            let earlier = Document {
                origin: Origin::Library,
                kept_submission: Some(Arc::new(kept)),
                ..Document::checked("library:旧作业.txt", None, None)
            };
            let now = Document::checked(name, None, None);
            first_documents(&[&now, &earlier], &submissions, false)[1].0
        };
        for named in [
            "甲小明.txt",
            "2021001.txt",
            "jxm_作业.txt",
            "hw1_jxm_attempt_2024-05-01-10-00-00_a.txt",
        ] {
            assert_eq!(first(named), 0, "{named}");
        }
        for unnamed in [
            "作业2.txt",
            "2021.txt",
            "hw1_abc_attempt_2024-05-01-10-00-00_a.txt",
        ] {
            assert_eq!(first(unnamed), 1, "{unnamed}");
        }
    }
}
