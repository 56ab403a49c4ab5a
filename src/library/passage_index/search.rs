//! The shingles of a new text -> the hits of documents and the places of common text. Knows nothing of how hits add up or of
//! how the tables are kept.

use super::common::{Place, runs};
use super::level::key;
use super::postings::{Part, Postings};
use super::ranges::Ranges;
use super::score::{Hit, best, query_stretch, stored_stretch, worth};
use super::{LibraryCandidate, LibraryMatches};
use crate::compare::common_threshold;
use crate::library::selection::QueryShingle;

/// A shingle that more passages hold is not walked through: how many documents have it is estimated.
const WALKED: usize = 128;
/// So many of its passages are asked whether they are alive, then.
const ASKED: usize = 64;
/// A shingle is a hit of at most so many documents, the first ones: what more of them hold they all hold, and a copy of it is
/// found through any.
const REPRESENTATIVES: usize = 64;
/// At most so many stretches of the new text count for one shingle.
const PLACES: usize = 2;
/// Where common text is more than one in so many tokens of the new text, it is no template but a clique of copies, and
/// its shingles count like others.
const CLIQUE: usize = 10;

/// A different shingle of the new text that the library holds.
struct Met {
    /// Its places in the query, in `order`.
    places: std::ops::Range<usize>,
    /// Documents that hold it.
    holding: u32,
    /// The first of these, in `holders`.
    first: std::ops::Range<usize>,
}

pub(super) fn search(
    query: &[QueryShingle],
    postings: &Postings,
    ranges: &Ranges,
) -> LibraryMatches {
    let documents = ranges.documents();
    let threshold = common_threshold(documents);
    // Sorted, the keys go through the tables from one end to the other.
    let mut order: Vec<(u64, u32)> = query
        .iter()
        .zip(0..)
        .map(|(shingle, at)| (key(shingle.fingerprint), at))
        .collect();
    order.sort_unstable();
    let mut all_met = Vec::new();
    let mut holders = Vec::new();
    let mut common = Vec::new();
    let mut parts = Vec::new();
    let mut from = 0;
    for same in order.chunk_by(|x, y| x.0 == y.0) {
        let places = from..from + same.len();
        from = places.end;
        postings.of(same[0].0, &mut parts);
        let before = holders.len();
        let holding = holding(&parts, ranges, &mut holders);
        if holding == 0 {
            continue;
        }
        if holding >= threshold {
            common.extend(same.iter().filter_map(|&(_, at)| {
                let shingle = *query.get(at as usize)?;
                Some(Place { shingle, holding })
            }));
        }
        all_met.push(Met {
            places,
            holding,
            first: before..holders.len(),
        });
    }
    common.sort_unstable_by_key(|place| place.shingle.token);
    let lives = |id| ranges.owner(id).is_some();
    let (marks, tokens) = runs(&common, threshold, postings, &lives);
    let clique = tokens as usize * CLIQUE > query.len();
    let mut hits = Vec::new();
    for (met, number) in all_met.iter().zip(0..) {
        let worth = worth(met.holding, documents);
        if worth == 0 || (met.holding >= threshold && !clique) {
            continue;
        }
        let mut stretches: Vec<u32> = order[met.places.clone()]
            .iter()
            .filter_map(|&(_, at)| Some(query_stretch(query.get(at as usize)?.token)))
            .collect();
        stretches.dedup();
        stretches.truncate(PLACES);
        for &(document, ordinal) in &holders[met.first.clone()] {
            hits.extend(stretches.iter().map(|&query_stretch| Hit {
                document,
                query_stretch,
                stored_stretch: stored_stretch(ordinal),
                shingle: number,
                worth,
            }));
        }
    }
    let candidates = best(&mut hits, documents)
        .into_iter()
        .filter_map(|(place, evidence)| {
            let document = ranges.document(place)?;
            Some(LibraryCandidate { document, evidence })
        })
        .collect();
    LibraryMatches {
        candidates,
        common: marks,
    }
}

/// How many living documents hold a shingle; the first of them go to `holders`, with their passages' numbers.
fn holding(parts: &[Part<'_>], ranges: &Ranges, holders: &mut Vec<(u32, u32)>) -> u32 {
    let all: usize = parts.iter().map(|part| part.ids.len()).sum();
    let ids = || parts.iter().flat_map(|part| part.ids.iter().copied());
    let before = holders.len();
    let mut alive = 0;
    for owner in ids().take(WALKED).filter_map(|id| ranges.owner(id)) {
        alive += 1;
        if holders.len() < before + REPRESENTATIVES {
            holders.push(owner);
        }
    }
    if all <= WALKED {
        return alive;
    }
    let (mut asked, mut of_asked) = (0_u64, 0_u64);
    for part in parts {
        for &id in part.ids.iter().step_by(all.div_ceil(ASKED)) {
            asked += 1;
            of_asked += u64::from(ranges.owner(id).is_some());
        }
    }
    // At most all passages, which have different ids.
    u32::try_from(all as u64 * of_asked / asked.max(1))
        .unwrap_or(u32::MAX)
        .max(alive)
}
