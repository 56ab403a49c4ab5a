//! Shingles of a new text that many documents hold -> its runs of widespread text: a school's template, a declaration, what
//! a large ring of copiers shares.
//!
//! A library stores one shingle in many, so two neighbouring ones say nothing of the text between them by themselves. They do
//! where enough documents go from the one on to the other: there the text between holds nothing rarer than both.

use super::Widespread;
use super::level::key;
use super::postings::Postings;
use crate::compare::Span;
use crate::library::selection::{QueryShingle, WINDOW};

/// A shingle of the new text that many documents hold.
#[derive(Clone, Copy, Debug)]
pub(super) struct Place {
    pub shingle: QueryShingle,
    /// Documents that hold it.
    pub holding: u32,
}

/// A run with fewer tokens is a phrase that many people use.
const LEAST_TOKENS: u32 = 20;
/// Such text goes on over so many tokens that are not: a name, a date or a number.
const GAP: u32 = 8;
/// Where a document fills in something longer, some stored shingles lie between two of such text.
const FOLLOWS_WITHIN: u32 = 3;
/// So many of a shingle's documents are asked whether they go on to the next one.
const ASKED: usize = 64;

/// A run of widespread text, in tokens.
#[derive(Clone, Copy, Debug)]
pub(super) struct Run {
    /// The tokens at which its first and its last shingle begin.
    pub first: u32,
    pub last: u32,
    pub found: Widespread,
}

/// The runs of text that at least `threshold` documents hold, by place. `places` by token. Ends may be `WINDOW` tokens short
/// of where such text ends.
pub(super) fn runs(
    places: &[Place],
    threshold: u32,
    postings: &Postings,
    lives: &dyn Fn(u32) -> bool,
) -> Vec<Run> {
    places
        .chunk_by(|a, b| {
            b.shingle.token - a.shingle.token <= WINDOW + GAP
                && going_on(a, b, postings, lives) >= threshold
        })
        .filter_map(|run| {
            let (first, last) = (run.first()?, run.last()?);
            if last.shingle.token - first.shingle.token < LEAST_TOKENS {
                return None;
            }
            let mut holding: Vec<u32> = run.iter().map(|place| place.holding).collect();
            holding.sort_unstable();
            Some(Run {
                first: first.shingle.token,
                last: last.shingle.token,
                found: Widespread {
                    span: Span {
                        start: first.shingle.start,
                        end: last.shingle.end,
                    },
                    // The new text is one of them.
                    documents: holding[holding.len() / 2].saturating_add(1),
                },
            })
        })
        .collect()
}

/// About how many documents hold the second shingle shortly after the first one.
fn going_on(a: &Place, b: &Place, postings: &Postings, lives: &dyn Fn(u32) -> bool) -> u32 {
    let mut parts = Vec::new();
    postings.of(key(a.shingle.fingerprint), &mut parts);
    let mut following = Vec::new();
    postings.of(key(b.shingle.fingerprint), &mut following);
    let all: usize = parts.iter().map(|part| part.ids.len()).sum();
    let (mut asked, mut going_on) = (0_u64, 0_u64);
    for part in &parts {
        let next = following.iter().find(|other| other.level == part.level);
        for &id in part.ids.iter().step_by(all.div_ceil(ASKED).max(1)) {
            if !lives(id) {
                continue;
            }
            asked += 1;
            let follows = next.is_some_and(|next| {
                let after = next.ids.partition_point(|&other| other <= id);
                next.ids
                    .get(after)
                    .is_some_and(|other| other - id <= FOLLOWS_WITHIN)
            });
            going_on += u64::from(follows);
        }
    }
    // At most `holding`.
    u32::try_from(u64::from(a.holding) * going_on / asked.max(1)).unwrap_or(u32::MAX)
}
