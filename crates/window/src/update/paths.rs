//! Paths chosen or typed by the person: system dialogs, the path field, and the work that follows.

use std::fs::File;
use std::io::Read;
use std::path::{Path, PathBuf};

use crate::App;
use crate::update::submissions::OtherTable;
use crate::work::dialog::{self, Answer};
use crate::work::matrix_picture::MatrixPicture;
use chachong_lab::evaluate::Comparison;
use chachong_messages::percent;
use chachong_window_model::background_task::BackgroundTask;
use chachong_window_model::command::{Command, SettingCommand};
use chachong_window_model::page::NoticeKind;
use chachong_window_model::purpose::Purpose;

/// Maximum number of bytes read of an evaluation.
const LONGEST_EVALUATION: u64 = 64 << 20;

impl App {
    /// Opens the system's dialog for a purpose.
    pub(crate) fn open_dialog(&mut self, purpose: Purpose) {
        let language = self.state.language;
        self.state.shell.dialog = Some(purpose);
        self.run_task(BackgroundTask::Dialog, move |_| {
            let answer = dialog::ask(purpose, language);
            Box::new(move |app| app.dialog_closed(answer))
        });
    }

    /// Applies the answer of the dialog that was open.
    pub(crate) fn dialog_closed(&mut self, answer: Answer) {
        let Some(purpose) = self.state.shell.dialog.take() else {
            return;
        };
        match answer {
            Answer::Chosen(paths) => self.paths_chosen(purpose, paths),
            Answer::Cancelled => {}
            // The export's dialog has a field of its own.
            Answer::NoDialog if purpose == Purpose::ExportFolder => self.export_folder_chosen(None),
            Answer::NoDialog => self.state.shell.open_field(purpose, true),
        }
    }

    fn paths_chosen(&mut self, purpose: Purpose, paths: Vec<PathBuf>) {
        let Some(first) = paths.first().cloned() else {
            return;
        };
        match purpose {
            Purpose::AddFolder | Purpose::AddFiles => self.add_given(paths),
            Purpose::ExportFolder => self.export_folder_chosen(Some(first)),
            Purpose::SaveMatrix => self.export_matrix(first),
            Purpose::TakeThreshold => self.take_threshold(first),
            Purpose::ClassList => self.read_class_list(first, OtherTable::Refused),
            Purpose::OpenLibrary | Purpose::NewLibrary => {
                self.open_library(first, purpose == Purpose::NewLibrary);
            }
            Purpose::FillLibrary | Purpose::AddTemplates | Purpose::AddTemplateFolder => {
                self.fill_library(paths, purpose != Purpose::FillLibrary);
            }
            Purpose::AddSources => self.preview_dumps(paths),
            Purpose::AddSourceLibrary => {
                for file in paths {
                    self.add_source_library(file, None);
                }
            }
            Purpose::SaveCase(file) => self.write_case(file, first),
            Purpose::SaveCaseTable => self.write_case_table(first),
            Purpose::ImportCase => self.import_case(first),
            Purpose::EarlierReport => self.recheck_with_file(first),
            Purpose::Watch => self.watch(first),
        }
    }

    /// Starts to write the picture of the matrix; adds the ending `png` to a name without one.
    fn export_matrix(&mut self, mut file: PathBuf) {
        if file.extension().is_none() {
            file.set_extension("png");
        }
        let dark = self.context.theme() == egui::Theme::Dark;
        let picture = self.as_shown(|app| MatrixPicture::of(&app.state, dark));
        let inputs = self.state.inputs();
        self.run_task(BackgroundTask::Picture, move |stop| {
            let written = picture.write(&file, &inputs, stop);
            Box::new(move |app| match written {
                Ok(()) => app.inform(NoticeKind::Information, |language| {
                    language.fill("notice.exported", &[("file", &file.display())])
                }),
                Err(error) => app.inform(NoticeKind::Error, |language| error.text(language)),
            })
        });
    }

    /// Reads an evaluation and adopts the distance that it found best for the person's own documents.
    fn take_threshold(&mut self, file: PathBuf) {
        self.run_task(BackgroundTask::Evaluation, move |_| {
            let read = File::open(&file)
                .map_err(|error| error.to_string())
                .and_then(|open| {
                    let mut text = String::new();
                    // No evaluation is longer; another file chosen by mistake may be.
                    (open.take(LONGEST_EVALUATION).read_to_string(&mut text))
                        .map_err(|error| error.to_string())?;
                    serde_json::from_str::<Comparison>(&text).map_err(|error| error.to_string())
                });
            Box::new(move |app| app.set_threshold(&file, read))
        });
    }

    fn set_threshold(&mut self, file: &Path, read: Result<Comparison, String>) {
        let name = file.display();
        let recipe = self.state.settings.recipe.name();
        match read.map(|found| (found.distance(recipe), found)) {
            Ok((Some(distance), found)) => {
                let taken = SettingCommand::MaxDistance(Some(distance));
                self.apply(Command::Setting(taken));
                let rate = percent(found.false_alarm_rate);
                self.inform(NoticeKind::Information, |language| {
                    let values: [(&str, &dyn std::fmt::Display); 3] = [
                        ("distance", &distance),
                        ("clean", &found.clean),
                        ("rate", &rate),
                    ];
                    language.fill("notice.threshold-taken", &values)
                });
            }
            Ok((None, _)) => self.inform(NoticeKind::Error, |language| {
                language.fill(
                    "notice.no-threshold",
                    &[("file", &name), ("recipe", &recipe)],
                )
            }),
            Err(detail) => self.inform(NoticeKind::Error, |language| {
                language.fill(
                    "notice.no-evaluation",
                    &[("file", &name), ("detail", &detail)],
                )
            }),
        }
    }

    pub(crate) fn field_answered(&mut self, purpose: Purpose, path: PathBuf) {
        if !purpose.is_saving() && !path.exists() {
            // The field stays open, so that a typing error can be corrected.
            self.inform(NoticeKind::Error, |language| {
                language.fill("field.not-there", &[("path", &path.display())])
            });
            if let Some(field) = &mut self.state.shell.field {
                field.fresh = true;
            }
            return;
        }
        self.state.shell.field = None;
        self.state.shell.notice = None;
        self.paths_chosen(purpose, vec![path]);
    }
}

/// Replaces a leading `~` by the home folder, as a terminal does.
pub(crate) fn from_home(path: PathBuf) -> PathBuf {
    match (path.strip_prefix("~"), std::env::home_dir()) {
        (Ok(rest), Some(home)) => home.join(rest),
        _ => path,
    }
}
