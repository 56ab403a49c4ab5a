//! A person's changes to submissions: documents merged, split off and named, and the class list. Saved with the check, with undo;
//! figures are updated afterwards. Draws nothing.

use std::path::PathBuf;
use std::sync::Arc;

use crate::App;
use chachong_check::SubmissionSettings;
use chachong_messages::Language;
use chachong_submission::{ClassList, ClassListError, Correction};
use chachong_window_model::background_task::BackgroundTask;
use chachong_window_model::decisions::Step;
use chachong_window_model::page::NoticeKind;
use chachong_window_model::submission_changes::{ListDialog, SubmissionCommand, is_plain_list};

/// Maximum size in bytes of a class list; another file chosen by mistake may be larger.
const LARGEST_LIST: u64 = 16 << 20;

/// Treatment of a table that is not a class list.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum OtherTable {
    /// The table is added to the check like any file.
    Added,
    /// The dialog shows that it is not a class list.
    Refused,
}

impl App {
    /// Applies a command about submissions.
    pub(crate) fn apply_submission(&mut self, command: SubmissionCommand) {
        match command {
            SubmissionCommand::Merge(documents) => {
                let merged = self.state.check.merging(&documents);
                self.correct_submissions(merged, "submission.merged");
            }
            SubmissionCommand::Split(documents) => {
                let split = self.state.check.splitting(&documents);
                self.correct_submissions(split, "submission.split-off");
            }
            SubmissionCommand::AskStudent(document) => self.state.ask_student(document),
            SubmissionCommand::ChangeStudent(dialog) => self.state.shell.student = Some(*dialog),
            SubmissionCommand::SetStudent => {
                let dialog = self.state.shell.student.take();
                let named = dialog.and_then(|dialog| self.state.check.naming(&dialog));
                self.correct_submissions(named, "submission.named");
            }
            SubmissionCommand::CloseStudent => self.state.shell.student = None,
            SubmissionCommand::SetBy(by) => {
                self.change_submissions("submission.by-changed", |settings| settings.by = by);
            }
            SubmissionCommand::CountEarlier(counts) => {
                let key = if counts {
                    "submission.earlier-counts"
                } else {
                    "submission.earlier-apart"
                };
                self.change_submissions(key, |settings| settings.counts_earlier = counts);
            }
            SubmissionCommand::OpenList => {
                self.state.shell.class_list = Some(ListDialog::default());
            }
            SubmissionCommand::ChangeList(dialog) => self.state.shell.class_list = Some(*dialog),
            SubmissionCommand::ReadPasted => {
                if let Some(dialog) = &self.state.shell.class_list {
                    let read = ClassList::from_pasted(&dialog.pasted);
                    self.show_read_list(read);
                }
            }
            SubmissionCommand::UseList => {
                let dialog = self.state.shell.class_list.as_mut();
                if let Some(list) = dialog.and_then(|dialog| dialog.draft.take()) {
                    let list = Some(Arc::new(list));
                    self.change_submissions("class-list.used", |settings| settings.list = list);
                }
            }
            SubmissionCommand::RemoveList => {
                self.change_submissions("class-list.removed", |settings| settings.list = None);
            }
            SubmissionCommand::CloseList => self.state.shell.class_list = None,
        }
    }

    /// Hides the names of students or shows them again, and saves this with the check.
    pub(crate) fn hide_names(&mut self, hidden: bool) {
        self.state.hide_names(hidden);
        self.state.shell.notice = None;
        self.saved_check.save_choices(&self.state);
    }

    fn correct_submissions(&mut self, new: impl IntoIterator<Item = Correction>, key: &str) {
        self.change_submissions(key, |settings| settings.corrections.0.extend(new));
    }

    /// Changes the settings that group documents into submissions, and offers undo.
    fn change_submissions(&mut self, key: &str, change: impl FnOnce(&mut SubmissionSettings)) {
        let before = Arc::clone(&self.state.check.submission_settings);
        let mut settings = (*before).clone();
        change(&mut settings);
        if settings == *before {
            return;
        }
        self.set_submissions(Arc::new(settings));
        (self.state.check.decisions).add_step(Step::Submissions { before });
        self.tell(NoticeKind::Decision, key);
    }

    /// Stores and saves the settings that group documents into submissions.
    pub(crate) fn set_submissions(&mut self, settings: Arc<SubmissionSettings>) {
        self.state.check.submission_settings = settings;
        self.saved_check.save_choices(&self.state);
    }

    /// Reads a class list and shows it in its dialog, or shows there why it cannot be read. If `other` is `Added`, anything but a
    /// plain class list is added to the check instead.
    pub(crate) fn read_class_list(&mut self, file: PathBuf, other: OtherTable) {
        self.run_task(BackgroundTask::ClassList, move |_| {
            let is_small = std::fs::metadata(&file).is_ok_and(|about| about.len() <= LARGEST_LIST);
            let bytes = if is_small {
                std::fs::read(&file)
            } else {
                Ok(Vec::new())
            };
            let name = file.file_name().unwrap_or_default().to_string_lossy();
            let read = bytes.map(|bytes| ClassList::read(&bytes, &name));
            Box::new(move |app| match read {
                Ok(Ok(list)) if other == OtherTable::Refused || is_plain_list(&list) => {
                    app.show_read_list(Ok(list));
                }
                _ if other == OtherTable::Added => app.add(vec![file]),
                Ok(read) => app.show_read_list(read),
                Err(error) => app.refuse_list(list_unread(&file, &error, app.state.language)),
            })
        });
    }

    /// Shows a class list in its dialog, or why it is none; while names are hidden, only tells that they must be shown first.
    fn show_read_list(&mut self, read: Result<ClassList, ClassListError>) {
        if self.state.check.is_blind() {
            return self.inform(NoticeKind::Information, |language| {
                let switch = language.text("blind.switch");
                language.fill("class-list.names-hidden", &[("switch", &switch)])
            });
        }
        match read {
            Ok(list) => self.state.shell.class_list = Some(ListDialog::of(list)),
            Err(error) => {
                let key = match error {
                    ClassListError::NoTable(_) => "class-list.no-table",
                    ClassListError::NobodyFound => "class-list.nobody",
                };
                self.refuse_list(self.state.language.text(key));
            }
        }
    }

    fn refuse_list(&mut self, why: String) {
        let dialog = self.state.shell.class_list.get_or_insert_default();
        dialog.failed = Some(why);
    }
}

/// Returns the message that the file of a class list cannot be read.
fn list_unread(file: &std::path::Path, error: &std::io::Error, language: Language) -> String {
    let values: [(&str, &dyn std::fmt::Display); 2] =
        [("file", &file.display()), ("detail", error)];
    language.fill("cli.list-unread", &values)
}
