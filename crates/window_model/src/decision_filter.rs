//! Filter of rows by a person's decision about them.

use chachong_compare::Decision;
use chachong_messages::Language;

/// Filter of a table by a person's decisions about its rows.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum DecisionFilter {
    /// All rows.
    #[default]
    Any,
    /// Rows with this decision.
    Some(Decision),
    /// Rows without a decision.
    None,
}

impl DecisionFilter {
    /// Returns all filters, in the order of the menu.
    pub fn all() -> impl Iterator<Item = Self> {
        let decisions = Decision::ALL.into_iter().map(Self::Some);
        [Self::Any].into_iter().chain(decisions).chain([Self::None])
    }

    /// Returns whether a row with this decision passes the filter; `None` means that the row has no decision.
    pub fn holds(self, decision: Option<Decision>) -> bool {
        match self {
            Self::Any => true,
            Self::Some(wanted) => decision == Some(wanted),
            Self::None => decision.is_none(),
        }
    }

    /// Returns the name of the filter in the menu.
    pub fn name(self, language: Language) -> String {
        match self {
            Self::Any => language.text("decision.any"),
            Self::Some(decision) => language.decision(decision),
            Self::None => language.text("decision.none"),
        }
    }
}
