//! Places of shingles that stand in many documents -> the runs of common text of each document. Knows nothing of pairs:
//! a template in 1,000 documents makes no 500,000 of them.

use super::sketch::LONG_TOKENS;
use super::spill::{PARTITIONS, Reader, Record};
use crate::text::{Mark, MarkReason};

/// A long shingle of one document that stands in many.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Common {
    pub document: u32,
    /// The place of its first token.
    pub token: u32,
    /// Its characters in the original text.
    pub start: u32,
    pub end: u32,
    /// The documents that have it.
    pub having: u32,
}

/// A run with fewer tokens is a phrase that many people use.
const LEAST_TOKENS: u32 = 20;
/// Common text goes on over so many tokens that are not: a name, a date or a number that each fills in for himself, and
/// the shingles across it.
const GAP: u32 = 8;

impl Common {
    /// Where it belongs.
    pub fn partition(&self) -> usize {
        self.document as usize % PARTITIONS
    }
}

/// The marks of the documents of these places, by document. Sorts the places.
pub(super) fn marks(places: &mut [Common]) -> Vec<(u32, Vec<Mark>)> {
    places.sort_unstable();
    places
        .chunk_by(|x, y| x.document == y.document)
        .map(|places| (places[0].document, runs(places)))
        .collect()
}

fn runs(places: &[Common]) -> Vec<Mark> {
    let near = |x: &Common, y: &Common| y.token.saturating_sub(x.token) <= LONG_TOKENS + GAP;
    places
        .chunk_by(near)
        .filter_map(|run| {
            let (first, last) = (run.first()?, run.last()?);
            if last.token + LONG_TOKENS - first.token < LEAST_TOKENS {
                return None;
            }
            let mut having: Vec<u32> = run.iter().map(|place| place.having).collect();
            having.sort_unstable();
            Some(Mark {
                start: first.start,
                end: last.end,
                // What half of it or more reaches; the ends and gaps say little.
                reason: MarkReason::Common {
                    documents: having[having.len() / 2],
                },
            })
        })
        .collect()
}

impl Record for Common {
    const SIZE: usize = 20;

    fn write(self, bytes: &mut Vec<u8>) {
        for number in [self.document, self.token, self.start, self.end, self.having] {
            bytes.extend(number.to_le_bytes());
        }
    }

    fn read(bytes: &[u8]) -> Self {
        let mut bytes = Reader(bytes);
        Self {
            document: bytes.number(),
            token: bytes.number(),
            start: bytes.number(),
            end: bytes.number(),
            having: bytes.number(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn place(token: u32, having: u32) -> Common {
        Common {
            document: 3,
            token,
            start: 2 * token,
            end: 2 * token + 16,
            having,
        }
    }

    #[test]
    fn near_places_are_one_run_and_short_runs_are_none() {
        let mut places = vec![
            place(40, 9),
            place(10, 7),
            place(24, 8),
            // A phrase.
            place(100, 50),
            place(105, 50),
        ];
        assert_eq!(
            marks(&mut places),
            [(
                3,
                vec![Mark {
                    start: 20,
                    end: 96,
                    reason: MarkReason::Common { documents: 8 }
                }]
            )]
        );
    }
}
