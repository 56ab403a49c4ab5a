//! Layers over a text's characters (passages, differences, left-out and excluded text, search matches), and the pieces into which
//! they cut a paragraph.

use std::ops::Range;

use super::paragraphs::Paragraph;
use chachong_citation::Attribution;
use chachong_compare::{
    AttributedSpan, Degree, LeftOutRun, Reason, Span, each_once, overlapping, without_overlap,
};
use chachong_text::ExclusionReason;

/// Span of text that belongs to a passage or a source.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Run {
    /// Span of the text, in characters.
    pub span: Span,
    /// Number of the passage or source that the text belongs to; whoever builds the runs assigns the numbers.
    pub owner: u32,
    /// Whether the text differs from the other side of its passage: changed, omitted, inserted or moved.
    pub changed: bool,
    /// Degree to which the text was copied; `None` for the author's own text, and in passages that are only possible or do not
    /// count.
    pub degree: Option<Degree>,
}

/// Stretch of a shown text that is not compared, such as a page header or invisible text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PassedOver {
    /// Span of the text, in characters.
    pub span: Span,
    /// Reason why the span is not compared.
    pub reason: ExclusionReason,
}

/// Display properties of a stretch of text.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Look {
    /// Number of the passage or source that the stretch belongs to ([`Run::owner`]); `None` outside all of them.
    pub owner: Option<u32>,
    /// Whether the stretch differs from the other side of its passage.
    pub changed: bool,
    /// Degree to which the stretch was copied; `None` for the author's own text, and outside strong passages that count.
    pub degree: Option<Degree>,
    /// Whether the stretch is cited or quoted where it stands; always [`Attribution::None`] outside passages.
    pub attribution: Attribution,
    /// Reason why the stretch does not count; `None` if it counts.
    pub left_out: Option<Reason>,
    /// Reason why the stretch is not compared; `None` if it is compared.
    pub passed_over: Option<ExclusionReason>,
    /// Whether the stretch is given code ([`crate::DocumentSpecimens::given`]).
    pub is_given: bool,
    /// Whether the stretch matches the find query.
    pub found: bool,
}

impl Look {
    /// Returns whether the stretch is copied text that counts.
    #[must_use]
    pub fn counts_as_copied(&self) -> bool {
        self.left_out.is_none() && self.degree.is_some_and(Degree::is_copied)
    }
}

/// Everything that is drawn over a text. Within each layer the stretches are sorted by start and do not overlap.
#[derive(Clone, Copy, Debug, Default)]
pub struct Layers<'l> {
    /// Runs of text in passages or sources.
    pub runs: &'l [Run],
    /// Text that is cited or quoted where it stands.
    pub attributed: &'l [AttributedSpan],
    /// Text that does not count.
    pub left_out: &'l [LeftOutRun],
    /// Text that is not compared.
    pub passed_over: &'l [PassedOver],
    /// Given code ([`crate::DocumentSpecimens::given`]).
    pub given: &'l [Span],
    /// Matches of the find query.
    pub found: &'l [Span],
}

impl Layers<'_> {
    /// Returns the display properties of the text's character `at`.
    #[must_use]
    pub fn look(&self, at: u32) -> Look {
        let run = containing(self.runs, at, |run| run.span);
        let attributed = containing(self.attributed, at, |one| one.span);
        Look {
            owner: run.map(|run| run.owner),
            changed: run.is_some_and(|run| run.changed),
            degree: run.and_then(|run| run.degree),
            attribution: (attributed.filter(|_| run.is_some()))
                .map(|one| one.attribution)
                .unwrap_or_default(),
            left_out: containing(self.left_out, at, |run| run.span).map(|run| run.reason),
            passed_over: containing(self.passed_over, at, |run| run.span).map(|run| run.reason),
            is_given: containing(self.given, at, |&span| span).is_some(),
            found: containing(self.found, at, |&span| span).is_some(),
        }
    }

    /// Cuts a paragraph into pieces of uniform look: byte ranges of its shown text with their look, in order, without gaps.
    #[must_use]
    pub fn pieces(&self, paragraph: &Paragraph) -> Vec<(Range<usize>, Look)> {
        let (start, end) = (paragraph.start, paragraph.end);
        let spans = within(self.runs, start, end, |run| run.span)
            .chain(within(self.attributed, start, end, |one| one.span))
            .chain(within(self.left_out, start, end, |run| run.span))
            .chain(within(self.passed_over, start, end, |run| run.span))
            .chain(within(self.given, start, end, |&span| span))
            .chain(within(self.found, start, end, |&span| span));
        let edges = (spans.flat_map(|span| [span.start, span.end])).chain([start]);
        let edges = each_once(edges.filter(|edge| (start..end).contains(edge)));
        let mut pieces: Vec<(Range<usize>, Look)> = Vec::new();
        let mut bytes = paragraph.text.char_indices().map(|(byte, _)| byte);
        let (mut next, mut byte) = (0, 0);
        for (i, &edge) in edges.iter().enumerate() {
            let shown_end = edges.get(i + 1).map_or(usize::MAX, |&e| paragraph.shown(e));
            let end = if shown_end == usize::MAX {
                paragraph.text.len()
            } else if shown_end < next {
                byte
            } else {
                let end = bytes.nth(shown_end - next).unwrap_or(paragraph.text.len());
                next = shown_end + 1;
                end
            };
            let look = self.look(edge);
            match pieces.last_mut() {
                Some((range, last)) if *last == look => range.end = end,
                _ if end > byte => pieces.push((byte..end, look)),
                _ => {}
            }
            byte = end;
        }
        pieces
    }
}

/// Adds shared code to the runs of passages where no passage is: the runs of both, sorted, without overlap. `code` are the spans of
/// code with their owners; where several have a character, the lowest owner is shown.
#[must_use]
pub fn with_code(runs: &[Run], code: &[(Span, u32)]) -> Vec<Run> {
    let passages = runs.iter().zip(0_u32..);
    let mut layers: Vec<(Span, (bool, u32))> = passages
        .map(|(run, index)| (run.span, (false, index)))
        .collect();
    layers.extend(code.iter().map(|&(span, owner)| (span, (true, owner))));
    (without_overlap(layers).into_iter())
        .map(|(span, (is_code, number))| {
            if is_code {
                Run {
                    span,
                    owner: number,
                    changed: false,
                    degree: Some(Degree::Identical),
                }
            } else {
                Run {
                    span,
                    ..runs[number as usize]
                }
            }
        })
        .collect()
}

/// Returns the stretch that contains `at`; `None` if there is none.
fn containing<T>(all: &[T], at: u32, span: impl Fn(&T) -> Span) -> Option<&T> {
    overlapping(all, Span::new(at, at + 1), span).first()
}

/// Returns the spans of the stretches that end after `start` and begin before `end`.
fn within<T>(
    all: &[T],
    start: u32,
    end: u32,
    span: impl Fn(&T) -> Span,
) -> impl Iterator<Item = Span> {
    (overlapping(all, Span::new(start, end), &span).iter()).map(span)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::shown::{Lines, ShownText};
    use proptest::prelude::*;

    const fn run(start: u32, end: u32, owner: u32, changed: bool) -> Run {
        Run {
            span: Span::new(start, end),
            owner,
            changed,
            degree: None,
        }
    }

    #[test]
    fn a_paragraph_is_cut_where_something_begins_or_ends() {
        let characters: Vec<char> = "前文。夜间开放，\n很好。".chars().collect();
        let text = ShownText::of(&characters, Lines::Printed);
        let runs = [
            run(3, 5, 0, false),
            run(5, 7, 0, true),
            run(9, 10, 1, false),
        ];
        let passed_over = [PassedOver {
            span: Span::new(0, 2),
            reason: ExclusionReason::RunningHead,
        }];
        let layers = Layers {
            runs: &runs,
            attributed: &[AttributedSpan {
                span: Span::new(2, 4),
                attribution: Attribution::Cited,
            }],
            passed_over: &passed_over,
            found: &[Span::new(8, 9)],
            ..Layers::default()
        };
        let paragraph = &text.paragraphs[0];
        let found: Vec<(&str, Option<u32>, bool, bool, bool)> =
            (layers.pieces(paragraph).into_iter())
                .map(|(bytes, look)| {
                    let text = &paragraph.text[bytes];
                    let is_cited = look.attribution.is_cited();
                    let passed_over = look.passed_over.is_some();
                    (text, look.owner, look.changed, passed_over, is_cited)
                })
                .collect();
        assert_eq!(
            found,
            [
                ("前文", None, false, true, false),
                ("。", None, false, false, false),
                ("夜", Some(0), false, false, true),
                ("间", Some(0), false, false, false),
                ("开放", Some(0), true, false, false),
                ("，", None, false, false, false),
                ("很", Some(1), false, false, false),
                ("好。", None, false, false, false),
            ]
        );
    }

    #[test]
    fn shared_code_stands_where_no_passage_is() {
        let passages = [run(5, 10, 7, true), run(10, 12, 7, false)];
        let code = [(Span::new(0, 8), 1), (Span::new(3, 20), 0)];
        let found = with_code(&passages, &code);
        let shown: Vec<(u32, u32, u32)> = (found.iter())
            .map(|run| (run.span.start, run.span.end, run.owner))
            .collect();
        assert_eq!(
            shown,
            [(0, 3, 1), (3, 5, 0), (5, 10, 7), (10, 12, 7), (12, 20, 0)]
        );
        assert_eq!(found[2], passages[0]);
        assert_eq!(found[4].degree, Some(Degree::Identical));
    }

    #[test]
    fn only_copied_text_that_is_not_left_out_counts() {
        let look = |degree, left_out| Look {
            degree,
            left_out,
            ..Look::default()
        };
        assert!(look(Some(Degree::Edited), None).counts_as_copied());
        assert!(!look(Some(Degree::Identical), Some(Reason::Common)).counts_as_copied());
        assert!(!look(Some(Degree::Reworded), None).counts_as_copied());
        assert!(!look(None, None).counts_as_copied());
    }

    proptest! {
        #[test]
        fn pieces_are_the_paragraph_and_agree_with_each_character(
            text in "[夜a。\n]{1,40}",
            stretches in prop::collection::vec((0_u32..40, 1_u32..9, 0_u32..4), 0..8),
        ) {
            let characters: Vec<char> = text.chars().collect();
            let spans: Vec<(Span, u32)> =
                stretches.iter().map(|&(start, n, owner)| (Span::new(start, start + n), owner)).collect();
            let runs: Vec<Run> = without_overlap(spans.iter().copied())
                .into_iter()
                .map(|(of, owner)| run(of.start, of.end, owner, false))
                .collect();
            for at in 0..50 {
                let expected = (spans.iter())
                    .filter(|(span, _)| (span.start..span.end).contains(&at))
                    .map(|&(_, owner)| owner)
                    .min();
                let found: Vec<u32> = (runs.iter())
                    .filter(|run| (run.span.start..run.span.end).contains(&at))
                    .map(|run| run.owner)
                    .collect();
                prop_assert_eq!(found, expected.into_iter().collect::<Vec<u32>>());
            }
            let found: Vec<Span> = runs.iter().step_by(2).map(|run| run.span).collect();
            let layers = Layers { runs: &runs[..runs.len() / 2], found: &found, ..Layers::default() };
            for paragraph in &ShownText::of(&characters, Lines::Printed).paragraphs {
                let pieces = layers.pieces(paragraph);
                let mut byte = 0;
                for (bytes, look) in pieces {
                    prop_assert!(bytes.start == byte && bytes.end > byte);
                    byte = bytes.end;
                    let first = paragraph.text[..bytes.start].chars().count();
                    for index in first..first + paragraph.text[bytes].chars().count() {
                        prop_assert_eq!(layers.look(paragraph.original(index)), look);
                    }
                }
                prop_assert_eq!(byte, paragraph.text.len());
            }
        }
    }
}
