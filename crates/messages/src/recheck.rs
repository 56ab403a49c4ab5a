//! Texts about the comparison with an earlier check.

use chachong_check::{Recheck, RecheckState, RecheckedPassage};
use chachong_citation::Attribution;

use crate::{Language, grouped};

impl Language {
    /// Returns the displayed name of what became of a passage since the earlier check, such as `shortened`.
    #[must_use]
    pub fn recheck_state(self, state: RecheckState) -> String {
        self.text(&format!("recheck.state-{}", state.name()))
    }

    /// Says how many documents of the two checks were not compared, and why.
    #[must_use]
    pub fn not_rechecked(self, recheck: &Recheck) -> String {
        let first = (recheck.documents.iter()).filter(|document| document.then.is_none());
        let values: [(&str, &dyn std::fmt::Display); 2] = [
            ("count", &first.count()),
            ("earlier", &recheck.without_successor.len()),
        ];
        let without = self.fill("recheck.without", &values);
        match recheck.unread.len() {
            0 => without,
            count => {
                let unread = self.fill("recheck.unread", &[("count", &count)]);
                format!("{without} {unread}")
            }
        }
    }

    /// Describes the state of a passage in a re-check, and whether the passage is now cited or quoted.
    #[must_use]
    pub fn rechecked_passage(self, passage: &RecheckedPassage) -> String {
        let state = self.recheck_state(passage.state);
        if passage.attribution_now == Attribution::None {
            return state;
        }
        let attribution = self.attribution(passage.attribution_now);
        let values: [(&str, &dyn std::fmt::Display); 2] =
            [("state", &state), ("attribution", &attribution)];
        self.fill("recheck.state-attributed", &values)
    }

    /// Returns the number of characters of a passage in a re-check. Unless the passage is new or replaced, also says
    /// how many characters were kept, reworded, deleted and inserted since the earlier check.
    #[must_use]
    pub fn recheck_characters(self, passage: &RecheckedPassage) -> String {
        let [characters, kept, reworded, gone, inserted] = [
            passage.characters,
            passage.kept,
            passage.reworded,
            passage.gone,
            passage.inserted,
        ]
        .map(|number| grouped(u64::from(number)));
        if passage.then.is_none() {
            return self.fill("recheck.characters-new", &[("characters", &characters)]);
        }
        if passage.state == RecheckState::Replaced {
            return self.fill(
                "recheck.characters-replaced",
                &[("characters", &characters)],
            );
        }
        let values: [(&str, &dyn std::fmt::Display); 5] = [
            ("characters", &characters),
            ("kept", &kept),
            ("reworded", &reworded),
            ("gone", &gone),
            ("inserted", &inserted),
        ];
        self.fill("recheck.characters", &values)
    }
}
