//! Documents of two checks that have most of their own text in common. The own text of a document is what no other document of its check
//! has.

use std::collections::{HashMap, HashSet};
use std::iter::repeat_n;

use chachong_text::Token;
use rayon::prelude::*;

use crate::copy_error::unless_lost;
use crate::{CopyError, Document, MemoryRoom};

/// Number of tokens of a run.
const LENGTH: usize = 5;
/// One of this many runs is compared, chosen by its hash.
const ONE_OF: u64 = 8;
/// Minimum number of compared runs in a document's own text; a document with fewer is like none.
const LEAST: usize = 5;

/// Compared runs of the documents of one check.
struct OwnRuns {
    /// Runs that only one document has, ascending, each with the position of this document.
    own: Vec<(u64, usize)>,
    /// Number of these runs of each document.
    counts: Vec<usize>,
}

impl OwnRuns {
    /// Fails if it is cancelled or a library that keeps a text does not answer.
    fn of(
        documents: &[&Document],
        cancelled: &(dyn Fn() -> bool + Sync),
    ) -> Result<Self, CopyError> {
        let of_documents: Vec<HashSet<u64>> = (documents.par_iter().with_max_len(1))
            .map(|document| runs(document, cancelled))
            .collect::<Result<_, CopyError>>()?;
        // One list: a map of the runs of thousands of theses takes gigabytes.
        let mut own = Vec::with_capacity(of_documents.iter().map(HashSet::len).sum());
        for (at, runs) in of_documents.into_iter().enumerate() {
            own.extend(runs.into_iter().map(|run| (run, at)));
        }
        own.sort_unstable();
        let is_own: Vec<bool> = (own.chunk_by(|one, next| one.0 == next.0))
            .flat_map(|holders| repeat_n(holders.len() == 1, holders.len()))
            .collect();
        let mut is_own = is_own.into_iter();
        own.retain(|_| is_own.next() == Some(true));
        let mut counts = vec![0; documents.len()];
        for &(_, at) in &own {
            counts[at] += 1;
        }
        Ok(Self { own, counts })
    }
}

/// Returns the compared runs of a document; none if it was not read or its text is lost.
fn runs(
    document: &Document,
    cancelled: &(dyn Fn() -> bool + Sync),
) -> Result<HashSet<u64>, CopyError> {
    if cancelled() {
        return Err(CopyError::Cancelled);
    }
    let Some(content) = document.content() else {
        return Ok(HashSet::new());
    };
    let _room =
        MemoryRoom::for_preparing(content.characters, cancelled).ok_or(CopyError::Cancelled)?;
    let Some(prepared) = unless_lost(content.text.prepared())? else {
        return Ok(HashSet::new());
    };
    let hash = |run: &[Token]| {
        let mixed = run.iter().fold(0_u64, |hash, token| {
            (hash.rotate_left(23) ^ u64::from(token.hash)).wrapping_mul(0x9E37_79B9_7F4A_7C15)
        });
        mixed ^ (mixed >> 32)
    };
    let runs = prepared.tokens().windows(LENGTH).map(hash);
    Ok(runs.filter(|hash| hash % ONE_OF == 0).collect())
}

/// Returns the pairs of a document of `now` and one of `earlier`, as positions, sorted, that have at least half of the own text of one of
/// them in common, and each more of it with the other than with any other document. Fails if it is cancelled or a library that keeps a
/// text does not answer.
pub(super) fn mutually_most_alike(
    earlier: &[&Document],
    now: &[&Document],
    cancelled: &(dyn Fn() -> bool + Sync),
) -> Result<Vec<(usize, usize)>, CopyError> {
    let (before, after) = (
        OwnRuns::of(earlier, cancelled)?,
        OwnRuns::of(now, cancelled)?,
    );
    let mut shared: HashMap<(usize, usize), usize> = HashMap::new();
    let mut earlier_runs = before.own.iter().peekable();
    for &(run, position) in &after.own {
        while earlier_runs.next_if(|&&(other, _)| other < run).is_some() {}
        if let Some(&(_, then)) = earlier_runs.next_if(|&&(other, _)| other == run) {
            *shared.entry((position, then)).or_default() += 1;
        }
    }
    let mut best_then = vec![(0, 0); now.len()];
    let mut best_now = vec![(0, 0); earlier.len()];
    for (&(position, then), &runs) in &shared {
        best_then[position] = best_then[position].max((runs, then));
        best_now[then] = best_now[then].max((runs, position));
    }
    let is_mutual = |&(position, then): &(usize, usize)| {
        let runs = shared[&(position, then)];
        let smaller = before.counts[then].min(after.counts[position]);
        best_then[position] == (runs, then)
            && best_now[then] == (runs, position)
            && smaller >= LEAST
            && 2 * runs >= smaller
    };
    let mut pairs: Vec<(usize, usize)> = shared.keys().copied().filter(is_mutual).collect();
    pairs.sort_unstable();
    Ok(pairs)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::fingerprint;
    use chachong_import::{Format, decode_text};

    /// `count` words that no other seed has.
    fn words(seed: usize, count: usize) -> String {
        let words = (0..count).map(|at| format!("w{seed}x{at}"));
        words.collect::<Vec<_>>().join(" ")
    }

    fn document(name: &str, text: &str) -> Document {
        let read = fingerprint(&decode_text(text.as_bytes()).unwrap());
        Document::checked(name, Some(Format::Txt), Some(Ok(read)))
    }

    #[test]
    fn the_version_of_a_text_has_most_of_its_own_words() {
        let assignment = words(9, 2_000);
        let text = |own: &str, more: &str| format!("{assignment}\n{own}\n{more}");
        let earlier = [
            document("a", &text(&words(1, 600), "")),
            document("b", &text(&words(2, 600), "")),
            document("c", &text(&words(3, 600), "")),
        ];
        // The last has only the assignment in common with the others.
        let now = [
            document("p", &text(&words(2, 400), &words(12, 500))),
            document("q", &text(&words(1, 600), &words(11, 900))),
            document("r", &text(&words(4, 600), "")),
        ];
        let [earlier, now] = [&earlier, &now].map(|all| all.iter().collect::<Vec<_>>());
        assert_eq!(
            mutually_most_alike(&earlier, &now, &|| false).unwrap(),
            [(0, 1), (1, 0)]
        );
        let cancelled = mutually_most_alike(&earlier, &now, &|| true);
        assert!(matches!(cancelled, Err(CopyError::Cancelled)));
    }
}
