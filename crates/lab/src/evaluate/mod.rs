//! Measures the quality of the program on labelled cases, with figures that anyone can repeat on their own cases. A
//! case is either two texts with labelled copied or rewritten passages, or a labelled pair of documents. Pairs
//! compare every recipe and scheme; this module can also make them.

mod align;
mod cases;
mod comparison;
mod curve;
mod figures;
mod labelled;
mod make;
mod method;
mod report;
mod rewritten;
mod scored;
mod scores;

use std::collections::HashMap;

use rayon::prelude::*;

pub use cases::{BrokenLine, Case, Cases, LineError};
pub use comparison::{Comparison, Figure, KindFigures, Label, MethodFigures};
pub use curve::{Curve, Point};
pub use figures::{Evaluation, Figures};
pub use labelled::{Labelled, LabelledPair, LabelledPairs, PAIRS_FILE};
pub use make::{CLEAN_SHARE, Kind, LEAST_SENTENCES, LeftOut, MOST_SOURCES, Made, MakeError, make};
pub use method::Method;
pub use report::{comparison_json, curve_rows, evaluation_json, rewritten_json};
pub use rewritten::{RewrittenEvaluation, RewrittenFigures};
pub use scored::Profiles;
pub use scores::{Judged, Pair, Scores, pairs};

use chachong_compare::{
    Background, DegreeRun, FolderText, Passage, Prepared, Strength, Weighed, grade, passages,
    surest,
};
use chachong_text::{LineBreaks, normalize};

/// Finds the passages that the two texts of every case share and returns one result for each case, in order. Runs in parallel on the
/// current thread pool and calls `done` after each case. Term rarity is counted over all different texts of the cases. Passages weaker
/// than `weakest` do not count as found; of passages that overlap in one of the two texts, only the one with the most matching text in
/// the suspicious text counts.
pub fn judge(cases: &[Case], weakest: Strength, done: impl Fn() + Sync) -> Vec<Judged> {
    let mut texts: Vec<&str> = cases
        .iter()
        .flat_map(|case| [case.susp.as_str(), case.src.as_str()])
        .collect();
    texts.sort_unstable();
    texts.dedup();
    let prepared: Vec<Prepared> = texts
        .par_iter()
        .map(|text| Prepared::new(&normalize(text, LineBreaks::Layout)))
        .collect();
    let background = Background::of(&prepared);
    let weighed: HashMap<&str, Weighed> = texts
        .into_par_iter()
        .zip(prepared)
        .map(|(text, prepared)| (text, Weighed::new(prepared, &background)))
        .collect();
    cases
        .par_iter()
        .map(|case| {
            let texts = (weighed.get(case.susp.as_str())).zip(weighed.get(case.src.as_str()));
            let mut found = texts.map_or_else(Vec::new, |(susp, src)| passages(susp, src));
            found.retain(|passage| passage.strength() <= weakest);
            let found = one_place_each(found);
            let degrees: Vec<DegreeRun> = texts.map_or_else(Vec::new, |(susp, src)| {
                let graded = (found.iter())
                    .map(|passage| grade(susp, src, passage, [FolderText::default(); 2]));
                surest(graded.flat_map(|graded| graded.in_a).collect())
            });
            done();
            Judged {
                planted: case.planted(),
                found: pairs(&found),
                degrees,
            }
        })
        .collect()
}

/// Keeps only the largest of passages that overlap on either side. A label names a single position of a planted text,
/// even if the articles repeat it.
fn one_place_each(mut found: Vec<Passage>) -> Vec<Passage> {
    found.sort_unstable_by_key(|passage| (std::cmp::Reverse(passage.matched_a), *passage));
    let mut kept: Vec<Passage> = Vec::with_capacity(found.len());
    for passage in found {
        let is_apart = |one: &Passage| !(one.a.overlaps(passage.a) || one.b.overlaps(passage.b));
        if kept.iter().all(is_apart) {
            kept.push(passage);
        }
    }
    kept.sort_unstable();
    kept
}
