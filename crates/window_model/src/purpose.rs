//! Purpose of a path that a person types or chooses in a dialog.

use chachong_case::CaseFile;

/// Purpose of a path that is typed or chosen in a dialog.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Purpose {
    /// Add folders of documents to the check.
    AddFolder,
    /// Add files to the check.
    AddFiles,
    /// Choose the folder for exported reports.
    ExportFolder,
    /// Read a class list.
    ClassList,
    /// Save the picture of the matrix.
    SaveMatrix,
    /// Read the maximum distance from a report of `evaluate --json`.
    TakeThreshold,
    /// Open a library.
    OpenLibrary,
    /// Create a library.
    NewLibrary,
    /// Add folders of documents to the library without a check.
    FillLibrary,
    /// Add dumps of encyclopaedias and collections to the library.
    AddSources,
    /// Add a library to the further ones that checks are compared with.
    AddSourceLibrary,
    /// Add files of the assignment to the library.
    AddTemplates,
    /// Add folders of the assignment to the library, such as code that was handed out.
    AddTemplateFolder,
    /// Watch a folder.
    Watch,
    /// Write a file of a case.
    SaveCase(CaseFile),
    /// Write the list of cases as a table.
    SaveCaseTable,
    /// Open the archive of a case.
    ImportCase,
    /// Compare with the saved check that a JSON report is about.
    EarlierReport,
}

impl Purpose {
    /// Returns whether the path is that of a file that the program will write.
    pub const fn is_saving(self) -> bool {
        matches!(
            self,
            Self::SaveMatrix | Self::NewLibrary | Self::SaveCase(_) | Self::SaveCaseTable
        )
    }
    /// Returns the proposed file name; empty unless the program will write a file ([`Self::is_saving`]).
    pub const fn default_file_name(self) -> &'static str {
        match self {
            Self::SaveMatrix => "chachong-matrix.png",
            Self::NewLibrary => "library.chachong",
            Self::SaveCase(CaseFile::Committee) => "chachong-case.html",
            Self::SaveCase(CaseFile::Student) => "chachong-case-student.html",
            Self::SaveCase(CaseFile::Archive) => "chachong-case.json",
            Self::SaveCaseTable => "chachong-cases.csv",
            _ => "",
        }
    }
}
