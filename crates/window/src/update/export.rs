//! Export of reports: the dialog's commands, the writing in the background, the notice at the end.

use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::Ordering;

use crate::App;
use crate::update::paths;
use crate::update::shared_texts::now;
use chachong_check::in_pool;
use chachong_import::{Importer, Limits};
use chachong_messages::{Language, day};
use chachong_report::{
    Blinded, FeedbackError, FeedbackOptions, FeedbackWritten, FormLength, FormOptions, FormProfile,
    Originals, OutputWatch, Report, ReportError, ReportOptions, ReportScope, Target, Written,
    write_feedback, write_reports,
};
use chachong_window_model::background_task::BackgroundTask;
use chachong_window_model::command::ExportCommand;
use chachong_window_model::export::{ExportDialog, ExportProgress, ExportScope};
use chachong_window_model::figures::FiguresInput;
use chachong_window_model::page::{Notice, NoticeKind};

/// Name of the zip with a report for each student.
const FEEDBACK: &str = "chachong-feedback.zip";
/// Maximum number of notes on marked copies that the notice shows.
const MOST_NOTES: usize = 4;

impl App {
    /// Applies a command of the export's dialog.
    pub(crate) fn apply_export(&mut self, command: ExportCommand) {
        match command {
            ExportCommand::Open if self.state.check.result.documents.is_empty() => {}
            ExportCommand::Open => {
                let dialog = ExportDialog::open(&self.preferences.export, self.state.page);
                self.state.shell.export = Some(dialog);
            }
            ExportCommand::Change(dialog) => self.state.shell.export = Some(*dialog),
            ExportCommand::Close => self.state.shell.export = None,
            ExportCommand::Start => {
                let dialog = self.state.shell.export.as_ref();
                if dialog.is_some_and(|dialog| self.state.can_export(dialog))
                    && let Some(dialog) = self.state.shell.export.take()
                {
                    self.preferences.export = dialog.choices();
                    self.export(&dialog);
                }
            }
        }
    }

    /// Stores the folder that the system's dialog returned; `None` if the system has no dialog, so that the folder must be typed.
    pub(crate) fn export_folder_chosen(&mut self, folder: Option<PathBuf>) {
        if let Some(dialog) = &mut self.state.shell.export {
            match folder {
                Some(folder) => dialog.folder = folder.display().to_string(),
                None => dialog.fresh = true,
            }
        }
    }

    /// Writes the reports on a thread.
    fn export(&mut self, dialog: &ExportDialog) {
        let state = &self.state;
        let name = state.check_name();
        let folder_name = (name.clone()).unwrap_or_else(|| state.language.text("html.report"));
        let folder = from_home(dialog).place(&folder_name, &today());
        let scope = dialog.scope;
        let chosen = state.documents_to_export(scope);
        let formats = dialog.formats_written().into_iter();
        let targets: Vec<Target> = formats
            .filter_map(|format| Target::in_folder(format, &folder, chosen.is_none()))
            .collect();
        let date = dialog.chosen.dated.then(today);
        let blind = dialog.chosen.blind;
        let pseudonyms = state.check.blind.clone().filter(|blind| blind.is_on);
        let form = self.form_input(dialog);
        let feedback = (state.writes_feedback(dialog)).then(|| folder.join(FEEDBACK));
        // Figures on the screen may be a moment old; a report must not be, so it computes its own.
        let figures = FiguresInput::of(state, false);
        let with_shares = state.copied().is_some();
        let with_recheck = dialog.chosen.recheck;
        let language = state.language;
        let least_link = f64::from(state.settings.least_link) / 100.0;
        let threads = self.preferences.threads;
        let count = Arc::new(ExportProgress::default());
        self.state.shell.exporting = Some(Arc::clone(&count));
        let context = self.context.clone();
        let inputs = self.state.inputs();
        let pictures = Importer::new(self.reading.isolation.clone(), Limits::default());
        self.run_task(BackgroundTask::Export, move |stop| {
            let mut result = figures.compute().result.with_evidence();
            result.recheck = result.recheck.filter(|_| with_recheck);
            let report = Report {
                result: &result,
                language,
                options: ReportOptions {
                    least_link,
                    date: date.as_deref(),
                    name: name.as_deref(),
                    pictures: Some(&pictures),
                    originals: Some(Originals::of(&pictures)),
                    form: form.options(),
                    blind,
                },
            };
            let hidden = pseudonyms.map(|of| Blinded::under_pseudonyms(report, of.seed, &of.given));
            let hidden = match hidden.transpose() {
                Ok(hidden) => hidden,
                Err(lost) => {
                    return Box::new(move |app| {
                        app.inform(NoticeKind::Error, |language| lost.text(language));
                    });
                }
            };
            let report = hidden
                .as_ref()
                .map_or(report, |hidden| hidden.report(report));
            let scope = match (scope, &chosen) {
                (ExportScope::These([Some(a), Some(b)]), _) => ReportScope::Pair(a, b),
                (_, Some(chosen)) => ReportScope::Documents(chosen),
                (_, None) => ReportScope::Check,
            };
            let watch = OutputWatch {
                progress: &|done, total| {
                    count.set(done, total);
                    context.request_repaint();
                },
                cancelled: &|| stop.load(Ordering::Relaxed),
            };
            let mut written = in_new_folder(folder, || {
                in_pool(threads, || {
                    write_reports(report, &targets, scope, &inputs, &watch)
                })
            });
            // Its reports are the students' own, under the names that their platform knows.
            let feedback = feedback.filter(|_| written.failed.is_empty()).map(|file| {
                let watch = OutputWatch {
                    progress: &|_, _| {},
                    ..watch
                };
                let options = FeedbackOptions::default();
                let report = Report {
                    options: ReportOptions {
                        blind: false,
                        ..report.options
                    },
                    ..report
                };
                let made = in_pool(threads, || {
                    write_feedback(report, &file, options, &inputs, &watch)
                });
                written.files.push(file);
                made
            });
            Box::new(move |app| app.tell_of_export(&written, feedback, with_shares))
        });
    }

    /// Returns the data for the school's forms.
    fn form_input(&self, dialog: &ExportDialog) -> FormInput {
        let checks = &self.state.library.checks;
        let saved =
            (self.saved_check.check()).and_then(|id| checks.iter().find(|check| check.id == id));
        FormInput {
            length: dialog.chosen.form_length,
            profile: self.preferences.form.clone(),
            checked_at: saved.map(|check| check.started),
        }
    }

    /// Shows a notice about what was written, with buttons to open it, or about what failed and the remedy.
    fn tell_of_export(
        &mut self,
        written: &Written,
        feedback: Option<Result<FeedbackWritten, FeedbackError>>,
        with_shares: bool,
    ) {
        let feedback = match feedback.transpose() {
            Ok(feedback) => feedback.unwrap_or_default(),
            Err(error) => {
                return self.inform(NoticeKind::Error, |language| error.text(language));
            }
        };
        if let Some(error) = written.failed.first() {
            let more = written.failed.len() - 1;
            return self.inform(NoticeKind::Error, |language| {
                let mut text = error.text(language);
                if more > 0 {
                    text += &language.fill("export.more-failed", &[("count", &more)]);
                }
                text
            });
        }
        let notes = &written.notes;
        // The page that a person opens first stands for all files.
        let is_page = |file: &&PathBuf| file.extension().is_some_and(|ending| ending == "html");
        let Some(first) = (written.files.iter().find(is_page)).or(written.files.first()) else {
            if !notes.is_empty() {
                self.inform(NoticeKind::Error, |language| shown_notes(notes, language));
            }
            return;
        };
        let notice = Notice::new(NoticeKind::Information, |language| {
            let mut text = if let [file] = &written.files[..] {
                language.fill("notice.exported", &[("file", &file.display())])
            } else {
                let folder = common_folder(&written.files);
                let values: [(&str, &dyn std::fmt::Display); 2] = [
                    ("count", &written.files.len()),
                    ("folder", &folder.display()),
                ];
                language.fill("export.done", &values)
            };
            if !with_shares {
                text += &language.text("notice.exported-without-shares");
            }
            for (key, names) in [
                ("export.feedback-none", &feedback.without_report),
                ("export.feedback-not-taken", &feedback.not_taken),
            ] {
                if !names.is_empty() {
                    let names = names.join(&language.text("punctuation.comma"));
                    text += "\n";
                    text += &language.fill(key, &[("names", &names)]);
                }
            }
            if !notes.is_empty() {
                text += "\n";
                text += &shown_notes(notes, language);
            }
            text
        });
        self.state.shell.notice = Some(notice.with_file(first.clone()));
    }
}

/// Returns the innermost folder that has all these files.
fn common_folder(files: &[PathBuf]) -> &Path {
    let of_first = files.first().and_then(|file| file.parent());
    let mut folders = of_first.into_iter().flat_map(Path::ancestors);
    let has_all = |folder: &&Path| files.iter().all(|file| file.starts_with(folder));
    folders.find(has_all).unwrap_or(Path::new(""))
}

/// Makes a folder and writes reports to it; removes the folder if writing failed and left it empty.
fn in_new_folder(folder: PathBuf, write: impl FnOnce() -> Written) -> Written {
    if let Err(source) = std::fs::create_dir_all(&folder) {
        let file = folder;
        return Written {
            failed: vec![ReportError { file, source }.into()],
            ..Written::default()
        };
    }
    let written = write();
    if written.files.is_empty() && !written.failed.is_empty() {
        // It is only removed if it is empty.
        let _ = std::fs::remove_dir(&folder);
    }
    written
}

/// Data for the school's forms, for the thread that writes them.
struct FormInput {
    length: FormLength,
    profile: FormProfile,
    checked_at: Option<i64>,
}

impl FormInput {
    const fn options(&self) -> FormOptions<'_> {
        FormOptions {
            length: self.length,
            profile: Some(&self.profile),
            checked_at: self.checked_at,
            is_blind: false,
        }
    }
}

/// Returns the first notes on marked copies, and how many more there are.
fn shown_notes(notes: &[String], language: Language) -> String {
    let mut lines: Vec<String> = notes.iter().take(MOST_NOTES).cloned().collect();
    let more = notes.len().saturating_sub(MOST_NOTES);
    if more > 0 {
        lines.push(language.fill("marked.more", &[("count", &more)]));
    }
    lines.join("\n")
}

/// Returns today's date in the system's time zone, as `2026-11-22`.
fn today() -> String {
    day(now())
}

/// Returns the dialog with a leading `~` of its folder replaced by the home folder.
fn from_home(dialog: &ExportDialog) -> ExportDialog {
    ExportDialog {
        folder: paths::from_home(dialog.path()).display().to_string(),
        ..dialog.clone()
    }
}
