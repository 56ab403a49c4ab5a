//! Work beside the checks that the window names while it goes on.

/// Kind of task.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum BackgroundTask {
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

impl BackgroundTask {
    /// Returns the key of the text that is shown while the task runs.
    pub const fn key(self) -> &'static str {
        match self {
            Self::Export => "task.export",
            Self::Evaluation => "task.evaluation",
            Self::KeepTemplate => "task.keep-template",
            Self::DropTemplate => "task.drop-template",
            Self::KeepCorrection => "task.keep-correction",
        }
    }
}
