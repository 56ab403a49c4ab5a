//! Documents listed beside the displayed one, and the spans of its text that each source explains. Its sources come first, the
//! largest ahead; then the documents with findings of another kind than prose, then those near by fingerprint.

use std::collections::HashSet;

use chachong_check::shown::{DocumentSources, Elsewhere, POSSIBLE, Run, with_code};
use chachong_check::{AlikePlaces, CheckResult, Origins};
use chachong_citation::Attribution;
use chachong_compare::{DocumentIndex, Source, Span, Thresholds, ranked_partners};
use chachong_window_model::attribution_filter::AttributionFilter;
use chachong_window_model::command::Command;
use chachong_window_model::identity::Identity;
use chachong_window_model::page::pair_page;
use chachong_window_model::pair_view::{PairTab, PairView};
use chachong_window_model::state::State;

/// Maximum number of documents near by fingerprint that are shown for comparison after the others.
const NEAREST_OTHERS: usize = 10;

/// Document listed beside the displayed one.
#[derive(Clone, Debug)]
pub(crate) struct Other {
    pub(crate) document: DocumentIndex,
    /// Passages in common, with their shares; `None` for a document without any, which is listed for a finding of another kind or
    /// for its fingerprint.
    pub(crate) source: Option<Source>,
}

/// Inputs of the list and of the text's runs, which are computed again when an input changes.
#[derive(Debug, PartialEq)]
struct Inputs {
    result: Identity<CheckResult>,
    document: DocumentIndex,
    thresholds: Thresholds,
    /// Whether possible passages are shown.
    possible: bool,
    attribution: AttributionFilter,
}

/// Passage of the text as it is marked: a span that one source explains.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Block {
    pub(crate) span: Span,
    /// Owner of the span, as in [`Run::owner`].
    pub(crate) owner: u32,
    /// Source, in which the span is found.
    pub(crate) found: Elsewhere,
    /// Attribution of the span to this source; `None` for text that never counts, and without a comparison.
    pub(crate) attribution: Option<Attribution>,
}

/// Stretch of code that the document shares with another one.
#[derive(Clone, Copy, Debug)]
pub(crate) struct CodeBlock {
    /// Place in the document that is shown.
    pub(crate) span: Span,
    /// Index of the other document in the list, as in [`Run::owner`].
    pub(crate) owner: u32,
    /// Place in both documents of the pair, the one with the lower position first.
    pub(crate) places: AlikePlaces,
}

/// Sources of a document, the largest share first (by the gross share if a source is switched off, so that it hardly moves), then
/// documents with findings of another kind than prose, in the order of the list, then the nearest by fingerprint.
#[derive(Debug, Default)]
pub(crate) struct Sources {
    inputs: Option<Inputs>,
    pub(crate) all: Vec<Other>,
    /// Shares by origin; `None` if no library document was found or the document has no shares.
    pub(crate) origins: Option<Origins>,
    /// Passages of the sources and possible passages, including hidden ones.
    found: DocumentSources,
    /// Runs of the text that pass the filter by attribution, and of shared code outside them. Each run is left out as a whole or not at all.
    /// The owner is an index in `all` (the smallest if several documents have the text), `SWITCHED_OFF` or `POSSIBLE`.
    pub(crate) runs: Vec<Run>,
    /// Spans and owners of `runs`, sorted by start; adjacent runs of one owner are joined unless they are code.
    pub(crate) blocks: Vec<(Span, u32)>,
    /// Stretches of code that the document shares with those in `all`, sorted by owner; several may overlap.
    pub(crate) code: Vec<CodeBlock>,
    /// Number of stretches of code in `blocks`.
    pub(crate) code_blocks: usize,
    /// Passages that pass the filter by attribution, in the order of the text, with their sources and attribution.
    pub(crate) listed: Vec<Block>,
    /// Number of passages, including those that the filter hides.
    pub(crate) passages: usize,
    /// Number of passages in each group of [`Attribution::ALL`], including those that the filter hides.
    pub(crate) counts: [usize; Attribution::ALL.len()],
}

impl Sources {
    pub(crate) fn update(&mut self, state: &State, position: DocumentIndex) {
        let possible = state.settings.possible;
        let inputs = Some(Inputs {
            result: Identity::of(&state.check.result),
            document: position,
            thresholds: state.thresholds(),
            possible,
            attribution: state.attribution,
        });
        if self.inputs == inputs {
            return;
        }
        self.inputs = inputs;
        let found = (state.copied())
            .map(|copied| DocumentSources::of(&copied.copies, &copied.shares, position));
        self.found = found.unwrap_or_default();
        self.all = others(state, position, &self.found);
        self.origins = state.origins(position);
        let left_out: Vec<Span> = (state.copied().iter())
            .flat_map(|copied| copied.shares.left_out(position))
            .map(|run| run.span)
            .collect();
        self.runs = cut_at(&self.found.runs(possible), &left_out);
        // Pieces of one passage differ in their degree only.
        let spans = (self.runs)
            .chunk_by(|x, y| x.owner == y.owner && x.span.end == y.span.start)
            .map(|runs| {
                let span = Span {
                    start: runs[0].span.start,
                    end: runs[runs.len() - 1].span.end,
                };
                (span, runs[0].owner)
            });
        let all: Vec<Block> = spans
            .filter_map(|(span, owner)| self.block(state, position, (span, owner)))
            .collect();
        self.counts = Attribution::ALL.map(|group| {
            all.iter()
                .filter(|block| block.attribution == Some(group))
                .count()
        });
        self.passages = all.len();
        self.listed = all;
        self.listed.retain(|block| {
            let holds = |group| state.attribution.holds(group);
            (block.attribution).map_or(state.attribution == AttributionFilter::Any, holds)
        });
        self.blocks = (self.listed.iter())
            .map(|block| (block.span, block.owner))
            .collect();
        let shown = &self.blocks;
        self.runs.retain(|run| {
            let at = shown.partition_point(|(span, _)| span.end <= run.span.start);
            shown
                .get(at)
                .is_some_and(|(span, owner)| *owner == run.owner && span.start <= run.span.start)
        });
        self.add_code(state, position);
    }

    /// Adds the code that the document shares with others to the runs and blocks. A filter by attribution hides all code, since
    /// only passages are cited.
    fn add_code(&mut self, state: &State, position: DocumentIndex) {
        let owners = self.all.iter().zip(0_u32..);
        self.code = owners
            .filter(|_| state.attribution == AttributionFilter::Any)
            .flat_map(|(other, owner)| {
                let result = &state.check.result;
                let code = (result.evidence.code(position, other.document))
                    .filter(|_| result.counts_between(position, other.document));
                let is_first = position < other.document;
                let places = code.map_or(&[][..], |code| &code.places);
                places.iter().map(move |&places| CodeBlock {
                    span: if is_first { places.a } else { places.b },
                    owner,
                    places,
                })
            })
            .collect();
        let spans: Vec<(Span, u32)> = (self.code.iter())
            .map(|block| (block.span, block.owner))
            .collect();
        let passages = std::mem::take(&mut self.runs);
        self.runs = with_code(&passages, &spans);
        let is_passage = |run: &Run| {
            let after = passages.partition_point(|passage| passage.span.end <= run.span.start);
            (passages.get(after)).is_some_and(|passage| passage.span.start <= run.span.start)
        };
        let code = self.runs.iter().filter(|run| !is_passage(run));
        let code: Vec<(Span, u32)> = code.map(|run| (run.span, run.owner)).collect();
        self.code_blocks = code.len();
        self.blocks.extend(code);
        self.blocks.sort_unstable();
    }

    /// Returns the stretches of shared code that have the character `at`, the strongest source first.
    pub(crate) fn code_at(&self, at: u32) -> impl Iterator<Item = &CodeBlock> {
        let holds = move |block: &&CodeBlock| block.span.start <= at && at < block.span.end;
        self.code.iter().filter(holds)
    }

    /// Returns a span of the text as a passage, with its source and attribution; `None` if no source has a passage there.
    fn block(
        &self,
        state: &State,
        position: DocumentIndex,
        (span, owner): (Span, u32),
    ) -> Option<Block> {
        let holds = |found: &&Elsewhere| found.span.overlaps(span);
        let of_owner = usize::try_from(owner).ok();
        let source = of_owner.and_then(|owner| self.found.sources.get(owner));
        let found = match source {
            Some(source) => source.passages.iter().find(holds),
            None if owner == POSSIBLE => self.found.possible.iter().find(holds),
            None => {
                let mut all = (self.found.sources.iter()).flat_map(|source| &source.passages);
                all.find(|found| holds(found) && found.span.start <= span.start)
            }
        };
        let found = *found?;
        Some(Block {
            span,
            owner,
            found,
            attribution: state.span_group(position, span, found.document),
        })
    }

    /// Returns the displayed passage that contains the character at `at`; `None` outside all passages.
    pub(crate) fn block_at(&self, at: u32) -> Option<&Block> {
        let index = self.listed.partition_point(|block| block.span.end <= at);
        self.listed
            .get(index)
            .filter(|block| block.span.start <= at)
    }

    /// Returns the documents with a passage that contains the character at `at`, strong passages first: each with its index in
    /// `all`, or `None` for a possible passage. The filter by attribution is ignored; possible passages are included only while
    /// they are shown.
    pub(crate) fn at(&self, state: &State, at: u32) -> Vec<(Option<usize>, Elsewhere)> {
        let holds = |found: &&Elsewhere| found.span.start <= at && at < found.span.end;
        let strong = (self.found.sources.iter().enumerate()).filter_map(|(place, source)| {
            Some((Some(place), *source.passages.iter().find(holds)?))
        });
        let possible = (self.possible().iter())
            .filter(|found| state.settings.possible && holds(found))
            .map(|found| (None, *found));
        strong.chain(possible).collect()
    }

    /// Returns the possible passages with all documents, the strongest first, including hidden ones.
    pub(crate) fn possible(&self) -> &[Elsewhere] {
        &self.found.possible
    }
}

fn others(state: &State, position: DocumentIndex, found: &DocumentSources) -> Vec<Other> {
    let known: HashSet<DocumentIndex> = (found.sources.iter())
        .map(|one| one.source.document)
        .collect();
    let near = ranked_partners(
        &state.check.result.fingerprinted(),
        position,
        state.thresholds(),
        NEAREST_OTHERS,
    );
    // What another kind than prose speaks for comes first, in the order of the list.
    let findings = state.check.result.findings.pairs.iter();
    let beyond = findings.filter(|pair| pair.beyond_text().is_some());
    let mut seen = known;
    let rest = (beyond.chain(&near))
        .filter_map(|pair| pair.partner_of(position))
        .filter(|&other| seen.insert(other))
        .map(|document| Other {
            document,
            source: None,
        });
    let sources = found.sources.iter().map(|one| Other {
        document: one.source.document,
        source: Some(one.source),
    });
    sources.chain(rest).collect()
}

/// Returns the commands that open the pair page at a stretch of code of the document that is shown.
pub(crate) fn open_code(
    position: DocumentIndex,
    other: DocumentIndex,
    block: &CodeBlock,
) -> [Command; 2] {
    let view = PairView {
        tab: PairTab::Code,
        code: Some(block.places),
        ..PairView::default()
    };
    let page = pair_page(position.min(other), position.max(other));
    [Command::Go(page), Command::ShowPair(view)]
}

/// Returns the command that opens the pair page at a passage of the document that is shown.
pub(crate) fn open_passage(position: DocumentIndex, found: &Elsewhere) -> Command {
    let other = found.document;
    Command::OpenPassage((position.min(other), position.max(other)), found.place)
}

/// Cuts runs at the edges of text that is left out. Both lists are sorted by position, without overlaps.
fn cut_at(runs: &[Run], left_out: &[Span]) -> Vec<Run> {
    let mut cut = Vec::with_capacity(runs.len());
    for run in runs {
        let Span { start, end } = run.span;
        let first = left_out.partition_point(|span| span.end <= start);
        let inside = left_out[first..].iter();
        let inside = inside.take_while(|span| span.start < end);
        let edges = inside.flat_map(|span| [span.start, span.end.min(end)]);
        let mut from = start;
        for to in edges.chain([end]) {
            if from < to {
                cut.push(Run {
                    span: Span {
                        start: from,
                        end: to,
                    },
                    ..*run
                });
                from = to;
            }
        }
    }
    cut
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn runs_are_cut_where_text_is_left_out() {
        let span = |start, end| Span { start, end };
        let run = |start, end| Run {
            span: span(start, end),
            owner: 0,
            changed: false,
            degree: None,
        };
        let left_out = [span(0, 12), span(15, 20), span(28, 60)];
        let cut = cut_at(&[run(10, 30), run(30, 40), run(70, 80)], &left_out);
        let expected = [
            run(10, 12),
            run(12, 15),
            run(15, 20),
            run(20, 28),
            run(28, 30),
            run(30, 40),
            run(70, 80),
        ];
        assert_eq!(cut, expected);
    }
}
