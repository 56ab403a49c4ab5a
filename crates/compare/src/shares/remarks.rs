//! Remarks of a person: a decision, a note and the time, for each passage that was switched off, each pair and each document.

use std::collections::BTreeSet;

use serde::{Deserialize, Serialize};

use super::decision::Decision;
use crate::{DocumentIndex, DocumentPair, Span};

/// Maximum length of a note in characters; longer notes are cut.
pub const LONGEST_NOTE: usize = 500;

/// Span that stands for all passages of a pair: no passage is empty.
const WHOLE: Span = Span { start: 0, end: 0 };

/// Key of a passage: its pair (`a` below `b`, or the same for a document by itself) and both its spans. Its index in a list would not do: other settings or
/// more documents would shift it under a person's choice.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub(super) struct PassageKey {
    pub(super) a: DocumentIndex,
    pub(super) b: DocumentIndex,
    in_a: Span,
    in_b: Span,
}

impl PassageKey {
    pub(super) fn of(a: DocumentIndex, b: DocumentIndex, in_a: Span, in_b: Span) -> Self {
        if a <= b {
            Self { a, b, in_a, in_b }
        } else {
            Self {
                a: b,
                b: a,
                in_a: in_b,
                in_b: in_a,
            }
        }
    }

    /// Key of a whole pair.
    pub(super) fn of_pair(a: DocumentIndex, b: DocumentIndex) -> Self {
        Self::of(a, b, WHOLE, WHOLE)
    }

    pub(super) fn is_whole_pair(&self) -> bool {
        (self.in_a, self.in_b) == (WHOLE, WHOLE)
    }

    /// Returns the key for other positions of both documents; `None` if one is gone.
    pub(super) fn renumbered(
        &self,
        both: impl Fn(DocumentIndex, DocumentIndex) -> Option<DocumentPair>,
    ) -> Option<Self> {
        let (a, b) = both(self.a, self.b)?;
        Some(Self::of(a, b, self.in_a, self.in_b))
    }
}

/// Remark on one passage, pair or document.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
struct Remark {
    passage: PassageKey,
    /// Note of the person; empty without one.
    #[serde(default)]
    text: String,
    /// Time of the decision, or of the note without one, in seconds since 1970; `None` if unknown, as in checks
    /// that an older program saved.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    decided_at: Option<i64>,
    /// Decision, unless the choices have it as a pair that is switched off.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    decision: Option<Decision>,
}

impl Remark {
    const fn empty(passage: PassageKey) -> Self {
        Self {
            passage,
            text: String::new(),
            decided_at: None,
            decision: None,
        }
    }
}

/// Remarks, at most one for each passage, pair or document.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(transparent)]
pub(super) struct Remarks(BTreeSet<Remark>);

impl Remarks {
    pub(super) fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// Returns the note; `None` without one.
    pub(super) fn text(&self, key: &PassageKey) -> Option<&str> {
        let text = self.get(key)?.text.as_str();
        (!text.is_empty()).then_some(text)
    }

    /// Returns the time of the decision, in seconds since 1970; `None` if unknown.
    pub(super) fn decided_at(&self, key: &PassageKey) -> Option<i64> {
        self.get(key)?.decided_at
    }

    /// Returns the decision that the remark has.
    pub(super) fn decision(&self, key: &PassageKey) -> Option<Decision> {
        self.get(key)?.decision
    }

    /// Sets the decision that the remark has.
    pub(super) fn set_decision(&mut self, key: PassageKey, decision: Option<Decision>) {
        self.change(key, |remark| remark.decision = decision);
    }

    /// Returns the keys of all remarks, sorted.
    pub(super) fn keys(&self) -> impl Iterator<Item = &PassageKey> {
        self.0.iter().map(|remark| &remark.passage)
    }

    /// Sets the note without the white space around it, cut to [`LONGEST_NOTE`]; an empty one is none.
    pub(super) fn set_text(&mut self, key: PassageKey, text: &str) {
        let cut: String = text.trim().chars().take(LONGEST_NOTE).collect();
        self.change(key, |remark| cut.trim_end().clone_into(&mut remark.text));
    }

    /// Sets the time of the decision, in seconds since 1970.
    pub(super) fn set_decided_at(&mut self, key: PassageKey, at: i64) {
        self.change(key, |remark| remark.decided_at = Some(at));
    }

    pub(super) fn remove(&mut self, key: &PassageKey) {
        self.0.retain(|remark| remark.passage != *key);
    }

    /// Returns the same remarks with every note replaced by what `change` makes of it.
    pub(super) fn with_texts(&self, change: impl Fn(&str) -> String) -> Self {
        let changed = self.0.iter().map(|remark| Remark {
            text: change(&remark.text),
            ..remark.clone()
        });
        Self(changed.collect())
    }

    /// Returns the remarks for other positions of the documents; those on documents that are gone are dropped.
    pub(super) fn renumbered(
        &self,
        both: impl Fn(DocumentIndex, DocumentIndex) -> Option<DocumentPair>,
    ) -> Self {
        let moved = self.0.iter().filter_map(|remark| {
            Some(Remark {
                passage: remark.passage.renumbered(&both)?,
                ..remark.clone()
            })
        });
        Self(moved.collect())
    }

    /// Makes the changes that turn `before` into `after`.
    pub(super) fn take_changes(&mut self, before: &Self, after: &Self) {
        for remark in before.0.symmetric_difference(&after.0) {
            self.remove(&remark.passage);
        }
        self.0.extend(after.0.difference(&before.0).cloned());
    }

    fn change(&mut self, key: PassageKey, change: impl FnOnce(&mut Remark)) {
        let mut remark = self
            .get(&key)
            .cloned()
            .unwrap_or_else(|| Remark::empty(key));
        self.0.remove(&remark);
        change(&mut remark);
        if !remark.text.is_empty() || remark.decided_at.is_some() || remark.decision.is_some() {
            self.0.insert(remark);
        }
    }

    fn get(&self, key: &PassageKey) -> Option<&Remark> {
        (self.0.range(Remark::empty(*key)..).next()).filter(|r| r.passage == *key)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_long_note_is_cut_at_a_character() {
        let mut remarks = Remarks::default();
        let key = PassageKey::of_pair(DocumentIndex(3), DocumentIndex(1));
        remarks.set_text(key, &"注".repeat(LONGEST_NOTE + 9));
        let kept = remarks
            .text(&PassageKey::of_pair(DocumentIndex(1), DocumentIndex(3)))
            .unwrap();
        assert_eq!(kept, "注".repeat(LONGEST_NOTE));
        remarks.set_text(key, " \n");
        assert!(remarks.is_empty());
    }
}
