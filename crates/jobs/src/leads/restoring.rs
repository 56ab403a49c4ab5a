//! Leads in the form in which a check saves them, and the documents that are read again when the check is reopened.

use std::sync::Arc;

use serde::{Deserialize, Serialize};

use crate::kept;
use crate::library::kept_submission;
use chachong_check::{
    Document, Fingerprinting, FoundLead, LIBRARY_PREFIX, LeadExtent, Leads, Origin,
};
use chachong_library::{DocumentId, LibraryError, Store};

/// Leads in the form in which they are saved with a check.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(default)]
pub struct SavedLeads {
    /// Leads, the strongest first.
    list: Vec<FoundLead>,
    /// Names and numbers of the library's documents that leads name and the check does not list.
    members: Vec<(String, DocumentId)>,
    /// Extent of the search.
    extent: LeadExtent,
}

impl SavedLeads {
    /// Converts leads to the form in which they are saved.
    #[must_use]
    pub fn of(leads: &Leads) -> Self {
        let member = |document: &Document| Some((document.name.clone(), document.content()?.kept?));
        Self {
            list: leads.list.clone(),
            members: leads.members.iter().filter_map(member).collect(),
            extent: leads.extent.clone(),
        }
    }

    /// Restores the leads, and loads the library documents that they name; deleted and damaged documents are left out of
    /// [`Leads::members`]. Fails if the library fails for another reason.
    pub fn restored(
        self,
        library: &Arc<dyn Store>,
        by: &Fingerprinting,
    ) -> Result<Leads, LibraryError> {
        let mut members = Vec::new();
        for (name, id) in self.members {
            members.extend(member(library, id, name, by)?);
        }
        Ok(Leads {
            list: self.list,
            members,
            extent: self.extent,
        })
    }
}

/// Reads a member of the library as a document that a lead names; `None` if it was deleted or damaged.
pub(super) fn member(
    library: &Arc<dyn Store>,
    id: DocumentId,
    name: String,
    by: &Fingerprinting,
) -> Result<Option<Document>, LibraryError> {
    let shown = name.strip_prefix(LIBRARY_PREFIX).unwrap_or(&name);
    let content = match kept::reading(library, id, shown, by) {
        Ok(content) => content,
        Err(LibraryError::NoSuchDocument { .. } | LibraryError::Damaged { .. }) => return Ok(None),
        Err(error) => return Err(error),
    };
    let (_, format) = library.content(id)?;
    let path = library
        .paths(id)?
        .into_iter()
        .next()
        .map(|stored| stored.path);
    Ok(Some(Document {
        path: path.unwrap_or_else(|| shown.into()),
        name,
        origin: Origin::Library,
        format: Some(format),
        library: None,
        kept_submission: kept_submission(library.as_ref(), id)?,
        outcome: Some(Ok(content)),
    }))
}
