//! Text that several documents of a folder have, and its weight as evidence.

use serde::{Deserialize, Serialize};

use crate::Span;

/// Stretch of a text that three or more documents of the folder have.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub struct Widespread {
    /// Span of the stretch in the text.
    pub span: Span,
    /// Weight of each of its characters in thousandths, below [`Self::WHOLE`] ([`chachong_weight::weight`]).
    pub weight: u16,
}

impl Widespread {
    /// Weight, in thousandths, of text that only one or two documents have.
    pub const WHOLE: u16 = 1_000;
    /// Weight in thousandths below which short equal runs are no evidence.
    const TELLING: u16 = 750;

    /// Returns the weight, in thousandths, of text that `holders` of the folder's `documents` documents have.
    #[must_use]
    pub fn weight_of(holders: usize, documents: usize) -> u16 {
        #[expect(
            clippy::cast_possible_truncation,
            clippy::cast_sign_loss,
            reason = "from 0 to 1000"
        )]
        let weight = (1_000.0 * chachong_weight::weight(holders, documents)).round() as u16;
        weight
    }

    /// Returns the spans of the stretches that weigh too little for short equal runs in them to be evidence, sorted by
    /// position; no two touch.
    #[must_use]
    pub fn untelling(stretches: &[Self]) -> Vec<Span> {
        let untelling = stretches.iter().filter(|one| one.weight < Self::TELLING);
        crate::overlay::merged(untelling.map(|one| one.span))
    }

    /// Returns what `spans` weigh, in characters, rounded; `within` counts the characters of a span. Both lists are sorted
    /// by position, without overlaps.
    pub(crate) fn weigh(stretches: &[Self], spans: &[Span], within: impl Fn(Span) -> u32) -> u32 {
        let mut next = 0;
        let mut weight = u64::from(Self::WHOLE) / 2;
        for span in spans {
            while stretches
                .get(next)
                .is_some_and(|one| one.span.end <= span.start)
            {
                next += 1;
            }
            weight += u64::from(Self::WHOLE) * u64::from(within(*span));
            let here = stretches[next..]
                .iter()
                .take_while(|one| one.span.start < span.end);
            for one in here {
                let both = within(one.span.common(*span));
                weight -= u64::from(Self::WHOLE - one.weight) * u64::from(both);
            }
        }
        u32::try_from(weight / u64::from(Self::WHOLE)).unwrap_or(u32::MAX)
    }
}

#[cfg(test)]
mod tests {
    use super::{Span, Widespread};

    const fn one(start: u32, end: u32, weight: u16) -> Widespread {
        Widespread {
            span: Span { start, end },
            weight,
        }
    }

    #[test]
    fn text_of_many_weighs_less_and_of_half_nothing() {
        let of = |holders| Widespread::weight_of(holders, 30);
        assert_eq!([1, 2, 3, 15, 30].map(of), [1_000, 1_000, 850, 0, 0]);
        assert!(of(5) < of(4) && of(14) > 250);
    }

    #[test]
    fn spans_weigh_what_their_stretches_leave() {
        let stretches = [one(10, 20, 500), one(20, 40, 0)];
        let weigh = |start, end| Widespread::weigh(&stretches, &[Span { start, end }], Span::len);
        assert_eq!(
            [weigh(0, 10), weigh(0, 20), weigh(15, 50), weigh(20, 30)],
            [10, 15, 13, 0]
        );
        let untelling = Widespread::untelling(&[one(0, 5, 900), one(5, 9, 700), one(9, 12, 0)]);
        assert_eq!(untelling, [Span { start: 5, end: 12 }]);
    }
}
