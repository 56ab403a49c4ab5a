//! Candidates: pairs of documents that share rare fingerprints, for only these are tiled.

use crate::background::{Background, Feature, GIVEN};
use crate::features::Features;
use std::collections::{BTreeSet, HashMap};

/// Pairs that are tiled whatever the size of the class, over the number of documents.
const PAIRS: usize = 20_000;
/// Minimum number of partners that each document is held beside.
const PARTNERS: usize = 10;
/// Minimum weight of what two share: a few runs of tokens, or a rare comment and a text.
const LEAST: f64 = 0.04;

/// Minimum part of the smaller one's fingerprints, by weight, that two of a large class share.
const PART: f32 = 0.1;

/// Pairs, the smaller number first, ascending.
pub(crate) fn candidates(documents: &[Features], class: &Background) -> BTreeSet<(usize, usize)> {
    // Given code leads everybody to everybody: only a small class can have all pairs.
    let all = documents.len() * documents.len() / 2 <= PAIRS;
    let mut postings: HashMap<Feature, (f32, Vec<usize>)> = HashMap::new();
    for (at, document) in documents.iter().enumerate() {
        for feature in &document.looked_up {
            let weight = class.weight(*feature);
            if all || weight > GIVEN {
                let (kept, places) = postings.entry(*feature).or_default();
                #[expect(clippy::cast_possible_truncation, reason = "a weight of 0 to 1")]
                {
                    *kept = weight as f32;
                }
                places.push(at);
            }
        }
    }
    let weigh = |document: &Features| {
        let found = document
            .looked_up
            .iter()
            .filter_map(|feature| postings.get(feature));
        found.map(|(weight, _)| weight).sum::<f32>()
    };
    let totals: Vec<f32> = documents.iter().map(weigh).collect();
    let partners = (PAIRS / 2 / documents.len().max(1)).max(PARTNERS);
    let mut pairs = BTreeSet::new();
    let mut scores = vec![0.0_f32; documents.len()];
    for (at, document) in documents.iter().enumerate() {
        scores.fill(0.0);
        for feature in &document.looked_up {
            if let Some((weight, places)) = postings.get(feature) {
                for &place in places {
                    scores[place] += weight;
                }
            }
        }
        scores[at] = 0.0;
        let mut others: Vec<usize> = (0..documents.len())
            .filter(|other| f64::from(scores[*other]) >= LEAST)
            .collect();
        if !all {
            // Part of the smaller one, so that short copies are not behind long strangers.
            let part =
                |other: &usize| scores[*other] / totals[at].min(totals[*other]).max(f32::EPSILON);
            others.retain(|other| part(other) >= PART);
            others.sort_by(|x, y| part(y).total_cmp(&part(x)));
            others.truncate(partners);
        }
        pairs.extend(
            others
                .into_iter()
                .map(|other| (at.min(other), at.max(other))),
        );
    }
    pairs
}

#[cfg(test)]
mod tests {
    use super::candidates;
    use crate::background::Background;
    use crate::features::Features;
    use crate::{Language, Listing};

    /// The statements of all, in an order of its own.
    fn program(seed: usize) -> Vec<Listing> {
        let statements = [
            "a[i] = b + 3;",
            "if (x < 4) go(y);",
            "z = f(q) * 7 - w;",
            "while (k != n) k++;",
            "return m / 2;",
        ];
        let mut state = seed;
        let mut text = String::new();
        for _ in 0..40 {
            state = (state * 1_103_515_245 + 12_345) % (1 << 31);
            text.push_str(statements[(state >> 16) % 5]);
        }
        vec![Listing::of(&text, Language::C)]
    }

    #[test]
    fn a_copy_is_among_the_partners_in_a_large_class() {
        let mut documents: Vec<Vec<Listing>> = (1..300).map(program).collect();
        let code = "switch (mode) { case 31: try { open(\"first door\"); } catch (e) { throw new Error(\"locked\"); } }";
        for place in [3, 250] {
            documents[place].push(Listing::of(&code.repeat(3), Language::C));
        }
        let features: Vec<Features> = documents
            .iter()
            .map(|document| Features::of(document))
            .collect();
        let mut class = Background::default();
        for document in &features {
            class.add(document.counted());
        }
        let pairs = candidates(&features, &class);
        assert!(pairs.contains(&(3, 250)));
        assert!(pairs.len() < 300 * 30, "{}", pairs.len());
    }
}
