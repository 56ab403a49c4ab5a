//! One document's readings with what each is worth, and its series: the columns and rows of its tables.

use crate::rarity::{Rarity, density, figures, key};
use crate::readings::Readings;
use std::collections::BTreeMap;

/// A reading that two documents may share.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Signal {
    /// Which of the document's readings.
    pub(crate) reading: u32,
    pub(crate) key: u64,
    pub(crate) value: f64,
    /// One in the last place.
    pub(crate) unit: f64,
    pub(crate) digits: u8,
    /// The digits that count, as one whole number.
    pub(crate) figures: i64,
    /// The chance that a stranger has it, below 1.
    pub(crate) chance: f64,
}

/// A document's signals in the order of its text.
pub(crate) struct Signals {
    /// In the order of the text.
    pub(crate) all: Vec<Signal>,
    /// Columns and rows with three signals and more, as indexes into `all`.
    pub(crate) series: Vec<Vec<u32>>,
    /// Figures of all signals, each once, ascending, by how many digits count.
    figures: Vec<Vec<i64>>,
}

impl Signals {
    pub(crate) fn of(document: &Readings, rarity: &Rarity) -> Self {
        let lines = lines_of(document);
        let steps = steps(document, &lines);
        let mut signals = Vec::new();
        let mut place_of = vec![None; document.readings.len()];
        for (index, reading) in document.readings.iter().enumerate() {
            let chance = rarity.chance(reading);
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
            .filter(|series| series.len() >= 3)
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

    /// The chance that one of its signals equals one of `other` in some place. Long tables of percentages hold every other
    /// number of their range, whatever the class does.
    pub(crate) fn chance(&self, index: u32, other: &Self, index_in_other: u32) -> f64 {
        let (signal, equal) = (self.all[index as usize], other.all[index_in_other as usize]);
        signal
            .chance
            .max(equal.chance)
            .max(other.density(&signal))
            .max(self.density(&equal))
            .min(1.0)
    }

    /// How densely its figures fill the neighbourhood of a signal.
    pub(crate) fn density(&self, signal: &Signal) -> f64 {
        density(
            &self.figures[usize::from(signal.digits).min(15)],
            signal.figures,
        )
    }
}

/// The readings of each column and each row of the tables.
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

/// Which readings were set, not measured: three in a row or column at equal distances.
fn steps(document: &Readings, lines: &[Vec<u32>]) -> Vec<bool> {
    let mut steps = vec![false; document.readings.len()];
    for three in lines.iter().flat_map(|line| line.windows(3)) {
        let [a, b, c] =
            [three[0], three[1], three[2]].map(|index| document.readings[index as usize].value);
        let Some(first) = b.minus(a) else { continue };
        if c.minus(b) == Some(first) {
            for index in three {
                steps[*index as usize] = true;
            }
        }
    }
    steps
}
