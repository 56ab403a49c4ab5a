//! Texts about errors: the reason and the remedy.

use std::path::Path;

use super::Language;
use chachong_check::{CaseError, CopyError, LeadError};
use chachong_import::{ImportCause, WatchCause};
use chachong_library::{LibraryError, MissingPart};
use chachong_recognition::ModelsError;

impl Language {
    /// Returns the reason why a file could not be read, without a remedy ([`Self::remedy`]).
    #[must_use]
    pub fn reason(self, cause: &ImportCause) -> String {
        if let ImportCause::NoReader { kind } = cause {
            let kind = self.file_kind(*kind);
            return self.fill("import.no-reader.reason", &[("kind", &kind)]);
        }
        self.fill(
            &format!("import.{}.reason", cause.key()),
            &[("detail", &cause.detail())],
        )
    }

    /// Returns the reason why a case cannot be opened, and the remedy.
    #[must_use]
    pub fn case_error(self, error: &CaseError) -> String {
        match error {
            CaseError::NothingInCommon { document } => {
                self.fill("case.nothing-in-common", &[("name", document)])
            }
            CaseError::TextLost { document, source } => {
                self.fill("case.text-lost", &[("name", document), ("detail", source)])
            }
        }
    }

    /// Returns the reason why text recognition is not available, and the remedy.
    #[must_use]
    pub fn models_error(self, error: &ModelsError) -> String {
        match error {
            ModelsError::Missing { file, folders } => self.fill(
                "recognition.models-missing",
                &[("file", file), ("folders", folders)],
            ),
            ModelsError::Unreadable { path, source } => self.fill(
                "recognition.models-unreadable",
                &[("file", &path.display()), ("detail", source)],
            ),
            ModelsError::Altered { path, .. } => {
                self.fill("recognition.models-altered", &[("file", &path.display())])
            }
            ModelsError::Unloadable { detail } => {
                self.fill("recognition.models-unloadable", &[("detail", detail)])
            }
        }
    }

    /// Returns what a person can do about a file that could not be read.
    #[must_use]
    pub fn remedy(self, cause: &ImportCause) -> String {
        if let ImportCause::NoReader { kind } = cause {
            return self.file_kind_remedy(*kind);
        }
        self.text(&format!("import.{}.remedy", cause.key()))
    }

    /// Describes which part of a library could not be compared, and why.
    #[must_use]
    pub fn missing_part(self, part: &MissingPart) -> String {
        if let Some(damage) = &part.damage {
            let number = damage.document.map(|document| format!("#{}", document.0));
            let name = damage.name.clone().or(number).unwrap_or_default();
            return self.fill(
                &format!("missing.damaged.{}", damage.part.key()),
                &[("library", &part.library), ("name", &name)],
            );
        }
        if let Some(limit) = &part.limit {
            let characters = limit.characters.to_string();
            return match &limit.member {
                Some(member) => self.fill(
                    "missing.withheld",
                    &[
                        ("member", member),
                        ("characters", &characters),
                        ("library", &part.library),
                    ],
                ),
                None => self.fill("missing.limit", &[("library", &part.library)]),
            };
        }
        match &part.server {
            Some(server) => self.fill(
                "missing.server",
                &[("server", server), ("library", &part.library)],
            ),
            None => self.fill("missing.library", &[("library", &part.library)]),
        }
    }

    /// Returns the reason why the search for passages failed, and a remedy.
    #[must_use]
    pub fn copy_error(self, error: &CopyError) -> String {
        match error {
            CopyError::Index(error) => error.to_string(),
            CopyError::Cancelled => self.text("copies.cancelled"),
            CopyError::Library(error) => self.library_error(error),
            CopyError::TemporaryFile(detail) => {
                self.fill("copies.temporary-file", &[("detail", detail)])
            }
        }
    }

    /// Returns the reason why the search for leads failed, and a remedy.
    #[must_use]
    pub fn lead_error(self, error: &LeadError) -> String {
        match error {
            LeadError::Cancelled => self.text("leads.cancelled"),
            LeadError::Model(detail) => self.fill("leads.no-model-here", &[("detail", detail)]),
            LeadError::Library(error) => self.library_error(error),
            LeadError::TemporaryFile(detail) => {
                self.fill("copies.temporary-file", &[("detail", detail)])
            }
        }
    }

    /// Returns the reason why an operation on the library failed, and a remedy.
    #[must_use]
    pub fn library_error(self, error: &LibraryError) -> String {
        let file = error.file().display();
        self.fill(
            &format!("library.error.{}", error.key()),
            &[("file", &file), ("detail", &error.detail())],
        )
    }

    /// Returns the reason why a folder cannot be watched, and a remedy.
    #[must_use]
    pub fn watch_error(self, folder: &Path, cause: &WatchCause) -> String {
        let [reason, remedy] =
            ["reason", "remedy"].map(|part| format!("watch.{}.{part}", cause.key()));
        let detail = match cause {
            WatchCause::Unreadable { detail } | WatchCause::Refused { detail } => detail,
            _ => "",
        };
        let reason = self.fill(&reason, &[("detail", &detail)]);
        let remedy = self.text(&remedy);
        self.fill(
            "notice.watch-lost",
            &[
                ("folder", &folder.display()),
                ("reason", &reason),
                ("remedy", &remedy),
            ],
        )
    }
}
