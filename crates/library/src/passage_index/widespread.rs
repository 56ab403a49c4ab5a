//! Runs of widespread text: from shingles of a new text that many documents have to a school's template, a
//! declaration, the shared text of a large ring of copiers.
//!
//! A library stores one shingle in many, so two neighbouring ones say nothing about the text between them by
//! themselves. They do where enough documents have the second one shortly after the first: then the text between is
//! no rarer than the two.

use super::Widespread;
use super::level::key;
use super::postings::Postings;
use crate::selection::{QueryShingle, WINDOW};
use chachong_compare::Span;

/// Occurrence in the new text of a shingle that many documents contain.
#[derive(Clone, Copy, Debug)]
pub(super) struct Place {
    pub shingle: QueryShingle,
    /// Number of documents that contain the shingle.
    pub holding: u32,
}

/// Minimum length of a run in tokens; a shorter one is a phrase that many people use.
const LEAST_TOKENS: u32 = 20;
/// Maximum gap within a run, in tokens: a name, a date or a number that differs.
const GAP: u32 = 8;
/// Maximum distance in a library document between consecutive shingles of a run, in stored shingles: a document may
/// insert something longer between them.
const FOLLOWS_WITHIN: u32 = 3;
/// Number of postings that are sampled to estimate how many documents continue with the next shingle.
const ASKED: usize = 64;

/// Run of widespread text, in tokens.
#[derive(Clone, Copy, Debug)]
pub(super) struct Run {
    /// Index of the token of the new text at which the first shingle begins.
    pub first: u32,
    /// Index of the token of the new text at which the last shingle begins.
    pub last: u32,
    pub found: Widespread,
}

/// Finds the runs of text that at least `threshold` documents have, sorted by position. `places` must be sorted by
/// token. An end may be up to `WINDOW` tokens before the true end of such text.
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
                    // One more for the new text itself.
                    documents: holding[holding.len() / 2].saturating_add(1),
                },
            })
        })
        .collect()
}

/// Estimates how many documents contain the second shingle shortly after the first.
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
