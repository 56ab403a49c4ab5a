//! Work in the background that ends in a change of the window.

/// Kind of a background task.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum BackgroundTask {
    /// Writing of reports.
    Export,
    /// Reading of a report of `evaluate --json`, from which the maximum distance is taken.
    Evaluation,
    /// Collection of the data of a new case.
    OpenCase,
    /// Writing or reading of a file about cases.
    CaseFile,
    /// Reading of a class list.
    ClassList,
    /// Adding of a text to the library as a template: a text that was handed out, which does not count.
    KeepTemplate,
    /// Removal of a text from the library's templates.
    DropTemplate,
    /// Storage of a corrected line of a recognised page.
    KeepCorrection,
    /// Writing of a picture of the matrix.
    Picture,
    /// Preview of dumps that a person may add to the library.
    DumpPreviews,
    /// Search for saved checks with earlier versions of the documents.
    EarlierChecks,
    /// Look-up of the reference lists in libraries.
    LookUpReferences,
    /// Search for the saved check of a JSON report.
    EarlierReport,
    /// Dialog of the system, which waits for the person.
    Dialog,
    /// Start of another program that opens a file.
    OtherProgram,
}

impl BackgroundTask {
    /// Returns the translation key of the text displayed while the task runs; `None` for a task that is not displayed.
    pub const fn key(self) -> Option<&'static str> {
        match self {
            Self::Export => Some("task.export"),
            Self::Evaluation => Some("task.evaluation"),
            Self::KeepTemplate => Some("task.keep-template"),
            Self::DropTemplate => Some("task.drop-template"),
            Self::KeepCorrection => Some("task.keep-correction"),
            Self::Picture => Some("task.picture"),
            Self::LookUpReferences => Some("task.look-up-references"),
            Self::OpenCase => Some("task.open-case"),
            Self::CaseFile => Some("task.case-file"),
            Self::ClassList
            | Self::DumpPreviews
            | Self::EarlierChecks
            | Self::EarlierReport
            | Self::Dialog
            | Self::OtherProgram => None,
        }
    }
}
