//! Leads of a check: passages that may be rewritten or translated. A person judges them; they count in no share, verdict, group
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

/// Result of a search for rewritten and translated passages. Leads refer to documents by name, not by position, so they stay
/// valid when documents join or leave the check.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Leads {
    /// Leads, the strongest first.
    pub list: Vec<FoundLead>,
    /// Library documents that occur in leads but not among the check's documents; their names are unique in both lists.
    pub members: Vec<Document>,
    /// Numbers of documents that the search compared.
    pub extent: LeadExtent,
}

/// How many documents a search for rewritten passages compared.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct LeadExtent {
    /// Number of checked documents that were compared with all others.
    pub documents: usize,
    /// Number of library documents that were compared.
    pub members: usize,
    /// Number of library documents that were not compared because they have no sentence vectors.
    pub members_left: usize,
    /// Names of checked documents whose text could not be read again.
    pub unread: Vec<String>,
}

/// Document of one of a lead's two passages.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub struct LeadEnd {
    /// Name of the document in the check.
    pub name: Arc<str>,
    /// Number of the document in the library; `None` if no library keeps it.
    pub kept: Option<DocumentId>,
}

/// Two passages that may say the same thing in other words.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct FoundLead {
    /// Document of the first passage, always a checked one.
    pub a: LeadEnd,
    /// Document of the second passage: a checked document with a later name, or a library document.
    pub b: LeadEnd,
    /// Span of the passage in the text of `a`.
    pub in_a: Span,
    /// Span of the passage in the text of `b`.
    pub in_b: Span,
    /// Whether the lead suggests rewriting (both passages in one language) or translation (two languages).
    pub kind: LeadKind,
    /// Number of equally strong leads that chance would produce for a document of this length in a search of this size.
    pub expected_by_chance: f64,
    /// Sentences of both passages side by side, in the order of the first passage.
    pub sentences: Vec<SentencePair>,
    /// A person's decision about the lead; `None` until somebody decides.
    #[serde(default)]
    pub word: Option<PersonsWord>,
}

/// Sentences of both passages with the same meaning; one side is `None` if it has no counterpart.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct SentencePair {
    /// Span of the sentences in the first passage; `None` if nothing there corresponds to `b`.
    pub a: Option<Span>,
    /// Span of the sentences in the second passage; `None` if nothing there corresponds to `a`.
    pub b: Option<Span>,
}

/// A person's decision about a lead.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct PersonsWord {
    /// Decision: the lead is confirmed, or dismissed as no plagiarism.
    pub word: Decision,
    /// Time of the decision, in seconds since 1970.
    pub at: i64,
    /// Person's note about the lead; `None` without a note.
    pub note: Option<String>,
}

/// Strength of a lead in three levels, by how often chance produces an equally strong lead.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum LeadStrength {
    /// Chance produces an equally strong lead in at most one of 1,000 documents.
    Striking,
    /// Chance produces an equally strong lead in at most one of 20 documents.
    Clear,
    /// Chance produces an equally strong lead in more than one of 20 documents.
    Slight,
}

impl LeadStrength {
    /// Returns the strength for the number of equally strong leads that chance would produce for a document.
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

    /// Returns the name used in JSON.
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
    /// Removes everything that refers to a library: leads to its documents, and the numbers that checked documents have in it.
    /// The remaining leads are valid with any library.
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
    /// Returns the name of the decision in JSON; for a dismissed lead `dismissed`.
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

    /// Returns whether a person dismissed the lead.
    #[must_use]
    pub fn is_dismissed(&self) -> bool {
        (self.word.as_ref()).is_some_and(|word| word.word == Decision::NotPlagiarism)
    }

    /// Returns whether a person confirmed the lead.
    #[must_use]
    pub fn is_confirmed(&self) -> bool {
        (self.word.as_ref()).is_some_and(|word| word.word == Decision::Confirmed)
    }

    /// Returns whether two leads are about the same passages: they have the same documents, and on both sides the passages
    /// overlap by at least half of the shorter one.
    #[must_use]
    pub fn is_like(&self, other: &Self) -> bool {
        let overlap = |x: Span, y: Span| {
            let common = x.common(y).len();
            common > 0 && 2 * common >= x.len().min(y.len())
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
