//! Reasons for which text is left out of the shares, by name.

use serde::{Deserialize, Serialize};

use chachong_text::MarkReason;

/// Reason why text is left out: the kind of a [`MarkReason`], in the same order and with the same names.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Reason {
    /// Title page and the forms around it.
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
    /// Quotation: words in quotation marks with a citation or a named work.
    Quotes,
    /// Text of a template file that the person named.
    Templates,
    /// Common text: text of many documents of the check.
    Common,
}

impl Reason {
    /// All reasons, in order of precedence for characters with several reasons.
    pub const ALL: [Self; 10] = [
        Self::Cover,
        Self::Declaration,
        Self::Contents,
        Self::References,
        Self::Acknowledgements,
        Self::Code,
        Self::Notes,
        Self::Quotes,
        Self::Templates,
        Self::Common,
    ];

    /// Returns the name used for `--exclude` and in JSON; the same as [`MarkReason::name`].
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
            Self::Templates => MarkReason::Template.name(),
            Self::Common => MarkReason::Common { documents: 0 }.name(),
        }
    }

    /// Returns whether text of this reason was handed out: the assignment, or a file that the person named.
    #[must_use]
    pub const fn is_given(self) -> bool {
        matches!(self, Self::Templates | Self::Common)
    }

    /// Returns the reason that is called `name` in `--exclude` and JSON; `None` for any other text.
    #[must_use]
    pub fn from_name(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|reason| reason.name() == name)
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
