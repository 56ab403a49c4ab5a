//! Tests of a document's text: from passage to passage, to the source, to what is typed, with its strip and what is
//! left out.

use egui::{Key, Modifiers, vec2};
use egui_kittest::kittest::Queryable;
use tempfile::TempDir;

use crate::driver::{
    Window, click, click_containing, key, lacks, open, sees, shows, side_by_side, tops, type_text,
    wait,
};
use crate::texts::{counted, text, text_with};
use crate::theses::{folder, paragraphs, patchwork, start_of};

/// Opens the text of the thesis that is a patchwork. The folder is there as long as it is held.
fn open_text() -> (Window, TempDir) {
    let dir = patchwork();
    let mut window = open([dir.path()]);
    click(&mut window, "拼凑.txt");
    (window, dir)
}

#[test]
fn a_documents_text_leads_from_passage_to_passage_and_to_the_source() {
    let (mut window, _dir) = open_text();
    let (bikes, canteen) = (paragraphs("zh-bikes.txt"), paragraphs("zh-canteen.txt"));
    let elevator = paragraphs("zh-elevator.txt");
    assert_eq!(tops(&window, &elevator[0]).len(), 1, "its own text first");
    // Two paragraphs, one of another source, the references.
    let passages = [3, 4].map(|count| counted("text.passages", count));
    assert!(passages.iter().any(|text| sees(&window, text)));
    click(&mut window, &text("passages.next"));
    assert_eq!(tops(&window, &bikes[1]).len(), 1);
    let next = text_with("similar.next-of", &[("name", &"食堂.txt")]);
    click(&mut window, &next);
    assert_eq!(tops(&window, &canteen[1]).len(), 1);
    click_containing(&mut window, &start_of(&canteen[1]));
    shows(&window, ["食堂.txt", &counted("pair.passages", 1)]);
    lacks(&window, ["单车.txt"]);
    assert!(side_by_side(&window, &canteen[1]));
}

#[test]
fn the_strip_beside_a_text_moves_it_while_the_pointer_moves() {
    let (mut window, _dir) = open_text();
    let last = paragraphs("zh-canteen.txt");
    assert_eq!(tops(&window, &last[1]).len(), 0, "far down");
    let strip = window.get_by_label(&text("text.strip")).rect();
    window.drag_at(strip.center_top() + vec2(0.0, 5.0));
    window.run_steps(2);
    window.hover_at(strip.center_bottom() - vec2(0.0, 5.0));
    window.run_steps(8);
    assert_eq!(tops(&window, &last[1]).len(), 1);
    // Held still it rests, once the threads that ask for a frame have ended.
    wait(&mut window, |window| {
        let output = &window.output().viewport_output[&egui::ViewportId::ROOT];
        !output.repaint_delay.is_zero()
    });
}

#[test]
fn what_is_left_out_says_why_under_the_pointer() {
    let (mut window, _dir) = open_text();
    window.key_press(Key::End);
    window.run_steps(5);
    let reference = window.get_by_label_contains("陈某某").rect();
    let why = text_with("text.left-out", &[("reason", &text("left-out.references"))]);
    lacks(&window, [&why]);
    window.hover_at(reference.left_center() + vec2(30.0, 0.0));
    window.run_steps(40);
    shows(&window, ["1  单车.txt", &why]);
}

#[test]
fn what_is_typed_is_found_in_the_text() {
    let (mut window, _dir) = open_text();
    let canteen = paragraphs("zh-canteen.txt");
    assert_eq!(tops(&window, &canteen[1]).len(), 0, "far down");
    key(&mut window, Modifiers::COMMAND, Key::F);
    let words: String = canteen[1].chars().skip(3).take(9).collect();
    type_text(&mut window, &words);
    window.run_steps(3);
    shows(&window, [counted("text.found", 1)]);
    assert_eq!(tops(&window, &canteen[1]).len(), 1, "brought into sight");
    key(&mut window, Modifiers::NONE, Key::Enter);
    assert_eq!(tops(&window, &canteen[1]).len(), 1);
    type_text(&mut window, "没有这样的字");
    shows(&window, [counted("text.found", 0)]);
}

#[test]
fn a_longer_pair_opens_at_its_passage_after_a_shorter_one() {
    let bikes = paragraphs("zh-bikes.txt");
    let shared = &paragraphs("zh-clothes.txt")[1];
    let long = |names: [&str; 2]| {
        let mut all = names.map(paragraphs).concat();
        all.push(shared.clone());
        all
    };
    let dir = folder(&[
        ("单车.txt", bikes[1..].to_vec()),
        ("骑行.txt", bikes),
        ("图书馆.txt", long(["zh-library-a.txt", "zh-canteen.txt"])),
        ("科学.txt", long(["zh-science.txt", "zh-elevator.txt"])),
        ("hedgerows.txt", paragraphs("en-hedgerows.txt")),
        ("repair.txt", paragraphs("en-repair-a.txt")),
    ]);
    let mut window = open([dir.path()]);
    key(&mut window, Modifiers::COMMAND, Key::Num2);
    click(&mut window, "单车.txt");
    key(&mut window, Modifiers::NONE, Key::Escape);
    click(&mut window, "图书馆.txt");
    window.run_steps(60);
    assert!(side_by_side(&window, shared));
}
