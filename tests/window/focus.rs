//! Tests that the keyboard reaches everything: on every page, in both languages, Tab leads from widget to widget in the
//! order of reading, each is in sight when it has the keyboard, and each has it once.

use std::collections::HashSet;
use std::path::PathBuf;

use chachong_messages::Language;
use egui::{Id, Key, Modifiers, Rect};

use crate::attribution::cited;
use crate::driver::{FIRST, Opening, Window, key, leftmost, samples, wait_until_idle};
use crate::shared_code::programs_named;
use crate::texts::counted_in;

/// Maximum number of presses on one page: long lists go on.
const PRESSES: usize = 70;
/// Tolerance for widgets of one row that are not equally high, in points.
const ROW: f32 = 24.0;

/// Returns the widget that has the keyboard, and where it is.
fn focused(window: &Window) -> Option<(Id, Rect)> {
    let id = window.ctx.memory(egui::Memory::focused)?;
    let response = window.ctx.read_response(id)?;
    Some((id, response.interact_rect))
}

/// Presses Tab until the keyboard comes round, and describes what is wrong on the way.
fn faults(window: &mut Window, page: &str) -> Vec<String> {
    let mut faults = Vec::new();
    let mut known: HashSet<Id> = HashSet::new();
    let mut before: Option<Rect> = None;
    let mut backwards = Vec::new();
    for press in 0..PRESSES {
        // Moves the keyboard and scrolls to it, but starts no work that would be waited for.
        window.key_press(Key::Tab);
        window.run_steps(4);
        let Some((id, rect)) = focused(window) else {
            faults.push(format!(
                "{page}: nothing has the keyboard after {press} presses"
            ));
            break;
        };
        if !known.insert(id) {
            break;
        }
        let screen = window.ctx.content_rect();
        if !screen.intersects(rect) || !rect.is_positive() {
            faults.push(format!("{page}: {rect:?} has the keyboard out of sight"));
        }
        // Back up in the same column is against the order of reading. It happens once, at the end of the page: the keyboard
        // does not start at the top.
        if let Some(before) = before
            && rect.bottom() < before.top() - ROW
            && rect.x_range().intersects(before.x_range())
        {
            backwards.push(format!("{page}: from {before:?} back to {rect:?}"));
        }
        before = Some(rect);
    }
    faults.extend(backwards.into_iter().skip(1));
    if known.len() < 5 {
        faults.push(format!(
            "{page}: the keyboard reaches {} widgets",
            known.len()
        ));
    }
    faults
}

#[test]
fn tab_leads_through_every_page_in_the_order_of_reading() {
    let mut found = Vec::new();
    for (language, _) in Language::ALL {
        let open = |paths: &[&str]| {
            let opening = Opening {
                paths: paths.iter().map(PathBuf::from).collect(),
                language,
                ..Opening::default()
            };
            opening.open()
        };
        let start = &mut open(&[]);
        found.extend(faults(start, "start"));
        let window = &mut open(&[samples()]);
        for (at, page) in [
            (Key::Num1, "documents"),
            (Key::Num2, "pairs"),
            (Key::Num3, "matrix"),
            (Key::Num4, "groups"),
            (Key::Num5, "shared texts"),
            (Key::Num6, "rewritten"),
            (Key::Num7, "decisions"),
            (Key::Num8, "re-check"),
            (Key::L, "library"),
            (Key::Comma, "settings"),
        ] {
            key(window, Modifiers::COMMAND, at);
            found.extend(faults(window, page));
        }
        key(window, Modifiers::NONE, Key::F1);
        found.extend(faults(window, "manual"));
        for (at, page) in [(Key::Num1, "document"), (Key::Num2, "pair")] {
            key(window, Modifiers::COMMAND, at);
            leftmost(window, FIRST).click_accesskit();
            wait_until_idle(window);
            found.extend(faults(window, page));
        }
        key(window, Modifiers::COMMAND, Key::E);
        found.extend(faults(window, "export"));
        let theses = cited();
        let window = &mut open(&[theses.path().to_str().unwrap()]);
        key(window, Modifiers::COMMAND, Key::Num1);
        leftmost(window, "引文.txt").click_accesskit();
        wait_until_idle(window);
        for (tab, count) in [("passages.tab", 5), ("reference.tab-with-remarks", 4)] {
            leftmost(window, &counted_in(language, tab, count)).click_accesskit();
            wait_until_idle(window);
            found.extend(faults(window, tab));
        }
        let folder = tempfile::tempdir().unwrap();
        let class = programs_named(folder.path(), "程序", 5);
        let window = &mut open(&[class.to_str().unwrap()]);
        key(window, Modifiers::COMMAND, Key::Num5);
        wait_until_idle(window);
        found.extend(faults(window, "shared code"));
        key(window, Modifiers::COMMAND, Key::Num2);
        leftmost(window, "00_程序.c").click_accesskit();
        wait_until_idle(window);
        found.extend(faults(window, "pair of programs"));
    }
    assert!(found.is_empty(), "{}", found.join("\n"));
}
