//! Passages of a re-check: each earlier passage followed into the new text, and passages that only the new check has.

use std::io;

use chachong_citation::Attribution;
use chachong_compare::{DocumentIndex, Span, merged, without};

use super::attributed::AttributedText;
use super::earlier_passages::Stretch;
use super::revision::Revision;

/// Share of a passage's characters, and number of characters. A passage counts as gone if what is left of it is within both limits: single
/// words stand elsewhere by chance, but no sentence does.
const REMNANT: (f64, f64) = (0.05, 40.0);
/// Share of a passage's characters, and number of characters. Changed and inserted characters within one of the two limits are no change: a
/// word that was cut at the passage's edge, the number of a citation.
const FEW: (f64, f64) = (0.02, 3.0);

/// Passage of the earlier check followed into the new text, or a passage that only the new check has (called "new" below).
#[derive(Clone, Debug, PartialEq)]
pub struct RecheckedPassage {
    /// State of the passage in the new text.
    pub state: RecheckState,
    /// Span in the earlier text; `None` if the passage is new.
    pub then: Option<Span>,
    /// Spans in the new text that hold the passage or replace it, sorted by position; empty if the passage is gone.
    pub now: Vec<Span>,
    /// Sources of the passage, as positions in the earlier check; for a new passage, as positions in the new check.
    pub sources: Vec<DocumentIndex>,
    /// Stretches of `then` that the new text has word for word and in the same order, sorted by position; empty for a new passage.
    pub same_then: Vec<Span>,
    /// Stretches of `now` that continue those of `same_then`, sorted by position; empty for a passage that is new, gone or replaced.
    pub same_now: Vec<Span>,
    /// Whether the passage was cited or quoted in the earlier text; [`Attribution::None`] for a new passage.
    pub attribution_then: Attribution,
    /// Whether the passage is cited or quoted in the new text; [`Attribution::None`] if it is gone or replaced.
    pub attribution_now: Attribution,
    /// Number of countable characters of the passage: in the earlier text, or in the new text for a new passage. For a passage of the
    /// earlier check, the sum of `kept`, `reworded` and `gone`.
    pub characters: u32,
    /// Number of countable characters that the new text has word for word; 0 for a new passage.
    pub kept: u32,
    /// Number of countable characters that the new text has in other words or in another order; 0 for a new passage.
    pub reworded: u32,
    /// Number of countable characters that the new text does not have; 0 for a new passage.
    pub gone: u32,
    /// Number of countable characters that the new text inserts between kept words, which are not part of `characters`; 0 for a new
    /// passage.
    pub inserted: u32,
}

/// State of a passage in a re-check. [`Self::New`] and [`Self::FoundNow`] are states of passages that only the new check found; the
/// others say what the new version of a document has of a passage that the earlier check found. A remnant of at most 5 % of a passage and
/// at most 40 characters counts as nothing, and a change of at most 2 % or 3 characters as none.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum RecheckState {
    /// The new text has nothing of the passage, and nothing in its place.
    Gone,
    /// The new text has nothing recognisable of the passage, but other text in its place.
    Replaced,
    /// The new text has some of the passage in other words, in another order, or with words in between.
    Reworded,
    /// The new text has some of the passage word for word, and nothing of the rest.
    Shortened,
    /// The new text has all of the passage word for word, wherever it stands.
    Unchanged,
    /// The new text has some of the passage word for word, nearly all of that now in quotation marks, with or without a citation.
    NowQuoted,
    /// The new text has some of the passage word for word, nearly all of that now with a citation.
    NowCited,
    /// The passage was written since the earlier check.
    New,
    /// The earlier text already had the passage, but the earlier check did not find it, for example because its source was added later.
    FoundNow,
}

impl RecheckState {
    /// All states, in the order in which reports list them.
    pub const ALL: [Self; 9] = [
        Self::Unchanged,
        Self::Shortened,
        Self::Reworded,
        Self::NowQuoted,
        Self::NowCited,
        Self::New,
        Self::FoundNow,
        Self::Replaced,
        Self::Gone,
    ];

    /// Returns the name used in JSON.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Gone => "gone",
            Self::Replaced => "replaced",
            Self::Reworded => "reworded",
            Self::Shortened => "shortened",
            Self::Unchanged => "unchanged",
            Self::NowQuoted => "now-quoted",
            Self::NowCited => "now-cited",
            Self::New => "new",
            Self::FoundNow => "found-now",
        }
    }
}

/// Follows an earlier passage into the new text.
pub(super) fn followed(
    stretch: &Stretch,
    revision: &Revision,
    before: &AttributedText<'_>,
    after: &AttributedText<'_>,
) -> io::Result<RecheckedPassage> {
    let found = revision.of_span(stretch.span);
    let of = |spans: &[Span]| before.characters(spans);
    let characters = of(&[stretch.span]);
    let (kept, gone) = (of(&found.kept), of(&found.gone));
    let reworded = characters - kept - gone;
    let attribution_then = before.attribution(&[stretch.span])?;
    let mut attribution_now = after.attribution(&found.now)?;
    let inserted = after.characters(&merged(found.inserted));
    let is_few = |part: u32| f64::from(part) <= FEW.1.max(FEW.0 * f64::from(characters));
    let is_remnant =
        |part: u32| f64::from(part) <= REMNANT.1.min(REMNANT.0 * f64::from(characters));
    let is_whole = is_few(characters - kept + inserted);
    let is_edited = reworded > 0 || !is_few(inserted);
    // A passage of which a sentence is not cited is not cited as a whole.
    let is_now = |is: fn(Attribution) -> bool| -> io::Result<bool> {
        if !is(attribution_now) || is(attribution_then) {
            return Ok(false);
        }
        let rest = after.not_attributed(&found.now, &merged(found.kept_now.iter().copied()), is)?;
        Ok(is_few(rest) || is_remnant(rest))
    };
    let is_lost = is_remnant(characters - gone);
    let instead = is_lost.then(|| revision.instead_of(stretch.span)).flatten();
    let state = match () {
        () if is_lost && instead.is_some() => RecheckState::Replaced,
        () if is_lost => RecheckState::Gone,
        () if !is_whole && is_edited => RecheckState::Reworded,
        () if is_now(Attribution::is_quoted)? => RecheckState::NowQuoted,
        () if is_now(Attribution::is_cited)? => RecheckState::NowCited,
        () if is_whole => RecheckState::Unchanged,
        () => RecheckState::Shortened,
    };
    if is_lost {
        attribution_now = Attribution::None;
    }
    // Single words that stand elsewhere are no place of the passage.
    let (now, same_now) = match state {
        RecheckState::Gone | RecheckState::Replaced => (instead.into_iter().collect(), Vec::new()),
        _ => (found.now, found.kept_now),
    };
    Ok(RecheckedPassage {
        state,
        then: Some(stretch.span),
        now,
        sources: stretch.sources.clone(),
        same_then: found.kept,
        same_now,
        attribution_then,
        attribution_now,
        characters,
        kept,
        reworded,
        gone,
        inserted,
    })
}

/// Returns a passage of the new check, if most of it does not come from an earlier passage.
pub(super) fn added(
    stretch: &Stretch,
    known: &[Span],
    revision: &Revision,
    after: &AttributedText<'_>,
) -> io::Result<Option<RecheckedPassage>> {
    let counted = |spans: &[Span]| {
        let outside: Vec<Span> = without(stretch.span, spans).collect();
        after.characters(&outside)
    };
    let characters = after.characters(&[stretch.span]);
    let unknown = counted(known);
    if 2 * unknown <= characters {
        return Ok(None);
    }
    let was_there = characters - counted(&revision.kept_now());
    let state = if 2 * was_there > characters {
        RecheckState::FoundNow
    } else {
        RecheckState::New
    };
    Ok(Some(RecheckedPassage {
        state,
        then: None,
        now: vec![stretch.span],
        sources: stretch.sources.clone(),
        same_then: Vec::new(),
        same_now: Vec::new(),
        attribution_then: Attribution::None,
        attribution_now: after.attribution(&[stretch.span])?,
        characters,
        kept: 0,
        reworded: 0,
        gone: 0,
        inserted: 0,
    }))
}
