//! The distances of many fingerprints to many others, every cell. Knows nothing of documents or pictures.
//!
//! A machine of the x86-64 base line counts no bits in hardware, and calling code for a better one needs `unsafe`. So the
//! bits are counted for many columns at once, in bytes, which every machine has vector instructions for: the eight bytes
//! of a difference are added by carry-save adders into four (worth 1, 2, 4 and 8 a bit), and only these are counted.

use rayon::prelude::*;

use crate::simhash::Fingerprint;

const BYTES: usize = size_of::<u64>();
/// Columns that are done at once: their bytes and the intermediate results stay in registers or the first cache.
const LANES: usize = 64;

type Lanes = [u8; LANES];

/// Every distance (0..=64) of `fingerprints` to each other: row by row, N x N bytes. On all cores.
#[must_use]
pub fn distance_matrix(fingerprints: &[Fingerprint]) -> Vec<u8> {
    let mut cells = vec![0; fingerprints.len() * fingerprints.len()];
    distances_into(fingerprints, fingerprints, &mut cells);
    cells
}

/// Writes the distance (0..=64) of every one of `rows` to every one of `columns` into `cells`, row by row. On all cores.
/// `cells` has a place for each; in a shorter one the last rows are cut off.
pub fn distances_into(rows: &[Fingerprint], columns: &[Fingerprint], cells: &mut [u8]) {
    let planes: Vec<[Lanes; BYTES]> = columns.chunks(LANES).map(byte_planes).collect();
    cells
        .par_chunks_mut(columns.len().max(1))
        .zip(rows)
        .for_each(|(line, row)| {
            for (cells, planes) in line.chunks_mut(LANES).zip(&planes) {
                let distances = distances(row.0.to_le_bytes(), planes);
                cells.copy_from_slice(&distances[..cells.len()]);
            }
        });
}

/// Byte i of each fingerprint in plane i; places without a fingerprint are 0.
fn byte_planes(fingerprints: &[Fingerprint]) -> [Lanes; BYTES] {
    let mut planes = [[0; LANES]; BYTES];
    for (lane, fingerprint) in fingerprints.iter().enumerate() {
        for (plane, byte) in planes.iter_mut().zip(fingerprint.0.to_le_bytes()) {
            plane[lane] = byte;
        }
    }
    planes
}

/// The distance of `row` to each lane.
fn distances(row: [u8; BYTES], planes: &[Lanes; BYTES]) -> Lanes {
    let mut distances = [0; LANES];
    for (lane, distance) in distances.iter_mut().enumerate() {
        let [a, b, c, d, e, f, g, h]: [u8; BYTES] =
            std::array::from_fn(|byte| planes[byte][lane] ^ row[byte]);
        let (ones, twos_a) = add(a, b, c);
        let (ones, twos_b) = add(ones, d, e);
        let (ones, twos_c) = add(ones, f, g);
        let (twos, fours_a) = add(twos_a, twos_b, twos_c);
        let (ones, twos_d) = (ones ^ h, ones & h);
        let (twos, fours_b) = (twos ^ twos_d, twos & twos_d);
        let (fours, eights) = (fours_a ^ fours_b, fours_a & fours_b);
        *distance = weighed_bits(ones, twos, fours, eights);
    }
    distances
}

/// A full adder for each bit: sum and carry.
fn add(a: u8, b: u8, c: u8) -> (u8, u8) {
    let half = a ^ b;
    (half ^ c, a & b | half & c)
}

/// The number of bits in the four, worth 1, 2, 4 and 8 each: at most 64.
fn weighed_bits(ones: u8, twos: u8, fours: u8, eights: u8) -> u8 {
    // Each bit of a byte has its own column; a column's four bits are a number of 0..=8. Two columns of one place are
    // brought side by side in nibbles: ones and twos as numbers of 2 bits, fours and eights likewise.
    fn nibbles(low: u8, high: u8) -> u8 {
        // In every pair of columns: the even and the odd one, as numbers 0..=3, added: 0..=6 in nibbles.
        let even = low & 0x55 | (high & 0x55) << 1;
        let odd = (low >> 1) & 0x55 | high & 0xaa;
        (even & 0x33) + ((even >> 2) & 0x33) + (odd & 0x33) + ((odd >> 2) & 0x33)
    }
    // 0..=12 in nibbles each.
    let small = nibbles(ones, twos);
    let large = nibbles(fours, eights);
    let sum = |n: u8| (n & 0x0f) + (n >> 4);
    sum(small) + 4 * sum(large)
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn fingerprints(most: usize) -> impl Strategy<Value = Vec<Fingerprint>> {
        let value = prop_oneof![
            any::<u64>(),
            Just(0),
            Just(u64::MAX),
            (0_u32..64).prop_map(|i| 1 << i)
        ];
        prop::collection::vec(value.prop_map(Fingerprint), 0..most)
    }

    proptest! {
        #[test]
        fn every_cell_is_the_hamming_distance(rows in fingerprints(9), columns in fingerprints(150)) {
            let mut cells = vec![99; rows.len() * columns.len()];
            distances_into(&rows, &columns, &mut cells);
            let expected: Vec<u8> = rows
                .iter()
                .flat_map(|row| columns.iter().map(|column| row.distance(*column) as u8))
                .collect();
            prop_assert_eq!(cells, expected);
            prop_assert_eq!(distance_matrix(&columns).len(), columns.len() * columns.len());
        }
    }
}
