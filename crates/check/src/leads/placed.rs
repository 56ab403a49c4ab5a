//! Leads with the positions of their documents in a check, as reports and views need them.

use chachong_compare::DocumentIndex;
use std::collections::HashMap;

use super::{FoundLead, LeadEnd, LeadExtent, Leads};
use crate::Document;

/// Leads of a check, with the positions of their documents.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct PlacedLeads {
    /// Leads, the strongest first.
    pub list: Vec<PlacedLead>,
    /// Library documents that the check does not list. Their positions follow those of the check's documents.
    pub members: Vec<Document>,
    /// Numbers of documents that the search compared.
    pub extent: LeadExtent,
}

/// Lead with the positions of its documents.
#[derive(Clone, Debug, PartialEq)]
pub struct PlacedLead {
    /// Position of the first document.
    pub a: DocumentIndex,
    /// Position of the second document, in the check's documents followed by [`PlacedLeads::members`].
    pub b: DocumentIndex,
    /// Lead itself.
    pub lead: FoundLead,
}

impl Leads {
    /// Looks up the positions of the leads' documents in `documents`, the documents of a check. Leads whose document left the
    /// check are left out.
    #[must_use]
    pub fn placed(&self, documents: &[Document]) -> PlacedLeads {
        let all = documents.iter().chain(&self.members);
        let named: HashMap<&str, (DocumentIndex, &Document)> = ((0..).map(DocumentIndex).zip(all))
            .map(|(position, document)| (document.name.as_str(), (position, document)))
            .collect();
        let position = |end: &LeadEnd| {
            let &(position, document) = named.get(&*end.name)?;
            // Another file may have come in under the same name.
            let kept = document.content().and_then(|content| content.kept);
            let is_another = (end.kept.zip(kept)).is_some_and(|(lead, kept)| lead != kept);
            (!is_another).then_some(position)
        };
        let place = |lead: &FoundLead| {
            Some(PlacedLead {
                a: position(&lead.a)?,
                b: position(&lead.b)?,
                lead: lead.clone(),
            })
        };
        PlacedLeads {
            list: self.list.iter().filter_map(place).collect(),
            members: self.members.clone(),
            extent: self.extent.clone(),
        }
    }
}

impl PlacedLeads {
    /// Returns the leads of the document at `position`, the strongest first.
    pub fn of_document(&self, position: DocumentIndex) -> impl Iterator<Item = &PlacedLead> {
        (self.list.iter()).filter(move |lead| lead.a == position || lead.b == position)
    }

    /// Returns the leads between two documents, in either order, the strongest first.
    pub fn of_pair(&self, a: DocumentIndex, b: DocumentIndex) -> impl Iterator<Item = &PlacedLead> {
        let pair = (a.min(b), a.max(b));
        (self.list.iter()).filter(move |lead| (lead.a.min(lead.b), lead.a.max(lead.b)) == pair)
    }

    /// Returns the document at a position in `documents` followed by [`Self::members`]; `None` beyond the last.
    #[must_use]
    pub fn document<'d>(
        &'d self,
        documents: &'d [Document],
        position: DocumentIndex,
    ) -> Option<&'d Document> {
        documents
            .get(position.0)
            .or_else(|| self.members.get(position.0.checked_sub(documents.len())?))
    }
}
