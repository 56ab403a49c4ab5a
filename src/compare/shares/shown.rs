//! Which share of a document is shown, and why: that of what counts, or, where too little counts for one, that of
//! everything. Verdicts, colours, groups and orders follow the same figure.

use serde::{Deserialize, Serialize};

use super::{Copied, DocumentShares, PairShares, SideShares};
use crate::compare::Verdict;

/// Fewer counting characters are too few for a share, and for a verdict by fingerprint alone.
pub const LEAST_BASE: u32 = 200;

/// Fewer copied characters are no finding: they are what a section that is left out leaves over at its edges.
pub const LEAST_CHARACTERS: u32 = 30;

/// Whether enough of a text counts for a share of it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Base {
    /// At least [`LEAST_BASE`] characters and a third of the countable ones count.
    Enough,
    /// Fewer than [`LEAST_BASE`] characters count, but a third of the text.
    TooFewCharacters,
    /// Less than a third of the countable characters count.
    MostLeftOut,
}

impl Base {
    /// The name in JSON.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Enough => "enough",
            Self::TooFewCharacters => "too-few-characters",
            Self::MostLeftOut => "most-left-out",
        }
    }

    const fn of(counting: u32, countable: u32) -> Self {
        if (counting as u64) * 3 < countable as u64 {
            Self::MostLeftOut
        } else if counting < LEAST_BASE {
            Self::TooFewCharacters
        } else {
            Self::Enough
        }
    }
}

/// What a shown share is a share of.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum ShareOf {
    /// What counts: sections, templates and the like are left out above and below the line.
    Counted,
    /// All countable characters, because too few of them count.
    Everything,
}

/// A copied share as it is shown.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Shown {
    /// The share with both its numbers.
    pub copied: Copied,
    /// What it is a share of.
    pub of: ShareOf,
    /// Why.
    pub base: Base,
    /// Whether nothing of the text counts. Then the share says how much stands elsewhere, and accuses nobody.
    pub nothing_counts: bool,
}

impl Shown {
    fn of(net: Copied, counting: Copied) -> Self {
        let base = Base::of(net.countable, counting.countable);
        let (copied, of) = match base {
            Base::Enough => (net, ShareOf::Counted),
            _ => (counting, ShareOf::Everything),
        };
        Self {
            copied,
            of,
            base,
            nothing_counts: net.countable == 0,
        }
    }

    /// The share that stands in the row, 0..=1.
    #[must_use]
    pub fn share(self) -> f64 {
        self.copied.share()
    }

    /// The share that verdicts, colours, groups and orders follow, 0..=1: the one that is shown, 0 where nothing counts.
    #[must_use]
    pub fn weight(self) -> f64 {
        if self.nothing_counts {
            0.0
        } else {
            self.share()
        }
    }

    /// Copied characters behind the weight.
    const fn characters(self) -> u32 {
        if self.nothing_counts {
            0
        } else {
            self.copied.characters
        }
    }
}

impl SideShares {
    /// Whether enough of the document counts for a share.
    #[must_use]
    pub const fn base(self) -> Base {
        Base::of(self.net.countable, self.gross.countable)
    }

    /// The share to show.
    #[must_use]
    pub fn shown(self) -> Shown {
        Shown::of(self.net, self.counting)
    }
}

impl DocumentShares {
    /// Whether enough of the document counts for a share.
    #[must_use]
    pub const fn base(&self) -> Base {
        Base::of(self.net.countable, self.gross.countable)
    }

    /// The share to show.
    #[must_use]
    pub fn shown(&self) -> Shown {
        Shown::of(self.net, self.counting)
    }
}

impl PairShares {
    /// The larger share of the two that verdicts, colours, groups and orders follow ([`Shown::weight`]), 0..=1.
    #[must_use]
    pub fn weight(self) -> f64 {
        f64::max(self.a.shown().weight(), self.b.shown().weight())
    }

    /// What strong passages make of the pair; `None` with fewer than [`LEAST_CHARACTERS`] in them.
    #[must_use]
    pub fn verdict(self) -> Option<Verdict> {
        let (a, b) = (self.a.shown(), self.b.shown());
        (a.characters().max(b.characters()) >= LEAST_CHARACTERS)
            .then(|| Verdict::of_shares(a.weight(), b.weight()))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const fn copied(characters: u32, countable: u32) -> Copied {
        Copied {
            characters,
            countable,
        }
    }

    /// A side of a text of so many countable characters, of which so many count, with what is copied of these and of all.
    fn side(countable: u32, counts: u32, net: u32, everything: u32) -> SideShares {
        SideShares {
            gross: copied(everything, countable),
            net: copied(net, counts),
            counting: copied(everything, countable),
            possible: copied(0, counts),
        }
    }

    fn verdict(a: SideShares, b: SideShares) -> Option<Verdict> {
        let pair = PairShares {
            a,
            b,
            passages: 1,
            possible_passages: 0,
        };
        pair.verdict()
    }

    #[test]
    fn a_share_needs_a_base() {
        let base = |countable, counts| side(countable, counts, 0, 0).base();
        assert_eq!(base(600, 200), Base::Enough);
        assert_eq!(base(601, 200), Base::MostLeftOut);
        assert_eq!(base(300, 199), Base::TooFewCharacters);
        assert_eq!(base(2_524, 238), Base::MostLeftOut);
        assert_eq!(base(2_524, 10), Base::MostLeftOut);
        assert_eq!(base(0, 0), Base::TooFewCharacters);
        let shown = side(2_524, 10, 10, 2_500).shown();
        assert_eq!(
            (shown.of, shown.copied),
            (ShareOf::Everything, copied(2_500, 2_524))
        );
        let shown = side(2_524, 2_000, 100, 600).shown();
        assert_eq!(
            (shown.of, shown.copied),
            (ShareOf::Counted, copied(100, 2_000))
        );
    }

    #[test]
    fn the_verdict_follows_the_share_that_is_shown() {
        let of = |percent: u32| side(1_000, 1_000, 10 * percent, 10 * percent);
        assert_eq!(verdict(of(95), of(91)), Some(Verdict::NearDuplicate));
        assert_eq!(verdict(of(95), of(80)), Some(Verdict::LargePart));
        assert_eq!(verdict(of(3), of(30)), Some(Verdict::LargePart));
        assert_eq!(verdict(of(29), of(3)), Some(Verdict::Part));
        assert_eq!(verdict(of(9), of(3)), Some(Verdict::Passage));
        assert_eq!(verdict(of(2), of(2)), None, "20 characters are an edge");
        assert_eq!(verdict(of(0), of(0)), None);
    }

    #[test]
    fn identical_files_are_what_they_are_however_little_of_them_counts() {
        let of = |counts| side(2_524, counts, counts, 2_524);
        for counts in [10, 238, 2_000] {
            assert_eq!(
                verdict(of(counts), of(counts)),
                Some(Verdict::NearDuplicate)
            );
            assert!((of(counts).shown().share() - 1.0).abs() < 1e-9);
        }
        // Where nothing counts the share is told, with its reason, and accuses nobody.
        let nothing = of(0).shown();
        assert!((nothing.share() - 1.0).abs() < 1e-9);
        assert_eq!((nothing.weight(), nothing.base), (0.0, Base::MostLeftOut));
        assert_eq!(verdict(of(0), of(0)), None);
    }
}
