//! The documents beside one that is shown: its sources, the largest first, then those that are near by fingerprint only; and
//! which stretches of its text each explains. Knows nothing of how shares are computed or drawn.

use std::cmp::Reverse;
use std::collections::HashSet;

use super::reader::{Run, without_overlap};
use super::state::State;
use crate::compare::{Passage, Source, Span, ranked_partners};

/// Beyond the listed ones, so many of the nearest others are shown for comparison.
const NEAREST_OTHERS: usize = 10;
/// The owner of passages that are switched off.
pub(super) const SWITCHED_OFF: u32 = u32::MAX;

/// A document beside the one that is shown.
#[derive(Clone, Debug)]
pub(super) struct Other {
    pub(super) document: usize,
    /// What they share.
    pub(super) source: Option<Source>,
}

/// What the list and the text are made from; they are made again when it changes.
type Version = (u64, u64, u64, usize, Option<u32>, bool);

/// Sources by what counts of them (one that is switched off stays about where it was), then the others by distance.
#[derive(Debug, Default)]
pub(super) struct Sources {
    version: Option<Version>,
    pub(super) all: Vec<Other>,
    /// Which of them explains what, by its place in `all`; the first where several do.
    pub(super) runs: Vec<Run>,
    /// Stretches of one owner each, in order.
    pub(super) blocks: Vec<(Span, u32)>,
}

impl Sources {
    pub(super) fn update(&mut self, state: &State, position: usize) {
        let version = (
            state.generation,
            state.findings_version,
            state.copied_version,
            position,
            state.max_distance,
            state.copied().is_some(),
        );
        if self.version.replace(version) == Some(version) {
            return;
        }
        self.all = others(state, position);
        let passages = (0..).zip(&self.all).flat_map(|(owner, other)| {
            let partner = other.document;
            let counts = state.choices.counts_for(position, partner);
            passages(state, position, partner).map(move |(passage, span)| {
                let (a, b) = (position.min(partner), position.max(partner));
                let counts = counts && state.choices.passage_counts(a, b, passage);
                (span, if counts { owner } else { SWITCHED_OFF })
            })
        });
        self.runs = without_overlap(&passages.collect::<Vec<_>>());
        self.blocks = (self.runs.iter())
            .map(|run| (run.span, run.owner))
            .collect();
    }

    /// All documents that have the character `at`, by their places in `all`, each with its passage in the pair's list.
    pub(super) fn at(&self, state: &State, position: usize, at: u32) -> Vec<(usize, usize)> {
        let holds = |span: Span| span.start <= at && at < span.end;
        (self.all.iter().enumerate())
            .filter_map(|(place, other)| {
                let mut all = passages(state, position, other.document);
                let passage = all.position(|(_, span)| holds(span))?;
                Some((place, passage))
            })
            .collect()
    }
}

/// The passages of two documents, with where they stand in the first.
fn passages(
    state: &State,
    position: usize,
    partner: usize,
) -> impl Iterator<Item = (&Passage, Span)> {
    let pair = state.copied_pair(position.min(partner), position.max(partner));
    (pair.into_iter())
        .flat_map(|pair| pair.passages)
        .map(move |passage| {
            let first = position < partner;
            (passage, if first { passage.a } else { passage.b })
        })
}

fn others(state: &State, position: usize) -> Vec<Other> {
    let shares = state.document_shares(position);
    let mut sources: Vec<&Source> = shares.map_or_else(Vec::new, |s| s.sources.iter().collect());
    sources.sort_by_key(|source| {
        let counts = state.choices.counts_for(position, source.document);
        let shown = if counts {
            source.shares.net
        } else {
            source.shares.gross
        };
        Reverse(shown.characters)
    });
    let known: HashSet<usize> = sources.iter().map(|source| source.document).collect();
    let near = ranked_partners(
        &state.fingerprinted(),
        position,
        state.thresholds(),
        NEAREST_OTHERS,
    );
    let rest = (near.iter())
        .filter_map(|pair| pair.partner_of(position))
        .filter(|other| !known.contains(other))
        .map(|document| Other {
            document,
            source: None,
        });
    let source = |source: &&Source| Other {
        document: source.document,
        source: Some(**source),
    };
    sources.iter().map(source).chain(rest).collect()
}
