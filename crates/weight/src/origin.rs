//! Origins: submissions that are one work for the most part, whoever wrote it first, have one origin and count once. Otherwise
//! six of ten students who copied from each other would make their work a feature of half of the class, which weighs nothing.

use crate::{Feature, LEAST_COMMON};
use std::collections::{BTreeMap, BTreeSet, HashMap};

/// Minimum part of the runs of both submissions together that both have (Jaccard, Broder 1997), in tenths.
const SAME: usize = 5;
/// Number of least hashes, of which two such submissions have one in common with a probability of 1 - 0.5^8.
const HASHES: u64 = 8;
/// Maximum number of origins that a submission is compared with.
const MOST: usize = 200;

/// Returns the number of the origin of each document; documents that are copies of one work have the same number. Two submissions are
/// copies of one work if at least half of the features of both together occur in both; their origin has the lower of their numbers.
///
/// What at least four submissions, and three quarters of all, have was probably handed out. It is left out of each that has anything else:
/// different answers to one skeleton are different works, however short they are. A ring of copiers is rarely so large. One work that
/// everybody hands in stays one work.
///
/// `structures` has the distinct features of each document, ascending. Documents with equal numbers in `submissions` were handed in
/// together. The features in `given`, ascending, were handed out and are ignored; those in `counted`, ascending, were not, however many
/// have them.
#[must_use]
pub fn origins(
    structures: &[&[Feature]],
    submissions: &[u32],
    given: &[Feature],
    counted: &[Feature],
) -> Vec<u32> {
    let mut runs = runs_of_submissions(structures, submissions, given);
    let class = runs.values().filter(|runs| !runs.is_empty()).count();
    let holders = holders(&runs);
    let is_common = |run: &Feature| {
        let count = holders.get(run).copied().unwrap_or(1);
        count >= LEAST_COMMON && 4 * count >= 3 * class && counted.binary_search(run).is_err()
    };
    for runs in runs.values_mut() {
        if !runs.iter().all(is_common) {
            runs.retain(|run| !is_common(run));
        }
    }
    alike(runs, submissions)
}

/// Returns the runs of each submission that were not handed out, ascending.
fn runs_of_submissions(
    structures: &[&[Feature]],
    submissions: &[u32],
    given: &[Feature],
) -> BTreeMap<u32, Vec<Feature>> {
    let mut of_submission: BTreeMap<u32, Vec<Feature>> = BTreeMap::new();
    for (structure, submission) in structures.iter().zip(submissions) {
        let own = structure
            .iter()
            .filter(|run| given.binary_search(run).is_err());
        of_submission.entry(*submission).or_default().extend(own);
    }
    for runs in of_submission.values_mut() {
        runs.sort_unstable();
        runs.dedup();
    }
    of_submission
}

/// Returns the runs that several submissions have, with the number of these submissions.
fn holders(runs: &BTreeMap<u32, Vec<Feature>>) -> HashMap<Feature, usize> {
    let mut all: Vec<Feature> = runs.values().flatten().copied().collect();
    all.sort_unstable();
    all.chunk_by(|one, next| one == next)
        .filter(|equal| equal.len() > 1)
        .map(|equal| (equal[0], equal.len()))
        .collect()
}

/// Returns the origin of each document by the runs of its submission, ascending.
fn alike(of_submission: BTreeMap<u32, Vec<Feature>>, submissions: &[u32]) -> Vec<u32> {
    let mut with_hash: HashMap<(u64, u64), Vec<u32>> = HashMap::new();
    let mut first: BTreeMap<u32, Vec<Feature>> = BTreeMap::new();
    let mut origin_of: HashMap<u32, u32> = HashMap::new();
    for (submission, runs) in of_submission {
        let hashes: Vec<(u64, u64)> = (0..HASHES)
            .filter_map(|seed| Some((seed, runs.iter().map(|run| spread(*run, seed)).min()?)))
            .collect();
        let mut alike: Vec<u32> = hashes
            .iter()
            .filter_map(|hash| with_hash.get(hash))
            .flatten()
            .copied()
            .collect();
        alike.sort_unstable();
        alike.dedup();
        let same = alike
            .into_iter()
            .take(MOST)
            .find(|other| are_same(&runs, &first[other]));
        let origin = same.unwrap_or(submission);
        if same.is_none() {
            for hash in hashes {
                with_hash.entry(hash).or_default().push(submission);
            }
            first.insert(submission, runs);
        }
        origin_of.insert(submission, origin);
    }
    submissions
        .iter()
        .map(|submission| origin_of[submission])
        .collect()
}

/// Returns the origins of data and derivations: those of submissions that have at least half of their features in common. If at least
/// half of the submissions would share their origin with another one, what they have in common is probably the assignment or one of its
/// variants. Each submission is then an origin of its own.
#[must_use]
pub fn rings(structures: &[&[Feature]], submissions: &[u32], given: &[Feature]) -> Vec<u32> {
    let origins = alike(
        runs_of_submissions(structures, submissions, given),
        submissions,
    );
    let mut copies: HashMap<u32, BTreeSet<u32>> = HashMap::new();
    for (origin, submission) in origins.iter().zip(submissions) {
        copies.entry(*origin).or_default().insert(*submission);
    }
    let sizes = || copies.values().map(BTreeSet::len);
    let (of_rings, all): (usize, usize) = (sizes().filter(|size| *size > 1).sum(), sizes().sum());
    if of_rings * 2 >= all {
        submissions.to_vec()
    } else {
        origins
    }
}

/// Another order of the runs for each seed.
const fn spread(run: Feature, seed: u64) -> u64 {
    (run ^ seed.wrapping_mul(0x9E37_79B9_7F4A_7C15))
        .wrapping_mul(0xFF51_AFD7_ED55_8CCD)
        .rotate_left(29)
}

fn are_same(a: &[Feature], b: &[Feature]) -> bool {
    let common = a.iter().filter(|run| b.binary_search(run).is_ok()).count();
    common * 10 >= (a.len() + b.len() - common) * SAME
}

#[cfg(test)]
mod tests {
    use super::{origins, rings};
    use crate::Feature;

    /// Runs of a program, a part of which is its own.
    fn program(common: Feature, own: Feature, number: Feature) -> Vec<Feature> {
        (0..common)
            .chain((0..own).map(|run| 1000 * number + run))
            .collect()
    }

    /// Origins of programs, each a submission.
    fn of_programs(programs: &[Vec<Feature>], given: &[Feature], counted: &[Feature]) -> Vec<u32> {
        let sets: Vec<&[Feature]> = programs.iter().map(Vec::as_slice).collect();
        let submissions: Vec<u32> = (0..).take(sets.len()).collect();
        origins(&sets, &submissions, given, counted)
    }

    #[test]
    fn copies_are_one_origin_and_a_skeleton_makes_none() {
        let submissions = [0, 1, 2, 3, 4, 5];
        let equal = vec![program(90, 10, 1); 6];
        assert_eq!(of_programs(&equal, &[], &[]), [0; 6]);
        let given: Vec<Feature> = (0..90).collect();
        for (skeleton, answer) in [(50, 50), (100, 50), (900, 50), (900, 5)] {
            let answers = (1..7).map(|number| program(skeleton, answer, number));
            let mut class: Vec<Vec<Feature>> = answers.collect();
            assert_eq!(of_programs(&class, &[], &[]), submissions, "{skeleton}");
            assert_eq!(of_programs(&class, &given, &[]), submissions);
            // Who hands in the skeleton alone is of no other's origin, and who copies an answer is.
            class[0].truncate(usize::try_from(skeleton).unwrap());
            class[4] = class[2].clone();
            let expected = [0, 1, 2, 3, 2, 5];
            assert_eq!(of_programs(&class, &[], &[]), expected, "{skeleton}");
        }
    }

    #[test]
    fn a_ring_of_most_is_one_origin_and_a_person_may_say_what_was_not_handed_out() {
        // Each of the ring adds a little of its own.
        let ring = (1..7).map(|number| program(90, 30, number));
        let others = (7..11).map(|number| program(0, 95, number));
        let class: Vec<Vec<Feature>> = ring.chain(others).collect();
        let expected = [0, 0, 0, 0, 0, 0, 6, 7, 8, 9];
        assert_eq!(of_programs(&class, &[], &[]), expected);
        // The same ring, and a skeleton that all have.
        let with_skeleton = class
            .into_iter()
            .map(|own| [own, (20_000..21_000).collect()].concat());
        let with_skeleton: Vec<Vec<Feature>> = with_skeleton.collect();
        assert_eq!(of_programs(&with_skeleton, &[], &[]), expected);
        let skeleton: Vec<Vec<Feature>> = (1..7).map(|number| program(90, 30, number)).collect();
        let counted: Vec<Feature> = (0..90).collect();
        assert_eq!(of_programs(&skeleton, &[], &counted), [0; 6]);
    }

    #[test]
    fn a_ring_is_one_origin_and_half_of_a_class_is_none() {
        let of = |copies: Feature| {
            let class: Vec<Vec<Feature>> = (0..10)
                .map(|at| vec![1, 2, 3, if at < copies { 4 } else { 100 + at }])
                .map(|all| if all[3] < 100 { all } else { all[3..].to_vec() })
                .collect();
            let class: Vec<&[Feature]> = class.iter().map(Vec::as_slice).collect();
            rings(&class, &[0, 1, 2, 3, 4, 5, 6, 7, 8, 9], &[])
        };
        assert_eq!(of(4), [0, 0, 0, 0, 4, 5, 6, 7, 8, 9]);
        assert_eq!(of(5), [0, 1, 2, 3, 4, 5, 6, 7, 8, 9]);
    }

    #[test]
    fn files_of_a_submission_have_its_origin() {
        let files: [&[Feature]; 4] = [&[1, 2, 3], &[7, 8], &[7, 8], &[1, 2, 3, 4]];
        let of = |files: &[&[Feature]], submissions: &[u32]| origins(files, submissions, &[], &[]);
        assert_eq!(of(&files, &[0, 0, 2, 2]), [0, 0, 0, 0]);
        assert_eq!(of(&files, &[0, 1, 2, 3]), [0, 1, 1, 0]);
        assert_eq!(of(&[&[], &[]], &[0, 1]), [0, 1]);
    }
}
