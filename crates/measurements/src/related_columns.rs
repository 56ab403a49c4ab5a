//! Relations between the columns and rows of each pair of documents, without relations that follow from the assignment
//! itself.

use crate::leads::{Lead, by_shapes};
use crate::relation::{Related, related};
use crate::signals::Signals;
use chachong_weight::Class;
use rayon::prelude::*;
use std::collections::{BTreeMap, BTreeSet, HashMap};

/// Maximum number of documents for which a single lead is enough for a relation; with more, two are needed.
const MANY: usize = 200;

/// Returns the relations between columns and rows of each pair of documents; several columns under one relation are
/// one.
pub(crate) fn relations(signals: &[Signals], class: &Class) -> HashMap<(u32, u32), Vec<Related>> {
    let leads = by_shapes(signals);
    // Among very many columns two readings' ratios are often alike once, seldom twice.
    let least = if signals.len() > MANY { 2 } else { 1 };
    let found: Vec<(Lead, Related)> = leads
        .par_chunk_by(|x, y| {
            (x.a, x.b, x.kind, x.series_a, x.series_b) == (y.a, y.b, y.kind, y.series_a, y.series_b)
        })
        .filter(|leads| leads.len() >= least)
        .filter_map(|leads| {
            leads
                .iter()
                .filter_map(|lead| {
                    Some((
                        *lead,
                        related(lead, &signals[lead.a as usize], &signals[lead.b as usize])?,
                    ))
                })
                .max_by(|x, y| x.1.score.total_cmp(&y.1.score))
        })
        .collect();
    // What many columns of the class are to each other is the assignment's shape: computed from what all were given.
    let groups = Groups::of(&found, LEAST_TO_JOIN + 2.0 * (signals.len() as f64).ln());
    let weight = |document: u32, series: u32| {
        let documents = groups.documents(document, series);
        documents.map_or(1.0, |documents| class.weight_of(documents))
    };
    let mut merged: HashMap<(u32, u32), Vec<Related>> = HashMap::new();
    for (lead, mut related) in found {
        related.score *= weight(lead.a, lead.series_a).min(weight(lead.b, lead.series_b));
        let of_pair = merged.entry((lead.a, lead.b)).or_default();
        match of_pair
            .iter_mut()
            .find(|other| other.relation == related.relation)
        {
            // A row and a column may hold the same readings.
            Some(other)
                if (related.pairs.iter()).all(|pair| other.pairs.binary_search(pair).is_err()) =>
            {
                other.pairs.extend(related.pairs);
                other.pairs.sort_unstable();
                other.score += related.score;
            }
            Some(other) if related.score > other.score => *other = related,
            Some(_) => {}
            None => of_pair.push(related),
        }
    }
    merged.retain(|_, of_pair| {
        of_pair.retain(|related| related.score >= LEAST_KEPT);
        !of_pair.is_empty()
    });
    merged
}

/// Minimum score of a relation, in nats; the choice among a document's columns gives weaker ones by chance.
const LEAST_KEPT: f64 = 7.0;

/// Series that relations join, directly or through others.
struct Groups {
    group_of: HashMap<(u32, u32), usize>,
    documents: Vec<BTreeSet<u32>>,
}

/// Weaker relations, in nats above what so many pairs of documents give, join by chance.
const LEAST_TO_JOIN: f64 = 4.0;

impl Groups {
    fn of(found: &[(Lead, Related)], least: f64) -> Self {
        let mut partners: BTreeMap<(u32, u32), Vec<(u32, u32)>> = BTreeMap::new();
        for (lead, _) in found.iter().filter(|(_, related)| related.score >= least) {
            let (a, b) = ((lead.a, lead.series_a), (lead.b, lead.series_b));
            partners.entry(a).or_default().push(b);
            partners.entry(b).or_default().push(a);
        }
        let mut groups = Self {
            group_of: HashMap::new(),
            documents: Vec::new(),
        };
        for start in partners.keys() {
            let group = groups.documents.len();
            let mut documents = BTreeSet::new();
            let mut open = vec![*start];
            while let Some(series) = open.pop() {
                if groups.group_of.contains_key(&series) {
                    continue;
                }
                groups.group_of.insert(series, group);
                documents.insert(series.0);
                open.extend(&partners[&series]);
            }
            groups.documents.push(documents);
        }
        groups
    }

    /// The documents that a series' group is of; `None` for a series that nothing joins.
    fn documents(&self, document: u32, series: u32) -> Option<&BTreeSet<u32>> {
        let group = self.group_of.get(&(document, series));
        group.map(|group| &self.documents[*group])
    }
}
