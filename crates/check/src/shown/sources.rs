//! Numbered sources of one document, with the passages from each source and the runs of the document's text that belong to it.

use std::cmp::Reverse;

use super::layers::Run;
use super::left_out::left_out_reason;
use super::listed::Listed;
use crate::Copies;
use chachong_citation::Attribution;
use chachong_compare::{
    Degree, DegreeRun, DocumentIndex, PairPassages, Passage, Reason, Shares, Source, Span,
    runs_within, without_overlap,
};

/// Owner number of runs whose passages or sources a person unticked.
pub const SWITCHED_OFF: u32 = u32::MAX;
/// Owner number of runs in possible passages; strong passages hide them.
pub const POSSIBLE: u32 = u32::MAX - 1;

/// Passage of a document (the one whose sources are listed) that also occurs in another document.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Elsewhere {
    /// Position of the other document.
    pub document: DocumentIndex,
    /// Index of the passage in the pair's [`Listed`].
    pub place: usize,
    /// Passage as stored in the pair, first document first.
    pub passage: Passage,
    /// Span of the passage in the document whose sources are listed.
    pub span: Span,
    /// Span of the passage in the other document.
    pub other_span: Span,
    /// Whether the person's choices count the passage: it is ticked.
    pub counts: bool,
    /// Whether the passage is cited or quoted where it stands in the document whose sources are listed.
    pub attribution: Attribution,
    /// Reason why too little of `span` counts ([`left_out_reason`]); `None` if enough characters count.
    pub left_out: Option<Reason>,
}

impl Elsewhere {
    /// Returns whether the person has ticked the passage and at least [`chachong_compare::LEAST_CHARACTERS`] of its characters count
    /// in the document whose sources are listed.
    #[must_use]
    pub const fn is_counted(&self) -> bool {
        self.counts && self.left_out.is_none()
    }
}

/// Source of a document, with its strong passages in list order.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NumberedSource {
    /// The other document, with the shares that the document whose sources are listed has in common with it.
    pub source: Source,
    /// Whether the person's choices count the source.
    pub counts: bool,
    /// Strong passages that the document shares with the source, in list order.
    pub passages: Vec<Elsewhere>,
    /// Degrees of copying of the document's text in these passages, sorted by position.
    pub degrees: Vec<DegreeRun>,
}

impl NumberedSource {
    /// Returns the number of passages that count; 0 if the source is unticked.
    #[must_use]
    pub fn counted(&self) -> usize {
        let counted = self.passages.iter().filter(|found| found.is_counted());
        if self.counts { counted.count() } else { 0 }
    }

    /// Returns whether a person unticked the source, or each of its passages.
    #[must_use]
    pub fn is_switched_off(&self) -> bool {
        !(self.counts && self.passages.iter().any(|found| found.counts))
    }

    /// Returns whether the source is ticked but none of its passages counts, because the text of all ticked ones is left out. False if
    /// no passage is ticked.
    #[must_use]
    pub fn is_left_out(&self) -> bool {
        self.counted() == 0 && !self.is_switched_off()
    }
}

/// Sources of one document, and its possible passages.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct DocumentSources {
    /// Sources, sorted by the amount of text that counts, most first; an unticked source is sorted by all its text. Reports
    /// number them from 1.
    pub sources: Vec<NumberedSource>,
    /// Possible passages with other documents, except those of the same submission or thesis; the strongest first.
    pub possible: Vec<Elsewhere>,
}

impl DocumentSources {
    /// Collects the sources and the possible passages of the document at `position`.
    #[must_use]
    pub fn of(copies: &Copies, shares: &Shares, position: DocumentIndex) -> Self {
        let choices = shares.choices();
        let mut sources: Vec<NumberedSource> = (shares.document(position))
            .map_or(&[][..], |shares| &shares.sources)
            .iter()
            .map(|&source| {
                let counts = choices.counts_for(position, source.document);
                let pair = copies.pair(source.pair);
                let listed = pair.map_or_else(Listed::default, |pair| Listed::of(pair, choices));
                let strong = listed.shown(false).iter().copied().enumerate();
                let passages = pair.map_or_else(Vec::new, |pair| {
                    strong
                        .map(|place| elsewhere((copies, shares), pair, position, place))
                        .collect()
                });
                NumberedSource {
                    source,
                    counts,
                    passages,
                    degrees: pair.map_or_else(Vec::new, |pair| pair.degrees_in(position).to_vec()),
                }
            })
            .collect();
        sources.sort_by_key(|one| {
            let shown = if one.counts {
                one.source.shares.net
            } else {
                one.source.shares.gross
            };
            Reverse(shown.characters)
        });
        let mut possible: Vec<Elsewhere> = (shares.pairs_of(position))
            .filter_map(|pair| copies.pair(pair))
            .filter(|pair| !shares.theses().are_own(pair.a, pair.b))
            .flat_map(|pair| {
                let listed = Listed::of(pair, choices);
                let strong = listed.shown(false).len();
                let all: Vec<(usize, Passage)> = (listed.all().iter().copied().enumerate())
                    .skip(strong)
                    .collect();
                all.into_iter()
                    .map(move |place| elsewhere((copies, shares), pair, position, place))
            })
            .collect();
        possible.sort_by_key(|found| (found.passage.chance, found.span, found.document));
        Self { sources, possible }
    }

    /// Returns the number of passages that count, and the number of sources with such passages.
    #[must_use]
    pub fn counted(&self) -> (usize, usize) {
        let counted = self.sources.iter().map(NumberedSource::counted);
        let sources = counted.clone().filter(|&count| count > 0).count();
        (counted.sum(), sources)
    }

    /// Returns the runs of the document's text, sorted, not overlapping. Their owner is an index in `sources` (the smallest if
    /// several sources have the text), [`SWITCHED_OFF`], or [`POSSIBLE`], which occurs only if `possible`. The degree of a run is the
    /// most certain one among all sources, as in the figures of the document.
    #[must_use]
    pub fn runs(&self, possible: bool) -> Vec<Run> {
        let mut layers: Vec<(Span, (Layer, u32))> = Vec::new();
        let mut degrees: Vec<(Span, Degree)> = Vec::new();
        for (owner, source) in (0..).zip(&self.sources) {
            for found in &source.passages {
                if !(source.counts && found.counts) {
                    layers.push((found.span, (Layer::Off, SWITCHED_OFF)));
                    continue;
                }
                layers.push((found.span, (Layer::Own, owner)));
                for run in runs_within(&source.degrees, found.span) {
                    let layer = if run.degree.is_copied() {
                        Layer::Copied
                    } else {
                        Layer::Reworded
                    };
                    layers.push((run.span, (layer, owner)));
                    degrees.push((run.span, run.degree));
                }
            }
        }
        let possible = self.possible.iter().filter(|_| possible);
        layers.extend(possible.map(|found| (found.span, (Layer::Possible, POSSIBLE))));
        let degrees: Vec<DegreeRun> = (without_overlap(degrees).into_iter())
            .map(|(span, degree)| DegreeRun { span, degree })
            .collect();
        let mut runs = Vec::new();
        for (span, (layer, owner)) in without_overlap(layers) {
            let run = |span, degree| Run {
                span,
                owner,
                changed: false,
                degree,
            };
            if matches!(layer, Layer::Copied | Layer::Reworded) {
                runs.extend(runs_within(&degrees, span).map(|one| run(one.span, Some(one.degree))));
            } else {
                runs.push(run(span, None));
            }
        }
        runs
    }
}

/// Layer of a document's text, the one that is shown over the others first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Layer {
    /// Copied from a source.
    Copied,
    /// Reworded from a source.
    Reworded,
    /// The author's own text inside a passage.
    Own,
    Possible,
    Off,
}

fn elsewhere(
    (copies, shares): (&Copies, &Shares),
    pair: &PairPassages,
    position: DocumentIndex,
    (place, passage): (usize, Passage),
) -> Elsewhere {
    let (document, span, other_span) = if position == pair.a {
        (pair.b, passage.a, passage.b)
    } else {
        (pair.a, passage.b, passage.a)
    };
    Elsewhere {
        document,
        place,
        passage,
        span,
        other_span,
        counts: (shares.choices()).passage_counts(pair.a, pair.b, &passage),
        attribution: copies
            .attribution(position, span, document)
            .unwrap_or_default()
            .attribution,
        left_out: left_out_reason(copies, shares, position, span),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use chachong_compare::DocumentIndex as Doc;
    use chachong_compare::{Chance, Choices, Counted, PassageKind};

    fn passage(a: (u32, u32), b: (u32, u32), chance: Chance) -> Passage {
        Passage::identical(Span::new(a.0, a.1), Span::new(b.0, b.1), chance)
    }

    #[test]
    fn sources_are_numbered_by_size_and_a_switched_off_passage_is_marked_so() {
        let (sure, weak) = (Chance::from_log10(-20.0), Chance::from_log10(-3.0));
        let text = "夜".repeat(1_000);
        let counted = vec![Counted::new(&text, &[]); 3];
        let pairs = vec![
            PairPassages::copied_whole(
                Doc(0),
                Doc(1),
                vec![
                    passage((0, 50), (10, 60), sure),
                    passage((900, 930), (0, 30), weak),
                ],
            ),
            PairPassages::copied_whole(
                Doc(0),
                Doc(2),
                vec![
                    passage((40, 240), (0, 200), sure),
                    passage((300, 400), (500, 600), sure),
                ],
            ),
        ];
        let mut choices = Choices::default();
        choices.set_passage(Doc(0), Doc(2), &pairs[1].passages[1], false);
        let copies = Copies {
            pairs: pairs.clone(),
            counted: counted.clone(),
            unread: Vec::new(),
            compared: 3,
            ..Copies::default()
        };
        let shares = Shares::of(&counted, &pairs, choices);
        let sources = DocumentSources::of(&copies, &shares, Doc(0));
        let documents: Vec<usize> = sources
            .sources
            .iter()
            .map(|s| s.source.document.0)
            .collect();
        assert_eq!(documents, [2, 1]);
        let runs = |possible| -> Vec<(u32, u32, u32)> {
            let runs = sources.runs(possible).into_iter();
            runs.map(|run| (run.span.start, run.span.end, run.owner))
                .collect()
        };
        assert_eq!(
            runs(false),
            [(0, 40, 1), (40, 240, 0), (300, 400, SWITCHED_OFF)]
        );
        assert_eq!(runs(true).last(), Some(&(900, 930, POSSIBLE)));
        // The same pair, seen from its other side.
        let of_1 = DocumentSources::of(&copies, &shares, Doc(1));
        assert_eq!(
            of_1.sources[0].passages[0].span,
            Span { start: 10, end: 60 }
        );
        assert_eq!(
            of_1.sources[0].passages[0].other_span,
            Span { start: 0, end: 50 }
        );
    }

    #[test]
    fn what_one_source_has_word_for_word_is_identical_though_another_has_it_edited() {
        let sure = Chance::from_log10(-20.0);
        let counted = vec![Counted::new(&"夜".repeat(1_000), &[]); 3];
        let edited = Passage {
            kind: PassageKind::Edited,
            ..passage((40, 240), (0, 200), sure)
        };
        let pairs = vec![
            PairPassages::copied_whole(Doc(0), Doc(1), vec![passage((0, 50), (10, 60), sure)]),
            PairPassages::copied_whole(Doc(0), Doc(2), vec![edited]),
        ];
        let shares = Shares::of(&counted, &pairs, Choices::default());
        let copies = Copies {
            pairs,
            counted,
            compared: 3,
            ..Copies::default()
        };
        let sources = DocumentSources::of(&copies, &shares, Doc(0));
        let runs: Vec<(u32, u32, u32, Option<Degree>)> = (sources.runs(false).into_iter())
            .map(|run| (run.span.start, run.span.end, run.owner, run.degree))
            .collect();
        let (identical, edited) = (Some(Degree::Identical), Some(Degree::Edited));
        let expected = [
            (0, 40, 1, identical),
            (40, 50, 0, identical),
            (50, 240, 0, edited),
        ];
        assert_eq!(runs, expected);
        let figures = shares.document(Doc(0)).unwrap();
        assert_eq!((figures.identical, figures.edited()), (50, 190));
    }
}
