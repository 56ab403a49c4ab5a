//! Loading and saving of the preferences in eframe's storage, and the theme as egui's type.

use chachong_window_model::preferences::{Preferences, ThemeChoice};
use egui::ThemePreference;

const KEY: &str = "preferences";

/// Loads the preferences; defaults if nothing is stored or the stored value cannot be read.
pub(crate) fn load(storage: Option<&dyn eframe::Storage>) -> Preferences {
    storage
        .and_then(|storage| eframe::get_value(storage, KEY))
        .unwrap_or_default()
}

pub(crate) fn save(preferences: &Preferences, storage: &mut dyn eframe::Storage) {
    eframe::set_value(storage, KEY, preferences);
}

pub(crate) fn theme(choice: ThemeChoice) -> ThemePreference {
    match choice {
        ThemeChoice::System => ThemePreference::System,
        ThemeChoice::Light => ThemePreference::Light,
        ThemeChoice::Dark => ThemePreference::Dark,
    }
}
