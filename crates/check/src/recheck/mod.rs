//! Re-check (复检): what became of an earlier check's passages in a new version of each document.
//!
//! Every passage of the earlier check is followed into the new text, sentence by sentence, regardless of what the new check
//! finds: each sentence is kept, reworded or gone. A passage whose words were replaced, moved or split is reworded, not gone.

mod attributed;
mod compared_wording;
mod earlier_passages;
mod meaning;
mod order;
mod own_runs;
mod passage;
mod predecessors;
mod revision;
mod sentences;
#[cfg(test)]
mod tests;
mod wording;

use std::collections::BTreeSet;
use std::io;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

use chachong_compare::{Copied, DocumentIndex, Span, Watch, merged};
use chachong_semantics::Encoder;
use rayon::prelude::*;

use crate::origins::checked;
use crate::{CheckResult, CopyError, Document};
use attributed::AttributedText;
use earlier_passages::stretches;
use passage::{added, followed};
use predecessors::predecessors;
use revision::Revision;

pub use compared_wording::{BothWordings, RecheckedTexts, WordingPiece};
pub use passage::{RecheckState, RecheckedPassage};
pub use predecessors::versions_of_earlier;

/// Earlier check with which a check is compared.
#[derive(Clone, Debug)]
pub struct EarlierCheck {
    /// Title under which the earlier check was saved.
    pub title: String,
    /// Time at which the earlier check was last saved, in seconds since 1970.
    pub saved_at: i64,
    /// Result of the earlier check, including decisions made since.
    pub result: Arc<CheckResult>,
}

/// Comparison of a check with an earlier one.
#[derive(Clone, Debug)]
pub struct Recheck {
    /// Earlier check.
    pub earlier: EarlierCheck,
    /// Documents of the new check that were read, in its order, each with its earlier version. Those whose earlier version
    /// could not be read are left out.
    pub documents: Vec<RecheckedDocument>,
    /// Positions, in the new check, of its documents that could not be compared, because they or their earlier versions could not be
    /// read; ascending.
    pub unread: Vec<DocumentIndex>,
    /// Positions, in the earlier check, of its checked documents that have no new version, ascending.
    pub without_successor: Vec<DocumentIndex>,
}

/// Document of the new check, compared with its earlier version.
#[derive(Clone, Debug, PartialEq)]
pub struct RecheckedDocument {
    /// Position in the new check.
    pub now: DocumentIndex,
    /// Position of the earlier version in the earlier check; `None` if no earlier version was found.
    pub then: Option<DocumentIndex>,
    /// Copied share in the earlier check; `None` without an earlier version, or if it has no share.
    pub share_then: Option<Copied>,
    /// Copied share in the new check; `None` if texts were not compared or the document has no share.
    pub share_now: Option<Copied>,
    /// Passages of the earlier check in the order of the earlier text, then those only of the new check in the order of the new
    /// text. Empty without an earlier version.
    pub passages: Vec<RecheckedPassage>,
}

impl Recheck {
    /// Compares the check `now` with an earlier check of earlier versions of its documents. With an `encoder`, it also searches
    /// by meaning for sentences that seem to be gone. The units of its progress are documents. Fails if a text cannot be read again or
    /// the comparison is cancelled.
    pub fn of(
        earlier: EarlierCheck,
        now: &CheckResult,
        encoder: Option<&dyn Encoder>,
        watch: &Watch<'_>,
    ) -> Result<Self, CopyError> {
        let before = &*earlier.result;
        let all = predecessors(before, now, watch.cancelled)?;
        let known: BTreeSet<DocumentIndex> = all.iter().filter_map(|&(_, then)| then).collect();
        let (versions, unread): (Vec<_>, Vec<_>) =
            all.into_iter().partition(|&(position, then)| {
                now.is_read(position) && then.is_none_or(|then| before.is_read(then))
            });
        let done = AtomicUsize::new(0);
        let one = |&(position, then): &(DocumentIndex, Option<DocumentIndex>)| {
            if (watch.cancelled)() {
                return Err(CopyError::Cancelled);
            }
            let document = RecheckedDocument::of((before, then), (now, position), encoder)?;
            let done = done.fetch_add(1, Ordering::Relaxed) + 1;
            (watch.progress)(done, versions.len());
            Ok(document)
        };
        let documents = (versions.par_iter().with_max_len(1))
            .map(one)
            .collect::<Result<Vec<RecheckedDocument>, CopyError>>()?;
        let checked = (0..checked(&before.documents)).map(DocumentIndex);
        let without_successor = checked.filter(|position| !known.contains(position));
        Ok(Self {
            without_successor: without_successor.collect(),
            unread: unread.into_iter().map(|(position, _)| position).collect(),
            documents,
            earlier,
        })
    }

    /// Returns the same comparison without names: without the earlier check's title, and with `earlier` in place of its
    /// documents.
    #[must_use]
    pub fn without_names(&self, earlier: &Arc<Vec<Document>>) -> Self {
        let result = CheckResult {
            documents: Arc::clone(earlier),
            ..(*self.earlier.result).clone()
        };
        Self {
            earlier: EarlierCheck {
                title: String::new(),
                result: Arc::new(result),
                ..self.earlier
            },
            ..self.clone()
        }
    }
}

impl CheckResult {
    /// Returns whether the document at a position was read.
    fn is_read(&self, position: DocumentIndex) -> bool {
        let document = self.document(position);
        document.is_some_and(|document| document.content().is_some())
    }
}

impl RecheckedDocument {
    /// Returns the number of passages in a state, and the total of their countable characters ([`RecheckedPassage::characters`]).
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
        encoder: Option<&dyn Encoder>,
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
        let texts = then.and_then(|then| {
            let before = AttributedText::of(earlier, then)?;
            Some((then, before, AttributedText::of(now, position)?))
        });
        let Some((then, before, after)) = texts else {
            return Ok(document);
        };
        let prepared = |text: &AttributedText<'_>| text.content.text.prepared();
        let mut revision = Revision::of(&prepared(&before)?, &prepared(&after)?);
        let earlier_found = stretches(earlier, then, None);
        if let Some(encoder) = encoder {
            let spans: Vec<Span> = earlier_found.iter().map(|one| one.span).collect();
            let text = |of: &AttributedText<'_>| -> io::Result<Vec<char>> {
                Ok(of.content.text.text()?.chars().collect())
            };
            let (old, new) = (text(&before)?, text(&after)?);
            revision.find_by_meaning(&spans, (&old, &new), encoder);
        }
        let passages = (earlier_found.iter()).map(|one| followed(one, &revision, &before, &after));
        document.passages = passages.collect::<io::Result<_>>()?;
        let known = merged((document.passages.iter()).flat_map(|passage| passage.now.clone()));
        for one in &found_now {
            let added = added(one, &known, &revision, &after)?;
            document.passages.extend(added);
        }
        Ok(document)
    }
}
