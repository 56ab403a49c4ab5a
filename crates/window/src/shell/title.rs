//! Title of the window: it says what was found, also where only the name in a task bar is visible.

use egui::{Context, ViewportCommand};

use chachong_window_model::state::State;

/// Title that was last sent to the window manager.
#[derive(Debug, Default)]
pub(crate) struct Title(String);

impl Title {
    /// Sends the title of the present state, if it is another.
    pub(crate) fn update(&mut self, state: &State, context: &Context) {
        let language = state.language;
        let title = if state.check.result.documents.is_empty() {
            language.text("app.title")
        } else {
            let key = if state.check.progress.is_some() {
                "app.title-busy"
            } else {
                "app.title-done"
            };
            let pairs = state.check.result.findings.pairs.len();
            language.fill(
                key,
                &[("documents", &state.check.checked()), ("pairs", &pairs)],
            )
        };
        if title != self.0 {
            context.send_viewport_cmd(ViewportCommand::Title(title.clone()));
            self.0 = title;
        }
    }
}
