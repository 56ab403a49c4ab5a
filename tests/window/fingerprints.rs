//! Tests of fingerprints: words that decided a bit, and a threshold taken over from an evaluation.

use chachong::lab::evaluate::{Comparison, Figure, MethodFigures};
use egui::{Key, Modifiers};
use egui_kittest::kittest::Queryable;

use crate::driver::{click, key, open, samples, sees, type_path};

#[test]
fn a_bit_shows_the_words_that_decided_it_and_arrows_choose_another() {
    let mut window = open([samples()]);
    click(&mut window, "Similar pairs (4)");
    // The pair at distance 6.
    click(&mut window, "05_乡村小学科学课的现状与改进.docx");
    click(&mut window, "Fingerprints");
    // The first bit that differs: 0x089c and 0x08dc in block A.
    assert!(sees(&window, "Block A, bit 10: which words decided it"));
    assert!(sees(&window, "A: 0, ahead by") && sees(&window, "B: 1, ahead by"));
    assert_eq!(window.query_all_by_label_contains("For 1:").count(), 2);
    key(&mut window, Modifiers::NONE, Key::ArrowRight);
    assert!(sees(&window, "Block A, bit 11"));
    assert!(sees(&window, "A: 0, ahead by") && sees(&window, "B: 0, ahead by"));
    for _ in 0..11 {
        window.key_press(Key::ArrowLeft);
        window.run_steps(3);
    }
    assert!(
        sees(&window, "Block D, bit 16"),
        "behind the first comes the last"
    );
}

#[test]
fn a_threshold_is_taken_over_from_an_evaluation() {
    let figure = Figure {
        threshold: 1.0 - 3.0 / 64.0,
        distance: Some(3),
        true_positives: 9,
        false_positives: 0,
        false_negatives: 1,
        precision: 1.0,
        recall: 0.9,
        f1: 0.95,
    };
    let comparison = Comparison {
        version: String::from("0.1.0"),
        pairs: 1_210,
        copies: 10,
        clean: 1_200,
        false_alarm_rate: 0.001,
        schemes: vec![MethodFigures {
            scheme: String::from("simhash"),
            recipe: Some(String::from("thesis")),
            within_rate: Some(figure),
            best: Some(figure),
            kinds: Vec::new(),
            curve: vec![figure],
        }],
    };
    let dir = tempfile::tempdir().unwrap();
    let (good, bad) = (dir.path().join("good.json"), dir.path().join("bad.json"));
    std::fs::write(&good, serde_json::to_string(&comparison).unwrap()).unwrap();
    std::fs::write(&bad, "{\"pairs\": 3}").unwrap();
    let mut window = open([samples()]);
    click(&mut window, "Settings");
    click(&mut window, "Use the threshold of an evaluation...");
    type_path(&mut window, "Path", &good, "Open");
    assert!(sees(&window, "Pairs are listed up to a distance of 3"));
    assert!(sees(&window, "at most 0.1 % of its 1200 pairs"));
    assert!(sees(
        &window,
        "Pairs listed now: 4; within this distance: 2"
    ));
    click(&mut window, "Use the threshold of an evaluation...");
    type_path(&mut window, "Path", &bad, "Open");
    assert!(sees(&window, "is no report of an evaluation"));
}
