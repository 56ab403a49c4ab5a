//! Content of a document's printed report: the statements of its sections, besides [`DocumentReport`].

use super::words::{LONGEST_NAME, name, shortened};
use crate::Report;
use crate::document_report::DocumentReport;
use crate::evidence::{OtherDocument, others_of};
use crate::leads::LeadList;
use crate::recheck::DocumentRecheck;
use crate::references::SaidOfReferences;
use crate::submissions::name_of;
use chachong_check::{ChapterFigures, LowerEstimate};
use chachong_compare::{DocumentIndex, SharedText};
use chachong_messages::Language;

/// Person for whom a report is made.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Reader {
    /// The teacher, who may see everything.
    Teacher,
    /// The student who wrote the document.
    Student {
        /// Whether the student may see the others' texts.
        texts: bool,
    },
}

impl Reader {
    /// Whether the report states what only a teacher may see.
    pub(super) fn is_teacher(self) -> bool {
        self == Self::Teacher
    }
}

/// Content of a report, as all its sections need it.
pub(super) struct Content<'c> {
    pub(super) check: Report<'c>,
    pub(super) report: &'c DocumentReport<'c>,
    pub(super) reader: Reader,
    /// Reason why the document's shares are lower estimates; `None` if they are not.
    pub(super) lower: Option<LowerEstimate>,
    /// Chapters with their figures; before the first heading there may be one without title.
    pub(super) chapters: Vec<ChapterFigures>,
    /// Texts shared by several documents that this one has, the largest first.
    pub(super) shared: Vec<&'c SharedText>,
    /// Code shared by several documents that this one has, the largest first.
    pub(super) shared_code: Vec<&'c SharedText>,
    /// Documents with which this one has evidence beyond text in common.
    pub(super) evidence: Vec<OtherDocument<'c>>,
    /// Leads of this document; `None` if they were not sought.
    pub(super) leads: Option<LeadList<'c>>,
    /// Comparison with the earlier version; `None` without one, and for a student.
    pub(super) recheck: Option<DocumentRecheck<'c>>,
    /// What is said of the references; `None` if they were not looked up in libraries.
    pub(super) references: Option<SaidOfReferences>,
}

impl<'c> Content<'c> {
    /// Collects the content.
    pub(super) fn of(
        check: Report<'c>,
        report: &'c DocumentReport<'c>,
        reader: Reader,
    ) -> std::io::Result<Self> {
        let shared_of = |all: &'c [SharedText]| {
            let is_shown = |text: &&SharedText| {
                reader.is_teacher() && !text.places_in(report.position).is_empty()
            };
            let mut shared: Vec<&SharedText> = all.iter().filter(is_shown).collect();
            shared.sort_by_key(|text| std::cmp::Reverse(text.weight()));
            shared
        };
        Ok(Self {
            check,
            report,
            reader,
            lower: check.result.lower_estimate(report.position),
            chapters: check.result.chapters(report.position)?,
            shared: shared_of(check.result.shared_texts()),
            shared_code: shared_of(check.result.shared_code()),
            evidence: others_of(check, report.position),
            leads: LeadList::of_document(check, report.position),
            recheck: DocumentRecheck::of(check, report.position).filter(|_| reader.is_teacher()),
            references: (check.result.reference_lookup.is_some())
                .then(|| SaidOfReferences::of(check, report.position))
                .flatten(),
        })
    }

    /// Returns why the share with another document is a lower estimate; `None` if it is not.
    pub(super) fn lower_with(&self, other: DocumentIndex) -> Option<LowerEstimate> {
        self.check
            .result
            .pair_lower_estimate(self.report.position, other)
    }

    /// Returns the name of another document, with that of its submission before it where a submission has several documents.
    pub(super) fn name_of(&self, position: DocumentIndex) -> String {
        let of_submission =
            self.check.result.has_submissions() && self.check.result.is_checked(position);
        match self.check.result.document(position) {
            Some(_) if of_submission => shortened(&name_of(self.check, position), LONGEST_NAME),
            Some(document) => name(document),
            None => String::new(),
        }
    }

    pub(super) const fn language(&self) -> Language {
        self.check.language
    }

    /// Returns the text of `key`.
    pub(super) fn text(&self, key: &str) -> String {
        self.check.language.text(key)
    }
}
