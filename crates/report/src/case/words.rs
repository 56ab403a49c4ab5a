//! Words for the parts of a case.

use chachong_case::{CaseChange, CaseState, CaseSubject, Grounds};
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
        self.language.case_subject(subject)
    }

    pub(super) fn state(self, state: &CaseState) -> String {
        self.language.case_state(&self.withheld.state(state))
    }

    pub(super) fn grounds(self, grounds: &Grounds) -> String {
        self.language.case_grounds(&self.withheld.grounds(grounds))
    }

    /// Describes an entry of the history.
    pub(super) fn change(self, change: &CaseChange) -> String {
        self.language.case_change(&self.withheld.change(change))
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
