//! Codes of windows: vectors of 512 numbers compressed to 160 bytes.

use std::sync::LazyLock;

use fearless_simd::{Level, dispatch};
use twox_hash::XxHash3_64;

use super::encoder::DIMENSIONS;
use super::windows::Language;

/// Number of numbers of a code.
pub(super) const NUMBERS: usize = 128;
/// Number of words of 64 bits of a signature.
pub(super) const WORDS: usize = 4;
/// Factor from a component of a unit vector to the stored whole number. Components beyond ±1/2 are rare and are stored
/// as ±127.
const FACTOR: f32 = 254.0;
/// First bytes of the projection, which `projection.bin` holds.
const MAGIC: &[u8; 4] = b"CCPJ";
/// Version of the projection's form.
const FORM: u32 = 1;
/// Number of bytes before the first centre: magic, version, two lengths, seed.
const HEAD: usize = 24;

/// Compressed vector of a window (short run of sentences): 512 numbers reduced to 160 bytes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Code {
    /// Projected vector, each number from -127 to 127. Only its direction matters, not its length.
    pub numbers: [i8; NUMBERS],
    /// One bit for each of 256 planes through the origin: 1 if the vector lies on the positive side of the plane.
    pub signature: [u64; WORDS],
}

impl Code {
    /// Makes the code that has these numbers.
    pub(super) fn of_numbers(numbers: [i8; NUMBERS], planes: &Planes) -> Self {
        let signature = planes.signature(&numbers);
        Self { numbers, signature }
    }

    /// Returns the cosine of the two codes, from -1 to 1; 0 if all numbers of one of them are 0.
    #[must_use]
    pub fn cosine(&self, other: &Self) -> f32 {
        dot(&self.numbers, &other.numbers) as f32 * scale(&self.numbers) * scale(&other.numbers)
    }
}

/// Dot product of the numbers of two codes.
#[expect(
    clippy::inline_always,
    reason = "only what is inlined is compiled for the processor at hand"
)]
#[inline(always)]
pub(super) fn dot(a: &[i8; NUMBERS], b: &[i8; NUMBERS]) -> i32 {
    a.iter()
        .zip(b)
        .map(|(&a, &b)| i32::from(i16::from(a) * i16::from(b)))
        .sum()
}

/// One over the length of the numbers; 0 if all are 0.
pub(super) fn scale(numbers: &[i8; NUMBERS]) -> f32 {
    let square = dot(numbers, numbers);
    if square == 0 {
        0.0
    } else {
        (square as f32).sqrt().recip()
    }
}

/// Planes through the origin whose sides make a signature. Their entries are 1 and -1.
#[derive(Clone, Debug)]
pub(super) struct Planes(Vec<[i8; NUMBERS]>);

impl Planes {
    /// Makes the planes from the outputs of `SplitMix64`, a bit for each entry.
    pub(super) fn new(seed: u64) -> Self {
        let mut state = seed;
        let mut next = || {
            state = state.wrapping_add(0x9E37_79B9_7F4A_7C15);
            let mut z = state;
            z = (z ^ (z >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
            z = (z ^ (z >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
            z ^ (z >> 31)
        };
        let plane = |_| {
            let words = [next(), next()];
            std::array::from_fn(|j| {
                let is_set = words[j / 64] >> (j % 64) & 1 == 1;
                if is_set { 1 } else { -1 }
            })
        };
        Self((0..64 * WORDS).map(plane).collect())
    }

    pub(super) fn signature(&self, numbers: &[i8; NUMBERS]) -> [u64; WORDS] {
        let mut signature = [0; WORDS];
        dispatch!(Level::new(), _simd => sides(&self.0, numbers, &mut signature));
        signature
    }
}

#[expect(
    clippy::inline_always,
    reason = "only what is inlined is compiled for the processor at hand"
)]
#[inline(always)]
fn sides(planes: &[[i8; NUMBERS]], numbers: &[i8; NUMBERS], signature: &mut [u64; WORDS]) {
    for (at, plane) in planes.iter().enumerate() {
        signature[at / 64] |= u64::from(dot(plane, numbers) > 0) << (at % 64);
    }
}

/// Linear projection that compresses the 512 numbers of a vector to a [`Code`].
#[derive(Clone, Debug)]
pub struct Projection {
    /// Mean vector of each language.
    centres: [Vec<f32>; 2],
    /// Rows of the matrix, one for each number of a code.
    rows: Vec<Vec<f32>>,
    planes: Planes,
    /// Hash of the whole projection.
    version: u64,
}

impl Projection {
    /// Returns the projection that is built into the program.
    #[must_use]
    pub fn bundled() -> &'static Self {
        static BUNDLED: LazyLock<Projection> = LazyLock::new(|| {
            let bytes = include_bytes!("../../../assets/semantics/projection.bin");
            #[expect(
                clippy::expect_used,
                reason = "the bytes are part of the program, and a test reads them"
            )]
            Projection::read(bytes).expect("the bundled projection is whole")
        });
        &BUNDLED
    }

    /// Reads a projection: magic, version, lengths and seed, then two centres and the matrix as 32-bit floats, all little-endian. `None`
    /// if the bytes have another form or if a float is not finite.
    #[must_use]
    pub fn read(bytes: &[u8]) -> Option<Self> {
        let (head, numbers) = bytes.split_at_checked(HEAD)?;
        let word = |at: usize| Some(u32::from_le_bytes(*head.get(at..)?.first_chunk()?));
        let shape = [word(4)?, word(8)?, word(12)?];
        let expected = [
            FORM,
            u32::try_from(DIMENSIONS).ok()?,
            u32::try_from(NUMBERS).ok()?,
        ];
        if !head.starts_with(MAGIC) || shape != expected {
            return None;
        }
        let seed = u64::from_le_bytes(*head.get(16..)?.first_chunk()?);
        let (floats, rest) = numbers.as_chunks::<4>();
        let floats: Vec<f32> = floats
            .iter()
            .map(|bytes| f32::from_le_bytes(*bytes))
            .collect();
        let whole = floats.len() == (2 + NUMBERS) * DIMENSIONS && rest.is_empty();
        if !whole || floats.iter().any(|number| !number.is_finite()) {
            return None;
        }
        let mut vectors = floats.chunks_exact(DIMENSIONS).map(<[f32]>::to_vec);
        let centres = [vectors.next()?, vectors.next()?];
        let version = XxHash3_64::oneshot(bytes);
        Some(Self {
            centres,
            rows: vectors.collect(),
            planes: Planes::new(seed),
            version,
        })
    }

    /// Compresses a vector of [`DIMENSIONS`] numbers to a code, relative to the mean vector of its `language`. Numbers
    /// that a shorter vector lacks are taken from that mean.
    #[must_use]
    #[expect(
        clippy::cast_possible_truncation,
        reason = "clamped to what 8 bits hold"
    )]
    pub fn code(&self, vector: &[f32], language: Language) -> Code {
        let centred: Vec<f32> = vector
            .iter()
            .zip(&self.centres[language.index()])
            .map(|(number, centre)| number - centre)
            .collect();
        let projected: Vec<f32> = self
            .rows
            .iter()
            .map(|row| row.iter().zip(&centred).map(|(a, b)| a * b).sum())
            .collect();
        let length = projected
            .iter()
            .map(|number| number * number)
            .sum::<f32>()
            .sqrt()
            .max(f32::MIN_POSITIVE);
        let whole = |number: f32| (number / length * FACTOR).round().clamp(-127.0, 127.0) as i8;
        let numbers = std::array::from_fn(|i| projected.get(i).map_or(0, |&number| whole(number)));
        Code::of_numbers(numbers, &self.planes)
    }

    pub(super) const fn planes(&self) -> &Planes {
        &self.planes
    }

    /// Returns the hash of the projection; codes of different projections cannot be compared.
    #[must_use]
    pub const fn version(&self) -> u64 {
        self.version
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_bundled_projection_is_whole_and_any_other_bytes_are_none() {
        let bytes = include_bytes!("../../../assets/semantics/projection.bin");
        assert!(Projection::read(bytes).is_some());
        assert!(Projection::read(&bytes[..bytes.len() - 1]).is_none());
        assert!(Projection::read(&bytes[..HEAD]).is_none());
        assert!(Projection::read(&[]).is_none());
        let mut other = bytes.to_vec();
        other[4] += 1;
        assert!(Projection::read(&other).is_none());
        assert_eq!(Projection::bundled().version(), XxHash3_64::oneshot(bytes));
    }

    /// Numbers without pattern, from -1 to 1.
    fn vector(seed: u32) -> Vec<f32> {
        let mut state = seed;
        (0..DIMENSIONS)
            .map(|_| {
                state = state.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
                (state >> 8) as f32 / 8_388_608.0 - 1.0
            })
            .collect()
    }

    #[test]
    fn codes_keep_the_cosine_of_projected_vectors() {
        let projection = Projection::bundled();
        let project = |vector: &[f32]| -> Vec<f32> {
            let centred = vector
                .iter()
                .zip(&projection.centres[0])
                .map(|(a, b)| a - b)
                .collect::<Vec<_>>();
            projection
                .rows
                .iter()
                .map(|row| row.iter().zip(&centred).map(|(a, b)| a * b).sum())
                .collect()
        };
        for seed in 0..50 {
            let (a, other) = (vector(seed), vector(seed + 1000));
            let share = seed as f32 / 50.0;
            let b: Vec<f32> = a
                .iter()
                .zip(&other)
                .map(|(a, b)| share * a + (1.0 - share) * b)
                .collect();
            let [x, y] = [&a, &b].map(|vector| project(vector));
            let product = |x: &[f32], y: &[f32]| x.iter().zip(y).map(|(a, b)| a * b).sum::<f32>();
            let expected = product(&x, &y) / (product(&x, &x) * product(&y, &y)).sqrt();
            let [x, y] = [&a, &b].map(|vector| projection.code(vector, Language::Chinese));
            assert!(
                (x.cosine(&y) - expected).abs() < 0.01,
                "{} {expected}",
                x.cosine(&y)
            );
            let distance: u32 = x
                .signature
                .iter()
                .zip(&y.signature)
                .map(|(a, b)| (a ^ b).count_ones())
                .sum();
            let expected = 256.0 * expected.acos() / std::f32::consts::PI;
            assert!(
                (distance as f32 - expected).abs() < 32.0,
                "{distance} {expected}"
            );
        }
    }

    #[test]
    fn a_vector_at_the_centre_has_no_direction() {
        let projection = Projection::bundled();
        let code = projection.code(&projection.centres[1].clone(), Language::Other);
        assert_eq!((code.numbers, code.cosine(&code)), ([0; NUMBERS], 0.0));
        assert_eq!(projection.code(&[], Language::Other).numbers, [0; NUMBERS]);
    }

    #[test]
    fn planes_are_those_that_other_programs_make() {
        // First output of SplitMix64 with seed 0.
        let plane = Planes::new(0).0[0];
        let first = 0xE220_A839_7B1D_CDAF_u64;
        assert!((0..64).all(|bit| (plane[bit] == 1) == (first >> bit & 1 == 1)));
    }
}
