//! Re-check (复检): what became of the passages of an earlier check in a new version of each document.
//!
//! Every passage of the earlier check is followed into the new text, sentence by sentence, whatever the new check finds: a sentence
//! is kept, reworded or gone. A passage whose words were replaced, moved or split is reworded, not gone.

mod earlier_passages;
mod predecessors;
mod revision;
mod sentences;
#[cfg(test)]
mod tests;
mod wording;

use std::collections::BTreeSet;
use std::io;
use std::sync::Arc;

use chachong_compare::{Copied, DocumentIndex, Span, merged, without};
use rayon::prelude::*;

use crate::{CheckResult, Document, DocumentContent};
use earlier_passages::{Stretch, stretches};
use predecessors::predecessors;
use revision::Revision;

/// Earlier check with which another one is compared.
#[derive(Clone, Debug)]
pub struct EarlierCheck {
    /// Title under which it was saved.
    pub title: String,
    /// Time at which it was last saved, in seconds since 1970.
    pub saved_at: i64,
    /// The check, with what was decided since.
    pub result: Arc<CheckResult>,
}

/// Share of a passage's characters that stands for all of it: a word that was cut at its edge is no change.
const NEARLY_ALL: f64 = 0.95;

/// Comparison of a check with an earlier one.
#[derive(Clone, Debug)]
pub struct Recheck {
    /// Earlier check.
    pub earlier: EarlierCheck,
    /// Documents of the new check, in its order, each with its earlier version.
    pub documents: Vec<RecheckedDocument>,
    /// Documents of the earlier check that have no new version, by their positions in it.
    pub without_successor: Vec<DocumentIndex>,
}

/// Document of the new check, compared with its earlier version.
#[derive(Clone, Debug, PartialEq)]
pub struct RecheckedDocument {
    /// Position in the new check.
    pub now: DocumentIndex,
    /// Position of the earlier version in the earlier check; `None` if it has none that can be compared.
    pub then: Option<DocumentIndex>,
    /// Copied share in the earlier check; `None` without an earlier version or share.
    pub share_then: Option<Copied>,
    /// Copied share in the new check; `None` where texts were not compared.
    pub share_now: Option<Copied>,
    /// Passages, by their positions: earlier ones in the order of the earlier text, then new ones in that of the new text.
    pub passages: Vec<RecheckedPassage>,
}

/// Passage of the earlier check, followed into the new text; or a passage of the new check that follows from none.
#[derive(Clone, Debug, PartialEq)]
pub struct RecheckedPassage {
    /// Whether the new text still has it, and in which words.
    pub state: RecheckState,
    /// Span in the earlier text; `None` if the passage is new.
    pub then: Option<Span>,
    /// Spans in the new text where the passage is now, sorted by position; empty if it is gone.
    pub now: Vec<Span>,
    /// Sources in the earlier check, by their positions in it; of a new passage those in the new check.
    pub sources: Vec<DocumentIndex>,
    /// Countable characters of the passage, which the others add up to.
    pub characters: u32,
    /// Countable characters that the new text has unchanged.
    pub kept: u32,
    /// Countable characters of sentences that the new text has in other words.
    pub reworded: u32,
    /// Countable characters of sentences that the new text does not have.
    pub gone: u32,
}

/// State of a passage in the new text.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum RecheckState {
    /// The new text has none of it, in whatever words.
    Gone,
    /// The new text has some of it in other words.
    Reworded,
    /// The new text has some of it word for word, and nothing of the rest.
    Shortened,
    /// The new text has all of it word for word, wherever it stands.
    Unchanged,
    /// The passage was written since the earlier check.
    New,
    /// The earlier text had the passage, but the earlier check did not find it: its source came later.
    FoundNow,
}

impl RecheckState {
    /// All states, in the order in which reports list them.
    pub const ALL: [Self; 6] = [
        Self::Unchanged,
        Self::Shortened,
        Self::Reworded,
        Self::New,
        Self::FoundNow,
        Self::Gone,
    ];

    /// Name in JSON.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Gone => "gone",
            Self::Reworded => "reworded",
            Self::Shortened => "shortened",
            Self::Unchanged => "unchanged",
            Self::New => "new",
            Self::FoundNow => "found-now",
        }
    }
}

impl Recheck {
    /// Compares a check with an earlier one of earlier versions of its documents. Fails if a text cannot be read again.
    pub fn of(earlier: EarlierCheck, now: &CheckResult) -> io::Result<Self> {
        let before = &*earlier.result;
        let versions = predecessors(before, now);
        let documents = (versions.par_iter())
            .map(|&(position, then)| RecheckedDocument::of((before, then), (now, position)))
            .collect::<io::Result<Vec<RecheckedDocument>>>()?;
        let known: BTreeSet<DocumentIndex> = documents
            .iter()
            .filter_map(|document| document.then)
            .collect();
        let without_successor = (before.with_positions())
            .filter(|(_, document)| document.origin == crate::Origin::Checked)
            .map(|(position, _)| position)
            .filter(|position| !known.contains(position));
        Ok(Self {
            without_successor: without_successor.collect(),
            documents,
            earlier,
        })
    }

    /// Returns the same comparison without names. `named` are the documents of the new check under other names; their earlier
    /// versions get the same ones, and what else the earlier check has gets none.
    #[must_use]
    pub fn without_names(&self, named: &[Document]) -> Self {
        let mut earlier = (*self.earlier.result).clone();
        let mut documents = earlier.documents.to_vec();
        for document in &mut documents {
            "–".clone_into(&mut document.name);
        }
        for document in &self.documents {
            let then = document.then.and_then(|then| documents.get_mut(then.0));
            if let Some((then, now)) = then.zip(named.get(document.now.0)) {
                then.name.clone_from(&now.name);
            }
        }
        earlier.documents = Arc::new(documents);
        Self {
            earlier: EarlierCheck {
                title: String::new(),
                result: Arc::new(earlier),
                ..self.earlier
            },
            ..self.clone()
        }
    }
}

impl RecheckedDocument {
    /// Returns the number of passages in a state, and their countable characters.
    #[must_use]
    pub fn count(&self, state: RecheckState) -> (usize, u32) {
        let of_state = self
            .passages
            .iter()
            .filter(|passage| passage.state == state);
        of_state.fold((0, 0), |(count, characters), passage| {
            (count + 1, characters + passage.characters)
        })
    }

    fn of(
        (earlier, then): (&CheckResult, Option<DocumentIndex>),
        (now, position): (&CheckResult, DocumentIndex),
    ) -> io::Result<Self> {
        let share = |result: &CheckResult, document| {
            Some(result.document_shares(document)?.total().shown().copied)
        };
        let found_now = stretches(now, position, then.map(|then| (earlier, then)));
        let mut document = Self {
            now: position,
            then,
            share_then: then.and_then(|then| share(earlier, then)),
            share_now: share(now, position),
            passages: Vec::new(),
        };
        let content = |result: &CheckResult, position| -> Option<DocumentContent> {
            Some(result.document(position)?.content()?.clone())
        };
        let texts = then.and_then(|then| Some((content(earlier, then)?, content(now, position)?)));
        let (Some(then), Some((before, after))) = (then, texts) else {
            return Ok(document);
        };
        let revision = Revision::of(&before.text.prepared()?, &after.text.prepared()?);
        let earlier_found = stretches(earlier, then, None);
        let followed = earlier_found
            .iter()
            .map(|one| followed(one, &revision, &before));
        document.passages = followed.collect();
        let known = merged((document.passages.iter()).flat_map(|passage| passage.now.clone()));
        let added = found_now
            .iter()
            .filter_map(|one| added(one, &known, &revision, &after));
        document.passages.extend(added);
        Ok(document)
    }
}

/// Follows an earlier passage into the new text.
fn followed(stretch: &Stretch, revision: &Revision, before: &DocumentContent) -> RecheckedPassage {
    let found = revision.of_span(stretch.span);
    let of = |spans: &[Span]| {
        spans
            .iter()
            .map(|&span| before.counted.within(span))
            .sum::<u32>()
    };
    let characters = before.counted.within(stretch.span);
    let (kept, gone) = (of(&found.kept), of(&found.gone));
    let reworded = characters - kept - gone;
    let is_nearly_all = |part: u32| NEARLY_ALL * f64::from(characters) <= f64::from(part);
    let state = match () {
        () if is_nearly_all(kept) => RecheckState::Unchanged,
        () if is_nearly_all(gone) => RecheckState::Gone,
        () if reworded == 0 => RecheckState::Shortened,
        () => RecheckState::Reworded,
    };
    RecheckedPassage {
        state,
        then: Some(stretch.span),
        now: found.now,
        sources: stretch.sources.clone(),
        characters,
        kept,
        reworded,
        gone,
    }
}

/// Returns a passage of the new check, if most of it does not come from an earlier passage.
fn added(
    stretch: &Stretch,
    known: &[Span],
    revision: &Revision,
    after: &DocumentContent,
) -> Option<RecheckedPassage> {
    let counted = |spans: &[Span]| -> u32 {
        let outside = without(stretch.span, spans);
        outside.map(|span| after.counted.within(span)).sum()
    };
    let characters = after.counted.within(stretch.span);
    let unknown = counted(known);
    if 2 * unknown <= characters {
        return None;
    }
    let was_there = characters - counted(&revision.kept_now());
    let state = if 2 * was_there > characters {
        RecheckState::FoundNow
    } else {
        RecheckState::New
    };
    Some(RecheckedPassage {
        state,
        then: None,
        now: vec![stretch.span],
        sources: stretch.sources.clone(),
        characters,
        kept: 0,
        reworded: 0,
        gone: 0,
    })
}
