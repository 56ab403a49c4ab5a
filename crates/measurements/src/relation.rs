//! Columns that equal another document's columns after multiplication by a factor or addition of an offset.

use crate::decimal::Decimal;
use crate::in_order::worth;
use crate::leads::{Kind, Lead};
use crate::signals::{Signal, Signals};
use serde::{Deserialize, Serialize};

/// Relation that turns the first document's values into the second one's.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum Relation {
    /// The values are the same, perhaps with other digits or units: 0.4937, 49.37 %, 0.494.
    Equal,
    /// The second document's values are the first one's times this factor, for example in another unit; never 1.
    Factor(Decimal),
    /// The second document's values are the first one's plus this offset; never 0.
    Offset(Decimal),
}

/// Series of two documents that are connected by one relation.
#[derive(Debug, Clone)]
pub(crate) struct Related {
    pub(crate) relation: Relation,
    /// Indexes into the signals of the two documents, ascending in the first.
    pub(crate) pairs: Vec<(u32, u32)>,
    /// Score in nats, after subtracting the cost of stating the relation itself.
    pub(crate) score: f64,
}

/// Fewest readings of a series that a relation must join.
const LEAST_JOINED: usize = 4;
/// How far from a match, in units of the last place, a reading counts as a near miss.
const NEAR: f64 = 5.0;
/// Cost, in nats, of a reading that a relation does not join: `-ln` of the share that a copier changes, as in chains.
const CHANGED: f64 = 1.6;

/// Returns the relation between the two series of a lead; `None` if chance explains it, or if the values are just
/// equal.
pub(crate) fn related(lead: &Lead, a: &Signals, b: &Signals) -> Option<Related> {
    let (of_a, of_b) = (
        &a.series[lead.series_a as usize],
        &b.series[lead.series_b as usize],
    );
    let (anchor_a, anchor_b) = (a.all[lead.at_a as usize], b.all[lead.at_b as usize]);
    let map = Map::through(lead.kind, &anchor_a, &anchor_b)?;
    let first = joined(&map, of_a, of_b, a, b);
    if first.pairs.len() < LEAST_JOINED {
        return None;
    }
    let (map, relation) = refined(lead.kind, &first.pairs, a, b)?;
    let joined = joined(&map, of_a, of_b, a, b);
    let both = of_a.len().min(of_b.len());
    if joined.pairs.len() < LEAST_JOINED || joined.pairs.len() * 2 < both {
        return None;
    }
    let same = |pair: &&(u32, u32)| a.all[pair.0 as usize].key == b.all[pair.1 as usize].key;
    let equal = joined.pairs.iter().filter(same).count();
    if relation == Relation::Equal && equal * 2 > joined.pairs.len() {
        return None;
    }
    // Where many readings miss by little, there is hardly any noise, and those that meet do so by chance.
    let local = (joined.near as f64 + 0.5) / (2.0 * NEAR * of_a.len() as f64);
    let mut worths: Vec<f64> = joined
        .pairs
        .iter()
        .map(|(x, y)| {
            worth(
                a.all[*x as usize]
                    .chance
                    .max(b.all[*y as usize].chance)
                    .max(local),
            )
        })
        .collect();
    // One reading is spent on the relation itself.
    worths.sort_unstable_by(f64::total_cmp);
    worths.pop();
    let missed = both.saturating_sub(joined.pairs.len());
    let score = worths.iter().sum::<f64>() - missed as f64 * CHANGED;
    (score > 0.0).then_some(Related {
        relation,
        pairs: joined.pairs,
        score,
    })
}

/// `y = factor · x + offset`, one of the two being neutral.
struct Map {
    factor: f64,
    offset: f64,
}

impl Map {
    fn through(kind: Kind, a: &Signal, b: &Signal) -> Option<Self> {
        let map = match kind {
            Kind::Factor => Self {
                factor: b.value / a.value,
                offset: 0.0,
            },
            Kind::Offset => Self {
                factor: 1.0,
                offset: b.value - a.value,
            },
        };
        (map.factor.is_finite() && map.factor != 0.0).then_some(map)
    }

    fn of(&self, x: f64) -> f64 {
        self.factor * x + self.offset
    }
}

struct Joined {
    pairs: Vec<(u32, u32)>,
    /// Readings that miss their place by little.
    near: usize,
}

/// Each reading of one series with the nearest of the other, each used once.
fn joined(map: &Map, of_a: &[u32], of_b: &[u32], a: &Signals, b: &Signals) -> Joined {
    let mut left = Left::of(of_b.iter().map(|at| b.all[*at as usize].value));
    let mut result = Joined {
        pairs: Vec::new(),
        near: 0,
    };
    for at in of_a {
        let signal = a.all[*at as usize];
        let target = map.of(signal.value);
        let Some(nearest) = left.nearest(target) else {
            break;
        };
        let (value, place) = left.values[nearest];
        let distance = (value - target).abs();
        // Whichever of the two was computed is rounded to half of its last place.
        let unit = b.all[of_b[place] as usize]
            .unit
            .max(signal.unit * map.factor.abs());
        if distance <= unit * 0.5001 {
            left.take(nearest);
            result.pairs.push((*at, of_b[place]));
        } else if distance <= unit * (NEAR + 0.5) {
            result.near += 1;
        }
    }
    result
}

/// Values of a series, from which the nearest one that is left can be taken.
struct Left {
    /// Each value with its place in the series, ascending.
    values: Vec<(f64, usize)>,
    /// For each index of `values`: itself as long as the value is left, otherwise a larger index. The number of values is the end.
    above: Vec<usize>,
    /// For each index of `values` plus one: the same for smaller indexes. 0 is the end.
    below: Vec<usize>,
}

impl Left {
    fn of(values: impl Iterator<Item = f64>) -> Self {
        let mut values: Vec<(f64, usize)> = values.zip(0..).collect();
        values.sort_unstable_by(|x, y| x.0.total_cmp(&y.0).then(x.1.cmp(&y.1)));
        let ends: Vec<usize> = (0..=values.len()).collect();
        Self {
            values,
            above: ends.clone(),
            below: ends,
        }
    }

    /// Returns the index of the nearest value that is left, the first in the series of several; `None` if none is left.
    fn nearest(&mut self, target: f64) -> Option<usize> {
        let first_from = |value: f64, values: &[(f64, usize)]| {
            values.partition_point(|(other, _)| *other < value)
        };
        let from = first_from(target, &self.values);
        let above = last(&mut self.above, from);
        let above = (above < self.values.len()).then_some(above);
        let below = last(&mut self.below, from).checked_sub(1);
        // Of equal values the first.
        let below = below.map(|at| {
            let start = first_from(self.values[at].0, &self.values);
            last(&mut self.above, start)
        });
        let distance = |at: usize| (self.values[at].0 - target).abs();
        below.into_iter().chain(above).min_by(|&x, &y| {
            let by_place = self.values[x].1.cmp(&self.values[y].1);
            distance(x).total_cmp(&distance(y)).then(by_place)
        })
    }

    /// Takes away the value at an index.
    fn take(&mut self, at: usize) {
        self.above[at] = at + 1;
        self.below[at + 1] = at;
    }
}

/// Follows links to the index that links to itself, and shortens the way for the next time.
fn last(links: &mut [usize], mut at: usize) -> usize {
    while links[at] != at {
        links[at] = links[links[at]];
        at = links[at];
    }
    at
}

/// The factor or offset on which most pairs agree, and the simplest decimal that says it.
fn refined(kind: Kind, pairs: &[(u32, u32)], a: &Signals, b: &Signals) -> Option<(Map, Relation)> {
    let spans: Vec<(f64, f64)> = pairs
        .iter()
        .map(|(x, y)| {
            let (x, y) = (a.all[*x as usize], b.all[*y as usize]);
            match kind {
                Kind::Factor => {
                    let half = y.unit.max(x.unit * (y.value / x.value).abs()) / 2.0;
                    let (low, high) = ((y.value - half) / x.value, (y.value + half) / x.value);
                    (low.min(high), low.max(high))
                }
                Kind::Offset => {
                    let half = if (y.unit - x.unit).abs() < y.unit * 1e-6 {
                        y.unit * 1e-3
                    } else {
                        y.unit.max(x.unit) / 2.0
                    };
                    (y.value - x.value - half, y.value - x.value + half)
                }
            }
        })
        .collect();
    let (low, high) = most_covered(&spans)?;
    let middle = f64::midpoint(low, high);
    let simplest = Decimal::simplest_between(low, high)?;
    Some(match kind {
        Kind::Factor => {
            let one = Decimal {
                coefficient: 1,
                exponent: 0,
            };
            let relation = if low <= 1.0 && high >= 1.0 || simplest == one {
                Relation::Equal
            } else {
                Relation::Factor(simplest)
            };
            (
                Map {
                    factor: middle,
                    offset: 0.0,
                },
                relation,
            )
        }
        Kind::Offset => {
            let relation = if simplest.coefficient == 0 {
                Relation::Equal
            } else {
                Relation::Offset(simplest)
            };
            (
                Map {
                    factor: 1.0,
                    offset: middle,
                },
                relation,
            )
        }
    })
}

/// The span that most of `spans` cover, the first of several.
fn most_covered(spans: &[(f64, f64)]) -> Option<(f64, f64)> {
    let mut ends: Vec<(f64, bool)> = spans
        .iter()
        .flat_map(|(low, high)| [(*low, true), (*high, false)])
        .collect();
    ends.sort_unstable_by(|x, y| x.0.total_cmp(&y.0).then(y.1.cmp(&x.1)));
    let (mut open, mut most, mut best) = (0usize, 0, None);
    for (index, (_, opens)) in ends.iter().enumerate() {
        if *opens {
            open += 1;
            if open > most {
                (most, best) = (open, Some(index));
            }
        } else {
            open = open.saturating_sub(1);
        }
    }
    let from = &ends[best?..];
    let (end, _) = from.iter().find(|(_, opens)| !opens)?;
    Some((from[0].0, *end))
}

#[cfg(test)]
mod tests {
    use super::{Left, most_covered};
    use proptest::prelude::*;

    proptest! {
        #[test]
        fn takes_the_nearest_as_a_search_of_all_does(
            values in proptest::collection::vec(0i32..12, 0..12),
            targets in proptest::collection::vec((0i32..24, any::<bool>()), 0..30),
        ) {
            let values: Vec<f64> = values.into_iter().map(f64::from).collect();
            let mut used = vec![false; values.len()];
            let mut left = Left::of(values.iter().copied());
            for (target, takes) in targets {
                let target = f64::from(target) / 2.0;
                let expected = (0..values.len())
                    .filter(|place| !used[*place])
                    .min_by(|x, y| (values[*x] - target).abs().total_cmp(&(values[*y] - target).abs()));
                let nearest = left.nearest(target);
                prop_assert_eq!(nearest.map(|at| left.values[at].1), expected);
                if let Some((at, place)) = nearest.zip(expected).filter(|_| takes) {
                    left.take(at);
                    used[place] = true;
                }
            }
        }

        #[test]
        fn covers_as_many_as_any_point(spans in proptest::collection::vec((0i32..30, 0i32..6), 1..12)) {
            let spans: Vec<(f64, f64)> = spans.into_iter().map(|(low, width)| (f64::from(low), f64::from(low + width))).collect();
            let covering = |x: f64| spans.iter().filter(|(low, high)| *low <= x && x <= *high).count();
            let (low, high) = most_covered(&spans).unwrap();
            let most = (0..72).map(|x| covering(f64::from(x) / 2.0)).max().unwrap();
            prop_assert!(low <= high);
            prop_assert_eq!(covering(f64::midpoint(low, high)), most);
        }
    }
}
