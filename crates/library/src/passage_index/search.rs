//! Search of the passage index: from the shingles of a new text to candidate documents and runs of widespread text.

use super::level::key;
use super::postings::{Part, Postings};
use super::ranges::Ranges;
use super::score::{Hit, LEAST, best, query_stretch, stored_stretch, worth};
use super::widespread::{Place, Run, runs};
use super::{LibraryCandidate, LibraryMatches};
use crate::selection::QueryShingle;

/// Maximum number of postings read for a shingle; if there are more, the number of its documents is estimated.
const WALKED: usize = 128;
/// Number of postings that are sampled if a shingle has more than [`WALKED`], to estimate how many belong to living
/// documents.
const ASKED: usize = 64;
/// Maximum number of documents, the first ones, for which one shingle is a hit. If more documents contain the text, a
/// copy of it is found through any of these.
const REPRESENTATIVES: usize = 64;
/// Maximum number of stretches of the new text that count for one shingle.
const PLACES: usize = 2;
/// Number of documents with which widespread text is compared: the first ones. Documents that share other text are
/// compared too. All documents with the text are counted, but a person needs to see only a few.
pub(super) const SOURCES: u32 = 8;
/// Minimum evidence of a shingle within widespread text, in 64ths of a nat, so that two of them suffice: even text in
/// every document needs sources.
const LEAST_OF_RUN: u32 = LEAST.div_ceil(2);

/// Distinct shingle of the new text that occurs in the library.
struct Met {
    /// Range in `order` of its occurrences in the query.
    places: std::ops::Range<usize>,
    /// Number of documents that have the shingle.
    holding: u32,
    /// Range in `holders` of the first of these documents.
    first: std::ops::Range<usize>,
}

/// Shingles of the new text that occur in the library.
struct Meetings<'q> {
    query: &'q [QueryShingle],
    /// Keys of the query's shingles with their positions in the query. They are sorted, so that the look-ups go
    /// through the tables from one end to the other.
    order: Vec<(u64, u32)>,
    all: Vec<Met>,
    /// Documents that contain a shingle, with the index of the shingle in the document.
    holders: Vec<(u32, u32)>,
    /// Occurrences of shingles that more than [`SOURCES`] documents contain, sorted by token.
    widely_held: Vec<Place>,
}

impl<'q> Meetings<'q> {
    fn find(query: &'q [QueryShingle], postings: &Postings, ranges: &Ranges) -> Self {
        let mut order: Vec<(u64, u32)> = query
            .iter()
            .zip(0..)
            .map(|(shingle, at)| (key(shingle.fingerprint), at))
            .collect();
        order.sort_unstable();
        let (mut all, mut holders, mut widely_held) = (Vec::new(), Vec::new(), Vec::new());
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
            if holding > SOURCES {
                widely_held.extend(same.iter().filter_map(|&(_, at)| {
                    let shingle = *query.get(at as usize)?;
                    Some(Place { shingle, holding })
                }));
            }
            all.push(Met {
                places,
                holding,
                first: before..holders.len(),
            });
        }
        widely_held.sort_unstable_by_key(|place| place.shingle.token);
        Self {
            query,
            order,
            all,
            holders,
            widely_held,
        }
    }

    /// Returns the hits of all shingles except mere phrases, in a library of `documents` documents.
    fn hits(&self, runs: &[Run], documents: usize) -> Vec<Hit> {
        let frequent = frequent(documents);
        let mut hits = Vec::new();
        for (met, number) in self.all.iter().zip(0..) {
            let tokens = || {
                let places = self.order[met.places.clone()].iter();
                places.filter_map(|&(_, at)| Some(self.query.get(at as usize)?.token))
            };
            let widespread = met.holding > SOURCES && tokens().any(|token| is_in_run(runs, token));
            let mut worth = worth(met.holding, documents);
            let mut first = &self.holders[met.first.clone()];
            if widespread {
                worth = worth.max(LEAST_OF_RUN);
                first = &first[..first.len().min(SOURCES as usize)];
            } else if worth == 0 || met.holding >= frequent {
                continue;
            }
            let mut stretches: Vec<u32> = tokens().map(query_stretch).collect();
            stretches.dedup();
            stretches.truncate(PLACES);
            for &(document, ordinal) in first {
                hits.extend(stretches.iter().map(|&query_stretch| Hit {
                    document,
                    query_stretch,
                    stored_stretch: stored_stretch(ordinal),
                    shingle: number,
                    worth,
                }));
            }
        }
        hits
    }
}

fn is_in_run(runs: &[Run], token: u32) -> bool {
    let after = runs.partition_point(|run| run.first <= token);
    (runs[..after].last()).is_some_and(|run| token <= run.last)
}

pub(super) fn search(
    query: &[QueryShingle],
    postings: &Postings,
    ranges: &Ranges,
) -> LibraryMatches {
    let documents = ranges.documents();
    let meetings = Meetings::find(query, postings, ranges);
    let lives = |id| ranges.owner(id).is_some();
    let runs = runs(&meetings.widely_held, SOURCES + 1, postings, &lives);
    let candidates = best(&mut meetings.hits(&runs, documents), documents)
        .into_iter()
        .filter_map(|(place, evidence)| {
            let document = ranges.document(place)?;
            Some(LibraryCandidate { document, evidence })
        })
        .collect();
    LibraryMatches {
        candidates,
        widespread: runs.iter().map(|run| run.found).collect(),
    }
}

/// Returns the number of documents from which on a shingle outside a widespread run is a mere phrase and no evidence
/// of a copy: 5 % of all, at least 9.
pub(super) fn frequent(documents: usize) -> u32 {
    u32::try_from(documents.div_ceil(20))
        .unwrap_or(u32::MAX)
        .max(SOURCES + 1)
}

/// Returns the (possibly estimated) number of living documents that contain a shingle. Appends the first of them to
/// `holders`, with the index of the shingle in the document.
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
    // At most the number of postings; their ids are all different.
    u32::try_from(all as u64 * of_asked / asked.max(1))
        .unwrap_or(u32::MAX)
        .max(alive)
}
