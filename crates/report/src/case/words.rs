//! Words for the parts of a case.

use chachong_case::{CaseChange, CaseState, CaseSubject, Grounds, Outcome};
use chachong_messages::Language;
use jiff::Timestamp;
use jiff::tz::TimeZone;

use super::withheld::Withheld;

/// Words of a case file in one language.
#[derive(Clone, Copy)]
pub(super) struct Words<'w> {
    pub(super) language: Language,
    pub(super) withheld: &'w Withheld,
}

impl Words<'_> {
    pub(super) fn part(self, key: &str) -> String {
        self.language.text(&format!("case-file.{key}"))
    }

    pub(super) fn subject(self, subject: CaseSubject) -> String {
        self.language
            .text(&format!("case.subject.{}", subject.name()))
    }

    pub(super) fn state(self, state: &CaseState) -> String {
        let word = self.language.text(&format!("case.state.{}", state.name()));
        match state.outcome() {
            Some(outcome) => self.named(&word, &self.outcome(outcome)),
            None => word,
        }
    }

    fn outcome(self, outcome: &Outcome) -> String {
        let word = || {
            self.language
                .text(&format!("case.outcome.{}", outcome.name()))
        };
        outcome
            .words()
            .map_or_else(word, |words| self.withheld.words(words))
    }

    pub(super) fn grounds(self, grounds: &Grounds) -> String {
        let word = || {
            self.language
                .text(&format!("case.grounds.{}", grounds.name()))
        };
        grounds
            .words()
            .map_or_else(word, |words| self.withheld.words(words))
    }

    /// Describes an entry of the history.
    pub(super) fn change(self, change: &CaseChange) -> String {
        match change {
            CaseChange::Opened => self.part("opened"),
            CaseChange::Grounds(Some(grounds)) => {
                self.named(&self.part("grounds"), &self.grounds(grounds))
            }
            CaseChange::Grounds(None) => self.part("grounds-taken-back"),
            CaseChange::Note(words) => self.named(&self.part("note"), &self.withheld.words(words)),
            CaseChange::State(state) => self.named(&self.part("state"), &self.state(state)),
            CaseChange::Statement(words) if words.is_empty() => self.part("statement-taken-back"),
            CaseChange::Statement(words) => {
                self.named(&self.part("statement"), &self.withheld.words(words))
            }
            CaseChange::Exported { file, seal } => {
                let file = self.language.text(&format!("case.file.{}", file.name()));
                let seal = self.withheld.words(seal);
                self.language
                    .fill("case-file.exported", &[("file", &file), ("seal", &seal)])
            }
        }
    }

    /// Returns a name with its value.
    fn named(self, name: &str, value: &str) -> String {
        self.language
            .fill("case-file.named", &[("name", &name), ("value", &value)])
    }
}

/// Returns a time in seconds since 1970 with its distance from UTC: a file is read elsewhere. Empty for an impossible time.
pub(super) fn moment(seconds: i64) -> String {
    let time = Timestamp::from_second(seconds).map(|time| time.to_zoned(TimeZone::system()));
    time.map_or_else(
        |_| String::new(),
        |time| time.strftime("%Y-%m-%d %H:%M (UTC%:z)").to_string(),
    )
}
