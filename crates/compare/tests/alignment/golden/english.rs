//! Tricks of copying, applied to an English paragraph.

use chachong_compare::PassageKind;

use super::{assert_found, judge};
use crate::texts::Numbers;

const BEFORE_COPY: &str = "This thesis asks how residents of three cities turn leftover strips of land into gardens that they look after \
    together. The first chapter explains where the question came from and how interview partners were chosen. We visited \
    twelve gardens in spring and again in autumn, spoke with gardeners, caretakers and officials, and numbered every \
    statement in our notes. The interview guide held questions only and offered no answers to choose from.";
const AFTER_COPY: &str = "After the interviews we held the gardeners' accounts against the books of the borough and found the largest \
    gaps where water was concerned. Some gardens let the housing company pay and collect the money at Christmas; others \
    catch rain from the roofs and spend next to nothing. Behind the figures stands the question of how close each garden is \
    to its landlord, to which the next chapter returns.";
const BEFORE: &str = "Since kitchen waste has to be sorted, many housing estates wonder where to put it. The lorry comes once a day, and in \
    summer the smell around the containers brings complaints. A few estates have tried wooden boxes in a corner of the \
    yard, looked after by volunteers in turn, with mixed results. The present study picks five estates that have kept going \
    for more than two years and asks why they did.";
const AFTER: &str = "Not every estate lends itself to such an arrangement, of course. Tower blocks produce far more scraps than a handful of \
    crates can take, however keen the neighbours may be. For them it is wiser to install a machine next to the bins, to have \
    it run by trained staff, and to drive the product out to a tree nursery.";

const ORIGINAL: &str = "Whether a compost box lasts depends first of all on what goes into it. Peelings and salad leaves hold a lot of water \
    and turn sour within days if they are piled up alone; dry leaves, sawdust and torn cardboard are rich in carbon but rot \
    very slowly. Mix the two at a ratio of one to two, turn the heap with a fork several times, and the temperature inside \
    climbs above 55 degrees before the third evening. Moisture, secondly, must follow the season. During the rainy weeks the \
    heap wants a breathing cover and an extra layer of straw, whereas a dry autumn asks for a bucket of water every \
    Saturday. Finally, the people who look after the box need fixed duties. Every estate in our records that had put up a \
    rota was still composting half a year later, while three of those without one had given up in less than two months. The \
    technique is evidently simple; the difficulty lies in letting everybody know on which day it is their turn.";

#[track_caller]
fn found(copy: &str, precision: f64, recall: f64) -> PassageKind {
    assert_found(
        [BEFORE_COPY, copy, AFTER_COPY],
        [BEFORE, ORIGINAL, AFTER],
        precision,
        recall,
    )[0]
    .kind
}

fn replaced(replacements: &[(&str, &str)]) -> String {
    let mut text = ORIGINAL.to_owned();
    for (from, to) in replacements {
        assert!(text.contains(from), "{from}");
        text = text.replace(from, to);
    }
    text
}

fn sentences() -> Vec<&'static str> {
    ORIGINAL.split_inclusive(". ").map(str::trim_end).collect()
}

#[test]
fn a_plain_copy() {
    assert_eq!(found(ORIGINAL, 0.99, 0.99), PassageKind::Identical);
}

#[test]
fn texts_around_it_have_nothing_in_common() {
    let (found, _) = judge([BEFORE_COPY, "", AFTER_COPY], [BEFORE, ORIGINAL, AFTER]);
    assert_eq!(found, []);
}

#[test]
fn other_punctuation() {
    let other = replaced(&[(", ", " "), ("; ", ", "), (". ", "! ")]);
    assert_eq!(found(&other, 0.98, 0.98), PassageKind::Identical);
    let none: String = ORIGINAL
        .chars()
        .filter(|c| !c.is_ascii_punctuation())
        .collect();
    found(&none, 0.97, 0.97);
}

#[test]
fn other_width_and_capitals() {
    let wide: String = ORIGINAL
        .chars()
        .map(|c| match c {
            '!'..='~' => char::from_u32(u32::from(c) + 0xFEE0).unwrap(),
            c => c,
        })
        .collect();
    assert_eq!(found(&wide, 0.98, 0.98), PassageKind::Identical);
    found(&ORIGINAL.to_uppercase(), 0.98, 0.98);
}

#[test]
fn invisible_characters() {
    let mut text = String::new();
    for (i, c) in ORIGINAL.chars().enumerate() {
        text.push(c);
        text.push_str(["\u{200B}", "", "\u{2060}\u{FEFF}", "\u{AD}"][i % 4]);
    }
    assert_eq!(found(&text, 0.98, 0.98), PassageKind::Identical);
}

#[test]
fn letters_that_look_alike() {
    // Cyrillic for Latin.
    let text = replaced(&[("o", "о"), ("e", "е"), ("a", "а"), ("c", "с")]);
    found(&text, 0.97, 0.97);
}

#[test]
fn spaces_and_line_breaks() {
    let wide = ORIGINAL.replace(' ', "  \u{A0}");
    assert_eq!(found(&wide, 0.98, 0.98), PassageKind::Identical);
    let lines = replaced(&[
        (" ratio of ", " ra-\ntio of\n"),
        (" temperature ", " tempe-\nrature "),
        (" layer of ", "\nlayer of\n"),
    ]);
    found(&lines, 0.97, 0.97);
}

#[test]
fn sentences_split_and_merged() {
    let split = replaced(&[("; ", ". "), (", and the", ". The"), (", while", ". But")]);
    found(&split, 0.97, 0.97);
    let merged = replaced(&[
        ("into it. P", "into it, p"),
        ("evening. M", "evening, and m"),
        ("season. D", "season, so d"),
    ]);
    found(&merged, 0.97, 0.97);
}

#[test]
fn sentences_in_another_order() {
    let mut reversed = sentences();
    reversed.reverse();
    found(&reversed.join(" "), 0.95, 0.95);
    let mut turned = sentences();
    turned.rotate_left(3);
    turned.swap(1, 2);
    found(&turned.join(" "), 0.95, 0.95);
}

const SYNONYMS: [(&str, &str); 36] = [
    // The first third is the light case.
    ("lasts", "endures"),
    ("a lot of", "plenty of"),
    ("piled up", "heaped"),
    ("torn", "shredded"),
    ("slowly", "sluggishly"),
    ("several", "a few"),
    ("climbs", "rises"),
    ("extra", "additional"),
    ("fixed", "settled"),
    ("records", "notes"),
    ("given up", "quit"),
    ("simple", "easy"),
    ("depends", "hinges"),
    ("salad leaves", "lettuce"),
    ("turn sour", "go acid"),
    ("within days", "quickly"),
    ("alone", "by themselves"),
    ("rich in", "full of"),
    ("rot", "decay"),
    ("ratio", "proportion"),
    ("inside", "within"),
    ("before", "by"),
    ("follow", "suit"),
    ("rainy", "wet"),
    ("wants", "needs"),
    ("asks for", "calls for"),
    ("Saturday", "weekend"),
    ("Finally", "Lastly"),
    ("look after", "tend"),
    ("duties", "tasks"),
    ("put up", "posted"),
    ("half a year", "six months"),
    ("less than", "under"),
    ("evidently", "clearly"),
    ("difficulty", "problem"),
    ("everybody", "each person"),
];

#[test]
fn synonyms_for_some_words() {
    found(&replaced(&SYNONYMS[..12]), 0.95, 0.95);
}

#[test]
fn synonyms_for_many_words() {
    found(&replaced(&SYNONYMS), 0.93, 0.90);
}

#[test]
fn words_put_in_and_left_out() {
    let put_in = replaced(&[
        (
            "depends first",
            "depends, as everyone we asked confirmed, first",
        ),
        (
            "the temperature inside",
            "you will notice that the temperature inside",
        ),
        ("need fixed", "need what one might call fixed"),
        ("three of those", "no fewer than three of those"),
    ]);
    found(&put_in, 0.93, 0.93);
    let left_out = replaced(&[
        (" first of all", ""),
        (", sawdust and torn cardboard", ""),
        (" several times", ""),
        (" and an extra layer of straw", ""),
        (" in our records", ""),
    ]);
    found(&left_out, 0.93, 0.93);
}

#[test]
fn words_shuffled_in_their_sentences() {
    let mut numbers = Numbers::new(11);
    let mut shuffled = Vec::new();
    for sentence in sentences() {
        let mut words: Vec<&str> = sentence.trim_end_matches('.').split(' ').collect();
        for i in (1..words.len()).rev() {
            words.swap(i, usize::try_from(numbers.below(i as u64 + 1)).unwrap());
        }
        shuffled.push(words.join(" ") + ".");
    }
    found(&shuffled.join(" "), 0.90, 0.90);
}

#[test]
fn written_anew_as_a_translation_back_would_be() {
    found(
        "If a compost box will last depends above all on the things that you put into it. Vegetable peelings and leaves of salad \
        contain much water and become sour in a few days when one piles them alone; dry foliage, sawdust and cardboard that \
        has been torn are rich in carbon, but they rot very slowly. If both are mixed in the ratio one to two and the heap is \
        turned several times with a fork, the temperature in the inside climbs over 55 degrees before the evening of the \
        third day. Secondly the moisture has to follow the season. In the rainy weeks the heap needs a cover that breathes \
        and one more layer of straw, while in a dry autumn it needs a bucket of water each Saturday. At last, the persons \
        who look after the box need duties that are fixed. All estates in our records which had hung up a rota were still \
        composting half a year later; of those without one, three had given up after less than two months. Obviously the \
        technique is simple; what is difficult is to let everybody know on which day their turn is.",
        0.90,
        0.85,
    );
}
