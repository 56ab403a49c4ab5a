//! Comparison of an old text with its new version, sentence by sentence.

use std::collections::HashMap;
use std::ops::Range;

use chachong_compare::{Background, Prepared, Span, Weighed, equal_runs, merged, passages};
use chachong_semantics::Encoder;
use chachong_text::Token;

use super::meaning::Meanings;
use super::order::Order;
use super::sentences::sentences;
use super::wording::Wordings;

/// Minimum number of tokens of a sentence that is looked for word for word; shorter ones stand anywhere.
const LEAST_EXACT: usize = 6;

/// Minimum number of tokens that stand in the place of a lost passage; one or two are a word to join what is left.
const LEAST_INSTEAD: usize = 3;

/// Maximum number of tokens that may stand for each replaced one.
const MOST_INSTEAD: usize = 3;

/// What became of the sentences of an old text in a new one.
pub(super) struct Revision {
    /// Sentences of the old text, in order.
    sentences: Vec<Sentence>,
    /// Token of the new text that continues each token of the old text.
    kept: Vec<Option<usize>>,
    /// First character of the territory of each old token, followed by the end of the text's last token.
    old: Vec<u32>,
    /// The same of the new tokens.
    new: Vec<u32>,
    /// Sentences of the new text, as runs of its tokens.
    new_sentences: Vec<Range<usize>>,
    /// Whether each new token continues an old one.
    taken: Vec<bool>,
}

struct Sentence {
    /// Tokens of the old text.
    tokens: Range<usize>,
    fate: Fate,
    /// Order of its kept tokens in the new text, and what was inserted between them.
    order: Order,
}

/// What became of the tokens of a sentence that are not kept.
enum Fate {
    /// The sentence is still in the new text. Holds, for each token of the sentence, `true` if it was left out; other tokens that
    /// are not kept were replaced.
    Edited(Vec<bool>),
    /// These tokens of the new text say the same in other words.
    Reworded(Range<usize>),
    Gone,
}

/// What became of a span of the old text.
#[derive(Debug, Default)]
pub(super) struct FollowedSpan {
    /// Stretches of the old text that are kept, in the order in which they stood in their sentence.
    pub(super) kept: Vec<Span>,
    /// Stretches of the new text that continue them.
    pub(super) kept_now: Vec<Span>,
    /// Stretches of the new text that were inserted between them.
    pub(super) inserted: Vec<Span>,
    /// Stretches of the old text that are gone.
    pub(super) gone: Vec<Span>,
    /// Stretches of the new text in which the span is now.
    pub(super) now: Vec<Span>,
}

impl Revision {
    /// Follows the text `old` into the text `new`.
    pub(super) fn of(old: &Prepared, new: &Prepared) -> Self {
        let (tokens, others) = (old.tokens(), new.tokens());
        let mut kept = vec![None; tokens.len()];
        let mut taken = vec![false; others.len()];
        align(old, new, &mut kept, &mut taken);
        let of_old = sentences(tokens);
        exact(tokens, others, &of_old, &mut kept, &mut taken);
        let wordings = Wordings::of(tokens, others, &of_old, &taken);
        let is_edited = |sentence: &Range<usize>| {
            let count = kept[sentence.clone()].iter().flatten().count();
            2 * count >= sentence.len()
        };
        let sentences = of_old.iter().map(|sentence| {
            if is_edited(sentence) {
                return Sentence {
                    tokens: sentence.clone(),
                    fate: Fate::Edited(left_out(&kept, sentence)),
                    order: Order::of(&kept, sentence, &taken),
                };
            }
            let between = between(&kept, sentence);
            let found = wordings.counterpart(sentence, between.as_ref());
            Sentence {
                tokens: sentence.clone(),
                fate: found.map_or(Fate::Gone, Fate::Reworded),
                order: Order::default(),
            }
        });
        Self {
            sentences: sentences.collect(),
            kept,
            old: territories(tokens),
            new: territories(others),
            new_sentences: super::sentences::sentences(others),
            taken,
        }
    }

    /// Looks by their meaning for the sentences within these spans of the old text that seem to be gone.
    pub(super) fn find_by_meaning(
        &mut self,
        spans: &[Span],
        (old, new): (&[char], &[char]),
        encoder: &dyn Encoder,
    ) {
        let is_within = |tokens: &Range<usize>| {
            let sentence = Span::new(self.old[tokens.start], self.old[tokens.end]);
            spans.iter().any(|span| span.overlaps(sentence))
        };
        let gone: Vec<usize> = (self.sentences.iter().enumerate())
            .filter(|(_, one)| matches!(one.fate, Fate::Gone) && is_within(&one.tokens))
            .map(|(at, _)| at)
            .collect();
        if gone.is_empty() {
            return;
        }
        let is_new = |sentence: &Range<usize>| {
            let taken = self.taken[sentence.clone()].iter();
            2 * taken.filter(|&&taken| taken).count() < sentence.len()
        };
        let words = |text: &[char], places: &[u32], tokens: &Range<usize>| -> String {
            let end = (places[tokens.end] as usize).min(text.len());
            let span = text.get(places[tokens.start] as usize..end);
            span.unwrap_or_default().iter().collect()
        };
        let of_new = |tokens: &Range<usize>| words(new, &self.new, tokens);
        let meanings = Meanings::of(encoder, &self.new_sentences, is_new, of_new);
        let tokens = gone.iter().map(|&at| &self.sentences[at].tokens);
        let texts: Vec<String> =
            (tokens.clone().map(|tokens| words(old, &self.old, tokens))).collect();
        let between: Vec<Option<Range<usize>>> =
            tokens.map(|tokens| between(&self.kept, tokens)).collect();
        let found = meanings.counterparts(&texts, &between);
        for (at, found) in gone.into_iter().zip(found) {
            if let Some(place) = found {
                self.sentences[at].fate = Fate::Reworded(place);
            }
        }
    }

    /// Returns what became of a span of the old text.
    pub(super) fn of_span(&self, span: Span) -> FollowedSpan {
        let mut found = FollowedSpan::default();
        let mut now: Vec<Range<usize>> = Vec::new();
        let clipped = |token: usize| {
            Span::new(
                self.old[token].max(span.start),
                self.old[token + 1].min(span.end),
            )
        };
        for sentence in &self.sentences {
            let tokens = sentence.tokens.clone();
            let tokens: Vec<usize> = tokens.filter(|&token| !clipped(token).is_empty()).collect();
            if tokens.is_empty() {
                continue;
            }
            let inserted = sentence.order.inserted(&tokens);
            found
                .inserted
                .extend(inserted.map(|run| self.new_span(run)));
            for token in tokens {
                match (self.kept[token], &sentence.fate) {
                    (Some(place), _) if sentence.order.is_rearranged(token) => {
                        now.push(place..place + 1);
                    }
                    (Some(place), _) => {
                        found.kept.push(clipped(token));
                        found.kept_now.push(self.new_span(place..place + 1));
                        now.push(place..place + 1);
                    }
                    (None, Fate::Gone) => found.gone.push(clipped(token)),
                    (None, Fate::Edited(left_out)) if left_out[token - sentence.tokens.start] => {
                        found.gone.push(clipped(token));
                    }
                    (None, _) => {}
                }
            }
            if let Fate::Reworded(place) = &sentence.fate {
                now.push(place.clone());
            }
        }
        found.kept = merged(found.kept);
        found.kept_now = merged(found.kept_now);
        found.gone = merged(found.gone);
        found.now = self.joined(now);
        found
    }

    /// Returns the new text in the place of a span of the old text: the tokens that continue no other sentence and stand between the
    /// continuations of the text before and after the span. If the two continuations are not in order, the tokens directly after the first
    /// or before the second are taken, whichever are more. `None` if there are fewer than [`LEAST_INSTEAD`] tokens.
    pub(super) fn instead_of(&self, span: Span) -> Option<Span> {
        let lost: Vec<usize> = (0..self.kept.len())
            .filter(|&token| self.old[token] < span.end && span.start < self.old[token + 1])
            .collect();
        let lost = *lost.first()?..*lost.last()? + 1;
        let mut known = self.taken.clone();
        for sentence in &self.sentences {
            if let Fate::Reworded(found) = &sentence.fate {
                known[found.clone()].fill(true);
            }
        }
        let free = |place: usize| !known[place];
        let before = self.kept[..lost.start]
            .iter()
            .rev()
            .find_map(|place| *place);
        let after = self.kept[lost.end..].iter().find_map(|place| *place);
        let start = before.map_or(0, |place| place + 1);
        let end = after.unwrap_or(self.taken.len());
        let place = if start <= end {
            start..end
        } else {
            // They do not follow each other: what stands after the one or before the other.
            let behind = (start..self.taken.len()).take_while(|&place| free(place));
            let ahead = (0..end).rev().take_while(|&place| free(place));
            let (behind, ahead) = (start..start + behind.count(), end - ahead.count()..end);
            if behind.len() >= ahead.len() {
                behind
            } else {
                ahead
            }
        };
        let free: Vec<usize> = place.filter(|&place| free(place)).collect();
        let found = *free.first()?..*free.last()? + 1;
        (free.len() >= LEAST_INSTEAD).then(|| self.new_span(found))
    }

    /// Returns the stretches of the new text that the old text has word for word.
    pub(super) fn kept_now(&self) -> Vec<Span> {
        let places = self.kept.iter().flatten();
        merged(places.map(|&place| self.new_span(place..place + 1)))
    }

    fn new_span(&self, tokens: Range<usize>) -> Span {
        Span::new(self.new[tokens.start], self.new[tokens.end])
    }

    /// Joins runs of new tokens to stretches.
    fn joined(&self, mut runs: Vec<Range<usize>>) -> Vec<Span> {
        runs.sort_unstable_by_key(|run| run.start);
        let mut joined: Vec<Range<usize>> = Vec::new();
        for run in runs {
            match joined.last_mut() {
                Some(last) if run.start <= last.end + LEAST_EXACT => {
                    last.end = last.end.max(run.end);
                }
                _ => joined.push(run),
            }
        }
        joined.into_iter().map(|run| self.new_span(run)).collect()
    }
}

/// Keeps the tokens of the passages that both texts have, the longest passages first.
fn align(old: &Prepared, new: &Prepared, kept: &mut [Option<usize>], taken: &mut [bool]) {
    let background = Background::new();
    let [a, b] = [old, new].map(|text| Weighed::new(text.clone(), &background));
    let mut found = passages(&a, &b);
    found.sort_by_key(|passage| std::cmp::Reverse(passage.matched_a));
    for passage in &found {
        for (in_old, in_new) in equal_runs(&a, &b, passage) {
            let run = old.tokens_in(in_old).zip(new.tokens_in(in_new));
            for (token, place) in run {
                if kept[token].is_none() && !taken[place] {
                    (kept[token], taken[place]) = (Some(place), true);
                }
            }
        }
    }
}

/// Keeps whole sentences that stand in the new text word for word, which are too short to be passages.
fn exact(
    old: &[Token],
    new: &[Token],
    sentences: &[Range<usize>],
    kept: &mut [Option<usize>],
    taken: &mut [bool],
) {
    let key = |tokens: &[Token]| {
        [
            tokens[0].hash,
            tokens[1].hash,
            tokens[2].hash,
            tokens[3].hash,
        ]
    };
    let mut places: HashMap<[u32; 4], Vec<usize>> = HashMap::new();
    for (place, tokens) in new.windows(4).enumerate() {
        places.entry(key(tokens)).or_default().push(place);
    }
    let lost = |sentence: &&Range<usize>| {
        sentence.len() >= LEAST_EXACT && kept[(*sentence).clone()].iter().any(Option::is_none)
    };
    let wanted: Vec<Range<usize>> = sentences.iter().filter(lost).cloned().collect();
    for sentence in wanted {
        let of_first = places.get(&key(&old[sentence.clone()]));
        let is_there = |&&place: &&usize| {
            let end = place + sentence.len();
            end <= new.len()
                && !taken[place..end].iter().any(|&is_taken| is_taken)
                && (old[sentence.clone()].iter())
                    .zip(&new[place..end])
                    .all(|(one, other)| one.hash == other.hash)
        };
        let Some(&place) = of_first.into_iter().flatten().find(is_there) else {
            continue;
        };
        for (token, place) in sentence.zip(place..) {
            (kept[token], taken[place]) = (Some(place), true);
        }
    }
}

/// Returns the tokens of the new text between the last token kept before a sentence and the first one kept after it; if none is kept before
/// it, all tokens before that one. `None` if no token after the sentence is kept, or if the two are not in order.
fn between(kept: &[Option<usize>], sentence: &Range<usize>) -> Option<Range<usize>> {
    let before = kept[..sentence.start].iter().rev().find_map(|place| *place);
    let after = kept[sentence.end..].iter().find_map(|place| *place);
    let start = before.map_or(0, |place| place + 1);
    let end = after?;
    (start <= end).then_some(start..end)
}

/// Returns for each token of a sentence whether it was left out: it is not kept, and the new text has nothing in its place, or far
/// more than could be other words for it.
fn left_out(kept: &[Option<usize>], sentence: &Range<usize>) -> Vec<bool> {
    let tokens: Vec<usize> = sentence.clone().collect();
    let runs = tokens.chunk_by(|&one, &next| kept[one].is_none() == kept[next].is_none());
    let of_run = runs.flat_map(|run| {
        let lost = run[0]..run[0] + run.len();
        let is_lost = kept[run[0]].is_none();
        let instead = between(kept, &lost).map_or(0, |place| place.len());
        let is_other = instead == 0 || instead > run.len() * MOST_INSTEAD + LEAST_EXACT;
        std::iter::repeat_n(is_lost && is_other, run.len())
    });
    of_run.collect()
}

/// Returns the first character of each token's territory, which reaches to the next one, and the end of the last one.
fn territories(tokens: &[Token]) -> Vec<u32> {
    let starts = tokens
        .iter()
        .map(|token| token.start - u32::from(token.opening));
    let end = tokens
        .last()
        .map(|token| token.end + u32::from(token.closing));
    starts.chain(end.or(Some(0))).collect()
}
