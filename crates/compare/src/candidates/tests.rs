//! Tests of the whole search for candidates against slow obvious oracles, in small folders of made texts.

use std::collections::{BTreeMap, BTreeSet};

use proptest::prelude::*;

use super::best::{CERTAIN, least};
use super::sketch::spread;
use super::*;
use crate::Watch;
use chachong_text::{Gap, Token};

/// Makes a text of Chinese characters from numbers: character i is token i.
fn tokens(text: &[u32]) -> Vec<Token> {
    (0..)
        .zip(text)
        .map(|(at, &number)| Token {
            hash: low(spread(u64::from(number))),
            start: at,
            end: at + 1,
            opening: 0,
            closing: 0,
            gap: Gap::None,
            is_han: true,
        })
        .collect()
}

/// Returns the low half of a hash.
fn low(hash: u64) -> u32 {
    u32::try_from(hash & u64::from(u32::MAX)).unwrap()
}

/// Converts an index into a document number.
fn number(place: usize) -> u32 {
    u32::try_from(place).unwrap()
}

fn sketch(text: &[u32]) -> Sketch {
    Sketch::of_tokens(&tokens(text))
}

/// Makes numbers that look random.
fn noise(seed: u64, length: usize) -> Vec<u32> {
    (0..length as u64)
        .map(|i| low(spread(seed << 32 | i)))
        .collect()
}

fn find(texts: &[Vec<u32>], memory: usize) -> Vec<Candidate> {
    let collector = Collector::new(memory);
    for (document, text) in (0..).zip(texts) {
        collector.add(document, &sketch(text)).unwrap();
    }
    collector.finish(texts.len(), &Watch::NOBODY).unwrap()
}

fn pairs(found: &[Candidate]) -> BTreeSet<(u32, u32)> {
    found.iter().map(|c| (c.a, c.b)).collect()
}

/// Inserts `part` into `text` at `at`.
fn plant(text: &mut Vec<u32>, at: usize, part: &[u32]) {
    text.splice(at..at, part.iter().copied());
}

#[test]
fn a_copied_paragraph_makes_a_pair_wherever_it_stands() {
    let mut texts: Vec<Vec<u32>> = (0..100).map(|i| noise(i, 5_000)).collect();
    let copied = texts[3][1_000..1_200].to_vec();
    plant(&mut texts[70], 4_321, &copied);
    let found = find(&texts, 1 << 20);
    assert_eq!(pairs(&found), [(3, 70)].into());
    assert!(found[0].evidence > CERTAIN);
}

#[test]
fn a_ring_of_20_in_100_is_paired() {
    let part = noise(999, 300);
    let mut texts: Vec<Vec<u32>> = (0..100).map(|i| noise(i, 3_000)).collect();
    for (i, text) in texts.iter_mut().enumerate().take(20) {
        plant(text, 100 + 57 * i, &part);
    }
    let found = find(&texts, 1 << 20);
    let all: BTreeSet<(u32, u32)> = (0..20)
        .flat_map(|a| (a + 1..20).map(move |b| (a, b)))
        .collect();
    assert_eq!(pairs(&found), all);
}

#[test]
fn a_ring_of_200_is_compared_with_a_few_of_it() {
    let part = noise(999, 400);
    let texts: Vec<Vec<u32>> = (0..500)
        .map(|i| {
            let mut text = noise(i, 1_500);
            if i < 200 {
                plant(&mut text, 500, &part);
            }
            text
        })
        .collect();
    let found = pairs(&find(&texts, 1 << 24));
    let met: BTreeSet<u32> = found.iter().flat_map(|&(a, b)| [a, b]).collect();
    assert_eq!(met, (0..200).collect(), "each finds what it shares");
    assert!(found.len() <= 8 * 200, "{}", found.len());
}

#[test]
fn a_template_in_all_documents_makes_no_pairs() {
    let template = noise(999, 600);
    let texts: Vec<Vec<u32>> = (0..400)
        .map(|i| [template.clone(), noise(i, 2_000)].concat())
        .collect();
    let found = find(&texts, 1 << 20);
    assert!(found.is_empty(), "{}", found.len());
}

#[test]
fn a_group_between_the_limits_is_chained_to_its_first_documents() {
    let part = noise(999, 600);
    // In 300 of 7,000 documents: too many for all pairs, few enough for some.
    let texts: Vec<Vec<u32>> = (0..300)
        .map(|i| [noise(i, 300), part.clone()].concat())
        .collect();
    let collector = Collector::new(1 << 20);
    for (document, text) in (0..).zip(&texts) {
        collector.add(document, &sketch(text)).unwrap();
    }
    let found = collector.finish(7_000, &Watch::NOBODY).unwrap();
    let expected: BTreeSet<(u32, u32)> = (0..8)
        .flat_map(|a| (a + 1..300).map(move |b| (a, b)))
        .collect();
    assert_eq!(pairs(&found), expected);
}

#[test]
fn copies_of_one_file_all_get_partners_but_not_all_pairs() {
    for (copies, least_partners, most_pairs) in [(60, 59, 1_770), (1_000, 8, 8_000)] {
        let text = noise(1, 5_000);
        let one = sketch(&text);
        let collector = Collector::new(1 << 24);
        for document in 0..copies {
            collector.add(document, &one).unwrap();
        }
        let found = collector.finish(copies as usize, &Watch::NOBODY).unwrap();
        let mut partners = vec![0; copies as usize];
        for pair in &found {
            partners[pair.a as usize] += 1;
            partners[pair.b as usize] += 1;
        }
        assert!(partners.iter().all(|&n| n >= least_partners));
        assert!(found.len() <= most_pairs);
    }
}

#[test]
fn a_sentence_repeated_for_ever_costs_no_more_than_others() {
    let sentence = noise(5, 30);
    let endless: Vec<u32> = sentence.iter().copied().cycle().take(500_000).collect();
    let mut texts: Vec<Vec<u32>> = (0..30).map(|i| noise(i + 10, 2_000)).collect();
    texts.extend([endless.clone(), endless]);
    plant(&mut texts[7], 500, &sentence);
    let found = find(&texts, 1 << 20);
    assert!(pairs(&found).contains(&(30, 31)));
    assert!(pairs(&found).contains(&(7, 30)));
    assert!(found.len() <= 3);
}

#[test]
fn documents_without_text_are_no_trouble() {
    assert_eq!(find(&[], 0), Vec::new());
    let found = find(&[vec![], vec![1], vec![1, 2], vec![]], 0);
    assert_eq!(found, []);
}

#[test]
fn a_watch_is_told_and_can_cancel() {
    let collector = Collector::new(0);
    collector.add(0, &sketch(&noise(1, 100))).unwrap();
    let most = std::sync::atomic::AtomicUsize::new(0);
    let order = std::sync::atomic::Ordering::Relaxed;
    let watch = Watch {
        progress: &|done, total| {
            assert!(done <= total);
            most.fetch_max(done * 1_000 / total, order);
        },
        cancelled: &|| false,
    };
    collector.finish(1, &watch).unwrap();
    assert_eq!(most.load(order), 1_000);
    let watch = Watch {
        cancelled: &|| true,
        ..watch
    };
    assert!(matches!(
        Collector::new(0).finish(1, &watch),
        Err(CandidateError::Cancelled)
    ));
}

/// Strategy: texts over few characters that share parts, some of them many.
fn folders() -> impl Strategy<Value = Vec<Vec<u32>>> {
    let part = (any::<prop::sample::Index>(), 0_u64..6, 0_usize..200);
    let text = (
        0_u64..1_000,
        0_usize..300,
        prop::collection::vec(part, 0..3),
    );
    prop::collection::vec(text, 0..14).prop_map(|texts| {
        texts
            .into_iter()
            .map(|(seed, length, parts)| {
                let mut text = noise(seed, length);
                for (at, source, length) in parts {
                    let at = at.index(text.len() + 1);
                    plant(&mut text, at, &noise(5_000 + source, length));
                }
                text
            })
            .collect()
    })
}

/// Returns for every pair the length of its longest run of equal tokens.
fn longest_runs(texts: &[Vec<u32>]) -> BTreeMap<(u32, u32), usize> {
    let mut longest = BTreeMap::new();
    for b in 0..texts.len() {
        for a in 0..b {
            let mut before = vec![0; texts[b].len() + 1];
            let mut best = 0;
            for x in &texts[a] {
                for j in (0..texts[b].len()).rev() {
                    before[j + 1] = if *x == texts[b][j] { before[j] + 1 } else { 0 };
                    best = best.max(before[j + 1]);
                }
            }
            longest.insert((number(a), number(b)), best);
        }
    }
    longest
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(64))]

    #[test]
    fn pairs_are_those_with_a_run_long_enough(texts in folders()) {
        let found = find(&texts, 1 << 20);
        let pairs = pairs(&found);
        for (pair, run) in longest_runs(&texts) {
            // In a folder this small any shared short shingle makes a pair: 3 characters, one selected in each window
            // of 4.
            if run >= 6 {
                prop_assert!(pairs.contains(&pair), "{pair:?} share {run}");
            }
            if run < 3 {
                prop_assert!(!pairs.contains(&pair), "{pair:?} share {run}");
            }
        }
        for pair in &found {
            prop_assert!(pair.a < pair.b && pair.evidence > 0);
        }
    }

    #[test]
    fn neither_order_nor_memory_nor_threads_matter(texts in folders(), turn in any::<prop::sample::Index>()) {
        let expected = find(&texts, 1 << 20);
        let collector = Collector::new(500);
        let mut order: Vec<usize> = (0..texts.len()).collect();
        order.rotate_left(turn.index(texts.len() + 1).min(texts.len()));
        order.reverse();
        std::thread::scope(|scope| {
            for half in order.chunks(order.len().div_ceil(2).max(1)) {
                let (collector, texts) = (&collector, &texts);
                scope.spawn(move || {
                    for &document in half {
                        collector.add(number(document), &sketch(&texts[document])).unwrap();
                    }
                });
            }
        });
        let one = rayon::ThreadPoolBuilder::new().num_threads(1).build().unwrap();
        let found = one.install(|| collector.finish(texts.len(), &Watch::NOBODY)).unwrap();
        prop_assert_eq!(found, expected);
    }

    #[test]
    fn a_shared_run_gives_a_shared_shingle(
        before in 0_u64..100,
        shared in 12_usize..40,
        after in 100_u64..200,
        words in any::<bool>(),
    ) {
        let text = |seed: u64| {
            let numbers = [noise(seed, 50), noise(1_000, shared), noise(seed + 500, 50)].concat();
            let mut tokens = tokens(&numbers);
            // English: the run that guarantees a shared shingle is shorter still (6 + 5 - 1).
            for token in &mut tokens {
                token.is_han = !words;
            }
            Sketch::of_tokens(&tokens)
        };
        let (a, b) = (text(before), text(after));
        let hashes = |shingles: &[sketch::Shingle]| -> BTreeSet<u64> {
            shingles.iter().map(|shingle| shingle.hash).collect()
        };
        prop_assert!(!hashes(&a.long).is_disjoint(&hashes(&b.long)));
        prop_assert!(!hashes(&a.short).is_disjoint(&hashes(&b.short)));
    }
}

#[test]
fn chance_is_below_the_least_evidence() {
    // Texts over 300 characters share many trigrams; none of the pairs would be a candidate in a larger folder.
    let texts: Vec<Vec<u32>> = (0..150)
        .map(|i| noise(i, 2_000).iter().map(|n| n % 300).collect())
        .collect();
    let found = find(&texts, 1 << 24);
    assert!(found.iter().all(|pair| pair.evidence < 4 * least(150)));
    assert!(found.len() < 1_000, "{}", found.len());
}
