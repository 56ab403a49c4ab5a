//! Measured values of one document with the evidence that each carries, and its series: the columns and rows of its
//! tables.

use crate::decimal::Decimal;
use crate::rarity::{Rarity, density, figures, key};
use crate::readings::Readings;
use std::collections::BTreeMap;

/// Fewest readings of a series: fewer have a factor or an offset in common by chance.
const LEAST_SERIES: usize = 4;

/// Measured value that two documents may share.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Signal {
    /// Index of the value in the document's readings.
    pub(crate) reading: u32,
    pub(crate) key: u64,
    pub(crate) value: f64,
    /// Value of one unit in the last place.
    pub(crate) unit: f64,
    pub(crate) digits: u8,
    /// Significant digits as one whole number.
    pub(crate) figures: i64,
    /// Probability that an unrelated document has the value anywhere, below 1.
    pub(crate) chance: f64,
    /// Probability that an unrelated document has the value at the same position, judged by its digits and by the
    /// number of documents that have it.
    pub(crate) rare: f64,
}

/// Signals of a document.
pub(crate) struct Signals {
    /// All signals, in text order.
    pub(crate) all: Vec<Signal>,
    /// Columns and rows with at least four signals, as indexes into `all`.
    pub(crate) series: Vec<Vec<u32>>,
    /// Figures of all signals, each once, ascending, grouped by the number of significant digits.
    figures: Vec<Vec<i64>>,
}

impl Signals {
    pub(crate) fn of(document: &Readings, rarity: &Rarity) -> Self {
        let lines = lines_of(document);
        let steps = steps(document, &lines);
        let mut signals = Vec::new();
        let mut place_of = vec![None; document.readings.len()];
        for (index, reading) in document.readings.iter().enumerate() {
            let (rare, chance) = rarity.chances(reading);
            if chance < 1.0 && !steps[index] {
                place_of[index] = Some(signals.len() as u32);
                signals.push(Signal {
                    reading: index as u32,
                    key: key(reading),
                    value: reading.value.to_f64(),
                    unit: reading.value.unit_in_last_place(),
                    digits: reading.digits,
                    figures: figures(reading),
                    chance,
                    rare,
                });
            }
        }
        let series = lines
            .into_iter()
            .map(|line| {
                line.into_iter()
                    .filter_map(|reading| place_of[reading as usize])
                    .collect::<Vec<_>>()
            })
            .filter(|series| series.len() >= LEAST_SERIES)
            .collect();
        let mut figures = vec![Vec::new(); 16];
        for signal in &signals {
            figures[usize::from(signal.digits).min(15)].push(signal.figures);
        }
        for figures in &mut figures {
            figures.sort_unstable();
            figures.dedup();
        }
        Self {
            all: signals,
            series,
            figures,
        }
    }

    /// Returns the probability that one of this document's signals equals one of `other` at some position. Long tables
    /// of percentages contain every other number of their range, whatever the class does.
    pub(crate) fn chance(&self, index: u32, other: &Self, index_in_other: u32) -> f64 {
        let (signal, equal) = (self.all[index as usize], other.all[index_in_other as usize]);
        signal
            .chance
            .max(equal.chance)
            .max(other.density(&signal))
            .max(self.density(&equal))
            .min(1.0)
    }

    /// Returns how densely the document's figures fill the neighbourhood of a signal.
    pub(crate) fn density(&self, signal: &Signal) -> f64 {
        density(
            &self.figures[usize::from(signal.digits).min(15)],
            signal.figures,
        )
    }
}

/// Returns the readings of each column and each row of the tables, as indexes; only those with at least three readings.
fn lines_of(document: &Readings) -> Vec<Vec<u32>> {
    let mut columns: BTreeMap<(u32, u32), Vec<u32>> = BTreeMap::new();
    let mut rows: BTreeMap<(u32, u32), Vec<u32>> = BTreeMap::new();
    for (index, reading) in document.readings.iter().enumerate() {
        if let Some(place) = reading.place {
            columns
                .entry((place.table, place.column))
                .or_default()
                .push(index as u32);
            rows.entry((place.table, place.row))
                .or_default()
                .push(index as u32);
        }
    }
    columns
        .into_values()
        .chain(rows.into_values())
        .filter(|line| line.len() >= 3)
        .collect()
}

/// Which readings were set or computed, not measured: those at equal distances, and those on a smooth curve, whose
/// differences of differences vanish but for rounding.
fn steps(document: &Readings, lines: &[Vec<u32>]) -> Vec<bool> {
    let mut steps = vec![false; document.readings.len()];
    for line in lines {
        let values: Vec<Decimal> = line
            .iter()
            .map(|index| document.readings[*index as usize].value)
            .collect();
        for (first, length) in smooth_runs(&values) {
            for index in &line[first..first + length] {
                steps[*index as usize] = true;
            }
        }
    }
    steps
}

/// Runs of `values` that say nothing, as first and length: equal steps, polynomials of second degree, powers.
fn smooth_runs(values: &[Decimal]) -> Vec<(usize, usize)> {
    let equal_steps = |three: &[Decimal]| {
        let first = three[1].minus(three[0]);
        first.is_some() && first == three[2].minus(three[1])
    };
    let number = |decimal: &Decimal| decimal.to_f64();
    // Each of the four is rounded by half a unit, the inner ones count threefold.
    let quadratic = |four: &[Decimal]| {
        let unit = four
            .iter()
            .map(|value| value.unit_in_last_place())
            .fold(0.0, f64::max);
        let third =
            number(&four[3]) - 3.0 * number(&four[2]) + 3.0 * number(&four[1]) - number(&four[0]);
        third.abs() <= 4.01 * unit
    };
    let geometric = |three: &[Decimal]| {
        let rounding = three
            .iter()
            .map(|value| value.unit_in_last_place() / number(value).abs())
            .fold(0.0, f64::max);
        let logs = [0, 1, 2].map(|at| number(&three[at]).abs().ln());
        (logs[2] - 2.0 * logs[1] + logs[0]).abs() <= 2.0 * rounding
    };
    let mut runs: Vec<(usize, usize)> = values
        .windows(3)
        .enumerate()
        .filter(|(_, three)| equal_steps(three))
        .map(|(at, _)| (at, 3))
        .collect();
    // Once is chance; two in a row are not.
    runs.extend(
        values
            .windows(5)
            .enumerate()
            .filter(|(_, five)| quadratic(&five[..4]) && quadratic(&five[1..]))
            .map(|(at, _)| (at, 5)),
    );
    runs.extend(
        values
            .windows(4)
            .enumerate()
            .filter(|(_, four)| geometric(&four[..3]) && geometric(&four[1..]))
            .map(|(at, _)| (at, 4)),
    );
    runs
}

#[cfg(test)]
mod tests {
    use super::smooth_runs;
    use crate::Decimal;

    fn covers(values: &[i64]) -> usize {
        let values: Vec<Decimal> = values
            .iter()
            .map(|value| Decimal {
                coefficient: *value,
                exponent: -2,
            })
            .collect();
        let mut covered = vec![false; values.len()];
        for (first, length) in smooth_runs(&values) {
            covered[first..first + length].fill(true);
        }
        covered.into_iter().filter(|covered| *covered).count()
    }

    #[test]
    fn tells_what_was_set_or_computed_from_what_was_measured() {
        assert_eq!(covers(&[150, 200, 250, 300]), 4);
        // 9.81 t²/2 and 3 · 1.5^n, rounded.
        assert_eq!(covers(&[491, 1962, 4415, 7848, 12263, 17658]), 6);
        assert_eq!(covers(&[300, 450, 675, 1013, 1519, 2278]), 6);
        assert_eq!(covers(&[4937, 9912, 15038, 19961, 25207, 29810]), 0);
    }
}
