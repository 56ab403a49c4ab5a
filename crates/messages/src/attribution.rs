//! Texts about the attribution of passages: whether each is cited or quoted, and why.

use chachong_check::{PassageAttribution, SourceStanding};
use chachong_citation::Attribution;
use chachong_compare::{Choices, DocumentShares};

use crate::{Language, grouped};

/// Longest part of an entry of a reference list that is shown, in characters.
const LONGEST_ENTRY: usize = 80;

impl Language {
    /// Returns the displayed name of an attribution, such as `cited and quoted`.
    #[must_use]
    pub fn attribution(self, attribution: Attribution) -> String {
        self.text(&format!("attribution.{}", attribution.name()))
    }

    /// Returns the reason why one side of a passage has its attribution: how much of it citations or quotations cover, and what they
    /// point to. `None` if there is nothing to say beyond the name of the attribution.
    #[must_use]
    pub fn attribution_reason(self, side: &PassageAttribution) -> Option<String> {
        let mut reasons = Vec::new();
        if side.covered > 0 {
            reasons.push(self.fill(
                "attribution.covered",
                &[("covered", &side.covered), ("characters", &side.countable)],
            ));
        }
        if let Some(reference) = &side.reference {
            let short = shortened(reference);
            reasons.push(self.fill("attribution.points-to", &[("reference", &short)]));
        }
        if let Some(source) = side.source {
            reasons.push(self.text(source_key(source)));
        }
        let reason = reasons.join(&self.text("punctuation.semicolon"));
        (!reason.is_empty()).then_some(reason)
    }

    /// Returns the kinds of cited or quoted text that the choices leave out. Each has its displayed name and the number of copied
    /// characters of the document that do not count for this reason.
    #[must_use]
    pub fn groups_off(self, choices: &Choices, shares: &DocumentShares) -> Vec<(String, u32)> {
        let off = choices.reasons_left_out();
        let off = off.filter(|reason| reason.is_attribution());
        off.map(|reason| {
            let by = shares.left_out.iter().find(|by| by.reason == reason);
            (self.reason_left_out(reason), by.map_or(0, |by| by.copied))
        })
        .collect()
    }

    /// Describes on one line the kinds of cited or quoted text that do not count ([`Self::groups_off`]); `None` if all of them count.
    #[must_use]
    pub fn attribution_off(self, choices: &Choices, shares: &DocumentShares) -> Option<String> {
        let off = self.groups_off(choices, shares).into_iter();
        let off = off.map(|(label, characters)| {
            let count = grouped(characters.into());
            self.fill(
                "attribution.figure",
                &[("label", &label), ("count", &count)],
            )
        });
        let off: Vec<String> = off.collect();
        let groups = off.join(&self.text("punctuation.comma"));
        (!off.is_empty()).then(|| self.fill("attribution.off", &[("groups", &groups)]))
    }

    /// Returns the displayed name of the attribution of one side of a passage, with the reason ([`Self::attribution_reason`]) if there is
    /// one.
    #[must_use]
    pub fn attribution_with_reason(self, side: &PassageAttribution) -> String {
        let label = self.attribution(side.attribution);
        match self.attribution_reason(side) {
            Some(reason) => self.fill(
                "attribution.because",
                &[("label", &label), ("reason", &reason)],
            ),
            None => label,
        }
    }
}

const fn source_key(source: SourceStanding) -> &'static str {
    match source {
        SourceStanding::Cited => "attribution.source-cited",
        SourceStanding::Listed => "attribution.source-listed",
        SourceStanding::NotListed => "attribution.source-not-listed",
        SourceStanding::OtherWork => "attribution.source-other-work",
    }
}

/// Returns an entry of a reference list, cut off where it is long.
pub(crate) fn shortened(entry: &str) -> String {
    if entry.chars().nth(LONGEST_ENTRY).is_none() {
        return entry.to_owned();
    }
    let head: String = entry.chars().take(LONGEST_ENTRY).collect();
    format!("{head}…")
}
