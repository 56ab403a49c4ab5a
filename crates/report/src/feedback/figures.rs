//! Figures of a submission: the total share of its files, and the largest share with one other submission.

use std::collections::BTreeMap;

use chachong_compare::{Copied, DocumentIndex, EvidenceKind, PairFinding, Source};
use chachong_submission::{SubmissionIndex, Submissions};

use super::view::Work;
use crate::Report;

/// Figures of a submission.
#[derive(Clone, Debug, Default, PartialEq)]
pub(super) struct Figures {
    /// Copied share of all files together; `None` if none of them has text that was compared.
    pub(super) total: Option<Copied>,
    /// Largest share with one other submission or document of a library; `None` if nothing is shared.
    pub(super) highest: Option<Highest>,
}

/// Largest share that a submission has with another.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Highest {
    /// Share of this submission, 0..=1.
    pub(super) share: f64,
    /// What is shared.
    pub(super) kind: EvidenceKind,
    pub(super) other: Work,
}

/// Returns the figures of all submissions, in their order.
pub(super) fn figures(check: Report<'_>, all: &Submissions) -> Vec<Figures> {
    let mut beyond: Vec<Vec<&PairFinding>> = vec![Vec::new(); all.all.len()];
    let work = |position| Work::of(check, all, position);
    for pair in &check.result.findings.pairs {
        if pair.beyond_text().is_some() && work(pair.a) != work(pair.b) {
            for position in [pair.a, pair.b] {
                if let Work::Submission(index) = work(position) {
                    beyond[index.at()].push(pair);
                }
            }
        }
    }
    (0..)
        .map(SubmissionIndex)
        .zip(&beyond)
        .map(|(index, beyond)| {
            let (total, prose) = prose(check, all, index);
            let beyond = beyond.iter().filter_map(|pair| {
                let strongest = pair.beyond_text()?;
                let own = usize::from(work(pair.a) != Work::Submission(index));
                let other = [pair.b, pair.a][own];
                Some(Highest {
                    share: strongest.shares[own],
                    kind: strongest.kind,
                    other: work(other),
                })
            });
            // Of equal shares the first counts: that of prose.
            let shared = prose
                .into_iter()
                .chain(beyond)
                .filter(|one| one.share > 0.0);
            let highest = shared.reduce(
                |one, other| {
                    if other.share > one.share { other } else { one }
                },
            );
            Figures { total, highest }
        })
        .collect()
}

/// Returns the total share of a submission's prose and the largest with one other work.
fn prose(
    check: Report<'_>,
    all: &Submissions,
    index: SubmissionIndex,
) -> (Option<Copied>, Option<Highest>) {
    let mut total: Option<Copied> = None;
    let mut by_work: BTreeMap<Work, u32> = BTreeMap::new();
    for &file in &all.get(index).files {
        let position = DocumentIndex(file);
        let Some(shares) = check.result.document_shares(position) else {
            continue;
        };
        let sum = total.get_or_insert_default();
        sum.characters += shares.net.characters;
        sum.countable += shares.net.countable;
        let mut of_document: BTreeMap<Work, Vec<&Source>> = BTreeMap::new();
        for source in &shares.sources {
            let work = Work::of(check, all, source.document);
            of_document.entry(work).or_default().push(source);
        }
        for (work, sources) in of_document {
            *by_work.entry(work).or_default() += match sources[..] {
                [source] => source.shares.net.characters,
                // What stands in several files of the other counts once.
                _ => together(check, all, position, work),
            };
        }
    }
    let highest = by_work
        .into_iter()
        .zip(total.map(|total| total.countable).into_iter().cycle());
    let highest = highest.map(|((other, characters), countable)| Highest {
        share: Copied {
            characters,
            countable,
        }
        .share(),
        kind: EvidenceKind::Text,
        other,
    });
    let highest = highest.reduce(|one, other| if other.share > one.share { other } else { one });
    (total, highest)
}

/// Returns the number of characters that a document shares with all files of another work together.
fn together(check: Report<'_>, all: &Submissions, position: DocumentIndex, work: Work) -> u32 {
    check.result.copies().map_or(0, |(copies, shares)| {
        let is_of = |other| Work::of(check, all, other) == work;
        let class = shares.of_class(position, &copies.counted, &copies.pairs, is_of);
        class.net.characters
    })
}
