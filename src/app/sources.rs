//! The documents beside one that is shown: its sources, the largest first, then those that are near by fingerprint only; and
//! which stretches of its text each explains.

use std::cmp::Reverse;
use std::collections::HashSet;

use super::reader::{Run, without_overlap};
use super::state::State;
use crate::compare::{Passage, Source, Span, ranked_partners};

/// Beyond the listed ones, so many of the nearest others are shown for comparison.
const NEAREST_OTHERS: usize = 10;
/// The owner of passages that are switched off.
pub(super) const SWITCHED_OFF: u32 = u32::MAX;
/// The owner of possible passages, which give way to strong ones.
pub(super) const POSSIBLE: u32 = u32::MAX - 1;

/// A document beside the one that is shown.
#[derive(Clone, Debug)]
pub(super) struct Other {
    pub(super) document: usize,
    /// What they share.
    pub(super) source: Option<Source>,
}

/// A passage of the document that is shown, as another one has it.
#[derive(Clone, Copy, Debug)]
pub(super) struct Elsewhere {
    /// The other document.
    pub(super) document: usize,
    /// The passage's place in the list of their pair.
    pub(super) place: usize,
    pub(super) passage: Passage,
    /// Where it stands in the document that is shown.
    pub(super) span: Span,
}

/// What the list and the text are made from; they are made again when it changes.
type Version = (u64, u64, u64, usize, Option<u32>, Option<bool>);

/// Sources by what counts of them (one that is switched off stays about where it was), then the others by distance.
#[derive(Debug, Default)]
pub(super) struct Sources {
    version: Option<Version>,
    pub(super) all: Vec<Other>,
    /// Possible passages with whatever document, the strongest first; shown or not.
    pub(super) possible: Vec<Elsewhere>,
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
            state.copied().map(|_| state.possible),
        );
        if self.version.replace(version) == Some(version) {
            return;
        }
        self.all = others(state, position);
        self.possible = possible(state, position);
        let strong = (0..).zip(&self.all).flat_map(|(owner, other)| {
            let counts = state.choices.counts_for(position, other.document);
            strong(state, position, other.document)
                .into_iter()
                .map(move |found| {
                    let (a, b) = (position.min(found.document), position.max(found.document));
                    let counts = counts && state.choices.passage_counts(a, b, &found.passage);
                    (found.span, if counts { owner } else { SWITCHED_OFF })
                })
        });
        let shown = self.possible.iter().filter(|_| state.possible);
        let all = strong.chain(shown.map(|found| (found.span, POSSIBLE)));
        self.runs = without_overlap(&all.collect::<Vec<_>>());
        self.blocks = (self.runs.iter())
            .map(|run| (run.span, run.owner))
            .collect();
    }

    /// All documents that have the character `at` in a passage that is shown, the strong ones first: each with its place in
    /// `all`, or `None` of a possible passage.
    pub(super) fn at(
        &self,
        state: &State,
        position: usize,
        at: u32,
    ) -> Vec<(Option<usize>, Elsewhere)> {
        let holds = |found: &Elsewhere| found.span.start <= at && at < found.span.end;
        let strong = (self.all.iter().enumerate()).filter_map(|(place, other)| {
            let mut all = strong(state, position, other.document).into_iter();
            Some((Some(place), all.find(holds)?))
        });
        let possible = (self.possible.iter())
            .filter(|found| state.possible && holds(found))
            .map(|found| (None, *found));
        strong.chain(possible).collect()
    }
}

/// The strong passages of two documents, as they stand in the first.
fn strong(state: &State, position: usize, partner: usize) -> Vec<Elsewhere> {
    let pair = state.copied_pair(position.min(partner), position.max(partner));
    let passages = pair.map_or_else(Vec::new, |pair| pair.listed().shown(false).to_vec());
    let elsewhere = |(place, passage): (usize, Passage)| Elsewhere {
        document: partner,
        place,
        passage,
        span: span_in(position, partner, &passage),
    };
    passages.into_iter().enumerate().map(elsewhere).collect()
}

/// The possible passages of a document, the strongest first.
fn possible(state: &State, position: usize) -> Vec<Elsewhere> {
    let Some(copied) = state.copied() else {
        return Vec::new();
    };
    let of_this = (copied.copies.pairs.iter()).filter_map(|pair| match position {
        p if p == pair.a => Some(pair.b),
        p if p == pair.b => Some(pair.a),
        _ => None,
    });
    let mut found: Vec<Elsewhere> = of_this
        .filter_map(|partner| {
            let pair = state.copied_pair(position.min(partner), position.max(partner))?;
            Some((partner, pair.listed()))
        })
        .flat_map(|(partner, listed)| {
            let all = listed.all().iter().copied().enumerate();
            let possible: Vec<Elsewhere> = (all.skip(listed.strong))
                .map(|(place, passage)| Elsewhere {
                    document: partner,
                    place,
                    passage,
                    span: span_in(position, partner, &passage),
                })
                .collect();
            possible
        })
        .collect();
    found.sort_by_key(|found| (found.passage.chance, found.span, found.document));
    found
}

/// Where a passage of two documents stands in the first.
const fn span_in(position: usize, partner: usize, passage: &Passage) -> Span {
    if position < partner {
        passage.a
    } else {
        passage.b
    }
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
