//! Settings that a library keeps with a check.

use std::sync::Arc;

use serde::{Deserialize, Serialize};

use crate::{FoundIn, SavedLeads};
use chachong_check::{ComparedLibrary, SubmissionSettings};
use chachong_import::PassedOver;
use chachong_library::CheckId;
use chachong_record::Corrections;
use chachong_simhash::Recipe;

/// Settings that are saved with a check so that it can be reopened.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(default)]
pub struct KeptSettings {
    /// Distance up to which pairs were listed; `None` if it depends on the text length.
    pub max_distance: Option<u32>,
    /// Name of the recipe; `None` in checks from versions that did not save it.
    pub recipe: Option<String>,
    /// A person's corrections of bibliographic records.
    pub corrections: Corrections,
    /// Class list and other settings that put the documents into submissions.
    #[serde(skip_serializing_if = "submissions_by_default")]
    pub submissions: Arc<SubmissionSettings>,
    /// Whether names are hidden, and the pseudonyms; `None` if names were never hidden.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub blind: Option<BlindReview>,
    /// Leads to rewritten passages; `None` if they were not searched for.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub leads: Option<SavedLeads>,
    /// Names of the library documents of the check, by the name of the library in which they were found.
    #[serde(skip_serializing_if = "FoundIn::is_empty")]
    pub found_in: FoundIn,
    /// Libraries that were compared, the check's own first; empty without any, and in checks from older versions.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub compared_with: Vec<ComparedLibrary>,
    /// Earlier check that was compared with this one; `None` if none was.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub rechecked_with: Option<CheckId>,
    /// Files that were found but not read; empty in checks from older versions.
    #[serde(skip_serializing_if = "PassedOver::is_empty")]
    pub passed_over: PassedOver,
}

/// Settings of a review that hides the names of authors.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct BlindReview {
    /// Random number that determines the order of the pseudonyms.
    pub seed: u64,
    /// Numbers that submissions have ([`Pseudonyms::given`](chachong_submission::Pseudonyms::given)); empty in checks from older versions.
    #[serde(default)]
    pub given: Arc<Vec<u64>>,
    /// Whether the names are hidden now.
    pub is_on: bool,
}

impl KeptSettings {
    /// Converts the settings to the JSON that is saved with a check.
    #[must_use]
    pub fn to_json(&self) -> serde_json::Value {
        // Plain numbers and text always become JSON, so the default is never used.
        serde_json::to_value(self).unwrap_or_default()
    }

    /// Reads the settings of a saved check. Missing and invalid values become defaults.
    #[must_use]
    pub fn of_json(mut settings: serde_json::Value) -> Self {
        if let Some(values) = settings.as_object_mut() {
            values.retain(|name, value| {
                let alone = serde_json::Map::from_iter([(name.clone(), value.clone())]);
                serde_json::from_value::<Self>(alone.into()).is_ok()
            });
        }
        serde_json::from_value(settings).unwrap_or_default()
    }

    /// Returns the recipe, or the default recipe if none is known.
    #[must_use]
    pub fn recipe(&self) -> Recipe {
        let named = self.recipe.as_ref().and_then(|name| name.parse().ok());
        named.unwrap_or(Recipe::THESIS)
    }
}

fn submissions_by_default(settings: &Arc<SubmissionSettings>) -> bool {
    settings.is_default()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_value_of_a_newer_program_costs_no_other() {
        let kept = KeptSettings {
            recipe: Some("thesis".to_owned()),
            blind: Some(BlindReview {
                seed: 7,
                given: Arc::new(vec![u64::MAX]),
                is_on: true,
            }),
            ..KeptSettings::default()
        };
        let mut saved = kept.to_json();
        saved["max_distance"] = "as in the newer program".into();
        assert_eq!(KeptSettings::of_json(saved), kept);
        assert_eq!(KeptSettings::of_json(kept.to_json()), kept);
        assert_eq!(
            KeptSettings::of_json(serde_json::Value::Null),
            KeptSettings::default()
        );
    }
}
