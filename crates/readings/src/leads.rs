//! Which pairs of documents are worth a look: inverted indexes of values, and of the shapes of columns and rows.

use crate::in_order::worth;
use crate::signals::{Signal, Signals};
use rayon::prelude::*;
use std::collections::{BTreeSet, HashMap};
use twox_hash::XxHash3_64;

/// Fewest equal values of a pair that is looked at.
const LEAST_EQUAL: u32 = 3;
/// Fewest nats of equal values.
const LEAST_WORTH: f64 = 6.0;
/// A shape that more series have is no lead.
const MOST_OF_A_SHAPE: usize = 200;

/// Pairs of documents `(a, b)`, `a < b`, that share more values than chance lets most pairs share. Ascending.
pub(crate) fn by_values(documents: &[Signals]) -> Vec<(u32, u32)> {
    let mut index: HashMap<u64, Vec<(u32, f64)>> = HashMap::new();
    for (document, signals) in documents.iter().enumerate() {
        let mut values: HashMap<u64, f64> = HashMap::new();
        for signal in &signals.signals {
            values.insert(signal.key, worth(signal.chance));
        }
        for (key, worth) in values {
            index.entry(key).or_default().push((document as u32, worth));
        }
    }
    for holders in index.values_mut() {
        holders.sort_unstable_by_key(|(document, _)| *document);
    }
    (0..documents.len())
        .into_par_iter()
        .flat_map_iter(|a| {
            let keys: BTreeSet<u64> = documents[a]
                .signals
                .iter()
                .map(|signal| signal.key)
                .collect();
            let mut sums = vec![(0.0, 0u32); documents.len() - a];
            for key in keys {
                let holders = &index[&key];
                let from = holders.partition_point(|(document, _)| *document as usize <= a);
                for (document, worth) in &holders[from..] {
                    let sum = &mut sums[*document as usize - a];
                    *sum = (sum.0 + worth, sum.1 + 1);
                }
            }
            let usual = usual(&sums);
            let above = move |(sum, equal): &(f64, u32)| {
                *equal >= LEAST_EQUAL && *sum >= LEAST_WORTH && *sum >= usual
            };
            sums.into_iter()
                .enumerate()
                .filter(move |(_, sum)| above(sum))
                .map(move |(b, _)| (a as u32, (a + b) as u32))
        })
        .collect()
}

/// A sum that most strangers of a document stay below; 0 for a few documents, which are all looked at.
fn usual(sums: &[(f64, u32)]) -> f64 {
    if sums.len() < 200 {
        return 0.0;
    }
    let mut sorted: Vec<f64> = sums.iter().map(|(sum, _)| *sum).collect();
    sorted.sort_unstable_by(f64::total_cmp);
    sorted[sorted.len() * 19 / 20]
}

/// More documents have too many columns that are alike to three digits.
const MOST_FOR_WIDE: usize = 200;

/// Two series of two documents whose readings have equal differences or ratios somewhere.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct Lead {
    pub(crate) a: u32,
    pub(crate) b: u32,
    pub(crate) kind: Kind,
    pub(crate) series_a: u32,
    pub(crate) series_b: u32,
    /// Signals that correspond.
    pub(crate) at_a: u32,
    pub(crate) at_b: u32,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(crate) enum Kind {
    Factor,
    Offset,
}

/// Pairs of series with the same two differences or ratios in a row, one changed reading between them at most. Ascending; a
/// pair of series and kind stands there at most a few times.
pub(crate) fn by_shapes(documents: &[Signals]) -> Vec<Lead> {
    let mut index: HashMap<(Kind, u64), Vec<(u32, u32, u32)>> = HashMap::new();
    let mut leads = Vec::new();
    for (document, signals) in documents.iter().enumerate() {
        let mut own: Vec<((Kind, u64), (u32, u32, u32))> = Vec::new();
        for (number, series) in signals.series.iter().enumerate() {
            for [x, y, z] in triples(series) {
                let three = [x, y, z].map(|at| signals.signals[at as usize]);
                if three.iter().any(|signal| signal.digits < 3) {
                    continue;
                }
                let place = (document as u32, number as u32, x);
                for (kind, shapes) in [
                    (Kind::Offset, offset_shapes(&three)),
                    (
                        Kind::Factor,
                        factor_shapes(&three, documents.len() <= MOST_FOR_WIDE),
                    ),
                ] {
                    for (nth, shape) in shapes.iter().enumerate() {
                        if let Some(holders) = index
                            .get(&(kind, *shape))
                            .filter(|holders| holders.len() <= MOST_OF_A_SHAPE)
                        {
                            leads.extend(holders.iter().map(|(a, series_a, at_a)| Lead {
                                a: *a,
                                b: document as u32,
                                kind,
                                series_a: *series_a,
                                series_b: number as u32,
                                at_a: *at_a,
                                at_b: x,
                            }));
                        }
                        if nth % 4 == 0 {
                            own.push(((kind, *shape), place));
                        }
                    }
                }
            }
        }
        for (shape, place) in own {
            index.entry(shape).or_default().push(place);
        }
    }
    leads.par_sort_unstable();
    leads.dedup();
    leads
}

/// Three signals in a row, and three of four with one of the inner two left out.
fn triples(series: &[u32]) -> impl Iterator<Item = [u32; 3]> + '_ {
    let near = series.windows(3).map(|w| [w[0], w[1], w[2]]);
    near.chain(
        series
            .windows(4)
            .flat_map(|w| [[w[0], w[1], w[3]], [w[0], w[2], w[3]]]),
    )
}

/// The differences in billionths of the coarsest unit's decade, exactly: both columns must have the same.
fn offset_shapes(three: &[Signal; 3]) -> Vec<u64> {
    let unit = three.iter().map(|signal| signal.unit).fold(0.0, f64::max);
    let steps = |x: f64| (x / unit).round();
    let (first, second) = (
        steps(three[1].value - three[0].value),
        steps(three[2].value - three[1].value),
    );
    // Small differences are alike among strangers.
    if first.abs() < 3.0 && second.abs() < 3.0 {
        return Vec::new();
    }
    vec![hash(&[first, second, unit.log10().round()])]
}

/// The two ratios in bins as wide as the digits allow, its own bins first and then those beside them.
fn factor_shapes(three: &[Signal; 3], also_wide: bool) -> Vec<u64> {
    let fewest = three.iter().map(|signal| signal.digits).min().unwrap_or(0);
    let [first, second] = [
        three[1].value / three[0].value,
        three[2].value / three[1].value,
    ]
    .map(|ratio| ratio.abs().ln());
    if !first.is_finite() || !second.is_finite() {
        return Vec::new();
    }
    // Of four digits in narrow bins, and in wide ones too, where a copy with fewer digits is.
    let widths: &[f64] = match fewest {
        0..=3 => &[0.01],
        _ if also_wide => &[0.002, 0.01],
        _ => &[0.002],
    };
    widths
        .iter()
        .flat_map(|width| {
            let beside = |x: f64| {
                let bin = (x / width).floor();
                [
                    bin,
                    if x / width - bin < 0.5 {
                        bin - 1.0
                    } else {
                        bin + 1.0
                    },
                ]
            };
            let (first, second) = (beside(first), beside(second));
            [(0, 0), (0, 1), (1, 0), (1, 1)]
                .into_iter()
                .map(move |(x, y)| hash(&[first[x], second[y], *width]))
        })
        .collect()
}

fn hash(numbers: &[f64]) -> u64 {
    let mut bytes = Vec::with_capacity(numbers.len() * 8);
    for number in numbers {
        // -0 and 0 are one number.
        bytes.extend((number + 0.0).to_bits().to_le_bytes());
    }
    XxHash3_64::oneshot(&bytes)
}
