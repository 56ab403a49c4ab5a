//! Filter of documents by the verdicts of their listed pairs.

use std::collections::BTreeSet;

use chachong_check::Findings;
use chachong_compare::{DocumentIndex, EvidenceKind, Verdict};
use chachong_messages::Language;

/// Filter of the table by the verdicts of the documents' listed pairs.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum VerdictFilter {
    /// All documents.
    #[default]
    Any,
    /// Documents in a pair with this verdict on its prose.
    Some(Verdict),
    /// Documents in a pair that this kind speaks most strongly for, another one than prose.
    Beyond(EvidenceKind),
    /// Documents in no listed pair.
    None,
}

impl VerdictFilter {
    /// Returns every choice, in the order of the menu; kinds beyond prose where the findings have them.
    pub fn all(findings: &Findings) -> Vec<Self> {
        let kinds = findings.kinds.iter().copied();
        let beyond = kinds.filter(|kind| *kind != EvidenceKind::Text);
        ([Self::Any].into_iter())
            .chain(Verdict::ALL.map(Self::Some))
            .chain(beyond.map(Self::Beyond))
            .chain([Self::None])
            .collect()
    }

    /// Returns a function that tells whether the document at a position passes the filter.
    pub fn shown(self, findings: &Findings) -> impl Fn(DocumentIndex) -> bool + use<> {
        let among: BTreeSet<DocumentIndex> = (findings.pairs.iter())
            .filter(|pair| match self {
                Self::Any => false,
                Self::Some(verdict) => {
                    pair.beyond_text().is_none() && pair.verdict == Some(verdict)
                }
                Self::Beyond(kind) => pair.beyond_text().is_some_and(|one| one.kind == kind),
                Self::None => pair.is_finding(),
            })
            .flat_map(|pair| [pair.a, pair.b])
            .collect();
        move |document| match self {
            Self::Any => true,
            Self::Some(_) | Self::Beyond(_) => among.contains(&document),
            Self::None => !among.contains(&document),
        }
    }

    /// Returns the name of the choice in the menu.
    pub fn name(self, language: Language) -> String {
        match self {
            Self::Any => language.text("documents.verdict-any"),
            Self::Some(verdict) => language.verdict(verdict),
            Self::Beyond(kind) => language.kind(kind),
            Self::None => language.text("documents.verdict-none"),
        }
    }
}
