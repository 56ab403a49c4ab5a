//! Tests of the whole passage index against slow but obvious computations, and on generated texts.

use std::collections::{BTreeMap, BTreeSet};

use proptest::prelude::*;

use super::made::{chinese, fingerprint, prepared, query};
use super::score::worth;
use super::search::frequent;
use super::*;
use crate::selection::{query_shingles, stored_shingles};
use chachong_compare::spread;

fn index_of(texts: &[String]) -> PassageIndex {
    let mut index = PassageIndex::new();
    for (document, text) in (0..).zip(texts) {
        let stored: Vec<Fingerprint> = stored_shingles(&prepared(text))
            .iter()
            .map(|shingle| shingle.fingerprint)
            .collect();
        index.add(document, index.next_first(), &stored).unwrap();
    }
    index
}

/// Edits a text: of twenty characters one is replaced and one left out.
fn edited(text: &str) -> String {
    text.chars()
        .enumerate()
        .filter_map(|(at, c)| match at % 20 {
            7 => None,
            17 => char::from_u32(u32::from(c) ^ 0x15),
            _ => Some(c),
        })
        .collect()
}

#[test]
fn an_edited_copy_is_found_and_text_that_all_hold_has_a_few_sources() {
    let template = chinese(999, 600);
    let own: Vec<String> = (0..200).map(|i| chinese(i, 3_000)).collect();
    let texts: Vec<String> = own
        .iter()
        .map(|own| [template.as_str(), own].concat())
        .collect();
    let index = index_of(&texts);
    let copied: String = own[123].chars().skip(1_000).take(500).collect();
    let honest = [template.clone(), chinese(5_000, 3_000)].concat();
    let copying = [honest.clone(), edited(&copied), chinese(5_001, 2_000)].concat();

    let found = index.candidates(&query_shingles(&prepared(&honest)));
    assert!((1..=16).contains(&found.candidates.len()), "a few of 200");
    let [run] = found.widespread[..] else {
        panic!("{:?}", found.widespread)
    };
    assert_eq!(run.documents, 201);
    assert!(
        run.span.start < 70 && (530..=640).contains(&run.span.end),
        "{run:?}"
    );

    let found = index.candidates(&query_shingles(&prepared(&copying)));
    let documents: Vec<i64> = found
        .candidates
        .iter()
        .map(|found| found.document)
        .collect();
    assert!(documents.contains(&123), "the one that holds more");
    assert!(documents.len() <= 17);
    assert_eq!(found.widespread, [run]);
}

#[test]
fn a_clique_in_a_small_library_is_found_whole() {
    let shared = chinese(999, 2_000);
    let texts: Vec<String> = (0..40)
        .map(|i| {
            if i < 8 {
                [shared.clone(), chinese(i, 300)].concat()
            } else {
                chinese(i, 2_300)
            }
        })
        .collect();
    let index = index_of(&texts);
    let found = index.candidates(&query_shingles(&prepared(
        &[shared, chinese(777, 300)].concat(),
    )));
    assert_eq!(
        found.widespread,
        [],
        "eight are compared, so eight are counted"
    );
    let documents: BTreeSet<i64> = found
        .candidates
        .iter()
        .take(8)
        .map(|found| found.document)
        .collect();
    assert_eq!(documents, (0..8).collect());
}

#[test]
fn what_very_many_hold_is_estimated_and_a_copy_of_it_is_found_through_the_first() {
    let mut index = PassageIndex::new();
    let shared: Vec<u64> = (0..40).collect();
    for document in 0..2_000_u64 {
        let mut own: Vec<Fingerprint> = (0..4)
            .map(|i| fingerprint(1_000 + document * 4 + i))
            .collect();
        if document % 33 == 0 {
            own.extend(shared.iter().map(|&number| fingerprint(number)));
        } else if document % 2 == 0 {
            own.extend((50..60).map(fingerprint));
        }
        index
            .add(i64::try_from(document).unwrap(), index.next_first(), &own)
            .unwrap();
    }
    // 61 of 2,000 have it: the first 8 are named, and all are counted.
    let found = index.candidates(&query(&shared));
    assert_eq!(found.candidates.len(), 8);
    assert_eq!(found.candidates[0].document, 0);
    assert_eq!(found.widespread.len(), 1);
    assert_eq!(found.widespread[0].documents, 62);
    // 970 of 2,000 have each of ten, more than are read one by one.
    let spaced: Vec<u64> = (0..600)
        .map(|i| {
            if i % 30 == 5 && i < 300 {
                50 + i / 30
            } else {
                1 << 40 | i
            }
        })
        .collect();
    let found = index.candidates(&query(&spaced));
    let [run] = found.widespread[..] else {
        panic!("{:?}", found.widespread)
    };
    assert!((960..=980).contains(&run.documents), "{run:?}");
    assert_eq!((run.span.start, run.span.end), (5, 280));
    assert_eq!(found.candidates.len(), 8);
}

/// Evidence for each document by brute force over all pairs of shingles.
fn by_hand(library: &BTreeMap<i64, Vec<u64>>, asked: &[u64]) -> BTreeMap<i64, u32> {
    let threshold = frequent(library.len());
    let mut evidence = BTreeMap::new();
    for (&document, stored) in library {
        let mut squares: BTreeMap<(usize, usize), BTreeMap<u64, u32>> = BTreeMap::new();
        for (place, &number) in asked.iter().enumerate() {
            let holding = u32::try_from(
                library
                    .values()
                    .filter(|stored| stored.contains(&number))
                    .count(),
            )
            .unwrap();
            if holding >= threshold {
                continue;
            }
            if let Some(ordinal) = stored.iter().position(|&held| held == number) {
                let (a, b) = (place / 256, ordinal / 9);
                for square in [(a, b), (a, b + 1), (a + 1, b), (a + 1, b + 1)] {
                    squares
                        .entry(square)
                        .or_default()
                        .insert(number, worth(holding, library.len()));
                }
            }
        }
        let best = squares
            .values()
            .map(|square| square.values().sum())
            .max()
            .unwrap_or(0);
        if best > 0 {
            evidence.insert(document, best);
        }
    }
    evidence
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(64))]
    #[test]
    fn equals_brute_force_whatever_was_added_and_removed(
        documents in prop::collection::vec((prop::collection::vec(0_u64..400, 0..30), any::<bool>()), 0..50),
        asked in prop::collection::vec(0_u64..400, 0..120),
        rebuilt: bool,
    ) {
        let mut index = PassageIndex::new();
        let mut library = BTreeMap::new();
        for (document, (stored, removed)) in (-7..).zip(&documents) {
            let fingerprints: Vec<Fingerprint> = stored.iter().map(|&number| fingerprint(number)).collect();
            index.add(document, index.next_first(), &fingerprints).unwrap();
            prop_assert_eq!(index.add(document, index.next_first(), &[]), Err(RangeError::Known(document)));
            if *removed {
                prop_assert!(index.remove(document) && !index.remove(document));
            } else {
                library.insert(document, stored.clone());
            }
        }
        if rebuilt {
            index.rebuild();
            let kept: usize = library.values().map(|stored| stored.iter().collect::<BTreeSet<_>>().len()).sum();
            prop_assert_eq!(index.len(), kept);
        }
        prop_assert_eq!(index.documents(), library.len());
        // Padded, so that the query's shingles form no run of widespread text.
        let padding = (0..).map(|i| 1 << 40 | i);
        let long: Vec<u64> = asked.iter().copied().chain(padding.take(2_000)).collect();
        let found = index.candidates(&query(&long));
        let expected = by_hand(&library, &long);
        let got: BTreeMap<i64, u32> = found.candidates.iter().map(|c| (c.document, c.evidence)).collect();
        prop_assert_eq!(got, expected);
        prop_assert!(found.candidates.windows(2).all(|pair| pair[0].evidence >= pair[1].evidence));
    }
}

#[test]
fn a_rebuild_pays_when_much_was_removed() {
    let mut index = PassageIndex::new();
    for document in 0..100_u32 {
        let own: Vec<Fingerprint> = (0..2_000)
            .map(|i| fingerprint(spread(u64::from(document * 2_000 + i))))
            .collect();
        index.add(document.into(), document * 2_000, &own).unwrap();
    }
    for document in 0..32 {
        assert!(!index.rebuild_pays());
        assert!(index.remove(document));
    }
    index.remove(32);
    assert!(index.rebuild_pays());
    index.rebuild();
    assert!(!index.rebuild_pays());
    assert_eq!((index.len(), index.documents()), (67 * 2_000, 67));
}
