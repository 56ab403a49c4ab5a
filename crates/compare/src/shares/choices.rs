//! Choices of a person: reasons, passages, pairs, sources and shared texts, switched on or off.

use std::collections::BTreeSet;

use serde::{Deserialize, Serialize};

use super::decided_text::{DecidedText, TextDecision};
use super::decision::Decision;
use super::reason::Reason;
use super::remarks::{PassageKey, Remarks};
use super::shared_text::SharedText;
use crate::{DocumentIndex, DocumentPair, Passage, Span};

/// Choices of a person about what counts: kinds of text that are left out, unticked passages, pairs and sources, and decisions.
/// By default, text of every [`Reason`] except attributed text is left out, and all other text counts. Documents are positions
/// in the check's list. Choices about documents or passages that do not exist have no effect.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Choices {
    reasons_left_out: BTreeSet<Reason>,
    /// Always empty and never saved. Checks saved by earlier programs contain this field, and a field that is not declared here would
    /// be an error.
    #[serde(skip_serializing)]
    marks_left_out: [(); 0],
    /// Always empty and never saved, like `marks_left_out`.
    #[serde(skip_serializing)]
    marks_counted: [(); 0],
    passages_off: BTreeSet<PassageKey>,
    /// Pairs whose passages do not count; the lower position first.
    pairs_off: BTreeSet<DocumentPair>,
    /// Always empty and never saved, like `marks_left_out`.
    #[serde(skip_serializing)]
    sources_off: [(); 0],
    /// Pairs of a document and another that is not its source.
    sources_off_for: BTreeSet<DocumentPair>,
    /// Decided texts: texts that several documents share, with the person's decision.
    texts: BTreeSet<DecidedText>,
    /// Other decisions about pairs and about documents; notes, and the times of all decisions. Absent in JSON if there are
    /// none, because a program that does not know notes refuses choices with them.
    #[serde(skip_serializing_if = "Remarks::is_empty")]
    notes: Remarks,
    /// Pairs of documents that a person joined as versions of one thesis; the lower position first. Absent in JSON like
    /// the notes.
    #[serde(skip_serializing_if = "BTreeSet::is_empty")]
    joined: BTreeSet<DocumentPair>,
    /// Pairs of documents that a person parted: they are no versions of one thesis. None of them is in `joined`.
    #[serde(skip_serializing_if = "BTreeSet::is_empty")]
    parted: BTreeSet<DocumentPair>,
}

impl Default for Choices {
    fn default() -> Self {
        Self::leaving_out(Reason::by_default())
    }
}

impl Choices {
    /// Makes choices that leave out only these kinds of text; everything else counts.
    #[must_use]
    pub fn leaving_out(reasons: impl IntoIterator<Item = Reason>) -> Self {
        Self {
            reasons_left_out: reasons.into_iter().collect(),
            marks_left_out: [],
            marks_counted: [],
            passages_off: BTreeSet::new(),
            pairs_off: BTreeSet::new(),
            sources_off: [],
            sources_off_for: BTreeSet::new(),
            texts: BTreeSet::new(),
            notes: Remarks::default(),
            joined: BTreeSet::new(),
            parted: BTreeSet::new(),
        }
    }

    /// Returns the kinds of text that are left out, in the order of [`Reason::ALL`].
    pub fn reasons_left_out(&self) -> impl Iterator<Item = Reason> {
        self.reasons_left_out.iter().copied()
    }

    /// Returns whether text of this reason is left out.
    #[must_use]
    pub fn leaves_out_reason(&self, reason: Reason) -> bool {
        self.reasons_left_out.contains(&reason)
    }

    /// Leaves out all text marked with a reason, or counts it.
    pub fn set_reason(&mut self, reason: Reason, left_out: bool) {
        set(&mut self.reasons_left_out, reason, left_out);
    }

    /// Ticks (`counts`) or unticks a passage between `a` and `b` for both documents; the span `passage.a` is in `a`. Ticking
    /// removes the note and the time of the decision.
    pub fn set_passage(
        &mut self,
        a: DocumentIndex,
        b: DocumentIndex,
        passage: &Passage,
        counts: bool,
    ) {
        let key = PassageKey::of(a, b, passage.a, passage.b);
        set(&mut self.passages_off, key, !counts);
        if counts {
            self.notes.remove(&key);
        }
    }

    /// Sets the person's note on an unticked passage; if `passage` is `None`, on the pair or, where `a` equals `b`, on the
    /// document. The note is cut to [`super::LONGEST_NOTE`] characters. An empty `text` removes it. A ticked passage can have
    /// no note.
    pub fn set_note(
        &mut self,
        a: DocumentIndex,
        b: DocumentIndex,
        passage: Option<&Passage>,
        text: &str,
    ) {
        let key = key(a, b, passage);
        if self.may_have_remark(&key) {
            self.notes.set_text(key, text);
            self.drop_time_of_nothing(key);
        }
    }

    /// Returns the person's note on a passage; if `passage` is `None`, on the pair or, where `a` equals `b`, on the document.
    /// `None` without a note.
    #[must_use]
    pub fn note(
        &self,
        a: DocumentIndex,
        b: DocumentIndex,
        passage: Option<&Passage>,
    ) -> Option<&str> {
        self.notes.text(&key(a, b, passage))
    }

    /// Returns the same choices with every note replaced by what `change` makes of it.
    #[must_use]
    pub fn with_notes(&self, change: impl Fn(&str) -> String) -> Self {
        Self {
            notes: self.notes.with_texts(change),
            ..self.clone()
        }
    }

    /// Sets the time, in seconds since 1970, at which a passage was unticked; if `passage` is `None`, at which the pair or,
    /// where `a` equals `b`, the document was decided on or noted. Does nothing without a decision or note.
    pub fn set_decided_at(
        &mut self,
        a: DocumentIndex,
        b: DocumentIndex,
        passage: Option<&Passage>,
        at: i64,
    ) {
        let key = key(a, b, passage);
        if self.may_have_remark(&key) {
            self.notes.set_decided_at(key, at);
            self.drop_time_of_nothing(key);
        }
    }

    /// Returns the time, in seconds since 1970, at which a passage was unticked; if `passage` is `None`, at which the pair or,
    /// where `a` equals `b`, the document was decided on, or noted without a decision. `None` without decision and note, or if
    /// the time is not known.
    #[must_use]
    pub fn decided_at(
        &self,
        a: DocumentIndex,
        b: DocumentIndex,
        passage: Option<&Passage>,
    ) -> Option<i64> {
        self.notes.decided_at(&key(a, b, passage))
    }

    /// Returns the time at which the passage with these spans was unticked, the first in the text of the first document; for two empty
    /// spans at 0, at which the pair or the document was decided on. `None` as for [`Self::decided_at`].
    #[must_use]
    pub fn decided_at_spans(
        &self,
        (a, b): DocumentPair,
        (in_a, in_b): (Span, Span),
    ) -> Option<i64> {
        self.notes.decided_at(&PassageKey::of(a, b, in_a, in_b))
    }

    fn may_have_remark(&self, key: &PassageKey) -> bool {
        key.is_whole_pair() || self.passages_off.contains(key)
    }

    /// Removes the time of a pair or a document on which there is neither decision nor note.
    fn drop_time_of_nothing(&mut self, key: PassageKey) {
        let has_decision = || self.decision(key.a, key.b).is_some();
        if key.is_whole_pair() && self.notes.text(&key).is_none() && !has_decision() {
            self.notes.remove(&key);
        }
    }

    /// Returns whether any passage is unticked.
    #[must_use]
    pub fn has_passages_off(&self) -> bool {
        !self.passages_off.is_empty()
    }

    /// Returns whether the passage itself is ticked; its pair and its source are ticked separately
    /// ([`Self::counts_for`]).
    #[must_use]
    pub fn passage_counts(&self, a: DocumentIndex, b: DocumentIndex, passage: &Passage) -> bool {
        let key = PassageKey::of(a, b, passage.a, passage.b);
        !self.passages_off.contains(&key)
    }

    /// Sets the decision about a pair, in either order, or about a document (`a` equals `b`); `None` removes it. The passages
    /// of a pair that is no plagiarism do not count for either document. A note stays, and its time with it.
    pub fn set_decision(&mut self, a: DocumentIndex, b: DocumentIndex, decision: Option<Decision>) {
        let is_off = a != b && decision == Some(Decision::NotPlagiarism);
        set(&mut self.pairs_off, (a.min(b), a.max(b)), is_off);
        let key = key(a, b, None);
        self.notes.set_decision(key, decision.filter(|_| !is_off));
        self.drop_time_of_nothing(key);
    }

    /// Returns the decision about a pair, in either order, or about a document (`a` equals `b`); `None` without one.
    #[must_use]
    pub fn decision(&self, a: DocumentIndex, b: DocumentIndex) -> Option<Decision> {
        if self.pair_counts(a, b) {
            self.notes.decision(&key(a, b, None))
        } else {
            Some(Decision::NotPlagiarism)
        }
    }

    /// Returns the decision that all these pairs have; `None` if they differ, if one has none, or if there are no pairs.
    #[must_use]
    pub fn common_decision(
        &self,
        pairs: impl IntoIterator<Item = DocumentPair>,
    ) -> Option<Decision> {
        let mut decisions = pairs.into_iter().map(|(a, b)| self.decision(a, b));
        let first = decisions.next()??;
        decisions.all(|other| other == Some(first)).then_some(first)
    }

    /// Returns the pairs and the documents (each as a pair with itself) that have a decision or a note, sorted.
    #[must_use]
    pub fn decided(&self) -> BTreeSet<DocumentPair> {
        let noted = self.notes.keys().filter(|key| key.is_whole_pair());
        let noted = noted.map(|key| (key.a, key.b));
        self.pairs_off.iter().copied().chain(noted).collect()
    }

    /// Returns whether the pair itself is ticked; its source and its passages are ticked separately.
    #[must_use]
    pub fn pair_counts(&self, a: DocumentIndex, b: DocumentIndex) -> bool {
        !self.pairs_off.contains(&(a.min(b), a.max(b)))
    }

    /// Ticks or unticks a document as a source of one other document. The source's own shares stay as they are.
    pub fn set_source_for(&mut self, document: DocumentIndex, source: DocumentIndex, counts: bool) {
        set(&mut self.sources_off_for, (document, source), !counts);
    }

    /// Returns whether passages with `source` count in the shares of `document`: neither the pair nor the source is
    /// unticked.
    #[must_use]
    pub fn counts_for(&self, document: DocumentIndex, source: DocumentIndex) -> bool {
        let pair = (document.min(source), document.max(source));
        !self.pairs_off.contains(&pair) && !self.sources_off_for.contains(&(document, source))
    }

    /// Returns whether anything that two documents have in common counts for either of them, whatever was decided about their
    /// passages.
    #[must_use]
    pub fn counts_between(&self, a: DocumentIndex, b: DocumentIndex) -> bool {
        self.counts_for(a, b) || self.counts_for(b, a)
    }

    /// Joins two documents as versions of one thesis (`true`) or separates them (`false`). `None` removes the choice, so that
    /// the statements in the documents decide.
    pub fn set_one_thesis(&mut self, a: DocumentIndex, b: DocumentIndex, one: Option<bool>) {
        let pair = (a.min(b), a.max(b));
        set(&mut self.joined, pair, one == Some(true) && a != b);
        set(&mut self.parted, pair, one == Some(false) && a != b);
    }

    /// Returns whether a person joined (`true`) or separated these two documents; `None` without such a decision.
    #[must_use]
    pub fn one_thesis(&self, a: DocumentIndex, b: DocumentIndex) -> Option<bool> {
        let pair = (a.min(b), a.max(b));
        match () {
            () if self.joined.contains(&pair) => Some(true),
            () if self.parted.contains(&pair) => Some(false),
            () => None,
        }
    }

    /// Returns the pairs of documents that a person joined as versions of one thesis, sorted.
    pub fn joined_theses(&self) -> impl Iterator<Item = DocumentPair> {
        self.joined.iter().copied()
    }

    /// Returns the pairs of documents that a person declared different theses, sorted.
    pub fn parted_theses(&self) -> impl Iterator<Item = DocumentPair> {
        self.parted.iter().copied()
    }

    /// Decides whether a text that several documents share is a template, which is left out everywhere, or counts;
    /// `None` removes the decision. `decided_at` is the time in seconds since 1970.
    pub fn decide_text(
        &mut self,
        text: &SharedText,
        decision: Option<TextDecision>,
        decided_at: i64,
    ) {
        self.texts.retain(|known| !known.is_about(text));
        if let Some(decision) = decision {
            let places = text.places.clone();
            self.texts
                .insert(DecidedText::new(places, decision, decided_at));
        }
    }

    /// Returns the decision about a shared text, even if its places have changed since; `None` without one.
    #[must_use]
    pub fn decided_text(&self, text: &SharedText) -> Option<&DecidedText> {
        self.texts.iter().find(|known| known.is_about(text))
    }

    /// Returns all shared texts that a person decided on, with the decisions, sorted by their places.
    pub fn decided_texts(&self) -> impl Iterator<Item = &DecidedText> {
        self.texts.iter()
    }

    /// Extends the decisions about shared texts to newly found places, so that they also apply to added documents.
    pub fn follow_texts(&mut self, found: &[SharedText]) {
        for text in found {
            if let Some(known) = self.decided_text(text) {
                let wider = known.with_places(&text.places);
                self.texts.retain(|known| !known.is_about(text));
                self.texts.insert(wider);
            }
        }
    }

    /// Returns the spans of a document that were decided to be a template; none if templates count.
    pub(super) fn templates_in(&self, document: DocumentIndex) -> impl Iterator<Item = Span> {
        let left_out = self.leaves_out_reason(Reason::Templates);
        (self.decided_in(document, TextDecision::Template)).filter(move |_| left_out)
    }

    /// Returns the spans of a document that were decided to count, even where they were taken for given.
    pub(super) fn counted_texts_in(&self, document: DocumentIndex) -> impl Iterator<Item = Span> {
        self.decided_in(document, TextDecision::Counts)
    }

    fn decided_in(
        &self,
        document: DocumentIndex,
        decision: TextDecision,
    ) -> impl Iterator<Item = Span> {
        (self.texts.iter())
            .filter(move |text| text.decision() == decision)
            .flat_map(move |text| text.places_in(document))
            .map(|&(_, span)| span)
    }

    /// Returns the choices for documents with new positions in the list. `new_position` is `None` for a deleted document, whose
    /// choices are dropped.
    #[must_use]
    pub fn renumbered(
        &self,
        new_position: impl Fn(DocumentIndex) -> Option<DocumentIndex>,
    ) -> Self {
        let both = |a, b| Some((new_position(a)?, new_position(b)?));
        let passage = |key: &PassageKey| key.renumbered(both);
        let pair = |&(a, b): &DocumentPair| both(a, b).map(|(a, b)| (a.min(b), a.max(b)));
        Self {
            reasons_left_out: self.reasons_left_out.clone(),
            marks_left_out: [],
            marks_counted: [],
            passages_off: self.passages_off.iter().filter_map(passage).collect(),
            pairs_off: self.pairs_off.iter().filter_map(pair).collect(),
            joined: self.joined.iter().filter_map(pair).collect(),
            parted: self.parted.iter().filter_map(pair).collect(),
            sources_off: [],
            sources_off_for: self
                .sources_off_for
                .iter()
                .filter_map(|&(document, source)| both(document, source))
                .collect(),
            texts: (self.texts.iter())
                .filter_map(|text| text.renumbered(&new_position))
                .collect(),
            notes: self.notes.renumbered(both),
        }
    }

    /// Makes the changes that turn `before` into `after`, and keeps everything else. Documents must have the same positions in all three.
    /// If a pair is joined in `after` but separated here, or the reverse, the change takes precedence.
    pub fn take_changes(&mut self, before: &Self, after: &Self) {
        fn take<T: Ord + Clone>(own: &mut BTreeSet<T>, before: &BTreeSet<T>, after: &BTreeSet<T>) {
            for item in before.difference(after) {
                own.remove(item);
            }
            own.extend(after.difference(before).cloned());
        }
        let reasons = &mut self.reasons_left_out;
        take(reasons, &before.reasons_left_out, &after.reasons_left_out);
        let passages = &mut self.passages_off;
        take(passages, &before.passages_off, &after.passages_off);
        take(&mut self.pairs_off, &before.pairs_off, &after.pairs_off);
        let sources = &mut self.sources_off_for;
        take(sources, &before.sources_off_for, &after.sources_off_for);
        for text in before.texts.difference(&after.texts) {
            // It may have got more places since.
            self.texts.retain(|own| !own.is_decision_of(text));
        }
        self.texts
            .extend(after.texts.difference(&before.texts).cloned());
        for passage in before.passages_off.difference(&after.passages_off) {
            self.notes.remove(passage);
        }
        self.notes.take_changes(&before.notes, &after.notes);
        take(&mut self.joined, &before.joined, &after.joined);
        take(&mut self.parted, &before.parted, &after.parted);
        for pair in after.joined.difference(&before.joined) {
            self.parted.remove(pair);
        }
        for pair in after.parted.difference(&before.parted) {
            self.joined.remove(pair);
        }
    }

    /// Returns the difference between two sets of choices.
    pub(super) fn changes(&self, other: &Self) -> Changes {
        let passages = (self.passages_off.symmetric_difference(&other.passages_off))
            .flat_map(|key| [key.a, key.b]);
        let pairs =
            (self.pairs_off.symmetric_difference(&other.pairs_off)).flat_map(|&(a, b)| [a, b]);
        let sources = (self.sources_off_for)
            .symmetric_difference(&other.sources_off_for)
            .map(|&(document, _)| document);
        let texts = (self.texts.symmetric_difference(&other.texts))
            .flat_map(|text| text.places().iter().map(|&(document, _)| document));
        let reasons: BTreeSet<Reason> = (self.reasons_left_out)
            .symmetric_difference(&other.reasons_left_out)
            .copied()
            .collect();
        let templates = reasons.contains(&Reason::Templates);
        let of_templates = (self.texts.iter().filter(|_| templates))
            .flat_map(|text| text.places().iter().map(|&(document, _)| document));
        Changes {
            documents: (passages.chain(pairs).chain(sources))
                .chain(texts)
                .chain(of_templates)
                .collect(),
            reasons,
        }
    }
}

/// Documents whose shares a change of choices may affect: those that `documents` lists, and those that `reasons` describes.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct Changes {
    /// Reasons that were switched: every document with a mark of one of these reasons is affected.
    pub reasons: BTreeSet<Reason>,
    /// Positions of affected documents: a passage, pair, shared text or source of theirs was decided otherwise.
    pub documents: BTreeSet<DocumentIndex>,
}

/// Key of a passage of a pair, or with `None` of the whole pair.
fn key(a: DocumentIndex, b: DocumentIndex, passage: Option<&Passage>) -> PassageKey {
    passage.map_or_else(
        || PassageKey::of_pair(a, b),
        |passage| PassageKey::of(a, b, passage.a, passage.b),
    )
}

fn set<T: Ord>(members: &mut BTreeSet<T>, item: T, member: bool) {
    if member {
        members.insert(item);
    } else {
        members.remove(&item);
    }
}
