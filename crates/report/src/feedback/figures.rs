//! Figures of a submission: the total share of its files, and the largest share with one other submission.

use chachong_check::SubmissionFinding;
use chachong_compare::{DocumentIndex, EvidenceKind};
use chachong_submission::Submissions;

use super::view::Work;
use crate::Report;

/// Figures of a submission.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub(super) struct Figures {
    /// Copied share of all files together, 0..=1; `None` if none of them has text that was compared.
    pub(super) total: Option<f64>,
    /// Largest share with one other submission or document of a library; `None` if nothing is shared.
    pub(super) highest: Option<Highest>,
}

/// Largest share that a submission has with another.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Highest {
    /// Share of this submission, 0..=1.
    pub(super) share: f64,
    /// Kind of evidence that is shared.
    pub(super) kind: EvidenceKind,
    pub(super) other: Work,
}

/// Returns the figures of all submissions, in their order.
pub(super) fn figures(check: Report<'_>, all: &Submissions) -> Vec<Figures> {
    let total = |files: &[usize]| {
        let first = files.first().copied().map(DocumentIndex)?;
        Some(check.result.submission_shares(first)?.net.share())
    };
    let mut figures: Vec<Figures> = (all.all.iter())
        .map(|submission| Figures {
            total: total(&submission.files),
            highest: None,
        })
        .collect();
    for finding in check.result.submission_findings() {
        let works = [finding.a, finding.b].map(|position| Work::of(check, all, position));
        if works[0] == works[1] {
            continue;
        }
        let prose_parts = check.result.prose_parts(&finding);
        for (side, other) in [(0, works[1]), (1, works[0])] {
            if let Work::Submission(index) = works[side] {
                let highest = &mut figures[index.at()].highest;
                for (share, kind) in shares_of(&finding, side, prose_parts[side]) {
                    // Of equal shares the first counts: that of the stronger finding.
                    if share > highest.map_or(0.0, |highest| highest.share) {
                        *highest = Some(Highest { share, kind, other });
                    }
                }
            }
        }
    }
    figures
}

/// Returns the shares of one side of a finding: that of its prose as a part of its whole text, then those of all other evidence.
/// `prose_part` is the part of the whole text that is prose, 0..=1.
fn shares_of(
    finding: &SubmissionFinding,
    side: usize,
    prose_part: f64,
) -> Vec<(f64, EvidenceKind)> {
    let prose = finding.shares.map(|shares| {
        let shares = [shares.a, shares.b][side];
        (shares.net.share() * prose_part, EvidenceKind::Text)
    });
    let beyond = finding.beyond_prose.iter();
    let beyond = beyond.map(|one| (one.shares[side], one.kind));
    prose.into_iter().chain(beyond).collect()
}
