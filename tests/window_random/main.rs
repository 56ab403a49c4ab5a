//! Random walks through the window: steps of a fixed seed in which the buttons of every view are pressed; keys, wheel, drags
//! and drops come while work runs; and nothing panics, clashes or repaints for ever. Two walks with `CHACHONG_TEST_EVERYTHING`
//! set, one without; `CHACHONG_SEED` and `CHACHONG_STEPS` set another seed and number of steps for each.
#![cfg(feature = "gui")]
#![cfg_attr(
    feature = "gui",
    expect(
        clippy::panic,
        clippy::unwrap_used,
        reason = "a test that cannot go on stops"
    )
)]

mod actions;
#[path = "../window/dropped.rs"]
mod dropped;
#[path = "../interface/mod.rs"]
mod interface;
mod random;
mod world;

use std::collections::{BTreeMap, VecDeque};
use std::io::Write;
use std::process::Command;

use actions::Actions;
use chachong_messages::Language;
use egui::{Key, Modifiers};
use interface::beginning_in;
use world::{Window, World, words};

const SEED: u64 = 20_240_607;
/// Number of steps of a walk, in which every page is reached.
const STEPS: usize = 1_500;
/// Number of steps between two rests of the window.
const REST: usize = 100;
/// Number of last actions that a failure report lists.
const TOLD: usize = 30;

/// Pages, each with texts that only it shows when it is not empty; after each rest the walk goes to the next page that
/// has a key.
const PAGES: [(&str, &[&str], Option<Key>); 9] = [
    (
        "documents",
        &["documents.show-problems", "documents.show-failed"],
        Some(Key::Num1),
    ),
    (
        "pairs",
        &[
            "pairs.explanation",
            "pairs.explanation-copied",
            "pairs.explanation-sorted",
        ],
        Some(Key::Num2),
    ),
    ("matrix", &["matrix.cosine"], Some(Key::Num3)),
    ("groups", &["groups.number"], Some(Key::Num4)),
    (
        "shared texts",
        &["shared-texts.explanation", "shared-texts.list"],
        Some(Key::Num5),
    ),
    ("library", &["library.against"], Some(Key::L)),
    ("settings", &["settings.reduced-motion"], Some(Key::Comma)),
    ("document", &["document.near"], None),
    ("pair", &["pair.fingerprints"], None),
];

/// Returns how the texts of these keys begin, in every language.
fn beginnings(keys: &[&str]) -> Vec<String> {
    let languages = Language::ALL.iter();
    languages
        .flat_map(|(language, _)| keys.iter().map(|key| beginning_in(*language, key, &[])))
        .collect()
}

/// Returns which of the pages the window shows; `None` for an empty page.
fn page_of<'p>(window: &Window, pages: &[(&'p str, Vec<String>)]) -> Option<&'p str> {
    let words = words(window);
    let shown = pages.iter().find(|(_, texts)| {
        let begins = |word: &String| texts.iter().any(|text| word.starts_with(text));
        words.iter().any(begins)
    });
    shown.map(|(page, _)| *page)
}

/// Log of the last actions, printed when the test fails.
struct Way {
    seed: u64,
    step: usize,
    last: VecDeque<String>,
}

impl Way {
    fn tell(&mut self, action: String) {
        self.last.push_back(action);
        if self.last.len() > TOLD {
            self.last.pop_front();
        }
    }
}

impl Drop for Way {
    fn drop(&mut self) {
        if std::thread::panicking() {
            let mut told = std::io::stderr();
            // If stderr cannot be written, nobody can be told.
            let _ = writeln!(told, "seed {}, step {}; the last:", self.seed, self.step);
            for action in &self.last {
                let _ = writeln!(told, "  {action}");
            }
        }
    }
}

fn number(variable: &str) -> Option<u64> {
    std::env::var(variable).ok()?.parse().ok()
}

#[test]
fn whatever_is_pressed_nothing_panics() {
    let seed = number("CHACHONG_SEED").unwrap_or(SEED);
    let steps = number("CHACHONG_STEPS").and_then(|steps| usize::try_from(steps).ok());
    let steps = steps.unwrap_or(STEPS);
    let world = World::new();
    let mut window = world.window();
    world.settle(&mut window);
    let mut actions = Actions::new(seed);
    let mut way = Way {
        seed,
        step: 0,
        last: VecDeque::new(),
    };
    let mut visited: BTreeMap<&str, usize> = BTreeMap::new();
    let shown = PAGES.map(|(page, keys, _)| (page, beginnings(keys)));
    let mut goals = PAGES.iter().filter_map(|(.., key)| *key).cycle();
    for step in 0..steps {
        way.step = step;
        let action = actions.act(&mut window, &world);
        way.tell(format!("{step}: {action}"));
        window.step();
        world.check(&window);
        if step % REST == REST - 1 {
            // A button that is held but not moved is no reason to repaint either.
            let held = actions.hold(&mut window);
            way.tell(format!("{step}: {held}, held"));
            world.settle(&mut window);
            if let Some(key) = goals.next() {
                actions::press_key(&mut window, Modifiers::COMMAND, key);
                window.step();
                world.check(&window);
            }
        }
        if let Some(page) = page_of(&window, &shown) {
            *visited.entry(page).or_default() += 1;
        }
    }
    world.settle(&mut window);
    let mut told = std::io::stderr();
    let _ = writeln!(told, "pressed {} different things", actions.pressed.len());
    let _ = writeln!(told, "steps on a page: {visited:?}");
    if steps >= STEPS {
        let missed: Vec<&str> = (PAGES.iter().map(|(page, ..)| *page))
            .filter(|page| !visited.contains_key(page))
            .collect();
        // What is on the screen says why a walk stood still.
        let screen = words(&window);
        assert!(missed.is_empty(), "never there: {missed:?}; {screen:?}");
    }
    eframe::App::on_exit(window.state_mut());
}

/// A second walk beside the first: a walk keeps one core busy. It has a process of its own, as a walk changes the current folder.
#[test]
fn whatever_else_is_pressed_nothing_panics() {
    if std::env::var_os("CHACHONG_TEST_EVERYTHING").is_none() {
        return;
    }
    let seed = number("CHACHONG_SEED").unwrap_or(SEED).wrapping_add(1);
    let walked = Command::new(std::env::current_exe().unwrap())
        .args(["--exact", "whatever_is_pressed_nothing_panics"])
        .env("CHACHONG_SEED", seed.to_string())
        .current_dir(env!("CARGO_MANIFEST_DIR"))
        .output()
        .unwrap();
    let [out, log] = [&walked.stdout, &walked.stderr].map(|text| String::from_utf8_lossy(text));
    assert!(walked.status.success(), "{out}{log}");
}
