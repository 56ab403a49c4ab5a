//! Title of the window: a summary of the result, which is visible in a task bar too.

use egui::{Context, ViewportCommand};

use chachong_window_model::state::State;

/// Title that was last sent to the window manager.
#[derive(Debug, Default)]
pub(crate) struct Title(String);

impl Title {
    /// Sends the title for the present state if it has changed.
    pub(crate) fn update(&mut self, state: &State, context: &Context) {
        let title = title(state);
        if title != self.0 {
            context.send_viewport_cmd(ViewportCommand::Title(title.clone()));
            self.0 = title;
        }
    }
}

fn title(state: &State) -> String {
    let (language, check) = (state.language, &state.check);
    if check.result.documents.is_empty() {
        return language.text("app.title");
    }
    let (submissions, documents) = (check.submission_count(), check.checked());
    let pairs = state.found_so_far(check.similar_pairs());
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
}

#[cfg(test)]
mod tests {
    use super::*;
    use chachong_check::Document;
    use chachong_messages::Language;

    #[test]
    fn the_title_states_no_number_of_pairs_before_the_texts_are_compared() {
        let mut state = State::new(Language::English, None);
        state.add_batch(vec![Document::checked("essay", None, None)]);
        state.check.progress = None;
        assert_eq!(title(&state), "Chachong 查重: 1 document, … similar pairs");
    }
}
