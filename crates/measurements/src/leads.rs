//! Selection of the pairs of documents to compare, by inverted indexes of values and of the shapes of columns and rows.

use crate::in_order::worth;
use crate::signals::{Signal, Signals};
use rayon::prelude::*;
use std::collections::{BTreeSet, HashMap};
use twox_hash::XxHash3_64;

/// Fewest equal values of a pair that is looked at.
const LEAST_EQUAL: u32 = 3;
/// Fewest nats of equal values.
const LEAST_WORTH: f64 = 6.0;
/// Factor by which a pair must exceed what nine in ten strangers share with a document of a large class.
const ABOVE_USUAL: f64 = 1.5;
/// Maximum number of series with a shape that is a lead.
const MOST_OF_A_SHAPE: usize = 200;

/// Returns the pairs of documents `(a, b)`, `a < b`, that share more values than chance gives most pairs. Ascending.
pub(crate) fn by_values(documents: &[Signals]) -> Vec<(u32, u32)> {
    let mut index: HashMap<u64, Vec<(u32, f64)>> = HashMap::new();
    for (document, signals) in documents.iter().enumerate() {
        let mut values: HashMap<u64, f64> = HashMap::new();
        for signal in &signals.all {
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
            let keys: BTreeSet<u64> = documents[a].all.iter().map(|signal| signal.key).collect();
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
    sorted[sorted.len() * 9 / 10] * ABOVE_USUAL
}

/// Maximum number of documents for which wide bins are used too; more documents have too many columns that are alike to
/// three digits.
const MOST_FOR_WIDE: usize = 200;

/// Two series of two documents in which some values have equal differences or ratios.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct Lead {
    pub(crate) a: u32,
    pub(crate) b: u32,
    pub(crate) kind: Kind,
    pub(crate) series_a: u32,
    pub(crate) series_b: u32,
    /// Indexes of two corresponding signals, one in each document.
    pub(crate) at_a: u32,
    pub(crate) at_b: u32,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(crate) enum Kind {
    Factor,
    Offset,
}

/// Maximum number of leads between two series: each is tried, and any true one is enough.
const MOST_LEADS: usize = 8;

/// Where a shape stands: document, series and its first signal.
type Place = (u32, u32, u32);

/// Series with a shape.
#[derive(Default)]
struct Holders {
    /// Number of places with the shape.
    count: usize,
    /// The first [`MOST_LEADS`] places in each series.
    places: Vec<Place>,
}

impl Holders {
    fn add(&mut self, place: Place) {
        self.count += 1;
        let last = self.places.len().checked_sub(MOST_LEADS);
        let is_full = last.is_some_and(|at| {
            let (document, series, _) = self.places[at];
            (document, series) == (place.0, place.1)
        });
        if !is_full {
            self.places.push(place);
        }
    }
}

/// Returns the pairs of series with the same two consecutive differences or ratios, with at most one changed value
/// between them. Ascending; each pair of series and kind occurs at most a few times.
pub(crate) fn by_shapes(documents: &[Signals]) -> Vec<Lead> {
    let also_wide = documents.len() <= MOST_FOR_WIDE;
    let shapes: Vec<Vec<Shape>> = documents
        .par_iter()
        .map(|signals| shapes(signals, also_wide))
        .collect();
    let mut index: HashMap<(Kind, u64), Holders> = HashMap::new();
    for (document, shapes) in shapes.iter().enumerate() {
        for shape in shapes.iter().filter(|shape| shape.is_own) {
            let place = (document as u32, shape.series, shape.first);
            (index.entry((shape.kind, shape.hash)).or_default()).add(place);
        }
    }
    let mut leads: Vec<Lead> = shapes
        .par_iter()
        .enumerate()
        .flat_map_iter(|(b, shapes)| {
            let index = &index;
            let of_series = shapes.chunk_by(|x, y| x.series == y.series);
            of_series.flat_map(move |shapes| leads_to(b as u32, shapes, index))
        })
        .collect();
    leads.par_sort_unstable();
    leads
}

/// Returns the leads from earlier documents to one series of document `b`, which has these shapes: the first [`MOST_LEADS`] of each
/// series and kind.
fn leads_to(b: u32, shapes: &[Shape], index: &HashMap<(Kind, u64), Holders>) -> Vec<Lead> {
    let mut leads: Vec<Lead> = (shapes.iter())
        .flat_map(|shape| {
            let holders = index.get(&(shape.kind, shape.hash));
            let holders = holders.filter(|holders| holders.count <= MOST_OF_A_SHAPE);
            let places = holders.map_or(&[][..], |holders| &holders.places);
            let earlier = places.iter().take_while(|(a, ..)| *a < b);
            earlier.map(|&(a, series_a, at_a)| Lead {
                a,
                b,
                kind: shape.kind,
                series_a,
                series_b: shape.series,
                at_a,
                at_b: shape.first,
            })
        })
        .collect();
    leads.sort_unstable();
    leads.dedup();
    let of_series = leads.chunk_by(|x, y| (x.a, x.kind, x.series_a) == (y.a, y.kind, y.series_a));
    of_series
        .flat_map(|leads| leads.iter().take(MOST_LEADS).copied())
        .collect()
}

/// Relative position of three values of a series.
pub(crate) struct Shape {
    kind: Kind,
    pub(crate) hash: u64,
    /// Whether the hash is that of the shape's own bin; otherwise it is that of a neighbouring bin, which is only used
    /// for lookups.
    pub(crate) is_own: bool,
    series: u32,
    /// Index of the first of its signals.
    pub(crate) first: u32,
}

pub(crate) fn shapes(signals: &Signals, also_wide: bool) -> Vec<Shape> {
    let mut shapes = Vec::new();
    for (series, members) in signals.series.iter().enumerate() {
        for places in triples(members) {
            let three = places.map(|at| signals.all[at as usize]);
            if three.iter().any(|signal| signal.digits < 3) {
                continue;
            }
            let shape = |kind, hash, is_own| Shape {
                kind,
                hash,
                is_own,
                series: series as u32,
                first: places[0],
            };
            shapes.extend(offset_shape(&three).map(|hash| shape(Kind::Offset, hash, true)));
            let ratios = factor_shapes(&three, also_wide).into_iter().enumerate();
            shapes.extend(ratios.map(|(nth, hash)| shape(Kind::Factor, hash, nth % 4 == 0)));
        }
    }
    shapes
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

/// The two differences in units of the coarsest last place, exactly; `None` where they are too small to say anything.
fn offset_shape(three: &[Signal; 3]) -> Option<u64> {
    let unit = three.iter().map(|signal| signal.unit).fold(0.0, f64::max);
    let steps = |x: f64| (x / unit).round();
    let (first, second) = (
        steps(three[1].value - three[0].value),
        steps(three[2].value - three[1].value),
    );
    // Small differences are alike among strangers.
    if first.abs() < 3.0 && second.abs() < 3.0 {
        return None;
    }
    Some(hash(&[first, second, unit.log10().round()]))
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

#[cfg(test)]
mod tests {
    use super::{LEAST_EQUAL, LEAST_WORTH, by_values};
    use crate::Readings;
    use crate::in_order::worth;
    use crate::rarity::Rarity;
    use crate::signals::Signals;
    use proptest::prelude::*;
    use std::collections::BTreeMap;

    /// Every pair, one by one.
    fn slow(documents: &[Signals]) -> Vec<(u32, u32)> {
        let worths = |document: usize| -> BTreeMap<u64, f64> {
            documents[document]
                .all
                .iter()
                .map(|signal| (signal.key, worth(signal.chance)))
                .collect()
        };
        let pairs =
            (0..documents.len()).flat_map(|a| (a + 1..documents.len()).map(move |b| (a, b)));
        pairs
            .filter(|(a, b)| {
                let (of_a, of_b) = (worths(*a), worths(*b));
                let equal: Vec<f64> = of_b
                    .iter()
                    .filter(|(key, _)| of_a.contains_key(key))
                    .map(|(_, worth)| *worth)
                    .collect();
                equal.len() >= LEAST_EQUAL as usize && equal.iter().sum::<f64>() >= LEAST_WORTH
            })
            .map(|(a, b)| (a as u32, b as u32))
            .collect()
    }

    proptest! {
        #[test]
        fn finds_the_pairs_that_trying_all_finds(class in proptest::collection::vec(proptest::collection::vec(0u32..40, 0..12), 2..12)) {
            let written = |value: &u32| format!("{:.3} V", 1.237 + f64::from(*value) * 0.311);
            let text = |values: &Vec<u32>| values.iter().map(written).collect::<Vec<_>>().join("，");
            let documents: Vec<Readings> = class.iter().map(|values| Readings::of(&text(values), &[])).collect();
            let submissions: Vec<u32> = (0..).take(documents.len()).collect();
            let rarity = Rarity::of(&documents, &submissions, &[]);
            let signals: Vec<Signals> = documents.iter().map(|document| Signals::of(document, &rarity)).collect();
            prop_assert_eq!(by_values(&signals), slow(&signals));
        }
    }
}
