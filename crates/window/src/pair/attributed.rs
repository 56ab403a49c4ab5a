//! Attribution in the texts of a pair: the label of each passage on either side, and the cited or quoted stretches to mark.

use chachong_check::Copies;
use chachong_check::shown::Listed;
use chachong_citation::Attribution;
use chachong_compare::{AttributedSpan, DocumentPair, merged};
use chachong_window_model::state::State;

/// Labels and marks of both texts of a pair; none for a library document, whose own citations do not matter.
#[derive(Debug, Default)]
pub(crate) struct PairAttribution {
    /// Label of each listed passage on both sides; `None` on the side of a library document, and for text that never counts.
    pub(crate) labels: Vec<[Option<Attribution>; 2]>,
    /// Cited or quoted stretches of the passages on each side, sorted by position, without overlap.
    pub(crate) spans: [Vec<AttributedSpan>; 2],
}

impl PairAttribution {
    pub(crate) fn of(state: &State, (a, b): DocumentPair, listed: &Listed) -> Self {
        let copies = state.check.result.copies().map(|(copies, _)| copies);
        let Some(copies) = copies else {
            return Self::default();
        };
        let sides = [(a, b), (b, a)];
        let checked = sides.map(|(document, _)| state.check.is_checked(document));
        let labels = listed.all().iter().map(|passage| {
            let of_side = |side: usize| {
                let ((document, other), span) = (sides[side], [passage.a, passage.b][side]);
                let group = state.span_group(document, span, other);
                group.filter(|_| checked[side])
            };
            [of_side(0), of_side(1)]
        });
        let labels = labels.collect();
        let spans = [0, 1].map(|side| {
            if checked[side] {
                spans_of(copies, sides[side], listed, side)
            } else {
                Vec::new()
            }
        });
        Self { labels, spans }
    }

    /// Returns whether a passage is cited or quoted on this side. Without a side, or if the side has no label, every side that has
    /// a label must be cited or quoted; `false` if no side has one.
    pub(crate) fn is_covered(&self, passage: usize, side: Option<usize>) -> bool {
        let Some(labels) = self.labels.get(passage) else {
            return false;
        };
        if let Some(label) = side.and_then(|side| labels[side]) {
            return label != Attribution::None;
        }
        let mut known = labels.iter().flatten().peekable();
        known.peek().is_some() && known.all(|label| *label != Attribution::None)
    }

    /// Returns whether any text is cited or quoted.
    pub(crate) fn has_spans(&self) -> bool {
        self.spans.iter().any(|spans| !spans.is_empty())
    }
}

fn spans_of(
    copies: &Copies,
    (document, other): DocumentPair,
    listed: &Listed,
    side: usize,
) -> Vec<AttributedSpan> {
    let passages = listed
        .all()
        .iter()
        .map(|passage| [passage.a, passage.b][side]);
    let spans = merged(passages).into_iter();
    spans
        .flat_map(|span| copies.attributed_within(document, span, other))
        .collect()
}
