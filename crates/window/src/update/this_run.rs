//! This run of the window and others: crashes of earlier ones, paths of later starts, the welcome, diagnostic
//! information. Draws nothing.

use egui::{UserAttentionType, ViewportCommand};

use crate::App;
use crate::instance::Listener;
use chachong_library::CheckId;
use chachong_log::{CheckMark, Ended, Kind, UnderWay};
use chachong_messages::minute;
use chachong_window_model::background_task::BackgroundTask;
use chachong_window_model::diagnostics::Diagnostics;
use chachong_window_model::page::{Notice, NoticeKind};
use chachong_window_model::passages::Passages;
use chachong_window_model::state::State;

impl App {
    /// Listens to later starts of the program from now on.
    pub(crate) fn listen(&mut self, listener: Listener) {
        self.this_run.listen(listener, self.context.clone());
    }

    /// Adds the paths of later starts, and brings the window to the front.
    pub(crate) fn take_handed(&mut self) {
        for paths in self.this_run.handed() {
            tracing::info!(paths = paths.len(), "a later start handed over its paths");
            self.add(paths);
            let context = &self.context;
            context.send_viewport_cmd(ViewportCommand::Minimized(false));
            // Where the desktop lets no program take the keyboard, the task bar shows that something came.
            let attention = UserAttentionType::Informational;
            context.send_viewport_cmd(ViewportCommand::RequestUserAttention(attention));
            context.send_viewport_cmd(ViewportCommand::Focus);
            context.request_repaint();
        }
    }

    /// Notes the running work, and shows a notice about a crash of an earlier window as soon as the library is open, nothing is
    /// being read and no other notice is shown; only then can its check be opened.
    pub(crate) fn poll_this_run(&mut self) {
        let now = under_way(&self.state, self.saved_check.check());
        self.this_run.tell(now);
        let state = &self.state;
        let is_free = !state.library.opening && state.check.progress.is_none();
        if is_free
            && state.shell.notice.is_none()
            && let Some(ended) = self.this_run.take_ended()
        {
            self.state.shell.notice = Some(notice_of_end(&self.state, ended));
        }
    }

    /// Closes the welcome page, also for later starts.
    pub(crate) fn end_welcome(&mut self) {
        if self.preferences.welcomed_by.is_none() {
            self.preferences.welcomed_by = Some(env!("CARGO_PKG_VERSION").to_owned());
        }
        self.state.shell.welcome = false;
    }

    /// Copies diagnostic information to the clipboard, and shows it on the page: the person sees what will be sent.
    pub(crate) fn copy_diagnostics(&mut self) {
        let text = Diagnostics::of(&self.state, &self.preferences).text();
        self.context.copy_text(text.clone());
        self.state.shell.diagnostics = Some(text);
        self.tell(NoticeKind::Information, "notice.copied");
    }
}

/// Returns the notice about a crash of an earlier window.
fn notice_of_end(state: &State, ended: Ended) -> Notice {
    let key = match ended.kind {
        Kind::Thread => "ended.thread",
        Kind::Vanished => "ended.vanished",
        _ => "ended.window",
    };
    let check = ended.check.and_then(|mark| {
        let mut checks = state.library.shown_checks();
        checks.find(|check| (check.id.0, check.started) == (mark.id, mark.started))
    });
    let kind = NoticeKind::Ended(check.map(|check| check.id));
    let notice = Notice::new(kind, |language| {
        let mut text = language.fill(key, &[("time", &minute(ended.time))]);
        if let Some(check) = check {
            let title = if check.title.is_empty() {
                language.text("recent.untitled")
            } else {
                check.title.clone()
            };
            text += &language.fill("ended.check", &[("title", &title)]);
        }
        text
    });
    notice.with_file(ended.note)
}

/// Describes the running work, without names.
fn under_way(state: &State, shown: Option<CheckId>) -> UnderWay {
    let activity = if state.check.progress.is_some() {
        "reading"
    } else if matches!(state.check.passages, Passages::Searching(_)) {
        "comparing"
    } else if state.shell.tasks.contains(&BackgroundTask::Export) {
        "exporting"
    } else if state.library.joining.is_some() {
        "adding to the library"
    } else if state.library.opening {
        "opening the library"
    } else if !state.check.result.documents.is_empty() {
        "showing results"
    } else {
        "nothing"
    };
    let saved = shown.and_then(|id| state.library.checks.iter().find(|check| check.id == id));
    UnderWay {
        activity: activity.into(),
        documents: state.check.checked(),
        check: saved.map(|check| CheckMark {
            id: check.id.0,
            started: check.started,
        }),
    }
}
