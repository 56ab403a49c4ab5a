//! A random walk through the window: 10,000 steps of a fixed seed in which every button of every view is pressed, keys,
//! wheel, drags and drops come while work runs, and nothing panics, clashes or draws for ever. `CHACHONG_SEED` and
//! `CHACHONG_STEPS` walk elsewhere, and farther.
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
mod random;
mod world;

use std::collections::{BTreeSet, VecDeque};
use std::io::Write;

use actions::Actions;
use egui_kittest::kittest::Queryable;
use world::World;

const SEED: u64 = 20_240_607;
const STEPS: usize = 10_000;
/// After so many steps the window comes to rest.
const REST: usize = 250;
/// So many of the last actions are told.
const TOLD: usize = 30;

/// Each is on one page only, in one of the two languages.
const PAGES: [(&str, &str); 8] = [
    ("documents", "15 of 15 shown"),
    ("pairs", "A share is no proof"),
    ("matrix", "Estimated cosine"),
    ("groups", "Group 1"),
    ("library", "Compare new documents with the library"),
    ("settings", "Reduce motion"),
    ("document", "Similar documents:"),
    ("pair", "Fingerprints"),
];

/// Tells the way to a failure.
struct Way {
    seed: u64,
    step: usize,
    last: VecDeque<String>,
}

impl Drop for Way {
    fn drop(&mut self) {
        if std::thread::panicking() {
            let mut told = std::io::stderr();
            // There is no one to tell if it cannot be written.
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
    let mut visited = BTreeSet::new();
    for step in 0..steps {
        way.step = step;
        let action = actions.act(&mut window, &world);
        way.last.push_back(format!("{step}: {action}"));
        if way.last.len() > TOLD {
            way.last.pop_front();
        }
        window.step();
        world.check(&window);
        if step % REST == REST - 1 {
            world.settle(&mut window);
        }
        if step % 10 == 0 {
            let here = PAGES.iter().filter(|(_, label)| {
                let mut found = window.query_all_by_label_contains(label);
                found.next().is_some()
            });
            visited.extend(here.map(|(page, _)| *page));
        }
    }
    world.settle(&mut window);
    let mut told = std::io::stderr();
    let _ = writeln!(told, "pressed {} different things", actions.pressed.len());
    if steps >= STEPS {
        let missed: Vec<&str> = (PAGES.iter().map(|(page, _)| *page))
            .filter(|page| !visited.contains(page))
            .collect();
        assert!(missed.is_empty(), "never there: {missed:?}");
    }
    eframe::App::on_exit(window.state_mut());
}
