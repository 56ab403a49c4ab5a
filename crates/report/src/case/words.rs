//! Translated words for the parts of a case.

use chachong_case::{CaseChange, CaseState, CaseSubject, Grounds};
use chachong_messages::{Language, minute_with_zone};

use super::withheld::Withheld;

/// Words of a case file in one language.
#[derive(Clone, Copy)]
pub(super) struct Words<'w> {
    pub(super) language: Language,
    pub(super) withheld: &'w Withheld,
    /// Seconds that the clock of the case is ahead of UTC.
    pub(super) utc_offset: i32,
}

impl Words<'_> {
    pub(super) fn part(self, key: &str) -> String {
        self.language.text(&format!("case-file.{key}"))
    }

    pub(super) fn subject(self, subject: CaseSubject) -> String {
        self.language.case_subject(subject)
    }

    pub(super) fn state(self, state: &CaseState) -> String {
        self.language.case_state(&self.withheld.state(state))
    }

    pub(super) fn grounds(self, grounds: &Grounds) -> String {
        self.language.case_grounds(&self.withheld.grounds(grounds))
    }

    /// Formats a time, in seconds since 1970, by the clock of the case with its time zone, because the file may be read
    /// elsewhere.
    pub(super) fn moment(self, seconds: i64) -> String {
        minute_with_zone(seconds, self.utc_offset)
    }

    /// Describes an entry of the history.
    pub(super) fn change(self, change: &CaseChange) -> String {
        self.language.case_change(&self.withheld.change(change))
    }
}
