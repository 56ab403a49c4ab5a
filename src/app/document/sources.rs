//! Documents beside one that is shown: its sources, largest first, then those near by fingerprint only; and the spans
//! of its text that each source explains.

use std::cmp::Reverse;
use std::collections::HashSet;

use crate::app::model::command::Command;
use crate::app::model::state::State;
use crate::app::reader::{Run, without_overlap};
use crate::compare::{Passage, Source, Span, ranked_partners};

/// Number of nearest documents that are shown for comparison after the sources.
const NEAREST_OTHERS: usize = 10;
/// Owner of passages that are switched off.
pub(crate) const SWITCHED_OFF: u32 = u32::MAX;
/// Owner of possible passages; strong passages cover them.
pub(crate) const POSSIBLE: u32 = u32::MAX - 1;

/// Document beside the one that is shown.
#[derive(Clone, Debug)]
pub(crate) struct Other {
    pub(crate) document: usize,
    /// Passages in common, with their shares; `None` if near by fingerprint only.
    pub(crate) source: Option<Source>,
}

/// Passage of the shown document that another document also has.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Elsewhere {
    /// Position of the other document.
    pub(crate) document: usize,
    /// Index of the passage in the list of the pair.
    pub(crate) place: usize,
    pub(crate) passage: Passage,
    /// Span of the passage in the shown document.
    pub(crate) span: Span,
}

/// Inputs of the list and of the text's runs, which are computed again when one changes.
type Version = (u64, u64, u64, usize, Option<u32>, Option<bool>);

/// Sources of a document, largest first by what counts (a switched-off one by its gross share, so that it stays about
/// where it was), then the other documents by distance.
#[derive(Debug, Default)]
pub(crate) struct Sources {
    version: Option<Version>,
    pub(crate) all: Vec<Other>,
    /// Possible passages with any document, strongest first; also those that are not shown.
    pub(crate) possible: Vec<Elsewhere>,
    /// Runs of the text; the owner is an index in `all`, the smallest where several documents have the text, or one of
    /// `SWITCHED_OFF` and `POSSIBLE`.
    pub(crate) runs: Vec<Run>,
    /// Spans and owners of `runs`, sorted by start.
    pub(crate) blocks: Vec<(Span, u32)>,
}

impl Sources {
    pub(crate) fn update(&mut self, state: &State, position: usize) {
        let version = (
            state.check.generation,
            state.check.findings_version,
            state.check.copied_version,
            position,
            state.settings.max_distance,
            state.copied().map(|_| state.settings.possible),
        );
        if self.version.replace(version) == Some(version) {
            return;
        }
        self.all = others(state, position);
        self.possible = possible(state, position);
        let strong = (0..).zip(&self.all).flat_map(|(owner, other)| {
            let counts = state.check.choices.counts_for(position, other.document);
            strong(state, position, other.document)
                .into_iter()
                .map(move |found| {
                    let (a, b) = (position.min(found.document), position.max(found.document));
                    let counts = counts && state.check.choices.passage_counts(a, b, &found.passage);
                    (found.span, if counts { owner } else { SWITCHED_OFF })
                })
        });
        let shown = self.possible.iter().filter(|_| state.settings.possible);
        let all = strong.chain(shown.map(|found| (found.span, POSSIBLE)));
        self.runs = without_overlap(&all.collect::<Vec<_>>());
        self.blocks = (self.runs.iter())
            .map(|run| (run.span, run.owner))
            .collect();
    }

    /// Returns the documents that have the character `at` in a shown passage, strong ones first: each with its index in
    /// `all`, or `None` for a possible passage.
    pub(crate) fn at(
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
            .filter(|found| state.settings.possible && holds(found))
            .map(|found| (None, *found));
        strong.chain(possible).collect()
    }
}

/// Returns the strong passages of two documents, with their spans in the first.
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

/// Returns the possible passages of a document, strongest first.
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

/// Returns the span of a pair's passage in the document at `position`.
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
        let counts = state.check.choices.counts_for(position, source.document);
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

/// Returns the command that opens the pair page at a passage of the document that is shown.
pub(crate) fn open_passage(position: usize, found: &Elsewhere) -> Command {
    let other = found.document;
    Command::OpenPassage(position.min(other), position.max(other), found.place)
}
