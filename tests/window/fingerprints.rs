//! Tests of fingerprints: words that decided a bit, and a threshold taken over from an evaluation.

use chachong::lab::evaluate::{Comparison, Figure, MethodFigures};
use egui::{Key, Modifiers};
use egui_kittest::kittest::Queryable;

use crate::driver::{click, key, open, samples, sees, type_path};
use crate::texts::{Values, beginning, counted, text, text_with};

#[test]
fn a_bit_shows_the_words_that_decided_it_and_arrows_choose_another() {
    let mut window = open([samples()]);
    click(&mut window, &counted("pages.pairs", 4));
    // The pair at distance 6.
    click(&mut window, "05_乡村小学科学课的现状与改进.docx");
    click(&mut window, &text("pair.fingerprints"));
    // The first bit that differs: 0x089c and 0x08dc in block A.
    assert!(sees(
        &window,
        &text_with("bit.title", &[("block", &"A"), ("bit", &10)])
    ));
    assert!(
        sees(
            &window,
            &beginning("bit.value", &[("label", &"A"), ("bit", &0)])
        ) && sees(
            &window,
            &beginning("bit.value", &[("label", &"B"), ("bit", &1)])
        )
    );
    assert_eq!(
        window
            .query_all_by_label_contains(&text_with("bit.for", &[("value", &1)]))
            .count(),
        2
    );
    key(&mut window, Modifiers::NONE, Key::ArrowRight);
    assert!(sees(
        &window,
        &text_with("bit.title", &[("block", &"A"), ("bit", &11)])
    ));
    assert!(
        sees(
            &window,
            &beginning("bit.value", &[("label", &"A"), ("bit", &0)])
        ) && sees(
            &window,
            &beginning("bit.value", &[("label", &"B"), ("bit", &0)])
        )
    );
    for _ in 0..11 {
        window.key_press(Key::ArrowLeft);
        window.run_steps(3);
    }
    assert!(
        sees(
            &window,
            &text_with("bit.title", &[("block", &"D"), ("bit", &16)])
        ),
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
    click(&mut window, &text("toolbar.settings"));
    click(&mut window, &text("settings.take-threshold"));
    type_path(&mut window, &text("field.path"), &good, &text("field.open"));
    let taken: Values<'_> = &[("distance", &3), ("rate", &"0.1 %"), ("clean", &1200)];
    assert!(sees(&window, &text_with("notice.threshold-taken", taken)));
    assert!(sees(
        &window,
        &text_with("settings.preview", &[("count", &4), ("near", &2)])
    ));
    click(&mut window, &text("settings.take-threshold"));
    type_path(&mut window, &text("field.path"), &bad, &text("field.open"));
    assert!(sees(
        &window,
        &beginning("notice.no-evaluation", &[("file", &bad.display())])
    ));
}
