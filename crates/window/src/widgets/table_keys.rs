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

fn asked(key: Key, modifiers: Modifiers) -> Option<TableKey> {
    let run = modifiers == Modifiers::SHIFT;
    let steps = match key {
        Key::ArrowDown => 1,
        Key::ArrowUp => -1,
        Key::PageDown => PAGE,
        Key::PageUp => -PAGE,
        Key::Home => isize::MIN,
        Key::End => isize::MAX,
        _ => 0,
    };
    match key {
        _ if steps != 0 && (modifiers.is_none() || run) => Some(TableKey::Step(steps, run)),
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
