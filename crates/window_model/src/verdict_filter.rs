//! Filter of documents by the verdicts of their listed pairs.

use std::collections::BTreeSet;

use chachong_check::Findings;
use chachong_compare::Verdict;
use chachong_messages::Language;

/// Filter of the table by the verdicts of the documents' listed pairs.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum VerdictFilter {
    /// All documents.
    #[default]
    Any,
    /// Documents in a pair with this verdict.
    Some(Verdict),
    /// Documents in no listed pair.
    None,
}

impl VerdictFilter {
    /// Every choice, in the order of the menu.
    pub const ALL: [Self; 8] = [
        Self::Any,
        Self::Some(Verdict::NearDuplicate),
        Self::Some(Verdict::LargePart),
        Self::Some(Verdict::Part),
        Self::Some(Verdict::Passage),
        Self::Some(Verdict::Related),
        Self::Some(Verdict::Version),
        Self::None,
    ];

    /// Returns a function that tells whether the document at a position passes the filter.
    pub fn shown(self, findings: &Findings) -> impl Fn(usize) -> bool + use<> {
        let among: BTreeSet<usize> = (findings.pairs.iter())
            .filter(|pair| match self {
                Self::Any => false,
                Self::Some(verdict) => pair.verdict == Some(verdict),
                Self::None => pair.is_finding(),
            })
            .flat_map(|pair| [pair.a, pair.b])
            .collect();
        move |document| match self {
            Self::Any => true,
            Self::Some(_) => among.contains(&document),
            Self::None => !among.contains(&document),
        }
    }

    /// Returns the name of the choice in the menu.
    pub fn name(self, language: Language) -> String {
        match self {
            Self::Any => language.text("documents.verdict-any"),
            Self::Some(verdict) => language.verdict(verdict),
            Self::None => language.text("documents.verdict-none"),
        }
    }
}
