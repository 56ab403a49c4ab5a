//! Marks of a checked document -> the same text in documents of the library: what is left out of one side of a pair is
//! left out of the other.

use chachong_compare::{PairPassages, Passage, Span};
use chachong_text::{Mark, MarkReason};

/// Number of characters by which the end of a mark may miss the end of a passage and still mean it.
const EDGE: u32 = 16;

/// Marks that the documents from position `checked` on take over from the checked ones, by position, sorted: common text
/// and templates within a passage. Both are looked for in checked documents only, and would otherwise make a share of the
/// library's document.
pub(super) fn carried(
    pairs: &[PairPassages],
    marks_of: impl Fn(usize) -> Vec<Mark>,
    checked: usize,
    documents: usize,
) -> Vec<Vec<Mark>> {
    let mut carried = vec![Vec::new(); documents];
    for pair in pairs {
        if pair.a >= checked || pair.b < checked {
            continue;
        }
        for mark in marks_of(pair.a) {
            let is_everybodys = matches!(
                mark.reason,
                MarkReason::Template | MarkReason::Common { .. }
            );
            if is_everybodys {
                let images = pair
                    .passages
                    .iter()
                    .filter_map(|passage| image(mark, passage));
                carried[pair.b].extend(images);
            }
        }
    }
    for marks in &mut carried {
        merge(marks);
    }
    carried
}

/// Image of a mark in the other document of a passage; `None` if the passage has nothing of the mark.
fn image(mark: Mark, passage: &Passage) -> Option<Mark> {
    let (from, to) = (passage.a, passage.b);
    let (start, end) = (mark.start.max(from.start), mark.end.min(from.end));
    if start >= end {
        return None;
    }
    let place = |place: u32| {
        let inside = u64::from(place - from.start) * u64::from(to.len());
        let rounded = (inside + u64::from(from.len()) / 2) / u64::from(from.len().max(1));
        // At most the length of `to`.
        to.start + u32::try_from(rounded).unwrap_or(u32::MAX).min(to.len())
    };
    let span = Span {
        start: if start <= from.start + EDGE {
            to.start
        } else {
            place(start)
        },
        end: if end + EDGE >= from.end {
            to.end
        } else {
            place(end)
        },
    };
    (!span.is_empty()).then_some(Mark {
        start: span.start,
        end: span.end,
        reason: mark.reason,
    })
}

/// Joins marks of one kind that touch; of common text the larger number of documents stays.
fn merge(marks: &mut Vec<Mark>) {
    marks.sort_unstable_by_key(|mark| (mark.reason.name(), mark.start, mark.end));
    marks.dedup_by(|next, kept| {
        let joins = next.reason.name() == kept.reason.name() && next.start <= kept.end;
        if joins {
            kept.end = kept.end.max(next.end);
            if let (
                MarkReason::Common { documents: more },
                MarkReason::Common { documents: kept },
            ) = (next.reason, &mut kept.reason)
            {
                *kept = more.max(*kept);
            }
        }
        joins
    });
    marks.sort_unstable();
}

#[cfg(test)]
mod tests {
    use super::*;
    use chachong_compare::{Chance, PassageKind};

    fn passage(a: (u32, u32), b: (u32, u32)) -> Passage {
        let span = |(start, end)| Span { start, end };
        Passage {
            a: span(a),
            b: span(b),
            kind: PassageKind::Edited,
            matched_a: 10,
            matched_b: 10,
            similarity: 900,
            chance: Chance::from_log10(-30.0),
            documents: 2,
        }
    }

    fn mark(start: u32, end: u32, reason: MarkReason) -> Mark {
        Mark { start, end, reason }
    }

    const COMMON: MarkReason = MarkReason::Common { documents: 30 };

    #[test]
    fn common_text_of_a_checked_document_is_marked_in_the_library_too() {
        let pair = |b, passages| PairPassages::copied_whole(0, b, passages);
        let pairs = [
            pair(1, vec![passage((0, 400), (0, 400))]),
            pair(2, vec![passage((0, 500), (100, 600))]),
            pair(3, vec![passage((600, 900), (0, 300))]),
        ];
        let marks = vec![
            mark(3, 400, COMMON),
            mark(650, 700, MarkReason::References),
            mark(880, 950, MarkReason::Template),
        ];
        let found = carried(&pairs, |_| marks.clone(), 2, 4);
        assert!(
            found[0].is_empty() && found[1].is_empty(),
            "checked ones have their own"
        );
        assert_eq!(found[2], [mark(100, 500, COMMON)]);
        assert_eq!(found[3], [mark(280, 300, MarkReason::Template)]);
    }

    #[test]
    fn marks_from_several_documents_join() {
        let pairs: Vec<PairPassages> = (0..3)
            .map(|a| {
                let end = 100 + 10 * u32::try_from(a).unwrap();
                PairPassages::copied_whole(a, 3, vec![passage((0, end), (50, 150))])
            })
            .collect();
        let found = carried(&pairs, |_| vec![mark(0, 100, COMMON)], 3, 4);
        assert_eq!(found[3], [mark(50, 150, COMMON)]);
    }
}
