//! Preferences that the window remembers between runs. Settings only: checks are kept in the library.

use std::path::PathBuf;

use serde::{Deserialize, Serialize};

use crate::export::ExportChoices;
use chachong_messages::Language;
use chachong_report::FormProfile;
use chachong_simhash::Recipe;

/// Choice of the light or dark theme, or the system's.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub enum ThemeChoice {
    /// Theme of the system; light if the system has no preference (X11).
    #[default]
    System,
    /// Light theme.
    Light,
    /// Dark theme.
    Dark,
}

/// Settings that are remembered between runs; a missing field has its default.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(default)]
pub struct Preferences {
    /// Language of the window; `None` means the system's.
    pub language: Option<Language>,
    /// Theme of the window.
    pub theme: ThemeChoice,
    /// Maximum distance of listed pairs, in bits; `None` if it depends on the texts' length.
    pub max_distance: Option<u32>,
    /// Name of the recipe; `None` means the default recipe.
    pub recipe: Option<String>,
    /// File of the library; `None` means the default library.
    pub library: Option<PathBuf>,
    /// Whether new documents are compared with the library too.
    pub against_library: bool,
    /// Further libraries that serve as sources, in list order.
    pub source_libraries: Vec<RememberedSource>,
    /// Zoom factor of the whole window; 1 is the system's size.
    pub text_size: f32,
    /// Whether animations are turned off, so that nothing on the screen moves by itself.
    pub reduced_motion: bool,
    /// Minimum share, in percent, that links two documents of a group.
    pub least_link: u32,
    /// Whether possible passages, which are too weak to count, are shown.
    pub possible: bool,
    /// When text recognition runs on pages that are only pictures.
    pub recognition: Recognition,
    /// Number of threads that read documents; `None` means one per processor core.
    pub threads: Option<usize>,
    /// Choices of the export dialog.
    pub export: ExportChoices,
    /// Name under which the person works on cases; empty if not entered.
    pub person: String,
    /// Name of the school, its unit and its limits, for its forms.
    pub form: FormProfile,
    /// Version of the program in which the person first closed the welcome page; `None` until then.
    pub welcomed_by: Option<String>,
}

/// Further library in the form in which it is remembered.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct RememberedSource {
    /// File of the library, or its address on a server.
    pub file: PathBuf,
    /// Whether checks are compared with it.
    pub is_on: bool,
}

/// When text recognition runs on pages that are only pictures.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Recognition {
    /// Only when a person asks for it.
    #[default]
    OnRequest,
    /// Automatically after all other work, at most once for each file per run of the program.
    ByItself,
}

/// Default of the minimum share that links two documents of a group: [`chachong_compare::LEAST_LINK`] in percent.
pub const LEAST_LINK: u32 = 30;

/// Zoom factors offered in the settings.
pub const TEXT_SIZES: [f32; 5] = [0.9, 1.0, 1.15, 1.3, 1.5];
/// Minimum zoom factor that is restored at the start.
pub const SMALLEST_TEXT: f32 = 0.5;
/// Maximum zoom factor that is restored at the start.
pub const LARGEST_TEXT: f32 = 3.0;

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
            person: String::new(),
            form: FormProfile::default(),
            welcomed_by: None,
        }
    }
}

impl Preferences {
    /// Returns the chosen recipe, or the default one if none was chosen or this program no longer has it.
    pub fn recipe(&self) -> Recipe {
        let named = self.recipe.as_ref().and_then(|name| name.parse().ok());
        named.unwrap_or(Recipe::THESIS)
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
