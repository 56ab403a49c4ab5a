//! Shown share of a document and its reason: the share of the text that counts, or, if too little counts for a share,
//! that of all text. Verdicts, colours, groups and orders follow the same figure.

use serde::{Deserialize, Serialize};

use super::{Copied, DocumentShares, PairShares, SideShares};
use crate::verdict::{LEAST_BASE, LEAST_CHARACTERS, Verdict};

/// Whether enough of a text counts to compute a share of it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Base {
    /// Enough: at least [`LEAST_BASE`] characters and a third of the countable ones count.
    Enough,
    /// Too few characters: fewer than [`LEAST_BASE`] count, but at least a third of the countable ones.
    TooFewCharacters,
    /// Most left out: less than a third of the countable characters count.
    MostLeftOut,
}

impl Base {
    /// Returns the name used in JSON.
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

/// Text that a displayed share refers to: the counted text or the whole text.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum ShareOf {
    /// Text that counts: sections, templates and the like are left out in numerator and denominator.
    Counted,
    /// All countable characters, because too few of them count.
    Everything,
}

/// Copied share as it is displayed.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Shown {
    /// Share with its numerator and denominator.
    pub copied: Copied,
    /// Text that the share refers to.
    pub of: ShareOf,
    /// Reason why the share refers to `of`: whether enough of the text counts.
    pub base: Base,
    /// Whether nothing of the text counts. Then the share says how much of it other documents have, and accuses
    /// nobody.
    pub nothing_counts: bool,
    /// Parts of the text by degree of copying, for a stacked bar.
    pub degrees: DegreeShares,
}

/// Parts of a text by degree of copying, each as a share (0..=1) of the text that the copied share refers to.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct DegreeShares {
    /// Part that is identical.
    pub identical: f64,
    /// Part that is edited; with the identical part it is the copied share.
    pub edited: f64,
    /// Part that is reworded, in addition to the copied share.
    pub reworded: f64,
}

impl Shown {
    pub(super) fn of(net: Copied, counting: Copied, identical: u32, reworded: Copied) -> Self {
        let base = Base::of(net.countable, counting.countable);
        let (copied, of) = match base {
            Base::Enough => (net, ShareOf::Counted),
            _ => (counting, ShareOf::Everything),
        };
        let same = f64::from(identical) / f64::from(net.characters.max(1));
        let copied_share = copied.share();
        let degrees = DegreeShares {
            identical: copied_share * same,
            edited: copied_share * (1.0 - same),
            reworded: reworded.share().min(1.0 - copied_share),
        };
        Self {
            copied,
            of,
            base,
            nothing_counts: net.countable == 0,
            degrees,
        }
    }

    /// Returns the displayed share, 0..=1.
    #[must_use]
    pub fn share(self) -> f64 {
        self.copied.share()
    }

    /// Returns the share that determines verdicts, colours, groups and sorting, 0..=1: the displayed share, or 0 if
    /// nothing counts.
    #[must_use]
    pub fn weight(self) -> f64 {
        if self.nothing_counts {
            0.0
        } else {
            self.share()
        }
    }

    /// Returns the number of copied characters behind the weight.
    const fn characters(self) -> u32 {
        if self.nothing_counts {
            0
        } else {
            self.copied.characters
        }
    }
}

impl SideShares {
    /// Returns the part of [`Shown::weight`] in text that few documents have (独有), by which lists are sorted, 0..=1.
    #[must_use]
    pub fn rare_weight(self) -> f64 {
        rare_part(self.shown(), self.net, self.rare)
    }

    /// Returns the number of copied characters of `net` that are edited.
    #[must_use]
    pub const fn edited(self) -> u32 {
        self.net.characters.saturating_sub(self.identical)
    }

    /// Returns whether enough of the document counts for a share.
    #[must_use]
    pub const fn base(self) -> Base {
        Base::of(self.net.countable, self.gross.countable)
    }

    /// Returns the share to display.
    #[must_use]
    pub fn shown(self) -> Shown {
        Shown::of(self.net, self.counting, self.identical, self.reworded)
    }
}

impl DocumentShares {
    /// Returns whether the document has any comparable text; without it, shares are meaningless.
    #[must_use]
    pub const fn has_text(&self) -> bool {
        self.gross.countable > 0
    }

    /// Returns the part of [`Shown::weight`] in text that few documents have (独有), by which lists are sorted, 0..=1.
    #[must_use]
    pub fn rare_weight(&self) -> f64 {
        rare_part(self.shown(), self.net, self.rare)
    }

    /// Returns the number of copied characters of `net` that are edited.
    #[must_use]
    pub const fn edited(&self) -> u32 {
        self.net.characters.saturating_sub(self.identical)
    }

    /// Returns the number of other documents that share at least [`LEAST_CHARACTERS`] counted characters.
    #[must_use]
    pub fn counting_sources(&self) -> usize {
        let sources = self.sources.iter();
        sources
            .filter(|source| source.shares.net.characters >= LEAST_CHARACTERS)
            .count()
    }

    /// Returns whether enough of the document counts for a share.
    #[must_use]
    pub const fn base(&self) -> Base {
        Base::of(self.net.countable, self.gross.countable)
    }

    /// Returns the share to display.
    #[must_use]
    pub fn shown(&self) -> Shown {
        Shown::of(self.net, self.counting, self.identical, self.reworded)
    }
}

impl PairShares {
    /// Returns the larger of the two shares that determine verdicts, colours, groups and sorting ([`Shown::weight`]),
    /// 0..=1.
    #[must_use]
    pub fn weight(self) -> f64 {
        f64::max(self.a.shown().weight(), self.b.shown().weight())
    }

    /// Returns the larger of the two shares of text that few documents have, 0..=1.
    #[must_use]
    pub fn rare_weight(self) -> f64 {
        f64::max(self.a.rare_weight(), self.b.rare_weight())
    }

    /// Returns the sort key of the pair, larger first: text that few documents have, then all copied text.
    #[must_use]
    pub fn rank(self) -> (f64, f64) {
        (self.rare_weight(), self.weight())
    }

    /// Returns whether any copied text of the pair counts in one of its documents.
    #[must_use]
    pub fn is_copied(self) -> bool {
        [self.a, self.b]
            .into_iter()
            .any(|side| side.net.characters > 0 || side.shown().copied.characters > 0)
    }

    /// Returns the verdict that follows from the copied text; `None` if it is shorter than [`LEAST_CHARACTERS`].
    #[must_use]
    pub fn verdict(self) -> Option<Verdict> {
        let (a, b) = (self.a.shown(), self.b.shown());
        (a.characters().max(b.characters()) >= LEAST_CHARACTERS)
            .then(|| Verdict::of_shares(a.weight(), b.weight()))
    }
}

/// Returns the part of a shown share that stands in few documents.
fn rare_part(shown: Shown, net: Copied, rare: Copied) -> f64 {
    let part = f64::from(rare.characters) / f64::from(net.characters.max(1));
    shown.weight() * part
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

    /// Makes one side of a text: countable characters, characters that count, copied ones among these, copied ones
    /// among all.
    fn side(countable: u32, counts: u32, net: u32, everything: u32) -> SideShares {
        SideShares {
            gross: copied(everything, countable),
            net: copied(net, counts),
            counting: copied(everything, countable),
            possible: copied(0, counts),
            ..SideShares::default()
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
        // If nothing counts, the share is shown with its reason and accuses nobody.
        let nothing = of(0).shown();
        assert!((nothing.share() - 1.0).abs() < 1e-9);
        assert_eq!((nothing.weight(), nothing.base), (0.0, Base::MostLeftOut));
        assert_eq!(verdict(of(0), of(0)), None);
    }
}
