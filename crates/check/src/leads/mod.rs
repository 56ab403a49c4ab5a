//! Leads of a check: passages that may be rewritten or translated. For a person to judge, and in no share, verdict, group
//! or matrix.

mod placed;
mod step;

use std::sync::Arc;

use serde::{Deserialize, Serialize};

pub use placed::{PlacedLead, PlacedLeads};
pub use step::{LeadError, LeadStep};

use super::{Document, LIBRARY_PREFIX};
use chachong_compare::{Decision, Span};
use chachong_library::DocumentId;
use chachong_semantics::LeadKind;

/// Result of a search for rewritten and translated passages. Documents are named, not numbered: the leads stay with
/// theirs when others join a check or leave it.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Leads {
    /// Leads, the strongest first.
    pub list: Vec<FoundLead>,
    /// Documents of the library that occur in leads but not in the list of the check; their names are unique in both.
    pub members: Vec<Document>,
    /// Extent of the search.
    pub extent: LeadExtent,
}

/// How many documents a search for rewritten passages compared.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct LeadExtent {
    /// Number of checked documents that were compared with all others.
    pub documents: usize,
    /// Number of members of the library that were compared.
    pub members: usize,
    /// Number of members of the library that were not compared, because their sentence vectors are missing.
    pub members_left: usize,
    /// Names of checked documents whose text could not be read again.
    pub unread: Vec<String>,
}

/// Document at one end of a lead.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub struct LeadEnd {
    /// Name of the document in the check.
    pub name: Arc<str>,
    /// Number of the document in the library; `None` without a library.
    pub kept: Option<DocumentId>,
}

/// Two passages that may say the same thing in other words.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct FoundLead {
    /// Document of the first passage, always a checked one.
    pub a: LeadEnd,
    /// Document of the second passage: a checked one with a later name, or one of the library.
    pub b: LeadEnd,
    /// Passage in the text of `a`.
    pub in_a: Span,
    /// Passage in the text of `b`.
    pub in_b: Span,
    /// Whether the lead suggests rewriting (one language) or translation (two).
    pub kind: LeadKind,
    /// Number of equally strong leads expected by chance for a document of this length in a search of this size.
    pub expected_by_chance: f64,
    /// Sentences of both passages side by side, in the order of the first passage.
    pub sentences: Vec<SentencePair>,
    /// A person's decision about the lead; `None` until somebody decides.
    #[serde(default)]
    pub word: Option<PersonsWord>,
}

/// Sentences with the same meaning; one side is `None` where the other passage has no counterpart.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct SentencePair {
    /// Sentences of the first passage; `None` where it has no counterpart to those of the second.
    pub a: Option<Span>,
    /// Sentences of the second passage; `None` where it has no counterpart to those of the first.
    pub b: Option<Span>,
}

/// A person's decision about a lead.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct PersonsWord {
    /// Whether the person confirms the lead or dismisses it as no plagiarism.
    pub word: Decision,
    /// Time of the decision, in seconds since 1970.
    pub at: i64,
    /// Note; `None` without one.
    pub note: Option<String>,
}

/// How strong a lead is, in three levels.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum LeadStrength {
    /// Chance gives one as strong in at most one of 1,000 documents.
    Striking,
    /// Chance gives one as strong in at most one of 20 documents.
    Clear,
    /// Chance gives one as strong more often.
    Slight,
}

impl LeadStrength {
    /// Returns the strength that follows from the number of equally strong leads expected by chance for a document.
    #[must_use]
    pub fn of(expected_by_chance: f64) -> Self {
        if expected_by_chance <= 0.001 {
            Self::Striking
        } else if expected_by_chance <= 0.05 {
            Self::Clear
        } else {
            Self::Slight
        }
    }

    /// Name in JSON.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Striking => "striking",
            Self::Clear => "clear",
            Self::Slight => "slight",
        }
    }
}

impl Leads {
    /// Removes what refers to the library: leads to its documents, and the numbers that checked documents have in it. The
    /// rest is valid with any library.
    pub fn leave_library(&mut self) {
        self.members.clear();
        self.list
            .retain(|lead| !lead.b.name.starts_with(LIBRARY_PREFIX));
        for lead in &mut self.list {
            (lead.a.kept, lead.b.kept) = (None, None);
        }
        (self.extent.members, self.extent.members_left) = (0, 0);
    }
}

impl PersonsWord {
    /// Name of the decision in JSON, as it is called for leads.
    #[must_use]
    pub const fn name(&self) -> &'static str {
        match self.word {
            Decision::NotPlagiarism => "dismissed",
            other => other.name(),
        }
    }
}

impl FoundLead {
    /// Returns the strength of the lead.
    #[must_use]
    pub fn strength(&self) -> LeadStrength {
        LeadStrength::of(self.expected_by_chance)
    }

    /// Whether a person dismissed the lead.
    #[must_use]
    pub fn is_dismissed(&self) -> bool {
        (self.word.as_ref()).is_some_and(|word| word.word == Decision::NotPlagiarism)
    }

    /// Whether a person confirmed the lead.
    #[must_use]
    pub fn is_confirmed(&self) -> bool {
        (self.word.as_ref()).is_some_and(|word| word.word == Decision::Confirmed)
    }

    /// Whether two leads concern the same passages: the same documents, with an overlap of at least half of the shorter
    /// passage on both sides.
    #[must_use]
    pub fn is_like(&self, other: &Self) -> bool {
        let overlap = |x: Span, y: Span| {
            let common = x.end.min(y.end).saturating_sub(x.start.max(y.start));
            let shorter = (x.end - x.start.min(x.end)).min(y.end - y.start.min(y.end));
            common > 0 && 2 * common >= shorter
        };
        let same = |x: &LeadEnd, y: &LeadEnd| match (x.kept, y.kept) {
            (Some(x), Some(y)) => x == y,
            _ => x.name == y.name,
        };
        same(&self.a, &other.a)
            && same(&self.b, &other.b)
            && overlap(self.in_a, other.in_a)
            && overlap(self.in_b, other.in_b)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_leads_among_checked_documents_outlast_a_change_of_library() {
        let end = |name: &str, number| LeadEnd {
            name: name.into(),
            kept: Some(DocumentId(number)),
        };
        let span = Span { start: 0, end: 9 };
        let lead = |b: LeadEnd| FoundLead {
            a: end("a.txt", 1),
            b,
            in_a: span,
            in_b: span,
            kind: LeadKind::Rewritten,
            expected_by_chance: 0.01,
            sentences: Vec::new(),
            word: None,
        };
        let mut leads = Leads {
            list: vec![
                lead(end("b.txt", 2)),
                lead(end(&format!("{LIBRARY_PREFIX}c.txt"), 3)),
            ],
            ..Leads::default()
        };
        leads.leave_library();
        assert_eq!(leads.list.len(), 1);
        assert_eq!((leads.list[0].a.kept, leads.list[0].b.kept), (None, None));
        assert_eq!(&*leads.list[0].b.name, "b.txt");
    }
}
