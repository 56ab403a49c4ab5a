//! Reasons for which text is left out of the shares, by name.

use serde::{Deserialize, Serialize};

use chachong_citation::Attribution;
use chachong_text::MarkReason;

/// Reason why text is left out: the kind of a [`MarkReason`], with the same name, or a group of attributed text.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Reason {
    /// Title page, and forms such as the task sheet and the opinions of examiners.
    Cover,
    /// Declaration of originality, authorisation of use.
    Declaration,
    /// Table of contents, lists of figures and tables.
    Contents,
    /// Bibliography.
    References,
    /// Acknowledgements.
    Acknowledgements,
    /// Appendix of program code.
    Code,
    /// Notes of authors and editors about themselves and the text.
    Notes,
    /// Quotation: words in quotation marks to which a citation or the name of a work belongs.
    Quotes,
    /// Text that a citation covers, without quotation marks.
    Cited,
    /// Words in quotation marks without a citation.
    Quoted,
    /// Text of a template file that the person named.
    Templates,
    /// Common text: text that at least half of the documents of the check have.
    Common,
}

impl Reason {
    /// All reasons, in order of precedence for characters with several reasons: the least one wins.
    pub const ALL: [Self; 12] = [
        Self::Cover,
        Self::Declaration,
        Self::Contents,
        Self::References,
        Self::Acknowledgements,
        Self::Code,
        Self::Notes,
        Self::Quotes,
        Self::Cited,
        Self::Quoted,
        Self::Templates,
        Self::Common,
    ];

    /// Returns the reasons that marks can have: all but [`Self::Cited`] and [`Self::Quoted`], which follow from the attribution of the
    /// text ([`Self::of_attribution`]).
    pub fn marked() -> impl Iterator<Item = Self> {
        let all = Self::ALL.into_iter();
        all.filter(|reason| !matches!(reason, Self::Cited | Self::Quoted))
    }

    /// Returns the name used for `--exclude` and in JSON; that of the [`MarkReason`] if there is one.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Cover => MarkReason::Cover.name(),
            Self::Declaration => MarkReason::Declaration.name(),
            Self::Contents => MarkReason::Contents.name(),
            Self::References => MarkReason::References.name(),
            Self::Acknowledgements => MarkReason::Acknowledgements.name(),
            Self::Code => MarkReason::Code.name(),
            Self::Notes => MarkReason::Notes.name(),
            Self::Quotes => MarkReason::Quotation.name(),
            Self::Cited => "cited",
            Self::Quoted => "quoted",
            Self::Templates => MarkReason::Template.name(),
            Self::Common => MarkReason::Common { documents: 0 }.name(),
        }
    }

    /// Returns whether the reason is a group of attributed text. Such text counts unless a person leaves it out.
    #[must_use]
    pub const fn is_attribution(self) -> bool {
        matches!(self, Self::Quotes | Self::Cited | Self::Quoted)
    }

    /// Returns the reason that leaves out a group of attributed text; `None` for text that is neither cited nor quoted.
    #[must_use]
    pub const fn of_attribution(attribution: Attribution) -> Option<Self> {
        match attribution {
            Attribution::None => None,
            Attribution::Cited => Some(Self::Cited),
            Attribution::Quoted => Some(Self::Quoted),
            Attribution::CitedAndQuoted => Some(Self::Quotes),
        }
    }

    /// Returns the reasons for which text is left out unless a person says otherwise, in the order of [`Self::ALL`]: all but the groups
    /// of attributed text.
    pub fn by_default() -> impl Iterator<Item = Self> {
        Self::ALL
            .into_iter()
            .filter(|reason| !reason.is_attribution())
    }

    /// Returns whether text of this reason was handed out: the assignment, or a file that the person named.
    #[must_use]
    pub const fn is_given(self) -> bool {
        matches!(self, Self::Templates | Self::Common)
    }
}

impl From<MarkReason> for Reason {
    fn from(reason: MarkReason) -> Self {
        match reason {
            MarkReason::Cover => Self::Cover,
            MarkReason::Declaration => Self::Declaration,
            MarkReason::Contents => Self::Contents,
            MarkReason::References => Self::References,
            MarkReason::Acknowledgements => Self::Acknowledgements,
            MarkReason::Code => Self::Code,
            MarkReason::Notes => Self::Notes,
            MarkReason::Quotation => Self::Quotes,
            MarkReason::Template => Self::Templates,
            MarkReason::Common { .. } => Self::Common,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_first_of_all_reasons_is_the_least() {
        assert!(Reason::ALL.is_sorted());
    }
}
