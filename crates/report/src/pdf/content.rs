//! Content of a document's printed report: what its sections state, besides [`DocumentReport`].

use super::words::{LONGEST_NAME, name, shortened};
use crate::Report;
use crate::document_report::DocumentReport;
use crate::evidence::{OtherDocument, others_of};
use crate::leads::LeadList;
use crate::recheck::DocumentRecheck;
use crate::submissions::{is_checked, name_of};
use chachong_check::LowerEstimate;
use chachong_check::shown::Run;
use chachong_compare::{Copied, Counted, Degree, DocumentIndex, LeftOutRun, SharedText, Span};
use chachong_messages::Language;
use chachong_text::{Chapter, chapters};

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
    /// Reason why the document's shares are lower estimates; `None` if they are none.
    pub(super) lower: Option<LowerEstimate>,
    /// Chapters with their figures; before the first heading there may be one without title.
    pub(super) chapters: Vec<ChapterFigures>,
    /// Texts shared by several documents that this one has, the largest first.
    pub(super) shared: Vec<&'c SharedText>,
    /// Documents with which this one has evidence beyond text in common.
    pub(super) evidence: Vec<OtherDocument<'c>>,
    /// Leads of this document; `None` if they were not sought.
    pub(super) leads: Option<LeadList<'c>>,
    /// Comparison with the earlier version; `None` without one, and for a student.
    pub(super) recheck: Option<DocumentRecheck<'c>>,
}

/// Chapter of the text with its figures.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct ChapterFigures {
    /// Heading; `None` for the text before the first heading.
    pub(super) chapter: Option<Chapter>,
    /// Copied share of what counts in the chapter.
    pub(super) copied: Copied,
}

impl<'c> Content<'c> {
    /// Collects the content. `shared` are all shared texts of the check.
    pub(super) fn of(
        check: Report<'c>,
        report: &'c DocumentReport<'c>,
        shared: &'c [SharedText],
        reader: Reader,
    ) -> std::io::Result<Self> {
        let text = report.content.text.text()?;
        let counted =
            (check.result.copies()).and_then(|(copies, _)| copies.counted.get(report.position.0));
        let chapters = counted.map_or_else(Vec::new, |counted| {
            let found = chapters(&text, &report.content.pages);
            chapter_figures(report, counted, found)
        });
        let mut shared: Vec<&SharedText> = (shared.iter())
            .filter(|text| !text.places_in(report.position).is_empty())
            .collect();
        shared.sort_by_key(|text| std::cmp::Reverse(text.weight()));
        Ok(Self {
            check,
            report,
            reader,
            lower: check.result.lower_estimate(report.position),
            chapters,
            shared,
            evidence: others_of(check, report.position),
            leads: LeadList::of_document(check, report.position),
            recheck: DocumentRecheck::of(check, report.position).filter(|_| reader.is_teacher()),
        })
    }

    /// Returns why the share with another document is a lower estimate; `None` if it is none.
    pub(super) fn lower_with(&self, other: DocumentIndex) -> Option<LowerEstimate> {
        self.check
            .result
            .pair_lower_estimate(self.report.position, other)
    }

    /// Returns the name of another document, with that of its submission before it where a submission has several documents.
    pub(super) fn name_of(&self, position: DocumentIndex) -> String {
        let of_submission = self.check.result.has_submissions() && is_checked(self.check, position);
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

    /// Number of passages that count, with every source, and number of sources that have one.
    pub(super) fn counting(&self) -> (usize, usize) {
        self.report.sources.counted()
    }
}

/// Computes the figures of the chapters, by the same rules as the document's net share.
fn chapter_figures(
    report: &DocumentReport<'_>,
    counted: &Counted,
    found: Vec<Chapter>,
) -> Vec<ChapterFigures> {
    let end = counted.characters();
    let mut starts: Vec<u32> = found.iter().map(|chapter| chapter.start).collect();
    starts.push(end);
    let before = Span {
        start: 0,
        end: starts[0],
    };
    let sources = report.sources.sources.len();
    let counting: Vec<&Run> = (report.text.strong.iter())
        .filter(|run| (run.owner as usize) < sources)
        .filter(|run| run.degree.is_some_and(Degree::is_copied))
        .collect();
    let figures = |span: Span| Copied {
        characters: {
            let first = counting.partition_point(|run| run.span.end <= span.start);
            (counting[first..].iter())
                .take_while(|run| run.span.start < span.end)
                .map(|run| net_within(counted, report.left_out, within(run.span, span)))
                .sum()
        },
        countable: net_within(counted, report.left_out, span),
    };
    let first = (!before.is_empty()).then(|| ChapterFigures {
        chapter: None,
        copied: figures(before),
    });
    let rest = found.into_iter().enumerate().map(|(index, chapter)| {
        let span = Span {
            start: starts[index],
            end: starts[index + 1],
        };
        ChapterFigures {
            copied: figures(span),
            chapter: Some(chapter),
        }
    });
    first.into_iter().chain(rest).collect()
}

fn within(span: Span, outer: Span) -> Span {
    Span {
        start: span.start.max(outer.start),
        end: span.end.min(outer.end),
    }
}

/// Returns the number of characters of a span that count: countable and not left out.
fn net_within(counted: &Counted, left_out: &[LeftOutRun], span: Span) -> u32 {
    let first = left_out.partition_point(|run| run.span.end <= span.start);
    let lost: u32 = (left_out[first..].iter())
        .take_while(|run| run.span.start < span.end)
        .map(|run| counted.within(within(run.span, span)))
        .sum();
    counted.within(span).saturating_sub(lost)
}
