//! Both complete texts of a pair, with the runs of each passage and the differences within them.

use std::io;
use std::sync::Arc;

use super::{Lines, Listed, LoadedText, PassedOver, Run, ShownText, in_order};
use crate::{Document, KeptText};
use chachong_compare::{Background, Degree, DegreeRun, Span, Weighed, equal_runs, runs_within};

/// Both complete texts of a pair, with the equal stretches of each passage.
#[derive(Debug, Default)]
pub struct AlignedTexts {
    /// Loaded texts of the first and the second document; their runs refer to passages by the index in the pair's [`Listed`].
    pub texts: [LoadedText; 2],
    /// Characters of the first and the second text, by offset.
    pub characters: [Vec<char>; 2],
    /// Equal runs of each passage, by its index in the pair's [`Listed`]. Each run is (span in the first text, span in the second
    /// text), in characters; the runs of a passage are sorted by their place in the first text.
    pub equal: Vec<Vec<(Span, Span)>>,
}

/// Document of a pair, with everything needed to load its text.
#[derive(Clone, Debug)]
pub struct PairSide {
    text: KeptText,
    lines: Lines,
}

impl PairSide {
    /// Returns the side for a document; `None` if the document was not read.
    #[must_use]
    pub fn of(document: &Document) -> Option<Self> {
        Some(Self {
            text: document.content()?.text.clone(),
            lines: Lines::of(document),
        })
    }
}

/// Loads both texts of a pair. The [`Run::owner`] of each run is the index of its passage in `listed`. Fails if a text cannot be read.
pub fn pair_texts(sides: &[PairSide; 2], listed: &Listed) -> io::Result<[LoadedText; 2]> {
    let background = Background::new();
    let weighed = |side: usize| -> io::Result<Arc<Weighed>> {
        Ok(Arc::new(Weighed::new(
            sides[side].text.prepared()?,
            &background,
        )))
    };
    Ok(aligned_texts(sides, listed, &weighed)?.texts)
}

/// Loads both texts of a pair as [`pair_texts`] does, together with the equal runs of each passage. `weighed` returns the
/// prepared text of side 0 or 1, perhaps from a cache; it is not called if `listed` is empty. Fails if a text cannot be read.
pub fn aligned_texts(
    sides: &[PairSide; 2],
    listed: &Listed,
    weighed: &dyn Fn(usize) -> io::Result<Arc<Weighed>>,
) -> io::Result<AlignedTexts> {
    let passages = listed.all();
    let mut characters: [Vec<char>; 2] = Default::default();
    let mut loaded: [LoadedText; 2] = Default::default();
    for (i, side) in sides.iter().enumerate() {
        characters[i] = side.text.text()?.chars().collect();
        loaded[i].text = ShownText::of(&characters[i], side.lines);
        loaded[i].passed_over = in_order(side.text.exclusions());
    }
    if passages.is_empty() {
        return Ok(AlignedTexts {
            texts: loaded,
            characters,
            equal: Vec::new(),
        });
    }
    let (a, b) = (weighed(0)?, weighed(1)?);
    let mut all_equal = Vec::with_capacity(passages.len());
    for (owner, passage) in (0..).zip(passages) {
        let both = equal_runs(&a, &b, passage);
        let equal: (Vec<Span>, Vec<Span>) = both.iter().copied().unzip();
        for (i, (span, mut equal)) in [(passage.a, equal.0), (passage.b, equal.1)]
            .into_iter()
            .enumerate()
        {
            equal.sort_unstable();
            let side = &mut loaded[i];
            let found = runs(&characters[i], span, owner, &equal, &side.passed_over);
            side.runs.extend(graded(&found, &listed.degrees[i]));
        }
        all_equal.push(both);
    }
    for side in &mut loaded {
        side.strong.clone_from(&side.runs);
        side.strong
            .retain(|run| (run.owner as usize) < listed.strong);
        without_overlap(&mut side.runs);
        without_overlap(&mut side.strong);
    }
    Ok(AlignedTexts {
        texts: loaded,
        characters,
        equal: all_equal,
    })
}

/// Cuts runs where the degree of copying changes. Reworded text counts as unchanged: it is no difference to point out.
fn graded(runs: &[Run], degrees: &[DegreeRun]) -> Vec<Run> {
    let mut found = Vec::with_capacity(runs.len());
    for run in runs {
        let mut from = run.span.start;
        let mut push = |start: u32, end: u32, degree: Option<Degree>| {
            found.extend((start < end).then_some(Run {
                span: Span { start, end },
                changed: run.changed && degree != Some(Degree::Reworded),
                degree,
                ..*run
            }));
        };
        for one in runs_within(degrees, run.span) {
            push(from, one.span.start, None);
            push(one.span.start, one.span.end, Some(one.degree));
            from = one.span.end;
        }
        push(from, run.span.end, None);
    }
    found
}

/// Sorts runs and removes overlaps; the earlier run keeps the text. Passages overlap where the other text has theirs in several
/// places.
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
                degree: None,
            }
        })
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use chachong_text::Exclusion;
    use chachong_text::ExclusionReason;

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
