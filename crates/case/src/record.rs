//! A case: its evidence and its history. State, grounds, statement and notes are derived from the history.

use serde::{Deserialize, Serialize};

use crate::{CaseChange, CaseEntry, CaseEvidence, CaseState, Grounds};

/// Case: a finding of a check that people decide on, with its history.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Case {
    /// Findings of the check about this case, copied when the case was opened.
    pub evidence: CaseEvidence,
    /// Steps taken in the case, oldest first. The first is the opening.
    pub history: Vec<CaseEntry>,
}

impl Case {
    /// Opens a case at `at`, in seconds since 1970. `by` is the name of the person who opens it; empty if nobody is named.
    #[must_use]
    pub fn open(evidence: CaseEvidence, at: i64, by: &str) -> Self {
        let opening = CaseEntry {
            at,
            by: by.to_owned(),
            change: CaseChange::Opened,
        };
        Self {
            evidence,
            history: vec![opening],
        }
    }

    /// Adds an entry to the history. Another opening is ignored, since a case is opened only once.
    pub fn add(&mut self, entry: CaseEntry) {
        if entry.change != CaseChange::Opened {
            self.history.push(entry);
        }
    }

    /// Returns the newest entry if it can be withdrawn. `None` for the opening and for an export, because somebody may already have the
    /// exported file.
    #[must_use]
    pub fn last_to_take_back(&self) -> Option<&CaseEntry> {
        (self.history.last()).filter(|entry| {
            !matches!(
                entry.change,
                CaseChange::Opened | CaseChange::Exported { .. }
            )
        })
    }

    /// Withdraws the newest entry and returns it; `None` if it cannot be withdrawn ([`Self::last_to_take_back`]).
    pub fn take_back(&mut self) -> Option<CaseEntry> {
        self.last_to_take_back()?;
        self.history.pop()
    }

    /// Returns the state of the case: the latest state in the history, or [`CaseState::Open`] if the history records none.
    #[must_use]
    pub fn state(&self) -> &CaseState {
        let latest = self.latest(|change| match change {
            CaseChange::State(state) => Some(state),
            _ => None,
        });
        latest.unwrap_or(&CaseState::Open)
    }

    /// Returns the grounds recorded last; `None` if none were recorded, or if they were withdrawn.
    #[must_use]
    pub fn grounds(&self) -> Option<&Grounds> {
        self.latest(|change| match change {
            CaseChange::Grounds(grounds) => Some(grounds.as_ref()),
            _ => None,
        })
        .flatten()
    }

    /// Returns the student's statement that was recorded last; `None` if none was recorded, or if it was withdrawn.
    #[must_use]
    pub fn statement(&self) -> Option<&str> {
        self.latest(|change| match change {
            CaseChange::Statement(words) => Some(words.as_str()),
            _ => None,
        })
        .filter(|words| !words.is_empty())
    }

    /// Returns the notes, oldest first. Each is the entry of the history, which has the author and the time, with the text of the note.
    pub fn notes(&self) -> impl Iterator<Item = (&CaseEntry, &str)> {
        self.history.iter().filter_map(|entry| match &entry.change {
            CaseChange::Note(words) => Some((entry, words.as_str())),
            _ => None,
        })
    }

    /// Returns whether the case is well-formed: its history begins with the only opening, and its evidence is consistent. Call this before
    /// using a case from another program or library.
    #[must_use]
    pub fn is_consistent(&self) -> bool {
        let is_opening = |entry: &CaseEntry| entry.change == CaseChange::Opened;
        self.history.first().is_some_and(is_opening)
            && !self.history.iter().skip(1).any(is_opening)
            && self.evidence.is_consistent()
    }

    /// Returns whether this case may replace `earlier` in a library. The evidence must be the same, and the history may differ in only
    /// one way: entries were added at its end, or its newest entry was withdrawn. Any other change would undo another person's work.
    #[must_use]
    pub fn follows(&self, earlier: &Self) -> bool {
        let (old, new) = (&earlier.history, &self.history);
        let is_shorter = || {
            let last = earlier.last_to_take_back();
            last.is_some() && new.len() + 1 == old.len() && old.starts_with(new)
        };
        self.evidence == earlier.evidence && (new.starts_with(old) || is_shorter())
    }

    fn latest<'c, T>(&'c self, of: impl Fn(&'c CaseChange) -> Option<T>) -> Option<T> {
        self.history
            .iter()
            .rev()
            .find_map(|entry| of(&entry.change))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{CaseDocument, CaseFile, CaseId, Outcome};

    fn entry(at: i64, change: CaseChange) -> CaseEntry {
        CaseEntry {
            at,
            by: "Reader".to_owned(),
            change,
        }
    }

    fn evidence() -> CaseEvidence {
        let named = |name: &str| CaseDocument {
            name: name.to_owned(),
            ..CaseDocument::default()
        };
        CaseEvidence {
            documents: vec![named("one.txt"), named("two.txt")],
            in_question: 1,
            ..CaseEvidence::default()
        }
    }

    fn exported() -> CaseChange {
        CaseChange::Exported {
            file: CaseFile::Committee,
            seal: "0".repeat(64),
        }
    }

    #[test]
    fn the_latest_entries_say_where_a_case_stands() {
        let mut case = Case::open(evidence(), 1, "Reader");
        assert_eq!(
            (case.state(), case.grounds(), case.statement()),
            (&CaseState::Open, None, None)
        );
        for change in [
            CaseChange::Opened,
            CaseChange::Grounds(Some(Grounds::Cited)),
            CaseChange::Note("first".to_owned()),
            CaseChange::State(CaseState::Asked),
            CaseChange::Statement("It is mine.".to_owned()),
            CaseChange::Note("second".to_owned()),
            CaseChange::State(CaseState::Decided(Outcome::Other(
                "to be rewritten".to_owned(),
            ))),
        ] {
            case.add(entry(2, change));
        }
        assert_eq!(case.history.len(), 7, "a case is opened once");
        assert_eq!(case.grounds(), Some(&Grounds::Cited));
        assert_eq!(case.statement(), Some("It is mine."));
        let notes: Vec<&str> = case.notes().map(|(_, words)| words).collect();
        assert_eq!(notes, ["first", "second"]);
        let outcome = case.state().outcome().and_then(Outcome::words);
        assert_eq!(outcome, Some("to be rewritten"));
        case.add(entry(3, CaseChange::Grounds(None)));
        case.add(entry(3, CaseChange::Statement(String::new())));
        assert_eq!((case.grounds(), case.statement()), (None, None));
        let summary = case.summary(CaseId(7));
        assert_eq!((summary.opened_at, summary.changed_at), (1, 3));
        assert!(summary.matches("TWO") && summary.matches("") && !summary.matches("three"));
    }

    #[test]
    fn the_opening_and_files_are_not_taken_back() {
        let mut case = Case::open(evidence(), 1, "");
        assert_eq!(case.take_back(), None);
        case.add(entry(2, CaseChange::State(CaseState::Asked)));
        let note = entry(3, CaseChange::Note("n".to_owned()));
        case.add(note.clone());
        assert_eq!(case.take_back(), Some(note));
        assert_eq!(case.state(), &CaseState::Asked);
        case.add(entry(4, exported()));
        assert_eq!(case.take_back(), None);
    }

    #[test]
    fn a_case_follows_only_from_what_it_was_a_step_before() {
        let opened = Case::open(evidence(), 1, "");
        let mut noted = opened.clone();
        noted.add(entry(2, CaseChange::Note("n".to_owned())));
        let mut asked = opened.clone();
        asked.add(entry(2, CaseChange::State(CaseState::Asked)));
        let mut longer = noted.clone();
        longer.add(entry(3, exported()));
        assert!(noted.follows(&opened) && longer.follows(&opened) && opened.follows(&opened));
        assert!(opened.follows(&noted), "taken back");
        assert!(
            !asked.follows(&noted),
            "somebody else wrote a note meanwhile"
        );
        assert!(!noted.follows(&longer), "a file was written");
        assert!(!opened.follows(&longer));
        let mut other = noted.clone();
        other.evidence.check = "other".to_owned();
        assert!(!other.follows(&noted));
    }

    #[test]
    fn a_case_from_elsewhere_is_looked_at() {
        let case = Case::open(evidence(), 1, "");
        assert!(case.is_consistent());
        let mut twice = case.clone();
        twice.history.push(case.history[0].clone());
        let mut never = case.clone();
        never.history.clear();
        let mut of_none = case.clone();
        of_none.evidence.in_question = 3;
        for broken in [twice, never, of_none] {
            assert!(!broken.is_consistent());
        }
        assert_eq!(case.evidence.sources().len(), 1);
    }

    #[test]
    fn json_names_every_change() {
        let mut case = Case::open(evidence(), 1, "Reader");
        for change in [
            CaseChange::Grounds(Some(Grounds::Other("joint work".to_owned()))),
            CaseChange::Grounds(None),
            CaseChange::State(CaseState::Decided(Outcome::Plagiarism)),
            exported(),
        ] {
            case.add(entry(2, change));
        }
        let json = serde_json::to_string(&case).unwrap();
        for part in [
            r#""change":"opened""#,
            r#"{"grounds":{"other":"joint work"}}"#,
            r#"{"grounds":null}"#,
            r#"{"state":{"decided":"plagiarism"}}"#,
            r#"{"exported":{"file":"committee","seal":"000"#,
            r#""subject":"pair""#,
        ] {
            assert!(json.contains(part), "{part} in {json}");
        }
        assert_eq!(serde_json::from_str::<Case>(&json).unwrap(), case);
    }
}
