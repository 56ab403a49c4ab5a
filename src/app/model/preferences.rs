//! Preferences that the window remembers between runs. Settings only: checks are kept in the library.

use std::path::PathBuf;

use serde::{Deserialize, Serialize};

use crate::app::model::export::ExportChoices;
use chachong_i18n::Language;
use chachong_simhash::Recipe;

/// Choice of the light or dark theme.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) enum ThemeChoice {
    /// Theme of the system; light where the system tells none (X11).
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

/// Remembered settings; a missing field takes its default.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(default)]
pub(crate) struct Preferences {
    /// Language of the window; `None`: the system's.
    pub(crate) language: Option<Language>,
    pub(crate) theme: ThemeChoice,
    /// Maximum distance of listed pairs, in bits; `None`: depends on the texts' length.
    pub(crate) max_distance: Option<u32>,
    /// Name of the recipe; `None`: the default recipe.
    pub(crate) recipe: Option<String>,
    /// File of the library; `None`: the default library.
    pub(crate) library: Option<PathBuf>,
    /// Whether new documents are compared with the library too.
    pub(crate) against_library: bool,
    /// Further libraries that checks are compared with, in the order of the list.
    pub(crate) source_libraries: Vec<RememberedSource>,
    /// Zoom factor of everything drawn; 1 is the system's size.
    pub(crate) text_size: f32,
    /// Whether nothing on the screen moves by itself.
    pub(crate) reduced_motion: bool,
    /// Minimum share, in percent, that links two documents of a group.
    pub(crate) least_link: u32,
    /// Whether possible passages are shown.
    pub(crate) possible: bool,
    /// When pages that are only pictures are recognised.
    pub(crate) recognition: Recognition,
    /// Number of threads that read documents; `None`: one for each core.
    pub(crate) threads: Option<usize>,
    /// Choices of the export's dialog.
    pub(crate) export: ExportChoices,
    /// Version of the program that welcomed the person; `None` until one did.
    pub(crate) welcomed_by: Option<String>,
}

/// Further library, as remembered.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct RememberedSource {
    /// File of the library, or its address on a server.
    pub(crate) file: PathBuf,
    /// Whether checks are compared with it.
    pub(crate) is_on: bool,
}

/// When pages that are only pictures are recognised.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub(crate) enum Recognition {
    /// Where a person asks for recognition.
    #[default]
    OnRequest,
    /// After everything else, each file once in a run of the program.
    ByItself,
}

/// Default of the minimum share that links two documents of a group: [`chachong_compare::LEAST_LINK`] in percent.
pub(crate) const LEAST_LINK: u32 = 30;

/// Zoom factors offered in the settings.
pub(crate) const TEXT_SIZES: [f32; 5] = [0.9, 1.0, 1.15, 1.3, 1.5];
/// Minimum zoom factor restored at the start.
pub(crate) const SMALLEST_TEXT: f32 = 0.5;
/// Maximum zoom factor restored at the start.
pub(crate) const LARGEST_TEXT: f32 = 3.0;

impl Default for Preferences {
    fn default() -> Self {
        Self {
            language: None,
            theme: ThemeChoice::default(),
            max_distance: None,
            recipe: None,
            library: None,
            against_library: true,
            source_libraries: Vec::new(),
            text_size: 1.0,
            reduced_motion: false,
            least_link: LEAST_LINK,
            possible: false,
            recognition: Recognition::OnRequest,
            threads: None,
            export: ExportChoices::default(),
            welcomed_by: None,
        }
    }
}

const KEY: &str = "preferences";

impl Preferences {
    /// Returns the chosen recipe; the default if none was chosen or this program no longer has it.
    pub(crate) fn recipe(&self) -> Recipe {
        let named = self.recipe.as_ref().and_then(|name| name.parse().ok());
        named.unwrap_or(Recipe::THESIS)
    }

    /// Loads the preferences; defaults where nothing is stored or the stored value cannot be read.
    pub(crate) fn load(storage: Option<&dyn eframe::Storage>) -> Self {
        storage
            .and_then(|storage| eframe::get_value(storage, KEY))
            .unwrap_or_default()
    }

    pub(crate) fn save(&self, storage: &mut dyn eframe::Storage) {
        eframe::set_value(storage, KEY, self);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_least_link_is_the_engines() {
        let share = f64::from(LEAST_LINK) / 100.0;
        assert!((share - chachong_compare::LEAST_LINK).abs() < 1e-9);
    }
}
