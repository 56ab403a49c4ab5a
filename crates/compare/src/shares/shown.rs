//! Shown share of a document, and whether enough of its text counts for a verdict. Verdicts, colours, groups and orders
//! follow the share by weight, in which text that many documents have counts less.

use chachong_citation::Attribution;
use serde::{Deserialize, Serialize};

use super::{Copied, DocumentShares, PairShares, SideShares};
use crate::verdict::{LEAST_BASE, LEAST_CHARACTERS, Verdict};

/// Whether enough of a document's text counts to judge it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Base {
    /// Enough: at least [`LEAST_BASE`] characters count.
    Enough,
    /// Few characters: fewer than [`LEAST_BASE`] count, but at least a third of the countable ones. A short text is judged
    /// like any other.
    TooFewCharacters,
    /// Too much is left out: fewer than [`LEAST_BASE`] characters count, and they are less than a third of the characters that
    /// are countable before the person's choices. Such a text is not judged.
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
}

/// Copied share as it is displayed.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Shown {
    /// Copied characters over the characters that count; no copied characters if too little of the text counts.
    pub copied: Copied,
    /// Share by which the text is judged, 0..=1: text that many documents have weighs less. 0 if too little of the text counts.
    pub weight: f64,
    /// Whether enough of the text counts to judge it.
    pub base: Base,
    /// Parts of the text by degree of copying, for a stacked bar.
    pub degrees: DegreeShares,
}

/// Parts of a text by degree of copying, each as a share (0..=1) of the text that counts.
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
    /// Returns the displayed share, 0..=1.
    #[must_use]
    pub fn share(self) -> f64 {
        self.copied.share()
    }

    /// Returns whether the text is judged: enough of it counts.
    #[must_use]
    pub fn is_judged(self) -> bool {
        self.base != Base::MostLeftOut
    }
}

impl SideShares {
    /// Returns the number of copied characters of `net` that are edited.
    #[must_use]
    pub const fn edited(self) -> u32 {
        self.net.characters.saturating_sub(self.identical)
    }

    /// Returns whether enough of the document counts for a share.
    #[must_use]
    pub const fn base(self) -> Base {
        let (counting, countable) = (self.net.countable, self.gross.countable);
        if counting >= LEAST_BASE {
            Base::Enough
        } else if (counting as u64) * 3 < countable as u64 {
            Base::MostLeftOut
        } else {
            Base::TooFewCharacters
        }
    }

    /// Returns the share to display, with what belongs to it: zeros if too little of the text counts to judge it.
    #[must_use]
    pub fn shown(self) -> Shown {
        let (base, net) = (self.base(), self.net);
        if base == Base::MostLeftOut {
            return Shown {
                copied: Copied {
                    characters: 0,
                    ..net
                },
                weight: 0.0,
                base,
                degrees: DegreeShares::default(),
            };
        }
        let same = f64::from(self.identical) / f64::from(net.characters.max(1));
        let share = net.share();
        Shown {
            copied: net,
            weight: self.weighted.share(),
            base,
            degrees: DegreeShares {
                identical: share * same,
                edited: share * (1.0 - same),
                reworded: self.reworded.share().min(1.0 - share),
            },
        }
    }
}

impl DocumentShares {
    /// Returns each group of attributed text with the copied share in it; the four shares add up to `net`.
    #[must_use]
    pub fn attributed(&self) -> [(Attribution, Copied); Attribution::ALL.len()] {
        Attribution::ALL.map(|attribution| {
            let characters = self.by_attribution[attribution as usize];
            (
                attribution,
                Copied {
                    characters,
                    ..self.net
                },
            )
        })
    }

    /// Returns whether the document has any comparable text; without it, shares are meaningless.
    #[must_use]
    pub const fn has_text(&self) -> bool {
        self.gross.countable > 0
    }

    /// Returns the number of copied characters of `net` that are edited.
    #[must_use]
    pub const fn edited(&self) -> u32 {
        self.total().edited()
    }

    /// Returns the number of sources that share at least [`LEAST_CHARACTERS`] characters that count.
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
        self.total().base()
    }

    /// Returns the share to display, with what belongs to it: zeros if too little of the text counts to judge it.
    #[must_use]
    pub fn shown(&self) -> Shown {
        self.total().shown()
    }
}

impl PairShares {
    /// Returns the larger of the two shares that determine verdicts, colours, groups and sorting ([`Shown::weight`]),
    /// 0..=1.
    #[must_use]
    pub fn weight(self) -> f64 {
        f64::max(self.a.shown().weight, self.b.shown().weight)
    }

    /// Returns the key for sorting pairs, larger ones first: the larger share by weight, then the larger copied share, each
    /// 0..=1.
    #[must_use]
    pub fn rank(self) -> (f64, f64) {
        let share = f64::max(self.a.shown().share(), self.b.shown().share());
        (self.weight(), share)
    }

    /// Returns whether any copied text of the pair counts in one of its documents.
    #[must_use]
    pub const fn is_copied(self) -> bool {
        self.a.net.characters > 0 || self.b.net.characters > 0
    }

    /// Returns the verdict that follows from the copied text. `None` if neither document has [`LEAST_CHARACTERS`] copied characters that
    /// count, or if too little of both texts counts.
    #[must_use]
    pub fn verdict(self) -> Option<Verdict> {
        let (a, b) = (self.a.shown(), self.b.shown());
        let is_enough = |shown: Shown| shown.copied.characters >= LEAST_CHARACTERS;
        (is_enough(a) || is_enough(b)).then(|| Verdict::of_shares(a.weight, b.weight))
    }

    /// Returns [`Self::verdict`]; `of_library` tells which of the two documents are of a library. `None` for a checked and a library
    /// document if fewer than [`LEAST_CHARACTERS`] copied characters of the checked one count: what a library document has from text that
    /// is left out of the checked one is no finding.
    #[must_use]
    pub fn verdict_on_checked(self, of_library: [bool; 2]) -> Option<Verdict> {
        let is_enough = match of_library {
            [false, true] => self.a.net.characters >= LEAST_CHARACTERS,
            [true, false] => self.b.net.characters >= LEAST_CHARACTERS,
            _ => true,
        };
        self.verdict().filter(|_| is_enough)
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

    /// Makes one side of a text: countable characters, characters that count, copied ones among these.
    fn side(countable: u32, counts: u32, net: u32) -> SideShares {
        SideShares {
            gross: copied(net, countable),
            net: copied(net, counts),
            weighted: copied(net, counts),
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
    fn a_verdict_needs_a_base() {
        let base = |countable, counts| side(countable, counts, 0).base();
        assert_eq!(base(2_524, 200), Base::Enough);
        assert_eq!(base(597, 199), Base::TooFewCharacters);
        assert_eq!(base(598, 199), Base::MostLeftOut);
        assert_eq!(base(0, 0), Base::TooFewCharacters);
        let of = |countable, counts| {
            let side = side(countable, counts, counts);
            (side.shown().is_judged(), verdict(side, side))
        };
        let found = Some(Verdict::NearDuplicate);
        assert_eq!(of(2_524, 238), (true, found));
        assert_eq!(of(150, 150), (true, found), "a short text");
        assert_eq!(of(2_524, 150), (false, None), "left-out text never accuses");
        assert_eq!(of(2_524, 0), (false, None));
    }

    #[test]
    fn the_verdict_follows_the_share_by_weight() {
        let of = |percent: u32| side(1_000, 1_000, 10 * percent);
        assert_eq!(verdict(of(95), of(91)), Some(Verdict::NearDuplicate));
        assert_eq!(verdict(of(95), of(80)), Some(Verdict::LargePart));
        assert_eq!(verdict(of(3), of(30)), Some(Verdict::LargePart));
        assert_eq!(verdict(of(29), of(3)), Some(Verdict::Part));
        assert_eq!(verdict(of(9), of(3)), Some(Verdict::Passage));
        assert_eq!(verdict(of(2), of(2)), None, "20 characters are an edge");
        assert_eq!(verdict(of(0), of(0)), None);
        let of_many = SideShares {
            weighted: copied(20, 420),
            ..of(60)
        };
        assert_eq!(verdict(of_many, of_many), Some(Verdict::Passage));
        assert!((of_many.shown().share() - 0.6).abs() < 1e-9);
    }
}
