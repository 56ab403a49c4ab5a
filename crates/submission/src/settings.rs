//! Settings for the submissions of a check, which are saved with it.

use std::sync::Arc;

use serde::{Deserialize, Serialize};

use crate::{By, ClassList, Corrections, Request};

/// Settings for grouping the documents of a check into submissions.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct SubmissionSettings {
    /// Rule by which files are grouped.
    pub by: By,
    /// Class list; `None` if there is none.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub list: Option<Arc<ClassList>>,
    /// Whether text counts as copied even if the same student handed it in earlier.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub counts_earlier: bool,
    /// Submissions that a person merged, split or renamed.
    pub corrections: Corrections,
}

impl SubmissionSettings {
    /// Returns whether all settings have their default values.
    #[must_use]
    pub fn is_default(&self) -> bool {
        *self == Self::default()
    }

    /// Returns the request that computes submissions under these settings.
    #[must_use]
    pub fn request(&self) -> Request<'_> {
        Request {
            by: self.by,
            list: self.list.as_deref(),
            corrections: Some(&self.corrections),
        }
    }
}
