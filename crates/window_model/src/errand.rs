//! Work beside the checks that the window names while it goes on.

/// Kind of errand.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Errand {
    /// Writing of a table to a file.
    Export,
    /// Reading of an evaluation report.
    Evaluation,
    /// Adding of a text to the library as a template.
    KeepTemplate,
    /// Removal of a text from the library's templates.
    DropTemplate,
    /// Keeping of a corrected line of a recognised page.
    KeepCorrection,
}

impl Errand {
    /// Returns the key of the text that is shown while the errand runs.
    pub const fn key(self) -> &'static str {
        match self {
            Self::Export => "errand.export",
            Self::Evaluation => "errand.evaluation",
            Self::KeepTemplate => "errand.keep-template",
            Self::DropTemplate => "errand.drop-template",
            Self::KeepCorrection => "errand.keep-correction",
        }
    }
}
