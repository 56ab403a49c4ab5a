//! Text of a document that also occurs in a template file.

use super::{FolderCounter, FolderFrequencies, GAP, Table};
use crate::{Prepared, Span};

/// Grams (short runs of tokens) of a template file, such as an assignment sheet or a school's form.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct TemplateGrams(FolderFrequencies);

impl TemplateGrams {
    /// Collects the grams of a template.
    #[must_use]
    pub fn of(template: &Prepared) -> Self {
        Self(FolderFrequencies {
            documents: 1,
            most: 1,
            table: Table::of(FolderCounter::grams(template), 1),
        })
    }

    /// Returns the stretches of a text that also occur in the template, sorted by position. Gaps and short stretches are treated as by
    /// [`FolderFrequencies::given`].
    #[must_use]
    pub fn runs(&self, text: &Prepared) -> Vec<Span> {
        let runs = self.0.runs(text, 1, GAP).into_iter();
        runs.map(|(span, _)| span).collect()
    }
}
