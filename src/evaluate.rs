//! How well passages are found: labelled cases -> figures that anyone can repeat on cases of their own. Knows nothing of
//! files, of screens, or of how passages are found.

mod cases;
mod figures;
mod scores;

use std::collections::HashMap;

use rayon::prelude::*;

pub use cases::{BrokenLine, Case, Cases, LineError};
pub use figures::{Evaluation, Figures};
pub use scores::{Judged, Pair, Scores, pairs};

use crate::compare::{Background, Prepared, Weighed, passages};
use crate::text::{LineBreaks, normalize};

/// Aligns the texts of every case, in parallel on the current pool of threads, and calls `done` after each. How rare a
/// term is follows from all different texts of the cases together.
pub fn judge(cases: &[Case], done: impl Fn() + Sync) -> Vec<Judged> {
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
            let found = weighed
                .get(case.susp.as_str())
                .zip(weighed.get(case.src.as_str()))
                .map_or_else(Vec::new, |(susp, src)| passages(susp, src));
            done();
            Judged {
                planted: case.planted(),
                found: pairs(&found),
            }
        })
        .collect()
}
