//! Texts about cases: states, grounds, outcomes and changes.

use super::Language;
use chachong_case::{CaseChange, CaseFile, CaseState, CaseSubject, Grounds, Outcome};

impl Language {
    /// Returns the displayed name of a case's subject.
    #[must_use]
    pub fn case_subject(self, subject: CaseSubject) -> String {
        self.text(&format!("case.subject.{}", subject.name()))
    }

    /// Returns the displayed name of a case's state, with the outcome if it has one.
    #[must_use]
    pub fn case_state(self, state: &CaseState) -> String {
        let name = self.text(&format!("case.state.{}", state.name()));
        state.outcome().map_or_else(
            || name.clone(),
            |outcome| {
                let outcome = self.case_outcome(outcome);
                self.fill(
                    "case.with-outcome",
                    &[("state", &name), ("outcome", &outcome)],
                )
            },
        )
    }

    /// Returns the outcome of a case: its standard name, or the user's own words.
    #[must_use]
    pub fn case_outcome(self, outcome: &Outcome) -> String {
        let name = || self.text(&format!("case.outcome.{}", outcome.name()));
        outcome.words().map_or_else(name, str::to_owned)
    }

    /// Returns the grounds that may explain common text: their standard name, or the user's own words.
    #[must_use]
    pub fn case_grounds(self, grounds: &Grounds) -> String {
        let name = || self.text(&format!("case.grounds.{}", grounds.name()));
        grounds.words().map_or_else(name, str::to_owned)
    }

    /// Returns the displayed name of a file of a case.
    #[must_use]
    pub fn case_file(self, file: CaseFile) -> String {
        self.text(&format!("case.file.{}", file.name()))
    }

    /// Describes a change to a case, on one line, or on several if the user's words contain line breaks.
    #[must_use]
    pub fn case_change(self, change: &CaseChange) -> String {
        match change {
            CaseChange::Opened => self.text("case.opened"),
            CaseChange::Grounds(None) => self.text("case.grounds-gone"),
            CaseChange::Grounds(Some(grounds)) => {
                self.case_named("case.grounds", &self.case_grounds(grounds))
            }
            CaseChange::Note(words) => self.case_named("case.note", words),
            CaseChange::State(state) => self.case_named("case.state", &self.case_state(state)),
            CaseChange::Statement(words) if words.is_empty() => self.text("case.statement-gone"),
            CaseChange::Statement(words) => self.case_named("case.statement", words),
            CaseChange::Exported { file, seal } => {
                let file = self.case_file(*file);
                self.fill("case.exported", &[("file", &file), ("seal", seal)])
            }
        }
    }

    /// Returns `words` after a label, as in `Grounds: cited`. `key` is the translation key of the label.
    #[must_use]
    pub fn case_named(self, key: &str, words: &str) -> String {
        let name = self.text(key);
        self.fill("case.named", &[("name", &name), ("words", &words)])
    }
}
