//! Both texts of a pair, loaded and compared off the frame: the whole texts, with the runs of each passage and what
//! differs in them.

use std::io;
use std::sync::Arc;

use egui::Context;

use crate::app::model::page::Page;
use crate::app::model::pair_view::PairTab;
use crate::app::model::passages::Listed;
use crate::app::model::state::State;
use crate::app::off_frame::OffFrame;
use crate::app::reader::loaded::{LoadedText, in_order, joins_lines};
use crate::app::reader::{PassedOver, Run, ShownText};
use crate::check::{Copies, KeptText};
use crate::compare::{Background, Span, Weighed, equal_runs};

/// Both texts of a pair, or the reason why they cannot be read.
pub(crate) type PairTexts = Result<Arc<[LoadedText; 2]>, Arc<str>>;

/// Everything that the texts are made from; another key means another load.
#[derive(Clone)]
struct Key {
    generation: u64,
    pair: (usize, usize),
    copies: Option<Arc<Copies>>,
}

impl PartialEq for Key {
    fn eq(&self, other: &Self) -> bool {
        let copies = match (&self.copies, &other.copies) {
            (Some(own), Some(other)) => Arc::ptr_eq(own, other),
            (None, None) => true,
            _ => false,
        };
        copies && (self.generation, self.pair) == (other.generation, other.pair)
    }
}

/// Loader of both texts of the pair on the page.
#[derive(Default)]
pub(crate) struct Loader(OffFrame<Key, PairTexts>);

impl Loader {
    /// Returns the texts of the pair on the page; `None` until they are loaded.
    pub(crate) fn poll(&mut self, state: &State, context: &Context) -> Option<PairTexts> {
        let wanted = wanted(state);
        let shown = wanted.clone();
        let (key, texts) = (self.0).poll(wanted, context, |key, _| work(key, state))?;
        (Some(key) == shown.as_ref()).then(|| texts.clone())
    }

    /// Returns whether texts that the page shows are not loaded yet.
    pub(crate) fn is_busy(&self, state: &State) -> bool {
        wanted(state).is_some_and(|key| !self.0.is_ready_for(&key))
    }
}

fn wanted(state: &State) -> Option<Key> {
    let Page::Pair(a, b) = state.page else {
        return None;
    };
    let shows = state.pair.tab == PairTab::Passages && a.max(b) < state.check.documents.len();
    shows.then(|| Key {
        generation: state.check.generation,
        pair: (a, b),
        copies: state.copied().map(|copied| Arc::clone(&copied.copies)),
    })
}

/// Returns the job that a thread does for a pair; `None` if a document was not read.
fn work(key: &Key, state: &State) -> Option<impl FnOnce() -> PairTexts + Send + use<>> {
    let (a, b) = key.pair;
    let side = |position: usize| {
        let document = state.check.documents.get(position)?;
        Some((document.reading()?.text.clone(), joins_lines(document)))
    };
    let sides = [side(a)?, side(b)?];
    let listed = (state.copied_pair(a, b)).map_or_else(Listed::default, |pair| pair.listed());
    Some(move || loaded(&sides, &listed).map_err(|error| error.to_string().into()))
}

fn loaded(sides: &[(KeptText, bool); 2], listed: &Listed) -> io::Result<Arc<[LoadedText; 2]>> {
    let passages = listed.all();
    let mut characters: [Vec<char>; 2] = Default::default();
    let mut loaded: [LoadedText; 2] = Default::default();
    for (i, (kept, joins_lines)) in sides.iter().enumerate() {
        characters[i] = kept.text()?.chars().collect();
        loaded[i].text = ShownText::of(&characters[i], *joins_lines);
        loaded[i].passed_over = in_order(kept.exclusions());
    }
    if passages.is_empty() {
        return Ok(Arc::new(loaded));
    }
    let background = Background::new();
    let weighed = |i: usize| -> io::Result<Weighed> {
        let (kept, _) = &sides[i];
        Ok(Weighed::new(kept.prepared()?, &background))
    };
    let (a, b) = (weighed(0)?, weighed(1)?);
    for (owner, passage) in (0..).zip(passages) {
        let equal = equal_runs(&a, &b, passage);
        let equal: (Vec<Span>, Vec<Span>) = equal.into_iter().unzip();
        for (i, (span, mut equal)) in [(passage.a, equal.0), (passage.b, equal.1)]
            .into_iter()
            .enumerate()
        {
            equal.sort_unstable();
            let side = &mut loaded[i];
            let found = runs(&characters[i], span, owner, &equal, &side.passed_over);
            side.runs.extend(found);
        }
    }
    for side in &mut loaded {
        side.strong.clone_from(&side.runs);
        side.strong
            .retain(|run| (run.owner as usize) < listed.strong);
        without_overlap(&mut side.runs);
        without_overlap(&mut side.strong);
    }
    Ok(Arc::new(loaded))
}

/// Sorts runs and removes overlaps; the earlier run keeps the text. Only passages of a saved check can overlap.
fn without_overlap(runs: &mut Vec<Run>) {
    runs.sort_unstable_by_key(|run| (run.span, run.owner));
    let mut end = 0;
    runs.retain_mut(|run| {
        run.span.start = run.span.start.max(end);
        end = end.max(run.span.end);
        !run.span.is_empty()
    });
}

/// Cuts a passage in one of the texts into runs of equal and changed text. `equal` is sorted.
fn runs(
    text: &[char],
    span: Span,
    owner: u32,
    equal: &[Span],
    passed_over: &[PassedOver],
) -> Vec<Run> {
    let end = span.end.min(u32::try_from(text.len()).unwrap_or(u32::MAX));
    let mut equal = equal.iter().peekable();
    let first = passed_over.partition_point(|one| one.span.end <= span.start);
    let mut passed_over = passed_over[first..].iter().peekable();
    let mut changed: Vec<bool> = (span.start..end)
        .map(|at| {
            while equal.next_if(|run| run.end <= at).is_some() {}
            while passed_over.next_if(|one| one.span.end <= at).is_some() {}
            let is_same = equal.peek().is_some_and(|run| run.start <= at);
            let is_passed_over = passed_over.peek().is_some_and(|one| one.span.start <= at);
            !is_same && !is_passed_over
        })
        .collect();
    // Punctuation and white space at the edges of a change are not part of it: comparing ignores them.
    let mut at = span.start as usize;
    for stretch in changed.chunk_by_mut(|x, y| x == y) {
        if stretch[0] {
            let words = text[at..at + stretch.len()].iter();
            let is_word = |c: &char| c.is_alphanumeric();
            let first = words.clone().position(is_word).unwrap_or(stretch.len());
            let end = words.clone().rposition(is_word).map_or(0, |last| last + 1);
            for (i, changed) in stretch.iter_mut().enumerate() {
                *changed = i >= first && i < end;
            }
        }
        at += stretch.len();
    }
    let mut start = span.start;
    (changed.chunk_by(|x, y| x == y))
        .map(|stretch| {
            let end = start + u32::try_from(stretch.len()).unwrap_or(u32::MAX - start);
            let span = Span { start, end };
            start = end;
            Run {
                span,
                owner,
                changed: stretch[0],
            }
        })
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::text::Exclusion;
    use crate::text::ExclusionReason;

    #[test]
    fn what_differs_is_marked_to_the_word_and_heads_are_passed_over() {
        let text: Vec<char> = "前文。夜间开放，很好。12\n社区，受欢迎。后文"
            .chars()
            .collect();
        let span = |start, end| Span { start, end };
        let head = PassedOver {
            span: span(11, 13),
            reason: ExclusionReason::RunningHead,
        };
        let found = runs(&text, span(3, 21), 4, &[span(3, 7), span(14, 16)], &[head]);
        let words: Vec<(String, bool)> = (found.iter())
            .map(|run| {
                assert_eq!(run.owner, 4);
                let text = &text[run.span.start as usize..run.span.end as usize];
                (text.iter().collect(), run.changed)
            })
            .collect();
        let word = |text: &str, changed| (text.to_owned(), changed);
        assert_eq!(
            words,
            [
                word("夜间开放，", false),
                word("很好", true),
                word("。12\n社区，", false),
                word("受欢迎", true),
                word("。", false),
            ]
        );
        assert_eq!(runs(&text, span(20, 99), 0, &[], &[]).len(), 2, "。后文");
    }

    #[test]
    fn exclusions_that_overlap_are_put_in_order() {
        let exclusion = |start, end| Exclusion {
            start,
            end,
            reason: ExclusionReason::Invisible,
        };
        let spans: Vec<(u32, u32)> = in_order(&[exclusion(5, 9), exclusion(1, 7), exclusion(2, 3)])
            .iter()
            .map(|one| (one.span.start, one.span.end))
            .collect();
        assert_eq!(spans, [(1, 7), (7, 9)]);
    }
}
