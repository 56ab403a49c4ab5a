//! Actions of keys in any table.

use egui::{Event, Key, Modifiers, Ui};

/// Number of rows that a page key moves by.
const PAGE: isize = 15;

/// Action that a key requests from a table.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum TableKey {
    /// Move by this number of rows, upwards if negative; `true` marks the run of rows up to there. The smallest and the largest
    /// number lead to the first and the last row.
    Step(isize, bool),
    /// Show (`true`) or hide the rows below the row.
    Unfold(bool),
    /// Open the row.
    Open,
    /// Mark the row, or take its mark away.
    Toggle,
    /// Mark all rows.
    All,
    /// Remove the marked rows.
    Remove,
}

/// Returns the actions of the pressed keys: arrows move, with Shift they mark, Enter opens, Space marks, Ctrl+A marks all; none
/// while a widget or a menu has the keys.
pub(crate) fn table_keys(ui: &Ui) -> Vec<TableKey> {
    pressed(ui, asked)
}

/// Returns the meanings of the pressed keys that have one; empty while a widget or a menu has the keys.
pub(crate) fn pressed<T>(ui: &Ui, meaning: impl Fn(Key, Modifiers) -> Option<T>) -> Vec<T> {
    if ui.memory(egui::Memory::focused).is_some() || egui::Popup::is_any_open(ui.ctx()) {
        return Vec::new();
    }
    let of = |event: &Event| match *event {
        Event::Key {
            key,
            pressed: true,
            modifiers,
            ..
        } => meaning(key, modifiers),
        _ => None,
    };
    ui.input(|input| input.events.iter().filter_map(of).collect())
}

/// Returns the number of rows that a key moves by, as in [`TableKey::Step`]; a page key moves by `page`. `None` for any other key.
pub(crate) const fn steps(key: Key, page: isize) -> Option<isize> {
    match key {
        Key::ArrowDown => Some(1),
        Key::ArrowUp => Some(-1),
        Key::PageDown => Some(page),
        Key::PageUp => Some(-page),
        Key::Home => Some(isize::MIN),
        Key::End => Some(isize::MAX),
        _ => None,
    }
}

fn asked(key: Key, modifiers: Modifiers) -> Option<TableKey> {
    let run = modifiers == Modifiers::SHIFT;
    if let Some(steps) = steps(key, PAGE) {
        return (modifiers.is_none() || run).then_some(TableKey::Step(steps, run));
    }
    match key {
        Key::A if modifiers.command => Some(TableKey::All),
        _ if !modifiers.is_none() => None,
        Key::ArrowRight => Some(TableKey::Unfold(true)),
        Key::ArrowLeft => Some(TableKey::Unfold(false)),
        Key::Enter => Some(TableKey::Open),
        Key::Space => Some(TableKey::Toggle),
        Key::Delete => Some(TableKey::Remove),
        _ => None,
    }
}
