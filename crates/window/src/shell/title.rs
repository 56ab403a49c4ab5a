//! Title of the window: a summary of the result, which is visible in a task bar too.

use egui::{Context, ViewportCommand};

use chachong_window_model::state::State;

/// Title that was last sent to the window manager.
#[derive(Debug, Default)]
pub(crate) struct Title(String);

impl Title {
    /// Sends the title for the present state if it has changed.
    pub(crate) fn update(&mut self, state: &State, context: &Context) {
        let language = state.language;
        let title = if state.check.result.documents.is_empty() {
            language.text("app.title")
        } else {
            let check = &state.check;
            let (submissions, documents) = (check.submission_count(), check.checked());
            let pairs = check.similar_pairs();
            let values: [(&str, &dyn std::fmt::Display); 3] = [
                ("submissions", &submissions),
                ("documents", &documents),
                ("pairs", &pairs),
            ];
            match (check.progress.is_some(), check.has_submissions()) {
                (true, _) => language.fill("app.title-busy", &values[1..]),
                (false, true) => language.fill("submission.title", &values),
                (false, false) => language.fill("app.title-done", &values[1..]),
            }
        };
        if title != self.0 {
            context.send_viewport_cmd(ViewportCommand::Title(title.clone()));
            self.0 = title;
        }
    }
}
