//! Comparison of documents: which pairs share measured values, under which relation, and how many such pairs chance
//! would give.

use crate::any_order::shared_set;
use crate::decimal::Decimal;
use crate::in_order::{best_chain, matches, score_beside_misses};
use crate::leads::by_values;
use crate::rarity::Rarity;
use crate::readings::Readings;
use crate::related_columns::relations;
use crate::relation::{Related, Relation};
use crate::signals::Signals;
use crate::table_share::{TableContents, long_words};
use chachong_text::Span;
use chachong_weight::sharing;
use rayon::prelude::*;
use serde::{Deserialize, Serialize};
use std::collections::{BTreeMap, BTreeSet};

/// Maximum number of pairs as strong that chance may give in the whole comparison for shared readings, or all relations together, to count.
const MOST_EXPECTED: f64 = 0.01;
/// Fewest different readings of a pair that counts.
const LEAST_SHARED: usize = 4;
/// Maximum number of pairs as strong that chance may give in the whole comparison for shared readings to be returned, unless all relations
/// together count.
const MOST_TOLD: f64 = 1.0;
/// Minimum share of the tables for a pair to be returned without any shared reading.
const LEAST_TABLE_SHARE: f64 = 0.2;
/// Ways to look at a pair (in order, in any order, under a relation), each of which chance may use.
const WAYS: f64 = 3.0;

/// Two documents that share measured values or tables.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct ReadingsPair {
    /// Index of the first document.
    pub a: u32,
    /// Index of the second document, above `a`.
    pub b: u32,
    /// Shared values, grouped by relation, the strongest group first; empty if only tables are similar.
    pub shared: Vec<SharedReadings>,
    /// Number of pairs with equally strong evidence that chance is expected to give in the whole comparison; the smaller, the stronger
    /// the evidence. It is that of the first of `shared`, or that of all its relations together if they are stronger. If `shared` is
    /// empty, it is the number of all pairs.
    pub expected: f64,
    /// True if the pair counts as evidence: chance is expected to give at most 0.01 such pairs and, if all evidence is values with the
    /// same digits, at least 4 different ones with three or more digits are shared.
    pub counts: bool,
    /// Share of `a`'s table cells whose content also occurs in a matching row of one of `b`'s tables, 0 to 1. Only cells that carry
    /// evidence count: numbers and words of a width of at least 16, without numbers of one digit, constants and what half of the
    /// documents have. 0 if `a` has no such cell.
    pub table_share_a: f64,
    /// Share of `b`'s table cells whose content also occurs in a matching row of one of `a`'s tables, counted in the same way.
    pub table_share_b: f64,
}

/// Measured values that two documents share under one relation, such as a factor.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct SharedReadings {
    /// Relation that turns `a`'s values into `b`'s.
    pub relation: Relation,
    /// True if the values are in the same order in both documents; otherwise they were sorted or mixed.
    pub in_order: bool,
    /// Pairs of indexes into [`Readings::readings`] of `a` and of `b`, ascending in `a`.
    pub readings: Vec<(u32, u32)>,
    /// Pairs of spans of these values in the texts of `a` and of `b`, in Unicode scalar values; one for each pair of `readings`, in the
    /// same order.
    pub spans: Vec<(Span, Span)>,
    /// Number of pairs with equally strong evidence that chance is expected to give in the whole comparison.
    pub expected: f64,
}

impl ReadingsPair {
    /// Returns the number of values of the first document that the second shares under any relation.
    #[must_use]
    pub fn shared_readings(&self) -> usize {
        let readings: BTreeSet<u32> = self
            .shared
            .iter()
            .flat_map(|shared| &shared.readings)
            .map(|(a, _)| *a)
            .collect();
        readings.len()
    }
}

/// Finds the pairs of documents that share measured values or tables, the least likely by chance first. A pair is left out if chance is
/// expected to give more than one such pair and neither document has a fifth of the other's table cells. The documents must be answers of
/// different people to one assignment: among 5 or more documents, data that half of them have is taken for part of the assignment and
/// carries no evidence (copies of one work count once).
#[must_use]
pub fn compare(documents: &[Readings]) -> Vec<ReadingsPair> {
    let all_pairs = documents.len() as f64 * (documents.len() as f64 - 1.0) / 2.0;
    let submissions: Vec<u32> = (0..).take(documents.len()).collect();
    compare_class(documents, &submissions, &[], &|_, _| all_pairs)
}

/// Finds pairs as [`compare`] does, with more knowledge about the documents. `submissions` has one number per document; documents with
/// equal numbers were handed in together and count as one when values are counted in the class. Data in `given` was handed out to
/// everybody and carries no evidence. `among(a, b)` returns the number of pairs from which the pair of these two documents was selected,
/// for example all pairs with members of a library.
#[must_use]
pub fn compare_class(
    documents: &[Readings],
    submissions: &[u32],
    given: &[Readings],
    among: &(dyn Fn(u32, u32) -> f64 + Sync),
) -> Vec<ReadingsPair> {
    let rarity = Rarity::of(documents, submissions, given);
    let signals: Vec<Signals> = documents
        .par_iter()
        .map(|document| Signals::of(document, &rarity))
        .collect();
    let contents: Vec<TableContents> = (documents.iter())
        .map(|document| TableContents::of(document, &rarity))
        .collect();
    let mut related = relations(&signals, &rarity.class);
    let mut leads: BTreeSet<(u32, u32)> = by_values(&signals).into_iter().collect();
    leads.extend(related.keys().copied());
    leads.extend(by_words(documents));
    let leads: Vec<((u32, u32), Vec<Related>)> = leads
        .into_iter()
        .map(|pair| (pair, related.remove(&pair).unwrap_or_default()))
        .collect();
    let mut pairs: Vec<ReadingsPair> = leads
        .into_par_iter()
        .filter_map(|((a, b), related)| {
            let side = |document: u32| Side {
                document: &documents[document as usize],
                signals: &signals[document as usize],
                contents: &contents[document as usize],
            };
            pair((a, b), &side(a), &side(b), related, among(a, b))
        })
        .collect();
    pairs.sort_by(|x, y| {
        x.expected
            .total_cmp(&y.expected)
            .then((x.a, x.b).cmp(&(y.a, y.b)))
    });
    pairs
}

struct Side<'a> {
    document: &'a Readings,
    signals: &'a Signals,
    contents: &'a TableContents,
}

fn pair(
    names: (u32, u32),
    a: &Side<'_>,
    b: &Side<'_>,
    related: Vec<Related>,
    all_pairs: f64,
) -> Option<ReadingsPair> {
    let expected =
        |tries: f64, score: f64| (WAYS * all_pairs * tries * (-score).exp()).min(all_pairs);
    let mut shared = Vec::new();
    if let Some(equal) = equal(a.signals, b.signals, &expected) {
        shared.push(told(
            equal.pairs,
            equal.in_order,
            None,
            equal.expected,
            a,
            b,
        ));
    }
    let tries =
        (a.signals.series.len() * b.signals.series.len() * a.signals.all.len().max(1)) as f64;
    // Each column may have an offset of its own: together they say what one alone does not.
    let mut joint = Joint::default();
    for related in related {
        let chance = expected(tries, related.score);
        joint.add(&related, related.score - tries.ln());
        let in_order = related.pairs.windows(2).all(|two| two[0].1 < two[1].1);
        shared.push(told(
            related.pairs,
            in_order,
            Some(related.relation),
            chance,
            a,
            b,
        ));
    }
    let together = expected(1.0, joint.score);
    shared.retain(|shared| {
        shared.expected <= MOST_TOLD || together <= MOST_EXPECTED && shared.expected < all_pairs
    });
    shared.sort_by(|x, y| x.expected.total_cmp(&y.expected));
    let (table_share_a, table_share_b) = (
        a.contents.share_in(b.contents),
        b.contents.share_in(a.contents),
    );
    if shared.is_empty() && table_share_a.max(table_share_b) < LEAST_TABLE_SHARE {
        return None;
    }
    let counts = |shared: &SharedReadings| {
        shared.expected <= MOST_EXPECTED && different(shared, a.document) >= LEAST_SHARED
    };
    let together = if shared.is_empty() {
        all_pairs
    } else {
        together
    };
    Some(ReadingsPair {
        a: names.0,
        b: names.1,
        expected: shared
            .first()
            .map_or(all_pairs, |shared| shared.expected.min(together)),
        counts: shared.iter().any(counts) || together <= MOST_EXPECTED,
        shared,
        table_share_a,
        table_share_b,
    })
}

/// What several relations between the columns of two documents say together.
#[derive(Default)]
struct Joint {
    seen: BTreeSet<u32>,
    score: f64,
}

impl Joint {
    /// Adds a relation whose score is `net` after all its tries, unless chance explains it or its readings were counted.
    fn add(&mut self, related: &Related, net: f64) {
        if net > 0.0 && related.pairs.iter().all(|(x, _)| !self.seen.contains(x)) {
            self.seen.extend(related.pairs.iter().map(|(x, _)| *x));
            self.score += net;
        }
    }
}

/// How many different values of three digits and more are shared.
fn different(shared: &SharedReadings, a: &Readings) -> usize {
    let readings = shared
        .readings
        .iter()
        .map(|(reading, _)| &a.readings[*reading as usize]);
    let values: BTreeSet<u64> = readings
        .filter(|reading| reading.digits >= 3)
        .map(crate::rarity::key)
        .collect();
    values.len()
}

/// Equal readings in order or in any, whichever chance explains less.
fn equal(a: &Signals, b: &Signals, expected: &impl Fn(f64, f64) -> f64) -> Option<Equal> {
    let matches = matches(a, b);
    if matches.is_empty() {
        return None;
    }
    let chain = best_chain(&matches);
    let (set, score) = shared_set(a, b);
    let places = (a.all.len() * b.all.len()) as f64;
    let chance_of_chain = expected(places, score_beside_misses(&chain, &matches, a, b));
    let chance_of_set = expected(1.0, score);
    let in_order = chain.pairs.len() * 4 >= set.len() * 3 || chance_of_chain < 1e-6 * chance_of_set;
    Some(Equal {
        pairs: if in_order { chain.pairs } else { set },
        in_order,
        expected: chance_of_chain.min(chance_of_set),
    })
}

/// Equal readings, as pairs of signals.
struct Equal {
    pairs: Vec<(u32, u32)>,
    in_order: bool,
    expected: f64,
}

/// Signals as readings, with the relation that most of the equal ones have where it is not known.
fn told(
    pairs: Vec<(u32, u32)>,
    in_order: bool,
    relation: Option<Relation>,
    expected: f64,
    a: &Side<'_>,
    b: &Side<'_>,
) -> SharedReadings {
    let mut readings: Vec<(u32, u32)> = pairs
        .into_iter()
        .map(|(x, y)| {
            (
                a.signals.all[x as usize].reading,
                b.signals.all[y as usize].reading,
            )
        })
        .collect();
    readings.sort_unstable();
    readings.dedup();
    let relation = relation.unwrap_or_else(|| power_of_ten(&readings, a.document, b.document));
    let span = |document: &Readings, reading: u32| document.readings[reading as usize].span;
    let spans = readings
        .iter()
        .map(|(x, y)| (span(a.document, *x), span(b.document, *y)))
        .collect();
    SharedReadings {
        relation,
        in_order,
        readings,
        spans,
        expected,
    }
}

/// The power of ten by which most of the readings differ; percent count as hundredths.
fn power_of_ten(readings: &[(u32, u32)], a: &Readings, b: &Readings) -> Relation {
    let exponent = |document: &Readings, reading: u32| {
        let reading = &document.readings[reading as usize];
        reading.value.stripped().exponent
            - if reading.unit.as_deref() == Some("%") {
                2
            } else {
                0
            }
    };
    let mut votes: BTreeMap<i16, usize> = BTreeMap::new();
    for (x, y) in readings {
        *votes.entry(exponent(b, *y) - exponent(a, *x)).or_insert(0) += 1;
    }
    match votes.into_iter().max_by_key(|(_, votes)| *votes) {
        Some((power, votes)) if power != 0 && votes * 2 > readings.len() => {
            Relation::Factor(Decimal {
                coefficient: 1,
                exponent: power,
            })
        }
        _ => Relation::Equal,
    }
}

/// Pairs whose tables have long contents in common that few others have.
fn by_words(documents: &[Readings]) -> BTreeSet<(u32, u32)> {
    sharing(documents.iter().map(long_words), 20, 3)
}
