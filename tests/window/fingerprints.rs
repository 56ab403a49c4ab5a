//! Tests of fingerprints: words that decided a bit, and a threshold taken over from an evaluation.

use std::path::Path;

use chachong_jobs::KeptSettings;
use chachong_lab::evaluate::{Comparison, Figure, MethodFigures};
use chachong_library::{CheckStore, SqliteStore};
use egui::{Key, Modifiers};
use egui_kittest::kittest::Queryable;

use crate::driver::{
    Window, click, key, open, open_with, press_times, samples, shows, type_path, wait,
};
use crate::texts::{Values, beginning, counted, text, text_with};

/// Returns the title over the words that decided a bit.
fn bit(block: u32, bit: u32) -> String {
    text_with("bit.title", &[("block", &block), ("bit", &bit)])
}

/// Returns what is said of a bit of both documents, before the number that says how firmly it stands.
fn bits(a: u32, b: u32) -> [String; 2] {
    [("A", a), ("B", b)]
        .map(|(label, bit)| beginning("bit.value", &[("label", &label), ("bit", &bit)]))
}

#[test]
fn a_bit_shows_the_words_that_decided_it_and_arrows_choose_another() {
    let mut window = open([samples()]);
    click(&mut window, &counted("pages.pairs", 4));
    // The pair at distance 6.
    click(&mut window, "05_乡村小学科学课的现状与改进.docx");
    click(&mut window, &text("pair.fingerprints"));
    // The first bit that differs: 0x089c and 0x08dc in block A.
    shows(&window, [bit(1, 10)]);
    shows(&window, bits(0, 1));
    let for_1 = text_with("bit.for", &[("value", &1)]);
    assert_eq!(window.query_all_by_label_contains(&for_1).count(), 2);
    key(&mut window, Modifiers::NONE, Key::ArrowRight);
    shows(&window, [bit(1, 11)]);
    shows(&window, bits(0, 0));
    press_times(&mut window, Key::ArrowLeft, 11);
    // Behind the first comes the last.
    shows(&window, [bit(4, 16)]);
}

/// Report of an evaluation that found the distance 3.
fn evaluation() -> Comparison {
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
    Comparison {
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
    }
}

/// Opens a report of an evaluation in the settings.
fn take_threshold(window: &mut Window, report: &Path) {
    click(window, &text("settings.take-threshold"));
    let [field, open] = ["field.path", "field.open"].map(text);
    type_path(window, &field, report, &open);
}

/// Returns the distance with which the check in a library was saved.
fn saved_distance(library: &Path) -> Option<u32> {
    let store = SqliteStore::open(library).unwrap();
    let (_, content) = store.check(store.checks().unwrap().first()?.id).unwrap();
    KeptSettings::of_json(content.settings).max_distance
}

#[test]
fn a_threshold_is_taken_over_from_an_evaluation() {
    let dir = tempfile::tempdir().unwrap();
    let (good, bad) = (dir.path().join("good.json"), dir.path().join("bad.json"));
    std::fs::write(&good, serde_json::to_string(&evaluation()).unwrap()).unwrap();
    std::fs::write(&bad, "{\"pairs\": 3}").unwrap();
    let library = dir.path().join("l.chachong");
    let mut window = open_with(&library, [samples()]);
    click(&mut window, &text("toolbar.settings"));
    take_threshold(&mut window, &good);
    // The check is saved with the distance, and not only when the window is closed.
    wait(&mut window, |_| saved_distance(&library) == Some(3));
    let taken: Values<'_> = &[("distance", &3), ("rate", &"0.1 %"), ("clean", &1200)];
    shows(&window, [text_with("notice.threshold-taken", taken)]);
    let listed = text_with("settings.preview", &[("count", &4), ("near", &2)]);
    shows(&window, [listed]);
    take_threshold(&mut window, &bad);
    let refused = beginning("notice.no-evaluation", &[("file", &bad.display())]);
    shows(&window, [refused]);
}
