//! References of a document in reports.

use crate::Report;
use chachong_citation::ReferenceCheck;
use chachong_compare::DocumentIndex;

/// Maximum number of citations whose work no list has; more are a list that could not be read.
const MOST_NOT_LISTED: usize = 40;

/// What a report says of the references of a document.
pub(crate) struct SaidOfReferences {
    /// Sentences about all entries.
    pub(crate) about: Vec<String>,
    /// Entries with what is said of them; those of which nothing is said are left out.
    pub(crate) entries: Vec<SaidEntry>,
    /// Citations whose work no list has, as sentences.
    pub(crate) not_listed: Vec<String>,
}

/// Entry with what is said of it.
pub(crate) struct SaidEntry {
    /// The entry on one line.
    pub(crate) line: String,
    /// Remarks on it.
    pub(crate) remarks: Vec<String>,
    /// What the libraries say of it; `None` if it was not looked up.
    pub(crate) lookup: Option<String>,
}

impl SaidOfReferences {
    /// Collects what is said of a document's references; `None` if there is nothing to say.
    pub(crate) fn of(check: Report<'_>, position: DocumentIndex) -> Option<Self> {
        let (result, language) = (check.result, check.language);
        let of = references_of(check, position)?;
        let lookup = result.reference_lookup.as_deref();
        let remarks = result.references.remarks(position);
        if remarks == 0 && lookup.is_none() {
            return None;
        }
        let values: [(&str, &dyn std::fmt::Display); 2] =
            [("entries", &of.references.len()), ("remarks", &remarks)];
        let mut about = vec![language.fill("reference.entries", &values)];
        about.extend(language.looked_up_counts(result, position));
        let entries = of.references.iter().enumerate().map(|(at, entry)| {
            let said = language.said_of_entry(result, position, at).into_iter();
            let answer = lookup.and_then(|lookup| Some((lookup, lookup.of_entry(entry)?)));
            SaidEntry {
                line: entry.line(),
                remarks: said.map(|one| one.sentence).collect(),
                lookup: answer.map(|(lookup, answer)| language.looked_up(lookup, answer)),
            }
        });
        let is_said = |entry: &SaidEntry| !entry.remarks.is_empty() || entry.lookup.is_some();
        Some(Self {
            about,
            entries: entries.filter(is_said).collect(),
            not_listed: (of.not_listed.iter().take(MOST_NOT_LISTED))
                .map(|one| language.not_listed(one))
                .collect(),
        })
    }
}

/// Returns the references of a document; `None` if it has none.
pub(crate) fn references_of(check: Report<'_>, position: DocumentIndex) -> Option<&ReferenceCheck> {
    let of = check.result.references.document(position)?;
    (!of.references.is_empty()).then_some(of)
}
