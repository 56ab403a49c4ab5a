//! What the window remembers between runs. Settings only: checks live in the library.

use std::path::PathBuf;

use serde::{Deserialize, Serialize};

use crate::i18n::Language;
use crate::simhash::Recipe;

/// Light or dark.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub(super) enum ThemeChoice {
    /// As the system says; light where it says nothing (X11).
    #[default]
    System,
    Light,
    Dark,
}

impl From<ThemeChoice> for egui::ThemePreference {
    fn from(choice: ThemeChoice) -> Self {
        match choice {
            ThemeChoice::System => Self::System,
            ThemeChoice::Light => Self::Light,
            ThemeChoice::Dark => Self::Dark,
        }
    }
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(default)]
pub(super) struct Preferences {
    /// `None`: the system's.
    pub(super) language: Option<Language>,
    pub(super) theme: ThemeChoice,
    /// `None`: by length.
    pub(super) max_distance: Option<u32>,
    /// The recipe's name; `None`: the default.
    pub(super) recipe: Option<String>,
    /// `None`: the one that is there without choosing one.
    pub(super) library: Option<PathBuf>,
    /// New documents are compared with the library, too.
    pub(super) against_library: bool,
    /// How large everything is drawn; 1 is the system's size.
    pub(super) text_size: f32,
    /// Nothing on the screen moves by itself.
    pub(super) reduced_motion: bool,
    /// The least share, in percent, that links two documents of a group.
    pub(super) least_link: u32,
    /// Possible passages are shown, too.
    pub(super) possible: bool,
    /// Threads that read documents; `None`: one for each core.
    pub(super) threads: Option<usize>,
}

/// The least share that links two documents of a group unless a person says otherwise: [`crate::compare::LEAST_LINK`] in
/// percent.
pub(super) const LEAST_LINK: u32 = 30;

/// Sizes to choose from.
pub(super) const TEXT_SIZES: [f32; 5] = [0.9, 1.0, 1.15, 1.3, 1.5];
/// Sizes by Ctrl and + lie between these.
pub(super) const SMALLEST_TEXT: f32 = 0.5;
pub(super) const LARGEST_TEXT: f32 = 3.0;

impl Default for Preferences {
    fn default() -> Self {
        Self {
            language: None,
            theme: ThemeChoice::default(),
            max_distance: None,
            recipe: None,
            library: None,
            against_library: true,
            text_size: 1.0,
            reduced_motion: false,
            least_link: LEAST_LINK,
            possible: false,
            threads: None,
        }
    }
}

const KEY: &str = "preferences";

impl Preferences {
    /// The recipe that was chosen, if this program still has it.
    pub(super) fn recipe(&self) -> Recipe {
        let named = self.recipe.as_ref().and_then(|name| name.parse().ok());
        named.unwrap_or(Recipe::THESIS)
    }

    /// What was remembered; the defaults where there is nothing or it cannot be read any more.
    pub(super) fn load(storage: Option<&dyn eframe::Storage>) -> Self {
        storage
            .and_then(|storage| eframe::get_value(storage, KEY))
            .unwrap_or_default()
    }

    pub(super) fn save(&self, storage: &mut dyn eframe::Storage) {
        eframe::set_value(storage, KEY, self);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_least_link_is_the_engines() {
        let share = f64::from(LEAST_LINK) / 100.0;
        assert!((share - crate::compare::LEAST_LINK).abs() < 1e-9);
    }
}
