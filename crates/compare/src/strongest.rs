//! Kinds of evidence that one of two documents was copied, and one scale of strength for all kinds.

use super::verdict::{LARGE_PART, NEARLY_ALL, PART, Verdict};

/// Kind of content in which two documents are alike. If two kinds have equal strength and share, the pair gets the kind that
/// comes first here.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum EvidenceKind {
    /// Prose.
    Text,
    /// Program code.
    Code,
    /// Measured values.
    Data,
    /// Contents of tables.
    Tables,
    /// Derivations: chains of formulas.
    Formulas,
    /// Files themselves: equal files, ids, pictures.
    Files,
}

impl EvidenceKind {
    /// All kinds, in order.
    pub const ALL: [Self; 6] = [
        Self::Text,
        Self::Code,
        Self::Data,
        Self::Tables,
        Self::Formulas,
        Self::Files,
    ];

    /// Returns the name used in CSV and JSON.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Text => "text",
            Self::Code => "code",
            Self::Data => "data",
            Self::Tables => "tables",
            Self::Formulas => "formulas",
            Self::Files => "files",
        }
    }
}

/// Strength of the evidence for copying, on one scale for all kinds. The steps for code were measured on 80,196 pairs of programs that
/// people wrote independently for one task; the other kinds are matched to them (docs/specimens.md).
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum EvidenceStrength {
    /// One in 300 independent pairs of programs is as similar; for prose, less than a tenth is copied.
    Noticeable,
    /// One in 1,000 independent pairs of programs is as similar; for prose, at least a tenth is copied.
    Strong,
    /// One in 10,000 independent pairs of programs is as similar; for prose, at least three tenths are copied.
    VeryStrong,
}

impl EvidenceStrength {
    /// All strengths, the strongest first.
    pub const ALL: [Self; 3] = [Self::VeryStrong, Self::Strong, Self::Noticeable];

    /// Returns the verdict on prose of the same strength; the pair is shown in its colour.
    #[must_use]
    pub const fn as_verdict(self) -> Verdict {
        match self {
            Self::VeryStrong => Verdict::LargePart,
            Self::Strong => Verdict::Part,
            Self::Noticeable => Verdict::Passage,
        }
    }
}

/// Strongest evidence that one of two documents was copied from the other.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Strongest {
    /// Strength of the evidence, the main criterion of [`Self::stronger`].
    pub strength: EvidenceStrength,
    /// Kind of evidence.
    pub kind: EvidenceKind,
    /// Shares (0..=1) of the first and the second document's content of this kind that the other document has too; for prose, the shares
    /// by weight ([`crate::Shown::weight`]). 0 for kinds without shares, such as file ids, and for near fingerprints.
    pub shares: [f64; 2],
}

impl Strongest {
    /// Returns the evidence of prose with this verdict and these shares by weight; `None` if the verdict says nothing for copying.
    #[must_use]
    pub fn of_prose(verdict: Verdict, shares: [f64; 2]) -> Option<Self> {
        Some(Self {
            strength: verdict.strength()?,
            kind: EvidenceKind::Text,
            shares,
        })
    }

    /// Returns this value if its kind is not prose; `None` for prose.
    #[must_use]
    pub fn beyond_text(self) -> Option<Self> {
        (self.kind != EvidenceKind::Text).then_some(self)
    }

    /// Returns the larger of the two documents' shares, 0..=1.
    #[must_use]
    pub fn share(self) -> f64 {
        self.shares[0].max(self.shares[1])
    }

    /// Returns the stronger of two values: by strength, then content before [`EvidenceKind::Files`], then by share, then by the
    /// order of the kinds. Equal files come after equally strong content because they have all content in common anyway.
    #[must_use]
    pub fn stronger(self, other: Self) -> Self {
        let is_content = |one: Self| one.kind != EvidenceKind::Files;
        let order = (self.strength.cmp(&other.strength))
            .then(is_content(self).cmp(&is_content(other)))
            .then(self.share().total_cmp(&other.share()))
            .then(other.kind.cmp(&self.kind));
        if order.is_lt() { other } else { self }
    }

    /// Returns `share` (0..=1), capped for colouring the pair: below [`LARGE_PART`] for strong and below [`PART`] for
    /// noticeable evidence. Thus only pairs that need a person's judgement are red.
    #[must_use]
    pub fn coloured(self, share: f64) -> f64 {
        const BELOW: f64 = 1e-6;
        match self.strength {
            EvidenceStrength::VeryStrong => share,
            EvidenceStrength::Strong => share.min(LARGE_PART - BELOW),
            EvidenceStrength::Noticeable => share.min(PART - BELOW),
        }
    }

    /// Returns the verdict whose colour the pair gets: that of prose of the same strength, or near-duplicate if the evidence is
    /// very strong and each document has at least 90 % of its content in common with the other.
    #[must_use]
    pub fn as_verdict(self) -> Verdict {
        match self.strength {
            EvidenceStrength::VeryStrong if self.shares[0].min(self.shares[1]) >= NEARLY_ALL => {
                Verdict::NearDuplicate
            }
            strength => strength.as_verdict(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_strongest_kind_is_chosen_by_strength_then_share_and_equal_files_yield() {
        use EvidenceKind::{Code, Data, Files, Text};
        use EvidenceStrength::{Noticeable, Strong, VeryStrong};
        let of = |kind, strength, share| Strongest {
            strength,
            kind,
            shares: [share, 0.0],
        };
        for (one, other, expected) in [
            (of(Text, Strong, 0.2), of(Code, VeryStrong, 0.1), Code),
            (of(Text, VeryStrong, 0.4), of(Code, VeryStrong, 0.9), Code),
            (of(Text, VeryStrong, 0.9), of(Data, VeryStrong, 0.9), Text),
            (of(Text, VeryStrong, 0.5), of(Files, VeryStrong, 1.0), Text),
            (of(Code, Noticeable, 0.9), of(Files, VeryStrong, 1.0), Files),
        ] {
            assert_eq!(one.stronger(other).kind, expected);
            assert_eq!(other.stronger(one).kind, expected);
        }
    }
}
