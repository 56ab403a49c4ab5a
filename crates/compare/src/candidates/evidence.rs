//! Hits of document pairs, made from the documents that share one shingle.

use super::sketch::spread;
use super::spill::{PARTITIONS, Reader, Record};

/// Hit: one shingle that two documents share, at one place of each.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Hit {
    pub a: u32,
    pub b: u32,
    /// Positions in `a` and in `b`, as indices of stretches of [`STRETCH`] tokens.
    pub place_a: u16,
    pub place_b: u16,
    /// Some bits of the shingle's hash, to distinguish shingles at the same positions.
    pub tag: u16,
    /// Evidential weight of the shingle in 64ths of a nat; the top bit (`LONG`) is set for a long shingle.
    pub worth: u16,
}

/// Number of tokens in a stretch. A square of 2 x 2 stretches (512 tokens each way) contains whatever is within 256
/// tokens.
pub(super) const STRETCH: u32 = 256;
/// Bit of `worth` that marks a long shingle.
pub(super) const LONG: u16 = 1 << 15;

/// Maximum number of documents that have a short shingle; shingles of more documents are left to the long ones.
const SHORT_LIMIT: usize = 20;
/// Minimum number of documents that have a long shingle; in fewer it adds nothing to the short ones within it.
const LONG_FROM: usize = 9;
/// Divisor that gives the sampling rate of long shingles: one in n counts, by its hash, and counts n times. n is the
/// number of documents that have the shingle, divided by this number, rounded down and then up to a power of two; so
/// sampling begins at 64 documents.
const SAMPLED_FROM: usize = 32;
/// Maximum number of documents sharing a shingle that are all paired with each other.
const ALL_PAIRS: usize = 64;
/// Number of documents that all others are paired with beyond `ALL_PAIRS`: each document still finds what it
/// shares, and the n(n - 1) / 2 pairs of a ring of hundreds, of copies of one file or of a school's template are
/// never formed.
const REPRESENTATIVES: usize = 8;
/// Maximum number of stretches of one document that count for one shingle, so that a document that repeats a sentence
/// for ever costs no more than others.
pub(super) const PLACES: usize = 2;

/// Document that has the shingle, and the index of the shingle's first token in it.
pub(super) type Place = (u32, u32);

/// Appends the hits of one shingle, with their partitions, to `out`. `places` are sorted by document, then token;
/// `documents` is the number of documents in the folder.
pub(super) fn hits(
    hash: u64,
    long: bool,
    places: &[Place],
    documents: usize,
    out: &mut Vec<(usize, Hit)>,
) {
    let mut few: Vec<(u32, u16)> = Vec::new();
    let mut having = 0_usize;
    for same in places.chunk_by(|x, y| x.0 == y.0) {
        having += 1;
        if !long && having > SHORT_LIMIT {
            return;
        }
        let from = few.len();
        for &(document, token) in same {
            let place = u16::try_from(token / STRETCH).unwrap_or(u16::MAX);
            if few.len() == from || few.last().is_some_and(|last| last.1 != place) {
                few.push((document, place));
                if few.len() == from + PLACES {
                    break;
                }
            }
        }
    }
    if having < if long { LONG_FROM } else { 2 } {
        return;
    }
    let sample = (having / SAMPLED_FROM).max(1).next_power_of_two() as u64;
    // Low bits of the kept 32; the partition comes from other bits, so that each partition is sampled alike.
    if long && hash & (sample - 1) != 0 {
        return;
    }
    let weight = worth(having, documents, sample);
    let tag = spread(hash).to_le_bytes();
    let worth = if long { weight | LONG } else { weight };
    let first_of_all = if having > ALL_PAIRS {
        REPRESENTATIVES
    } else {
        having
    };
    let mut documents_before = 0;
    for (i, &(a, place_a)) in few.iter().enumerate() {
        documents_before += usize::from(i == 0 || few[i - 1].0 != a);
        if documents_before > first_of_all {
            break;
        }
        for &(b, place_b) in few[i + 1..].iter().filter(|other| other.0 != a) {
            out.push((
                partition(a, b),
                Hit {
                    a,
                    b,
                    place_a,
                    place_b,
                    tag: u16::from_le_bytes([tag[0], tag[1]]),
                    worth,
                },
            ));
        }
    }
}

/// Returns the logarithm of the inverse document frequency times `sample`, in 64ths of a nat. A shingle of all
/// documents is worth next to nothing, but not nothing: if it is the whole text, it adds up.
#[expect(
    clippy::cast_possible_truncation,
    clippy::cast_sign_loss,
    reason = "between 3 and 2^15 - 1 by the clamp"
)]
fn worth(having: usize, documents: usize, sample: u64) -> u16 {
    let nats = ((documents + 1) as f64 / having as f64).ln().max(0.1);
    (nats * 64.0 * sample as f64)
        .round()
        .clamp(3.0, f64::from(LONG - 1)) as u16
}

fn partition(a: u32, b: u32) -> usize {
    usize::from(spread(u64::from(a) << 32 | u64::from(b)).to_le_bytes()[0]) % PARTITIONS
}

impl Record for Hit {
    const SIZE: usize = 16;

    fn write(self, bytes: &mut Vec<u8>) {
        bytes.extend(self.a.to_le_bytes());
        bytes.extend(self.b.to_le_bytes());
        for small in [self.place_a, self.place_b, self.tag, self.worth] {
            bytes.extend(small.to_le_bytes());
        }
    }

    fn read(bytes: &[u8]) -> Self {
        let mut bytes = Reader(bytes);
        Self {
            a: bytes.number(),
            b: bytes.number(),
            place_a: bytes.small(),
            place_b: bytes.small(),
            tag: bytes.small(),
            worth: bytes.small(),
        }
    }
}
