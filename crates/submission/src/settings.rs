//! Settings of a check's submissions, which are kept with it.

use std::sync::Arc;

use serde::{Deserialize, Serialize};

use crate::{By, ClassList, Corrections, Request};

/// How the documents of a check are put together.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct SubmissionSettings {
    /// What tells whose a file is.
    pub by: By,
    /// List of the class; `None` without one.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub list: Option<Arc<ClassList>>,
    /// Whether text counts that a student handed in earlier.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub counts_earlier: bool,
    /// What a person merged, split and renamed.
    pub corrections: Corrections,
}

impl SubmissionSettings {
    /// Returns whether these are the settings of a check for which nobody chose any.
    #[must_use]
    pub fn is_default(&self) -> bool {
        *self == Self::default()
    }

    /// Returns the request for submissions under these settings.
    #[must_use]
    pub fn request(&self) -> Request<'_> {
        Request {
            by: self.by,
            list: self.list.as_deref(),
            convention: None,
            corrections: Some(&self.corrections),
        }
    }
}
