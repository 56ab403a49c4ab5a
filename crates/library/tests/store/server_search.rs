//! The search in a `PostgreSQL` server finds what the index of the program finds, on the same made libraries.

use std::path::{Path, PathBuf};

use chachong_library::{Answer, Library, PostgresStore, QueryShingle, Question, Store};
use chachong_simhash::{Fingerprint, Recipe};

use crate::index_states::{member, put};
use crate::postgres_server::{Server, server};

/// Random numbers (splitmix64).
struct Dice(u64);

impl Dice {
    fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
        z ^ (z >> 31)
    }

    fn below(&mut self, bound: u64) -> u64 {
        self.next() % bound.max(1)
    }

    fn index(&mut self, length: usize) -> usize {
        usize::try_from(self.below(length as u64)).unwrap()
    }
}

/// Shingles of a made member, in order: its own, common phrases, the school's declaration, and what it took from the
/// member before.
fn shingles(dice: &mut Dice, number: u64, before: &[u64]) -> Vec<u64> {
    let phrases: Vec<u64> = (0..400).map(|n| Dice(n + 77).next()).collect();
    let declaration: Vec<u64> = (0..25).map(|n| Dice(n + 7_777).next()).collect();
    let mut found = Vec::new();
    if !number.is_multiple_of(3) {
        found.extend(&declaration);
    }
    for _ in 0..150 {
        // The first phrases are the commonest.
        let phrase = dice.below(400).min(dice.below(400));
        if dice.below(4) == 0 {
            found.push(phrases[usize::try_from(phrase).unwrap()]);
        } else {
            found.push(dice.next());
        }
    }
    if number.is_multiple_of(5) && before.len() > 60 {
        found.splice(40..40, before[40..60].to_vec());
    }
    // A member that repeats a sentence.
    let again = found[0];
    found.push(again);
    found
}

fn keep(store: &dyn Store, number: u64, fingerprint: u64, shingles: &[u64]) {
    let document = put(store, number, Some(Fingerprint(fingerprint)));
    let shingles = shingles.iter().map(|&bits| Fingerprint(bits)).collect();
    store
        .add_members(&[member(document, number, shingles)])
        .unwrap();
}

/// Near members with distances, sharing members with the evidence, runs (start, end, documents).
type Shown = (Vec<(String, u32)>, Vec<(String, u32)>, Vec<(u32, u32, u32)>);

/// Names and figures of an answer: the numbers of documents differ between stores.
fn shown(answer: Answer) -> Shown {
    let mut near: Vec<(String, u32)> = (answer.near.into_iter())
        .map(|(member, distance)| (member.name, distance))
        .collect();
    near.sort();
    let sharing = (answer.sharing.into_iter()).map(|(member, evidence)| (member.name, evidence));
    let widespread = answer.widespread.into_iter();
    (
        near,
        sharing.collect(),
        widespread
            .map(|run| (run.span.start, run.span.end, run.documents))
            .collect(),
    )
}

/// Every shingle of the text, a token apart; each stored one stands among others that no member has.
fn query(dice: &mut Dice, stored: &[u64]) -> Vec<QueryShingle> {
    let mut found = Vec::new();
    for &bits in stored {
        for other in 0..4 {
            let token = u32::try_from(found.len()).unwrap();
            let fingerprint = if other == 0 { bits } else { dice.next() };
            found.push(QueryShingle {
                fingerprint: Fingerprint(fingerprint),
                token,
                start: 2 * token,
                end: 2 * token + 5,
            });
        }
    }
    found
}

fn compare(members: u64, settled: bool) {
    let Some(server) = server() else { return };
    let folder = tempfile::tempdir().unwrap();
    let address = server.database();
    PostgresStore::init(&address).unwrap();
    let file = folder.path().join("l.chachong");
    let libraries =
        [&file, &address].map(|place: &PathBuf| Library::open(Path::new(place)).unwrap());
    let mut dice = Dice(members);
    let mut all: Vec<(u64, Vec<u64>)> = Vec::new();
    for number in 0..members {
        let before = all.last().map_or(&[][..], |(_, shingles)| shingles);
        let made = shingles(&mut dice, number, before);
        // Some fingerprints lie near each other.
        let bits = match all.last() {
            Some((bits, _)) if number.is_multiple_of(4) => {
                bits ^ (1 << dice.below(64)) ^ (1 << dice.below(64))
            }
            _ => dice.next(),
        };
        all.push((bits, made));
    }
    for library in &libraries {
        for ((bits, shingles), number) in all.iter().zip(0..) {
            keep(library.store().as_ref(), number, *bits, shingles);
        }
        if settled {
            // The program does so in large libraries only.
            server.sql(&Server::name(&address), "CALL chachong.settle(64)");
        }
    }
    let form = Recipe::THESIS.text_form();
    let [of_file, of_server] = libraries
        .each_ref()
        .map(|library| library.search(&form).unwrap());
    assert_eq!(of_server.members(), of_file.members());
    let mut candidates = 0;
    for round in 0..12 {
        let stored = match round {
            0 => Vec::new(),
            // A member itself.
            1 => all
                .last()
                .map_or_else(Vec::new, |(_, shingles)| shingles.clone()),
            _ => {
                let before = all[dice.index(all.len())].1.clone();
                shingles(&mut dice, round, &before)
            }
        };
        let asked = query(&mut dice, &stored);
        let bits = all[dice.index(all.len())].0;
        for farthest in [0, 3, 8, 14] {
            let question = Question {
                name: "",
                text: None,
                fingerprint: (round != 2).then_some(Fingerprint(bits ^ 0b101)),
                farthest,
                shingles: &asked,
                is_text: true,
            };
            let expected = shown(of_file.ask(&question).unwrap());
            candidates += expected.1.len() + expected.2.len();
            let found = shown(of_server.ask(&question).unwrap());
            assert_eq!(
                found, expected,
                "{members} members, round {round}, {farthest}"
            );
        }
    }
    assert!(members < 5 || candidates > 20, "{candidates}");
}

#[test]
fn a_server_finds_what_the_index_of_the_program_finds() {
    // Up to 60 members all are candidates; with more the least evidence counts, with more than 64 samples are taken.
    for members in [1, 8, 61, 130] {
        compare(members, false);
    }
}

#[test]
fn what_is_put_aside_is_still_found() {
    compare(420, true);
}
