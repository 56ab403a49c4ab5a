//! Library commands and answers applied to the state: requests go to the library's thread, its answers and the news of
//! watched folders come back. Draws nothing.

use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::Instant;

use crate::App;
use crate::work::dump_previews::preview_dumps;
use crate::work::library_messages::{
    AddedAs, Filling, Joined, Joining, LibraryReply, LibraryRequest, TypedPassword,
};
use crate::work::watched_folders::WatchNews;
use chachong_library::{About, DocumentId, Library, LibraryError, is_server};
use chachong_messages::Language;
use chachong_window_model::background_task::BackgroundTask;
use chachong_window_model::command::LibraryCommand;
use chachong_window_model::dump_dialog::DumpDialog;
use chachong_window_model::folder_name::folder_name;
use chachong_window_model::library_view::Overview;
use chachong_window_model::page::{Notice, NoticeKind, Page};
use chachong_window_model::server::ServerDialog;

impl App {
    /// Opens a library in the background. Once it is open, it is the one that is opened at the next start.
    pub(crate) fn open_library(&mut self, mut file: PathBuf, new: bool) {
        if new && file.extension().is_none() {
            file.set_extension("chachong");
        }
        self.start_opening_with(file.clone(), None, new);
        self.chosen_library = Some(file);
    }

    pub(crate) fn start_opening(&mut self, file: PathBuf) {
        self.start_opening_with(file, None, false);
    }

    /// Opens a library, on a server with the password that the person typed. A missing library is created only if it is `new` or
    /// the default one: any other may be on a drive that is not connected.
    fn start_opening_with(&mut self, file: PathBuf, password: Option<TypedPassword>, new: bool) {
        self.chosen_library = None;
        self.state.library.opening = true;
        self.state.library.opening_since = Some(Instant::now());
        self.show_library_file(Some(file.clone()));
        self.library_link.open(file, password, new);
    }

    /// Continues with the open library, or with none; the answer about the library that is being opened will be ignored.
    pub(crate) fn stop_opening(&mut self) {
        self.library_link.stop_opening();
        self.state.library.opening = false;
        let open = self.library_link.library();
        self.show_library_file(open.map(|library| library.file().to_owned()));
        // Files added meanwhile waited for the library.
        self.start_next_batch();
    }

    fn show_library_file(&mut self, file: Option<PathBuf>) {
        let library = &mut self.state.library;
        (library.default_file).clone_from(&self.library_link.default_library);
        library.file = file;
    }

    /// Applies the answers of the library's thread.
    pub(crate) fn poll_library(&mut self) {
        let library = &mut self.state.library;
        if self.state.page == Page::Library && library.is_open() && !library.table.is_read {
            let members = library.members_to_read();
            if !members.is_empty() {
                self.library_link.ask(LibraryRequest::Details(members));
            }
        }
        for answer in self.library_link.poll() {
            if self.library_link.matters(&answer) {
                self.take_reply(answer.reply);
            }
        }
    }

    fn take_reply(&mut self, reply: LibraryReply) {
        match reply {
            LibraryReply::Opened(_, library, overview) => {
                if let Some(file) = self.chosen_library.take() {
                    self.preferences.library = Some(file);
                }
                self.state.library.table.details.clear();
                self.library_opened(&library, overview.as_ref().map(|all| &all.about));
                if let Some(overview) = overview {
                    self.take_overview(*overview);
                }
                self.open_source_libraries();
            }
            LibraryReply::NotOpened(_, error) => {
                self.stop_opening();
                self.open_source_libraries();
                self.tell_library_error(&error);
            }
            LibraryReply::Joined(joined) => {
                self.state.library.end_joining();
                // A member that was added again may be in another batch now.
                self.state.library.table.details.clear();
                let is_given_up = joined.dumps.iter().any(|(_, dump)| dump.is_given_up);
                let kind = if is_given_up {
                    NoticeKind::Error
                } else {
                    NoticeKind::Information
                };
                self.inform(kind, |language| joined_text(&joined, language));
                if joined.as_templates && joined.added > 0 {
                    self.compare_with_other_libraries();
                }
            }
            LibraryReply::Failed(error) => {
                let error = error.log();
                let is_full = matches!(error, LibraryError::DiskFull { .. });
                let is_cut_off = is_full && self.state.library.joining.is_some();
                self.state.library.end_joining();
                self.inform(NoticeKind::Error, |language| {
                    let text = language.library_error(error);
                    if is_cut_off {
                        format!("{text} {}", language.text("library.add-again"))
                    } else {
                        text
                    }
                });
            }
            LibraryReply::Overview(overview) => self.take_overview(*overview),
            LibraryReply::FoundTexts(found) => {
                self.state.library.found = Some(found);
                self.state.library.arrange();
            }
            LibraryReply::Joining(joining) => {
                let Joining { done, total, .. } = joining;
                self.state.library.join(done, total, joining.is_dump);
            }
            LibraryReply::Removed(documents) => {
                let count = documents.len();
                self.state.library.removed = documents;
                self.inform(NoticeKind::Removed, |language| {
                    language.fill("notice.members-removed", &[("count", &count)])
                });
            }
            LibraryReply::Check(found) => {
                let (saved, content) = *found;
                self.reopen(saved.id, content);
            }
            LibraryReply::Case(id, case, is_new) => self.take_case(id, *case, is_new),
            LibraryReply::Details(details) => self.state.library.take_details(details),
            LibraryReply::Decisions(decisions) => self.state.check.decisions.take(&decisions),
            LibraryReply::SourceOpened(file, opened) => {
                self.source_opened(&file, opened.map(|open| *open));
            }
        }
    }

    /// Replaces the contents of the pages of the library and of cases.
    fn take_overview(&mut self, mut overview: Overview) {
        (self.state.cases).take(std::mem::take(&mut overview.cases));
        self.state.library.take(overview);
    }

    fn library_opened(&mut self, library: &Arc<Library>, about: Option<&About>) {
        self.state.library.opening = false;
        let open = self.library_link.library();
        if open.is_some_and(|open| Arc::ptr_eq(open, library)) {
            self.start_next_batch();
            return;
        }
        // While requests still go to the other library: what can be undone there no longer can.
        self.remove_check_for_good();
        self.state.library.removed.clear();
        let undo =
            |notice: &Notice| matches!(notice.kind, NoticeKind::Removed | NoticeKind::RemovedCheck);
        self.state.shell.notice.take_if(|notice| undo(notice));
        self.library_link.without_library = false;
        self.state.library.about = None;
        self.state.library.found = None;
        self.state.library.marked.clear();
        let another = self.library_link.use_library(Arc::clone(library));
        if self.state.library.is_searching_texts() {
            let typed = self.state.library.typed.clone();
            self.library_link.ask(LibraryRequest::SearchTexts(typed));
        }
        if another {
            // The check that is shown was saved in the other library, whose numbers mean other documents here.
            self.saved_check.save(&self.state);
            self.saved_check.end();
            self.leads.drop_search();
            self.leave_recheck();
            self.state.go_over_to(library.store());
            if !self.state.check.result.documents.is_empty() {
                self.search_passages_again();
            }
        }
        if let Some(about) = about {
            if about.read_only {
                let key = if is_server(library.file()) {
                    "notice.library-checker"
                } else {
                    "notice.library-read-only"
                };
                self.inform(NoticeKind::Information, |language| {
                    language.fill(key, &[("file", &library.file().display())])
                });
            }
            self.state.library.about = Some(about.clone());
        }
        self.start_next_batch();
    }

    /// Reads documents and adds them to the library, without a check.
    pub(crate) fn fill_library(&mut self, paths: Vec<PathBuf>, as_templates: bool) {
        let library = &mut self.state.library;
        library.joining = Some((0, 0));
        let added_as = if as_templates {
            AddedAs::Templates
        } else {
            AddedAs::Members(std::mem::take(&mut library.batch))
        };
        let isolation = self.reading.isolation.clone();
        self.library_link
            .start_adding(LibraryRequest::Fill(Filling {
                paths,
                isolation,
                added_as,
            }));
    }

    /// Previews dumps before a person decides whether they are added.
    pub(crate) fn preview_dumps(&mut self, paths: Vec<PathBuf>) {
        let library = self.state.library.file.clone();
        let isolation = self.reading.isolation.clone();
        let dumps = paths.clone();
        self.tasks.stop(|what| what == BackgroundTask::DumpPreviews);
        self.run_task(BackgroundTask::DumpPreviews, move |stop| {
            let previews = preview_dumps(&dumps, library.as_ref(), isolation, stop);
            Box::new(move |app| app.state.shell.show_previews(previews))
        });
        self.state.shell.dump_dialog = Some(DumpDialog { paths, seen: None });
    }

    pub(crate) fn apply_library(&mut self, command: LibraryCommand) {
        let of = &mut self.state.library;
        match command {
            LibraryCommand::SearchTexts(typed) => {
                of.typed = typed;
                of.arrange();
                if of.is_searching_texts() {
                    self.library_link
                        .ask(LibraryRequest::SearchTexts(of.typed.clone()));
                }
            }
            LibraryCommand::ShowChecks(checks) => of.shows_checks = checks,
            LibraryCommand::SortBy(column) => of.sort_by(column),
            LibraryCommand::ShowBatch(batch) => {
                of.table.batch = batch;
                of.arrange();
            }
            LibraryCommand::NameBatch(name) => of.batch = name,
            LibraryCommand::Mark(documents, marked) => of.mark(documents, marked),
            LibraryCommand::RemoveMarked => {
                let marked: Vec<DocumentId> = std::mem::take(&mut of.marked).into_iter().collect();
                self.library_link.ask(LibraryRequest::Remove(marked));
            }
            LibraryCommand::UndoRemove => {
                let removed = std::mem::take(&mut of.removed);
                self.library_link.ask(LibraryRequest::Restore(removed));
                self.state.shell.notice = None;
            }
            LibraryCommand::DropTemplate(document) => {
                self.library_link
                    .ask(LibraryRequest::DropTemplate(document));
            }
            LibraryCommand::StopOpening => {
                self.stop_opening();
                self.open_source_libraries();
            }
            LibraryCommand::AddChecked => self.add_checked(),
            LibraryCommand::AddDumps => {
                if let Some(look) = self.state.shell.dump_dialog.take() {
                    self.fill_library(look.paths, false);
                }
            }
            LibraryCommand::CloseDumps => {
                self.tasks.stop(|what| what == BackgroundTask::DumpPreviews);
                self.state.shell.dump_dialog = None;
            }
            LibraryCommand::StopAdding => self.library_link.stop_adding(),
            LibraryCommand::PauseAdding(paused) => {
                of.pause(paused);
                self.library_link.pause_adding(paused);
            }
            LibraryCommand::Against(against) => {
                self.preferences.against_library = against;
                self.state.settings.against_library = against;
                if !self.state.check.result.documents.is_empty() {
                    self.search_passages_again();
                }
            }
            LibraryCommand::Source(command) => self.apply_source(command),
            LibraryCommand::OpenDefault => {
                self.preferences.library = None;
                if let Some(file) = self.library_link.default_library.clone() {
                    self.start_opening(file);
                }
            }
            LibraryCommand::AskServer => {
                let file = of.file.as_ref().filter(|file| is_server(file));
                let address = file.map(|file| file.display().to_string());
                let dialog = ServerDialog::open(address.unwrap_or_default());
                self.state.shell.server = Some(dialog);
            }
            LibraryCommand::ChangeServer(dialog) => self.state.shell.server = Some(*dialog),
            LibraryCommand::CloseServer => self.state.shell.server = None,
            LibraryCommand::ConnectServer => self.connect_server(),
            LibraryCommand::Unwatch(folder) => self.unwatch(&folder),
            LibraryCommand::OpenCheck(check) => self.open_check(check),
            LibraryCommand::RemoveCheck(check) => self.remove_check(check),
            LibraryCommand::UndoRemoveCheck => {
                of.removed_check = None;
                self.state.shell.notice = None;
            }
        }
    }

    fn connect_server(&mut self) {
        let Some(dialog) = self.state.shell.server.take() else {
            return;
        };
        let Some(address) = dialog.place() else {
            return;
        };
        let password = (!dialog.password.is_empty()).then(|| TypedPassword {
            text: dialog.password.clone(),
            keep: dialog.keep,
        });
        if dialog.is_source {
            self.add_source_library(address, password);
            return;
        }
        self.start_opening_with(address.clone(), password, false);
        self.chosen_library = Some(address);
    }

    fn add_checked(&mut self) {
        let checked = &self.state.check.result.documents[..self.state.check.checked()];
        let read = || {
            (checked.iter()).filter_map(|document| document.content().map(|read| (document, read)))
        };
        if read().any(|(_, reading)| reading.text.library().is_none()) {
            // Read while no library was there to keep the text.
            let paths = read().map(|(document, _)| document.path.clone()).collect();
            self.fill_library(paths, false);
            return;
        }
        self.state.library.joining = Some((0, read().count()));
        let named = std::mem::take(&mut self.state.library.batch);
        let batch = if named.trim().is_empty() {
            let paths: Vec<PathBuf> = read().map(|(one, _)| one.path.clone()).collect();
            folder_name(&paths)
        } else {
            named
        };
        let result = Arc::clone(&self.state.check.result);
        self.library_link
            .start_adding(LibraryRequest::Join(result, batch));
    }

    /// Starts to watch a folder: documents that appear in it join the check.
    pub(crate) fn watch(&mut self, folder: PathBuf) {
        self.unwatch(&folder);
        self.state.library.watched.push(folder.clone());
        self.watched_folders.watch(folder, &self.context);
    }

    fn unwatch(&mut self, folder: &Path) {
        self.watched_folders.unwatch(folder);
        self.state
            .library
            .watched
            .retain(|watched| watched != folder);
    }

    /// Adds new files in watched folders, and reports folders that can no longer be watched.
    pub(crate) fn poll_watched_folders(&mut self) {
        for news in self.watched_folders.poll() {
            match news {
                WatchNews::Appeared(paths) => self.add_given(paths),
                WatchNews::Lost(folder, cause) => {
                    self.unwatch(&folder);
                    self.inform(NoticeKind::Error, |language| {
                        language.watch_error(&folder, &cause)
                    });
                }
            }
        }
    }
}

/// Returns the message about documents that were added to the library, and about those that could not be added.
fn joined_text(joined: &Joined, language: Language) -> String {
    let mut text = language.fill("notice.joined", &[("count", &joined.added)]);
    if joined.known > 0 {
        text += &language.fill("notice.joined-known", &[("count", &joined.known)]);
    }
    for (file, summary) in &joined.dumps {
        let name = file.file_name().unwrap_or_default().to_string_lossy();
        text += " ";
        text += &language.dump_summary(&name, summary);
    }
    let failed = joined.not_read.len();
    if failed > 0 {
        let names: Vec<String> = joined
            .not_read
            .iter()
            .take(5)
            .map(|document| {
                let cause = document.failure();
                let reason = cause.map_or_else(String::new, |cause| language.reason(cause));
                format!("{} ({reason})", document.name)
            })
            .collect();
        let names = names.join(&language.text("punctuation.semicolon"));
        text += &language.fill(
            "notice.joined-failed",
            &[("count", &failed), ("names", &names)],
        );
    }
    text
}
