use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Instant;

use proptest::prelude::*;
use rayon::prelude::*;

use super::*;
use crate::code::NUMBERS;
use crate::windows::Window;
use crate::{Encoder, LeadKind, encode};

/// Score that only passages of several windows have with the encoder of these tests.
const SEVERAL: f32 = 0.75;

/// Encoder that knows no meaning: vectors of hashed pairs and triples of characters. "Rewritten" is here what has half of them.
struct Grams;

impl Encoder for Grams {
    fn model(&self) -> &'static str {
        "grams"
    }

    fn encode(&self, texts: &[&str]) -> Vec<Vec<f32>> {
        texts.iter().map(|text| grams(text)).collect()
    }

    fn windows(&self, sentences: &[&str], windows: &[Range<usize>]) -> Vec<Vec<f32>> {
        windows
            .iter()
            .map(|window| grams(&sentences[window.clone()].concat()))
            .collect()
    }
}

fn grams(text: &str) -> Vec<f32> {
    let characters: Vec<char> = text.chars().filter(|c| c.is_alphanumeric()).collect();
    let mut vector = vec![0.0; 512];
    for n in [1, 2] {
        for gram in characters.windows(n) {
            let hash = gram
                .iter()
                .fold(n as u64, |hash, &c| mix(hash ^ u64::from(u32::from(c))));
            let place = usize::try_from(hash % 512).unwrap();
            vector[place] += if hash >> 40 & 1 == 1 { 1.0 } else { -1.0 };
        }
    }
    vector
}

/// Sentences of characters without pattern, the same for the same number.
fn sentence(number: u64) -> String {
    let mut state = mix(number);
    let mut next = || {
        state = mix(state);
        state
    };
    let length = 20 + next() % 25;
    let characters =
        (0..length).filter_map(|_| char::from_u32(0x4E00 + u32::try_from(next() % 3000).ok()?));
    characters.chain(['。']).collect()
}

/// Replaces some characters in a hundred, so that the sentence stays like itself but is another.
fn rewritten(sentence: &str, percent: u64, seed: u64) -> String {
    let change = |(at, c): (usize, char)| {
        let hash = mix(seed ^ mix(at as u64 + 7));
        let other = char::from_u32(0x6E00 + u32::try_from(hash >> 32 & 0xFFF).unwrap()).unwrap();
        if c != '。' && hash % 100 < percent {
            other
        } else {
            c
        }
    };
    sentence.chars().enumerate().map(change).collect()
}

fn encoded(text: &str) -> Arc<Encoded> {
    Arc::new(encode(text, &[], &Grams, &|| false).unwrap())
}

/// Text of sentences of its own, with others in their midst.
fn document(number: u64, within: &[String]) -> String {
    let own = |from: u64| {
        (from..from + 15)
            .map(|i| sentence(1000 * number + i))
            .collect::<String>()
    };
    format!("{}{}{}", own(0), within.concat(), own(500))
}

/// Finds leads of several windows. How many of one window there are by chance is a matter of calibration, on real vectors.
fn found(
    queries: &[String],
    members: &[&[String]],
    comparable: &Comparable<'_>,
) -> Vec<SemanticLead> {
    let numbered: Vec<_> = (0..)
        .zip(queries.iter().map(|text| encoded(text)))
        .collect();
    let mut search = Search::with_background(&numbered, comparable, &[]);
    let mut number = u32::try_from(queries.len()).unwrap();
    for batch in members {
        let batch: Vec<_> = (number..)
            .zip(batch.iter().map(|text| encoded(text)))
            .collect();
        number += u32::try_from(batch.len()).unwrap();
        assert!(search.add(&batch, &|| false));
    }
    let mut leads = search.finish(&|| false).unwrap();
    leads.retain(|lead| lead.score >= SEVERAL);
    leads
}

fn thoughts(count: u64) -> Vec<String> {
    (0..count).map(|i| sentence(77_000_000 + i)).collect()
}

fn reworded(seed: u64) -> Vec<String> {
    thoughts(8)
        .iter()
        .map(|sentence| rewritten(sentence, 20, seed))
        .collect()
}

#[test]
fn a_rewritten_passage_is_found_among_checked_documents() {
    let mut texts: Vec<String> = (0..30).map(|number| document(number, &[])).collect();
    texts[4] = document(4, &thoughts(8));
    texts[21] = document(21, &reworded(5));
    let leads = found(&texts, &[], &|_, _| true);
    let [lead] = &leads[..] else {
        panic!("{leads:?}")
    };
    assert_eq!((lead.a, lead.b, lead.kind), (4, 21, LeadKind::Rewritten));
    let start = |number: usize, passage: &str| {
        let at = texts[number].find(passage).unwrap();
        texts[number][..at].chars().count()
    };
    let (a, b) = (start(4, &thoughts(1)[0]), start(21, &reworded(5)[0]));
    let length: usize = thoughts(8)
        .iter()
        .map(|sentence| sentence.chars().count())
        .sum();
    for (found, start) in [(&lead.in_a, a), (&lead.in_b, b)] {
        let inside = found
            .end
            .min(start + length)
            .saturating_sub(found.start.max(start));
        assert!(
            inside * 10 >= length * 8 && inside * 10 >= found.len() * 6,
            "{found:?} {start} {length}"
        );
    }
}

#[test]
fn a_rewritten_passage_is_found_in_the_library_whatever_the_batches() {
    let query = vec![document(900, &reworded(5))];
    let mut members: Vec<String> = (0..30).map(|number| document(number, &[])).collect();
    members[12] = document(12, &thoughts(8));
    let leads = found(&query, &[&members], &|_, _| true);
    let [lead] = &leads[..] else {
        panic!("{leads:?}")
    };
    assert_eq!((lead.a, lead.b), (0, 13));
    let (one, two) = members.split_at(7);
    let batches = found(&query, &[one, &[], two], &|_, _| true);
    assert_eq!(batches, leads);
}

#[test]
fn versions_are_not_compared_and_do_not_hide_a_lead() {
    let mut texts: Vec<String> = (0..30).map(|number| document(number, &[])).collect();
    texts[4] = document(4, &thoughts(8));
    texts[5] = document(4, &thoughts(8));
    texts[6] = format!("{}{}", document(4, &thoughts(8)), sentence(3));
    texts[21] = document(21, &reworded(5));
    let are_versions = |a: u32, b: u32| (4..7).contains(&a) && (4..7).contains(&b);
    let leads = found(&texts, &[], &|a, b| !are_versions(a, b));
    let pairs: Vec<_> = leads.iter().map(|lead| (lead.a, lead.b)).collect();
    let of_rewriting: Vec<_> = pairs.iter().filter(|pair| pair.1 == 21).collect();
    assert_eq!(of_rewriting, [&(4, 21), &(5, 21), &(6, 21)]);
    assert!(!pairs.iter().any(|&(a, b)| are_versions(a, b)), "{pairs:?}");
}

#[test]
fn what_everyone_says_is_no_lead() {
    let defined = |seed: u64| {
        thoughts(8)
            .iter()
            .map(|sentence| rewritten(sentence, 12, seed))
            .collect::<Vec<_>>()
    };
    // Each of 20 documents gives the same definition in its own words.
    let texts: Vec<String> = (0..40)
        .map(|number| {
            document(
                number,
                &if number < 20 {
                    defined(number)
                } else {
                    Vec::new()
                },
            )
        })
        .collect();
    assert_eq!(found(&texts, &[], &|_, _| true), []);
    // Two of them alone would be a lead.
    let alone: Vec<String> = texts[18..].to_vec();
    assert_eq!(found(&alone, &[], &|_, _| true).len(), 1);
    // In the library it is the same.
    let query = [document(300, &defined(300))];
    assert_eq!(found(&query, &[&texts], &|_, _| true), []);
    assert_eq!(found(&query, &[&texts[19..]], &|_, _| true).len(), 1);
}

#[test]
fn a_member_that_is_checked_itself_is_passed_over() {
    let text = document(1, &thoughts(8));
    let queries = [(3, encoded(&text))];
    let mut search = Search::with_background(&queries, &|_, _| true, &[]);
    assert!(search.add(&queries, &|| false));
    assert_eq!(search.added, 0);
    assert_eq!(search.finish(&|| false), Some(vec![]));
    let empty = Search::new(&[], &|_, _| true);
    assert_eq!(empty.finish(&|| false), Some(vec![]));
}

#[test]
fn a_cancelled_search_says_so() {
    let texts: Vec<_> = (0..3)
        .map(|number| (number, encoded(&document(number.into(), &[]))))
        .collect();
    let asked = AtomicUsize::new(0);
    let mut search = Search::new(&texts[..1], &|_, _| true);
    assert!(!search.add(&texts[1..], &|| asked.fetch_add(1, Ordering::Relaxed) > 0));
    assert_eq!(search.finish(&|| true), None);
}

/// Code that lies about `share` of its length along the topic's direction.
fn code(topic: u64, share: f32, seed: u64) -> Code {
    let numbers = |seed: u64| -> Vec<f32> {
        let mut state = mix(seed);
        (0..NUMBERS)
            .map(|_| {
                // The sum of four even numbers is normal enough.
                state = mix(state.wrapping_add(1));
                (0..4)
                    .map(|i| (state >> (16 * i) & 0xFFFF) as f32 / 65_536.0 - 0.5)
                    .sum()
            })
            .collect()
    };
    let vector: Vec<f32> = numbers(topic.wrapping_mul(0xABCD_EF01))
        .iter()
        .zip(numbers(seed))
        .map(|(a, b)| share * a + b)
        .collect();
    let length = vector
        .iter()
        .map(|number| number * number)
        .sum::<f32>()
        .sqrt();
    #[expect(clippy::cast_possible_truncation)]
    let whole =
        std::array::from_fn(|i| (vector[i] / length * 254.0).round().clamp(-127.0, 127.0) as i8);
    Code::of_numbers(whole, Projection::bundled().planes())
}

/// Document whose windows are about thoughts of their own, of which each is one of `thoughts` that other documents have too.
fn thinking(thoughts: u64, share: f32, windows: u32, seed: u64) -> Arc<Encoded> {
    let window = |i| Window {
        span: 40 * i..40 * i + 80,
        sentences: i..i + 2,
        language: Language::Chinese,
    };
    let number = |i| seed.wrapping_mul(1 << 20) + u64::from(i);
    let code = |i| code(mix(number(i)) % thoughts, share, number(i));
    Arc::new(Encoded::new(
        (0..windows).map(window).collect(),
        (0..windows).map(code).collect(),
    ))
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(12))]
    #[test]
    fn the_scan_finds_nearly_all_that_the_obvious_way_finds(seed in any::<u64>(), topics in 1_u64..6, documents in 1_u32..60) {
        let queries: Vec<_> = (0..4).map(|number| (number, thinking(topics, 0.87, 20, seed ^ u64::from(number)))).collect();
        let members: Vec<_> = (4..4 + documents).map(|number| (number, thinking(topics, 0.87, 37, seed ^ u64::from(number)))).collect();
        let mut search = Search::with_background(&queries, &|a, b| a + b != 5, &[]);
        for batch in members.chunks(13) {
            search.add(batch, &|| false);
        }
        let (mut all, mut found) = (0, 0);
        let everything: Vec<_> = queries.iter().chain(&members).collect();
        for row in 0..search.queries[0].len() {
            let document = search.queries[0].documents[row];
            let own = &queries[document as usize].1.codes()[search.queries[0].windows[row] as usize];
            let mut slow = Nearest::default();
            for (other, encoded) in &everything {
                for (window, code) in (0..).zip(encoded.codes()) {
                    if *other != document && document + other != 5 {
                        slow.put(Neighbour { cosine: own.cosine(code), document: *other, window, span: 0..0, numbers: None });
                    }
                }
            }
            let fast: HashSet<_> = search.lists[0][0][row].found().iter().map(|n| (n.document, n.window)).collect();
            all += slow.found().len();
            found += slow.found().iter().filter(|n| fast.contains(&(n.document, n.window))).count();
            // The radius loses a little: at most .015 in 150 cases, and 4 % of the neighbours.
            prop_assert!((slow.mean() - search.lists[0][0][row].mean()).abs() < 0.03);
            prop_assert_eq!(slow.found().len(), fast.len());
        }
        prop_assert!(found * 100 >= all * 93, "{} of {}", found, all);
    }
}

/// Processor time of this process in seconds; 0 where there is no `/proc`.
fn processor_seconds() -> f64 {
    let stat = std::fs::read_to_string("/proc/self/stat").unwrap_or_default();
    let ticks = stat
        .rsplit(')')
        .next()
        .and_then(|rest| rest.split_whitespace().nth(11)?.parse::<f64>().ok());
    ticks.unwrap_or(0.0) / 100.0
}

/// Measures the scan: `cargo test --release -- --ignored --nocapture measure`.
#[test]
#[ignore = "takes a minute"]
fn measure() {
    // As many pairs within 75 bits as texts on one subject have; then none but by chance, where lists stay wide.
    measure_with(2500, 1.4);
    measure_with(u64::MAX, 0.0);
}

#[expect(clippy::print_stderr, reason = "a measurement is read")]
fn measure_with(thoughts: u64, share: f32) {
    const WINDOWS: u32 = 800;
    let make = |from: u32, count: u32| -> Vec<(u32, Arc<Encoded>)> {
        let document = |number| {
            (
                number,
                thinking(thoughts, share, WINDOWS, u64::from(number)),
            )
        };
        (from..from + count).into_par_iter().map(document).collect()
    };
    let documents = make(0, 100);
    let distance = |a: &Code, b: &Code| {
        let words = a.signature.iter().zip(b.signature);
        words.map(|(a, b)| (a ^ b).count_ones()).sum::<u32>()
    };
    let (mut near, mut pairs) = (0_u64, 0_u64);
    for a in documents[0].1.codes() {
        for b in documents[1..]
            .iter()
            .flat_map(|(_, encoded)| encoded.codes())
        {
            near += u64::from(distance(a, b) <= 75);
            pairs += 1;
        }
    }
    eprintln!(
        "{thoughts} thoughts: share of pairs within 75 bits {:.2e}",
        near as f64 / pairs as f64
    );
    let (start, used) = (Instant::now(), processor_seconds());
    let mut search = Search::new(&documents, &|_, _| true);
    search.start(&|| false);
    let leads = search.finish(&|| false).unwrap();
    let used = processor_seconds() - used;
    eprintln!(
        "80,000 x 80,000: {:?}, processor {used:.2} s, {} leads",
        start.elapsed(),
        leads.len()
    );

    // 100 members again and again under other numbers: their bytes are read each time.
    let members: Vec<Vec<u8>> = make(300, 100)
        .iter()
        .map(|(_, encoded)| encoded.to_bytes())
        .collect();
    let (start, used) = (Instant::now(), processor_seconds());
    let mut search = Search::new(&documents[..1], &|_, _| true);
    for batch in 0..100 {
        let read = |(number, bytes): (u32, &Vec<u8>)| {
            (number, Arc::new(Encoded::from_bytes(bytes).unwrap()))
        };
        let read: Vec<_> = (300 + 100 * batch..).zip(&members).map(read).collect();
        search.add(&read, &|| false);
    }
    let leads = search.finish(&|| false).unwrap();
    let used = processor_seconds() - used;
    eprintln!(
        "800 x 8,000,000 with reading: {:?}, processor {used:.2} s, {} leads",
        start.elapsed(),
        leads.len()
    );
}
