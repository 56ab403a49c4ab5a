//! Further libraries: adds, switches, removes and opens them. Draws nothing.

use std::path::{Path, PathBuf};
use std::sync::Arc;

use crate::App;
use crate::work::library_messages::TypedPassword;
use chachong_library::{About, Library, LibraryError};
use chachong_window_model::command::SourceCommand;
use chachong_window_model::page::NoticeKind;
use chachong_window_model::passages::Passages;
use chachong_window_model::server::ServerDialog;
use chachong_window_model::source_library::{SourceFault, SourceLibrary, SourceState};

impl App {
    pub(crate) fn apply_source(&mut self, command: SourceCommand) {
        match command {
            SourceCommand::AskServer => {
                let dialog = ServerDialog::open(String::new());
                self.state.shell.server = Some(ServerDialog {
                    is_source: true,
                    ..dialog
                });
            }
            SourceCommand::Switch(file, is_on) => {
                let libraries = &mut self.state.library.source_libraries;
                if let Some(library) = libraries.iter_mut().find(|library| library.file == file) {
                    library.is_on = is_on;
                    let is_open = matches!(library.state, SourceState::Open { .. });
                    self.preferences.source_libraries = self.state.library.remembered_sources();
                    if is_open {
                        self.compare_with_other_libraries();
                    }
                }
            }
            SourceCommand::Remove(file) => self.remove_source_library(&file),
        }
    }

    /// Adds a library to the list, switched on, and opens it on the library's thread.
    pub(crate) fn add_source_library(&mut self, file: PathBuf, password: Option<TypedPassword>) {
        // Its answer says whether it stands in the list under another name.
        let listed = (self.state.library.source_libraries.iter()).any(|other| other.file == file);
        if listed {
            return self.refuse_source(SourceLibrary::opening(file, true), &SourceFault::IsListed);
        }
        let library = SourceLibrary::opening(file.clone(), true);
        self.state.library.source_libraries.push(library);
        self.library_link.added.insert(file.clone());
        self.open_source_library(&file, password);
    }

    /// Opens all libraries of the list, again those that are open or failed: another library may be in use now.
    pub(crate) fn open_source_libraries(&mut self) {
        let files: Vec<PathBuf> = (self.state.library.source_libraries.iter_mut())
            .map(|library| {
                library.state = SourceState::Opening;
                library.file.clone()
            })
            .collect();
        for file in files {
            self.open_source_library(&file, None);
        }
    }

    fn open_source_library(&mut self, file: &Path, password: Option<TypedPassword>) {
        let before = (self.state.library.source_libraries.iter())
            .map(|library| library.file.clone())
            .take_while(|other| other != file);
        let in_use = self.state.library.file.clone();
        let taken = (before.collect(), in_use);
        (self.library_link).open_source(file.to_owned(), taken, password);
    }

    /// Applies the answer of the library's thread about a library of the list. A library that was just added leaves the
    /// list again if it is listed or in use already.
    pub(crate) fn source_opened(
        &mut self,
        file: &Path,
        opened: Result<(Arc<Library>, About), SourceFault>,
    ) {
        let is_new = self.library_link.added.remove(file);
        let libraries = &mut self.state.library.source_libraries;
        let Some(position) = libraries.iter().position(|library| library.file == file) else {
            return;
        };
        match opened {
            Ok((library, about)) => {
                libraries[position].state = SourceState::Open {
                    name: library.name(),
                    about,
                };
                let is_on = libraries[position].is_on;
                let sources = &mut self.library_link.sources;
                let is_another = sources.insert(file.to_owned(), library).is_none();
                self.preferences.source_libraries = self.state.library.remembered_sources();
                if is_on && is_another && is_new {
                    self.compare_with_other_libraries();
                }
            }
            Err(fault) => {
                self.library_link.sources.remove(file);
                let is_refused = !matches!(fault, SourceFault::Library(_));
                libraries[position].state = SourceState::Failed(fault.clone());
                if is_new && is_refused {
                    let library = libraries.remove(position);
                    self.refuse_source(library, &fault);
                } else {
                    self.preferences.source_libraries = self.state.library.remembered_sources();
                }
            }
        }
    }

    fn refuse_source(&mut self, library: SourceLibrary, fault: &SourceFault) {
        let key = match fault {
            SourceFault::IsInUse => "source-libraries.in-use",
            SourceFault::IsListed | SourceFault::Library(_) => "source-libraries.listed",
        };
        let file = library.file;
        self.inform(NoticeKind::Error, |language| {
            language.fill(key, &[("file", &file.display())])
        });
    }

    fn remove_source_library(&mut self, file: &Path) {
        let libraries = &mut self.state.library.source_libraries;
        let was_used = libraries.iter().any(|library| {
            library.file == file
                && library.is_on
                && matches!(library.state, SourceState::Open { .. })
        });
        libraries.retain(|library| library.file != file);
        self.library_link.sources.remove(file);
        self.preferences.source_libraries = self.state.library.remembered_sources();
        if was_used {
            self.compare_with_other_libraries();
        }
    }

    /// Continues without a further library that failed in a comparison. Returns whether the error is about one.
    pub(crate) fn leave_failed_source(&mut self, error: &LibraryError) -> bool {
        let libraries = &mut self.state.library.source_libraries;
        let failed = libraries.iter_mut().find(|library| {
            &library.file == error.file() && matches!(library.state, SourceState::Open { .. })
        });
        let Some(library) = failed else {
            return false;
        };
        library.state = SourceState::Failed(SourceFault::Library(error.clone()));
        let file = library.file.clone();
        self.library_link.sources.remove(&file);
        true
    }

    /// Compares the documents again; those whose comparison has not begun are compared with the right libraries anyway.
    pub(crate) fn compare_with_other_libraries(&mut self) {
        let is_begun = !matches!(self.state.check.passages, Passages::Wanted);
        if is_begun && !self.state.check.result.documents.is_empty() {
            self.search_passages_again();
        }
    }
}
