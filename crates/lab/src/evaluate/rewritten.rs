//! Measures the search for rewritten passages on labelled cases: the leads found and the false leads. All texts of
//! the cases form one collection, as the texts of a check do.

use std::collections::{BTreeMap, BTreeSet, HashMap};
use std::ops::Range;
use std::sync::Arc;

use rayon::prelude::*;
use serde::Serialize;

use super::{Case, Judged, Pair, Scores};
use chachong_compare::{Background, Prepared, Span, Strength, Weighed, passages};
use chachong_semantics::{Encoded, Encoder, Search, SemanticLead, encode};
use chachong_text::{LineBreaks, normalize};

/// Measured quality of the search for rewritten passages, for cases of one kind or for all cases.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct RewrittenFigures {
    /// Number of cases.
    pub cases: usize,
    /// Number of labelled rewritten passages in these cases.
    pub planted: usize,
    /// Number of labelled passages that a lead overlaps in both texts.
    pub found: usize,
    /// Mean share of a labelled passage's characters that leads cover, 0..=1.
    pub recall: f64,
    /// Number of leads from the suspicious texts that match no labelled passage; a lead counts in each case that has its suspicious text.
    pub false_leads: usize,
}

/// Figures of labelled cases of rewritten passages.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct RewrittenEvaluation {
    /// Figures of each kind of copying, by name.
    pub kinds: BTreeMap<String, RewrittenFigures>,
    /// Figures of all cases together.
    pub all: RewrittenFigures,
    /// Number of different texts compared.
    pub texts: usize,
    /// Total length of the suspicious texts of all cases, in characters.
    pub characters: usize,
}

/// Detections in one case.
struct Found {
    judged: Judged,
    false_leads: usize,
}

impl RewrittenEvaluation {
    /// Compares the meaning of every suspicious text with that of all other texts. Runs on the current thread pool and calls `done` after
    /// encoding each text. A lead is not counted if at least half of it, in either text, lies in strong passages that the comparison of
    /// texts finds.
    pub fn of(cases: &[Case], encoder: &dyn Encoder, done: impl Fn() + Sync) -> Self {
        let (texts, numbers) = different_texts(cases);
        let codes: Vec<Arc<Encoded>> = texts
            .par_iter()
            .with_max_len(1)
            .map(|text| {
                let codes = encode(text, &[], encoder, &|| false).unwrap_or_default();
                done();
                Arc::new(codes)
            })
            .collect();
        let number = |text: &str| numbers.get(text).copied().unwrap_or(u32::MAX);
        let all: Vec<(u32, Arc<Encoded>)> = (0..).zip(codes).collect();
        let numbers_of_suspicious: BTreeSet<u32> =
            cases.iter().map(|case| number(&case.susp)).collect();
        let suspicious: Vec<(u32, Arc<Encoded>)> = (all.iter())
            .filter(|(at, _)| numbers_of_suspicious.contains(at))
            .cloned()
            .collect();
        let mut search = Search::new(&suspicious, &|a, b| a != b);
        search.add(&all, &|| false);
        let leads = search.finish(&|| false).unwrap_or_default();
        let literal = Literal::new(&texts);
        let leads: Vec<SemanticLead> = leads
            .into_par_iter()
            .filter(|lead| !literal.is(lead))
            .collect();
        let found: Vec<Found> = cases
            .iter()
            .map(|case| found(case, (number(&case.susp), number(&case.src)), &leads))
            .collect();
        Self::counted(cases, &found, &texts)
    }

    fn counted(cases: &[Case], found: &[Found], texts: &[&str]) -> Self {
        let mut kinds: BTreeMap<&str, Vec<&Found>> = BTreeMap::new();
        for (case, found) in cases.iter().zip(found) {
            kinds.entry(&case.kind).or_default().push(found);
        }
        let figures = |found: &[&Found]| {
            let scores = Scores::of(found.iter().map(|found| &found.judged));
            RewrittenFigures {
                cases: found.len(),
                planted: scores.planted,
                found: found.iter().map(|found| found.judged.detected()).sum(),
                recall: scores.recall,
                false_leads: found.iter().map(|found| found.false_leads).sum(),
            }
        };
        Self {
            kinds: (kinds.iter())
                .map(|(kind, found)| ((*kind).to_owned(), figures(found)))
                .collect(),
            all: figures(&found.iter().collect::<Vec<_>>()),
            texts: texts.len(),
            characters: cases.iter().map(|case| case.susp.chars().count()).sum(),
        }
    }
}

/// Returns the different texts of the cases, and the index of each.
fn different_texts(cases: &[Case]) -> (Vec<&str>, HashMap<&str, u32>) {
    let mut texts: Vec<&str> = (cases.iter())
        .flat_map(|case| [case.susp.as_str(), case.src.as_str()])
        .filter(|text| !text.is_empty())
        .collect();
    texts.sort_unstable();
    texts.dedup();
    let numbers = texts.iter().copied().zip(0..).collect();
    (texts, numbers)
}

/// Divides the leads of a case's suspicious text into those that match a labelled passage and the number of all
/// others.
fn found(case: &Case, (susp, src): (u32, u32), leads: &[SemanticLead]) -> Found {
    let mut found = Found {
        judged: Judged {
            planted: case.planted(),
            ..Judged::default()
        },
        false_leads: 0,
    };
    for lead in leads {
        let (a, b) = (span(&lead.in_a), span(&lead.in_b));
        let sides: [(u32, u32, Pair); 2] = [(lead.a, lead.b, (a, b)), (lead.b, lead.a, (b, a))];
        for (from, to, spans) in sides {
            if from != susp {
                continue;
            }
            let is_planted = |&(x, y): &Pair| x.overlaps(spans.0) && y.overlaps(spans.1);
            if to == src && found.judged.planted.iter().any(is_planted) {
                found.judged.found.push(spans);
            } else {
                found.false_leads += 1;
            }
        }
    }
    found
}

fn span(range: &Range<usize>) -> Span {
    // A line of a file of cases is far shorter than 4 billion characters.
    let offset = |offset: usize| u32::try_from(offset).unwrap_or(u32::MAX);
    Span {
        start: offset(range.start),
        end: offset(range.end),
    }
}

/// Recognises leads to literally equal text, which the comparison of texts finds.
struct Literal<'t> {
    texts: &'t [&'t str],
    background: Background,
}

impl<'t> Literal<'t> {
    fn new(texts: &'t [&'t str]) -> Self {
        let prepared: Vec<Prepared> = texts.par_iter().map(|text| prepared(text)).collect();
        Self {
            texts,
            background: Background::of(&prepared),
        }
    }

    /// Returns whether at least half of either side of a lead lies in strong passages that the two texts share.
    fn is(&self, lead: &SemanticLead) -> bool {
        let text = |number: u32| self.texts.get(number as usize).copied().unwrap_or_default();
        let weighed = |number| Weighed::new(prepared(text(number)), &self.background);
        let mut found = passages(&weighed(lead.a), &weighed(lead.b));
        found.retain(|passage| passage.strength() == Strength::Strong);
        let inside = |spans: Vec<Span>, side: Span| {
            2 * (spans.iter())
                .map(|span| span.common(side).len())
                .sum::<u32>()
                >= side.len()
        };
        inside(
            found.iter().map(|passage| passage.a).collect(),
            span(&lead.in_a),
        ) || inside(
            found.iter().map(|passage| passage.b).collect(),
            span(&lead.in_b),
        )
    }
}

fn prepared(text: &str) -> Prepared {
    Prepared::new(&normalize(text, LineBreaks::Layout))
}
