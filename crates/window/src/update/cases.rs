//! Cases: opened from a finding, changed on their page, written to files. Draws nothing.

use std::path::PathBuf;
use std::sync::Arc;

use crate::App;
use crate::update::shared_texts::now;
use crate::work::library_messages::{CaseStep, LibraryRequest};
use chachong_case::{Case, CaseChange, CaseEntry, CaseFile, CaseId, CaseSummary};
use chachong_check::{CaseAbout, CaseOrigin};
use chachong_import::OwnTable;
use chachong_messages::utc_offset;
use chachong_report::case::{CaseFileOptions, cases_csv, open_archive, write_case_file};
use chachong_report::{Content, write_file};
use chachong_window_model::background_task::BackgroundTask;
use chachong_window_model::cases::CaseCommand;
use chachong_window_model::page::{Notice, NoticeKind, Page};
use chachong_window_model::purpose::Purpose;

impl App {
    pub(crate) fn apply_case(&mut self, command: CaseCommand) {
        let of = &mut self.state.cases;
        match command {
            CaseCommand::Open(about) => self.open_case(about),
            CaseCommand::Show(id) => {
                self.library_link.ask(LibraryRequest::Case(id));
                self.state.go(Page::Case(id));
            }
            CaseCommand::Filter(typed) => of.typed = typed,
            CaseCommand::ShowState(state) => of.state = state,
            CaseCommand::NamePerson(person) => {
                self.preferences.person.clone_from(&person);
                of.person = person;
            }
            CaseCommand::Add(change) => {
                let entry = self.case_entry(change);
                self.change_case(CaseStep::Add(entry));
            }
            CaseCommand::TakeBack => self.change_case(CaseStep::TakeBack),
            CaseCommand::Delete(id) => self.delete_case(id),
            CaseCommand::UndoDelete => {
                self.state.shell.notice = None;
                if let Some(case) = self.state.cases.deleted.take() {
                    self.keep_case(case);
                }
            }
            CaseCommand::Include(included) => {
                if let Some(shown) = &mut of.shown {
                    shown.included = included;
                }
            }
            CaseCommand::ChoosePassage(index) => {
                if let Some(shown) = &mut of.shown {
                    shown.passage = index;
                }
            }
            CaseCommand::Write(file) => {
                // A dialog that is open already was asked for another file, and stays.
                if !self.tasks.has(BackgroundTask::Dialog) {
                    let library = self.library_link.library().cloned();
                    self.case_to_write = of.shown.clone().zip(library);
                }
                self.apply(chachong_window_model::command::Command::Ask(
                    Purpose::SaveCase(file),
                ));
            }
        }
    }

    /// Opens the page of a case if it is new, and shows the case as the library has it if its page is open.
    pub(crate) fn take_case(&mut self, id: CaseId, case: Case, is_new: bool) {
        if is_new {
            self.inform(NoticeKind::Information, |language| {
                language.fill("cases.opened-notice", &[("number", &id.0)])
            });
            self.state.go(Page::Case(id));
        }
        if self.state.page == Page::Case(id) {
            self.state.cases.show(id, case);
        }
    }

    /// Copies the subject of a new case, with the texts of its passages, and stores the case in the library.
    fn open_case(&mut self, about: CaseAbout) {
        let result = Arc::clone(&self.state.check.result);
        let origin = self.case_origin();
        let by = self.state.cases.person.trim().to_owned();
        self.run_task(BackgroundTask::OpenCase, move |_| {
            let found = result.case_evidence(about, &origin);
            Box::new(move |app| match found {
                Ok(evidence) => app.keep_case(Case::open(evidence, now(), &by)),
                Err(error) => {
                    app.inform(NoticeKind::Error, |language| language.case_error(&error));
                }
            })
        });
    }

    /// Returns the description of the displayed check for a case.
    fn case_origin(&self) -> CaseOrigin {
        let shown = self.saved_check.check();
        let mut saved = self.state.library.checks.iter();
        let saved = saved.find(|check| Some(check.id) == shown);
        CaseOrigin {
            title: saved.map_or_else(
                || self.state.check_name().unwrap_or_default(),
                |check| check.title.clone(),
            ),
            checked_at: saved.map_or_else(now, |check| check.started),
            utc_offset: utc_offset(now()),
            program: self.state.shell.version.clone(),
        }
    }

    /// Returns the entry about a change that the person makes now.
    fn case_entry(&self, change: CaseChange) -> CaseEntry {
        CaseEntry {
            at: now(),
            by: self.state.cases.person.trim().to_owned(),
            change,
        }
    }

    /// Changes the case whose page is open. The answer of the library displays it.
    fn change_case(&self, step: CaseStep) {
        if let Page::Case(id) = self.state.page
            && self.state.cases.shown(id).is_some()
            && let Some(library) = self.library_link.library().cloned()
        {
            (self.library_link).ask(LibraryRequest::ChangeCase(library, id, step));
        }
    }

    /// Stores a new case in the library, whose answer displays it.
    fn keep_case(&self, case: Case) {
        (self.library_link).ask(LibraryRequest::KeepCase(Box::new(case)));
    }

    /// Deletes a case from the library, and offers undo.
    fn delete_case(&mut self, id: CaseId) {
        let shown = self.state.cases.shown.take_if(|shown| shown.id == id);
        self.state.cases.deleted = shown.map(|shown| shown.case);
        self.library_link.ask(LibraryRequest::DeleteCase(id));
        self.state.back();
        self.tell(NoticeKind::DeletedCase, "cases.deleted-notice");
    }

    /// Writes a file of the case that was shown when its place was asked for, and notes it with its seal in the case's history.
    pub(crate) fn write_case(&mut self, file: CaseFile, mut place: PathBuf) {
        let Some((shown, library)) = self.case_to_write.take() else {
            return;
        };
        if place.extension().is_none() {
            place.set_extension(match file {
                CaseFile::Committee | CaseFile::Student => "html",
                CaseFile::Archive => "json",
            });
        }
        let (language, inputs) = (self.state.language, self.state.inputs());
        let options = CaseFileOptions {
            with_names: shown.included.names,
            with_surroundings: shown.included.surroundings,
        };
        self.run_task(BackgroundTask::CaseFile, move |_| {
            let written = write_case_file(&shown.case, file, options, language, &place, &inputs);
            Box::new(move |app| match written {
                Ok(seal) => {
                    let seal = seal.digits().to_owned();
                    let entry = app.case_entry(CaseChange::Exported { file, seal });
                    // Its page may be left by now.
                    let step = CaseStep::Add(entry);
                    (app.library_link).ask(LibraryRequest::ChangeCase(library, shown.id, step));
                    app.tell_written(place);
                }
                Err(error) => app.inform(NoticeKind::Error, |language| error.text(language)),
            })
        });
    }

    /// Writes the cases that are listed as a table.
    pub(crate) fn write_case_table(&mut self, mut place: PathBuf) {
        if place.extension().is_none() {
            place.set_extension("csv");
        }
        let cases = self.state.cases.filtered().into_iter().cloned();
        let cases: Vec<CaseSummary> = cases.collect();
        let inputs = self.state.inputs();
        self.run_task(BackgroundTask::CaseFile, move |_| {
            let written = write_file(&place, Content::Table(OwnTable::Cases), &inputs, |out| {
                cases_csv(out, &cases)
            });
            Box::new(move |app| match written {
                Ok(()) => app.tell_written(place),
                Err(error) => app.inform(NoticeKind::Error, |language| error.text(language)),
            })
        });
    }

    /// Reads the file of a whole case and keeps the case in the library.
    pub(crate) fn import_case(&mut self, file: PathBuf) {
        self.run_task(BackgroundTask::CaseFile, move |_| {
            let read = open_archive(&file);
            Box::new(move |app| match read {
                Ok(case) => {
                    let bring = LibraryRequest::BringCase(Box::new(case));
                    app.library_link.ask(bring);
                }
                Err(error) => {
                    let file = file.display().to_string();
                    app.inform(NoticeKind::Error, |language| error.text(&file, language));
                }
            })
        });
    }

    fn tell_written(&mut self, file: PathBuf) {
        let notice = Notice::new(NoticeKind::Information, |language| {
            language.fill("notice.exported", &[("file", &file.display())])
        });
        self.state.shell.notice = Some(notice.with_file(file));
    }
}

#[cfg(test)]
mod tests {
    use std::time::{Duration, Instant};

    use egui_kittest::Harness;

    use super::*;
    use crate::options::{Desktop, LibraryChoice, Options};
    use chachong_import::Isolation;
    use chachong_library::{CheckState, SavedCheck};

    #[test]
    fn a_case_names_its_check_as_the_library_does() {
        let folder = tempfile::tempdir().unwrap();
        let theses = folder.path().join("theses");
        std::fs::create_dir(&theses).unwrap();
        std::fs::write(theses.join("a.txt"), "夜间开放以后，馆员调整了排班。").unwrap();
        let options = Options {
            paths: vec![theses],
            isolation: Some(Isolation::Thread),
            library: LibraryChoice::File(folder.path().join("l.chachong")),
            desktop: Desktop::LeftAlone,
            ..Options::default()
        };
        let mut window = Harness::builder().build_eframe(|creation| App::new(creation, options));
        let start = Instant::now();
        while window.state().saved_check.check().is_none() || !window.state().is_idle() {
            assert!(start.elapsed().as_secs() < 60, "the check is not saved");
            std::thread::sleep(Duration::from_millis(5));
            window.step();
        }
        let app = window.state_mut();
        let saved = SavedCheck {
            id: app.saved_check.check().unwrap(),
            title: "期末论文".to_owned(),
            started: 1_700_000_000,
            changed: 1_800_000_000,
            state: CheckState::Done,
            documents: 1,
        };
        app.state.library.checks = vec![saved.clone()];
        let origin = app.case_origin();
        assert_eq!(
            (origin.title, origin.checked_at),
            (saved.title, saved.started)
        );
        app.state.library.checks.clear();
        assert_eq!(app.case_origin().title, "theses");
    }
}
