//! Keys of a document's measured values. An index over many documents uses them to find documents that may share
//! values.

use crate::leads::shapes;
use crate::rarity::Rarity;
use crate::readings::Readings;
use crate::signals::Signals;
use chachong_weight::Key;
use std::collections::HashSet;
use twox_hash::XxHash3_64;

/// Maximum number of values of a document that have keys; of more, those with the most digits.
const MOST_VALUES: usize = 600;
/// Maximum number of shapes of series of a document that have keys.
const MOST_SHAPES: usize = 600;
/// Fewest digits of a value with a key: of three digits every library has them all.
const LEAST_DIGITS: u8 = 3;

impl Readings {
    /// Returns the keys of a document in text order, each hash once, at most a few thousand. They are made of the
    /// digits of its values (0.4937 V and 493.7 mV have the same key) and of ratios within a column or row of a table,
    /// which stay the same under a factor or an offset. Values with fewer than three digits, constants of nature,
    /// powers of two, and values that follow a rule, such as equal steps, have no key. Of more than 600 values, those
    /// with the most digits have keys. The key of a series begins where its first value does.
    #[must_use]
    pub fn keys(&self) -> Vec<Key> {
        let signals = Signals::of(self, &Rarity::of(&[], &[], &[]));
        let start = |signal: u32| {
            self.readings[signals.all[signal as usize].reading as usize]
                .span
                .start
        };
        let mut keys = Vec::new();
        let mut seen = HashSet::new();
        for least in LEAST_DIGITS.. {
            let telling = || (signals.all.iter()).filter(|signal| signal.digits >= least);
            if telling().count() > MOST_VALUES && least < 6 {
                continue;
            }
            keys.extend(telling().take(MOST_VALUES).filter_map(|signal| {
                let hash = XxHash3_64::oneshot_with_seed(VALUE, &signal.key.to_le_bytes());
                let start = self.readings[signal.reading as usize].span.start;
                seen.insert(hash).then_some(Key {
                    start,
                    hash,
                    is_stored: true,
                })
            }));
            break;
        }
        let values = keys.len();
        keys.extend(shapes(&signals, false).into_iter().filter_map(|shape| {
            let hash = XxHash3_64::oneshot_with_seed(SHAPE, &shape.hash.to_le_bytes());
            seen.insert(hash).then_some(Key {
                start: start(shape.first),
                hash,
                is_stored: shape.is_own,
            })
        }));
        if let Some((last, _)) = (keys.iter().enumerate().skip(values))
            .filter(|(_, key)| key.is_stored)
            .nth(MOST_SHAPES)
        {
            keys.truncate(last);
        }
        keys.sort_unstable();
        keys
    }
}

/// Seeds that keep the hashes of values and of shapes apart.
const VALUE: u64 = 1;
const SHAPE: u64 = 2;

#[cfg(test)]
mod tests {
    use super::{MOST_SHAPES, MOST_VALUES};
    use crate::Readings;
    use std::collections::HashSet;

    fn table(values: &[f64]) -> Readings {
        let rows: Vec<String> = (values.iter().enumerate())
            .map(|(row, value)| format!("{}\t{value:.3}", row + 1))
            .collect();
        Readings::of(&format!("No.\tU/V\n{}\n", rows.join("\n")), &[])
    }

    /// Number of the keys that are stored of one document and looked up of the other.
    fn in_common(stored: &Readings, asked: &Readings) -> usize {
        let there: HashSet<u64> = (stored.keys().iter())
            .filter(|key| key.is_stored)
            .map(|key| key.hash)
            .collect();
        let asked: HashSet<u64> = asked.keys().iter().map(|key| key.hash).collect();
        there.intersection(&asked).count()
    }

    const VALUES: [f64; 8] = [4.937, 9.912, 15.038, 19.961, 25.207, 29.817, 35.144, 39.602];

    #[test]
    fn equal_values_have_equal_keys_in_other_units_too() {
        let (volts, millivolts) = (table(&VALUES), table(&VALUES.map(|value| value * 1000.0)));
        assert!(in_common(&volts, &volts) >= 16, "values and shapes");
        assert!(in_common(&volts, &millivolts) >= 8);
        assert_eq!(in_common(&volts, &table(&VALUES.map(|v| v * v + 1.7))), 0);
    }

    #[test]
    fn a_factor_and_an_offset_leave_the_shapes() {
        let own = table(&VALUES);
        assert!(in_common(&own, &table(&VALUES.map(|value| value * 2.54))) >= 4);
        assert!(in_common(&own, &table(&VALUES.map(|value| value + 3.117))) >= 4);
    }

    #[test]
    fn constants_and_short_numbers_have_no_keys_and_the_number_is_bounded() {
        assert!(table(&[]).keys().is_empty());
        assert!(
            Readings::of("g = 9.81 m/s², T = 2.5 s", &[])
                .keys()
                .is_empty()
        );
        let many: Vec<f64> = (0..5_000u32)
            .map(|at| f64::from(at.wrapping_mul(2_654_435_761) >> 8) / 1000.0)
            .collect();
        let keys = table(&many).keys();
        let stored = keys.iter().filter(|key| key.is_stored).count();
        assert!(
            stored > 600 && stored <= MOST_VALUES + MOST_SHAPES,
            "{stored}"
        );
        assert!(keys.is_sorted());
    }
}
