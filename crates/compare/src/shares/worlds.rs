//! Small random worlds on which the copied shares and their oracle are compared.

use proptest::prelude::*;

use super::*;
use crate::{Chance, Degree, DegreeRun, DocumentIndex as Doc, Passage, Span, Widespread};
use chachong_text::{Exclusion, ExclusionReason, Mark, MarkReason};

/// World: a check of a few short documents.
#[derive(Clone, Debug)]
pub(super) struct World {
    pub texts: Vec<String>,
    pub exclusions: Vec<Vec<Exclusion>>,
    pub marks: Vec<Vec<Mark>>,
    /// Stretches that three or more documents have.
    pub widespread: Vec<Vec<Widespread>>,
    pub pairs: Vec<PairPassages>,
}

/// Switch that a person sets, as numbers that any world can take.
pub(super) type Switch = (u8, prop::sample::Index, prop::sample::Index, bool);

pub(super) const REASONS: [MarkReason; 10] = [
    MarkReason::Cover,
    MarkReason::Declaration,
    MarkReason::Contents,
    MarkReason::References,
    MarkReason::Acknowledgements,
    MarkReason::Code,
    MarkReason::Notes,
    MarkReason::Quotation,
    MarkReason::Template,
    MarkReason::Common { documents: 7 },
];

/// Strategy: spans that are short, touch often, and sometimes extend past the end of a text or are empty or reversed.
fn span() -> impl Strategy<Value = Span> {
    (0_u32..90, -2_i32..25)
        .prop_map(|(start, length)| Span::new(start, start.saturating_add_signed(length)))
}

fn passage() -> impl Strategy<Value = Passage> {
    // Three of four are strong.
    (span(), span(), -12_i8..-4)
        .prop_map(|(a, b, log10)| Passage::identical(a, b, Chance::from_log10(f32::from(log10))))
}

/// Strategy: stretches side by side, some with a degree.
fn degrees() -> impl Strategy<Value = Vec<DegreeRun>> {
    let stretch = (1_u32..20, prop::option::of(0_usize..3));
    prop::collection::vec(stretch, 0..9).prop_map(|stretches| {
        let mut at = 0;
        let mut runs = Vec::new();
        for (length, degree) in stretches {
            let span = Span::new(at, at + length);
            at = span.end;
            runs.extend(degree.map(|degree| DegreeRun {
                span,
                degree: Degree::ALL[degree],
            }));
        }
        runs
    })
}

/// Strategy: stretches that three or more documents have.
fn widespread() -> impl Strategy<Value = Vec<Widespread>> {
    (degrees(), prop::collection::vec(0_u16..1_000, 9)).prop_map(|(runs, weights)| {
        let spans = runs.into_iter().map(|run| run.span).zip(weights);
        spans
            .map(|(span, weight)| Widespread { span, weight })
            .collect()
    })
}

fn mark() -> impl Strategy<Value = Mark> {
    (span(), prop::sample::select(&REASONS[..])).prop_map(|(Span { start, end }, reason)| Mark {
        start,
        end,
        reason,
    })
}

fn exclusion() -> impl Strategy<Value = Exclusion> {
    span().prop_map(|Span { start, end }| Exclusion {
        start: start.into(),
        end: end.into(),
        reason: ExclusionReason::Invisible,
    })
}

pub(super) fn world() -> impl Strategy<Value = World> {
    (1_usize..8).prop_flat_map(|documents| {
        let all: Vec<(usize, usize)> = (0..documents)
            .flat_map(|a| (a + 1..documents).map(move |b| (a, b)))
            .collect();
        let count = all.len();
        (
            prop::collection::vec("[ab文 \n]{0,80}", documents),
            prop::collection::vec(prop::collection::vec(exclusion(), 0..3), documents),
            prop::collection::vec(prop::collection::vec(mark(), 0..5), documents),
            prop::collection::vec(widespread(), documents),
            prop::sample::subsequence(all, count / 2..=count).prop_shuffle(),
            prop::collection::vec(
                (prop::collection::vec(passage(), 0..4), degrees(), degrees()),
                count,
            ),
        )
            .prop_map(
                |(texts, exclusions, marks, widespread, pairs, passages)| World {
                    texts,
                    exclusions,
                    marks,
                    widespread,
                    pairs: (pairs.into_iter().zip(passages))
                        .map(|((a, b), (passages, degrees_a, degrees_b))| PairPassages {
                            a: Doc(a),
                            b: Doc(b),
                            passages,
                            degrees_a,
                            degrees_b,
                        })
                        .collect(),
                },
            )
    })
}

pub(super) fn switches() -> impl Strategy<Value = Vec<Switch>> {
    prop::collection::vec(any::<Switch>(), 0..10)
}
