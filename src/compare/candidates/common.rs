//! Runs of common text in each document, joined from the places of shingles that many documents have. Works without
//! forming pairs, because a template in 1,000 documents would make 500,000 of them.

use super::sketch::LONG_TOKENS;
use super::spill::{PARTITIONS, Reader, Record};
use crate::text::{Mark, MarkReason};

/// Place of a long shingle of one document that many documents have.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Common {
    pub document: u32,
    /// Index of the shingle's first token among the document's.
    pub token: u32,
    /// Offsets of the shingle's first character and after its last one in the original text, in characters.
    pub start: u32,
    pub end: u32,
    /// Number of documents that have the shingle.
    pub having: u32,
}

/// Minimum number of tokens of a run; a shorter one is a phrase that many people use.
const LEAST_TOKENS: u32 = 20;
/// Maximum number of tokens that are not common within a run: a name, a date or a number that each person fills in,
/// and the shingles across it.
const GAP: u32 = 8;

impl Common {
    /// Returns the partition of the place, by its document.
    pub fn partition(&self) -> usize {
        self.document as usize % PARTITIONS
    }
}

/// Returns each document's marks of common text, sorted by document. Sorts the places.
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
                // Median: the ends of a run and its gaps say little.
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
            // Too short: a phrase.
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
