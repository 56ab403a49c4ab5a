//! Details of a library's members: the bibliographic record of each, and the batch in which it was added.

use std::collections::HashMap;

use super::Joining;
use chachong_check::PROCESSING_VERSION;
use chachong_import::Extracted;
use chachong_library::{DocumentId, KeptSubmission, LibraryError, Store};
use chachong_record::{BibliographicRecord, RecordField};
use chachong_simhash::Recipe;
use chachong_submission::{FoundBy, plain_name};

/// Name under which a document's batch is stored among its corrected fields.
const BATCH: &str = "batch";

/// Bibliographic record of a member, and its batch.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct MemberDetails {
    /// Record that the stored text states, with a person's corrections and the student named by the submission
    /// platform.
    pub record: BibliographicRecord,
    /// Batch in which the member was added, such as 2026届 软件工程; empty if none was named.
    pub batch: String,
}

/// Reads the details of members, each given as (document number, name), and returns them in the same order. A damaged document gets empty
/// details; a document that no longer exists is left out. Fails if the library fails for another reason.
pub fn member_details(
    library: &dyn Store,
    members: &[(DocumentId, String)],
) -> Result<Vec<(DocumentId, MemberDetails)>, LibraryError> {
    let documents: Vec<DocumentId> = members.iter().map(|&(document, _)| document).collect();
    let mut kept: HashMap<DocumentId, Vec<KeptSubmission>> = HashMap::new();
    for (document, one) in library.submissions(&documents)? {
        kept.entry(document).or_default().push(one);
    }
    let mut all = Vec::new();
    for (document, name) in members {
        let submission = KeptSubmission::agreed(kept.remove(document).unwrap_or_default());
        match details(library, *document, name, submission) {
            Ok(details) => all.push((*document, details)),
            Err(LibraryError::NoSuchDocument { .. }) => {}
            Err(LibraryError::Damaged { .. }) => all.push((*document, MemberDetails::default())),
            Err(error) => return Err(error),
        }
    }
    Ok(all)
}

fn details(
    library: &dyn Store,
    document: DocumentId,
    name: &str,
    submission: Option<KeptSubmission>,
) -> Result<MemberDetails, LibraryError> {
    let extracted = library.extracted(document)?;
    let mut record = read_record(library, document, name, &extracted)?;
    // What a platform or the class list says goes before the document's own statement.
    if let Some(submission) = submission.filter(|one| one.found_by < FoundBy::Record) {
        for (field, told) in [
            (RecordField::Author, submission.student),
            (RecordField::StudentNumber, submission.number),
        ] {
            if let Some(told) = told {
                record.correct(field, &told);
            }
        }
    }
    let batch = correct(library, document, &mut record)?;
    Ok(MemberDetails { record, batch })
}

/// Reads the bibliographic record of a stored text.
pub(super) fn read_record(
    library: &dyn Store,
    document: DocumentId,
    name: &str,
    extracted: &Extracted,
) -> Result<BibliographicRecord, LibraryError> {
    let derived = library.derived(document, &Recipe::THESIS.text_form())?;
    let marks = derived.filter(|derived| derived.version == PROCESSING_VERSION);
    let marks = marks.map_or_else(Vec::new, |derived| derived.marks);
    let (text, metadata) = (&extracted.text, &extracted.metadata);
    let (name, exclusions) = (plain_name(name), &extracted.exclusions);
    Ok(BibliographicRecord::of(
        &name, text, &marks, exclusions, metadata,
    ))
}

/// Applies a person's corrections to a record. Returns the document's batch, or an empty string without one.
pub(super) fn correct(
    library: &dyn Store,
    document: DocumentId,
    record: &mut BibliographicRecord,
) -> Result<String, LibraryError> {
    let mut batch = String::new();
    for (field, value) in library.corrections(document)? {
        if field == BATCH {
            batch = value;
        } else if let Some(field) = RecordField::of(&field) {
            record.correct(field, &value);
        }
    }
    Ok(batch)
}

/// Stores the name of the batch in which these documents were added. A blank name changes nothing, and documents that no longer exist are
/// skipped. Fails if the library fails for another reason.
pub fn keep_batch(
    library: &dyn Store,
    documents: &[Joining],
    batch: &str,
) -> Result<(), LibraryError> {
    let batch = batch.trim();
    if batch.is_empty() {
        return Ok(());
    }
    for joining in documents {
        match library.correct(joining.document, BATCH, Some(batch)) {
            // Removed meanwhile.
            Err(LibraryError::NoSuchDocument { .. }) => {}
            kept => kept?,
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::super::{AddEvent, add_to_library, copy_library};
    use super::*;
    use chachong_check::Settings;
    use chachong_import::Isolation;
    use chachong_library::Library;

    #[test]
    fn records_and_batches_are_read_back_and_copied() {
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("a.txt");
        let text = "课程报告\n\n姓名：沈知远\n学号：20230101\n\n夜班馆员每晚十点关灯。\n";
        std::fs::write(&file, text).unwrap();
        let settings = Settings {
            isolation: Isolation::Thread,
            ..Settings::default()
        };
        let library = Library::open(&folder.path().join("one.chachong")).unwrap();
        let mut joined = Vec::new();
        add_to_library(&library, vec![file], settings, false, &mut |event| {
            if let AddEvent::Added(added) = event {
                joined.extend(added);
            }
            true
        })
        .unwrap();
        let store = library.store().as_ref();
        let details = |store: &dyn Store| {
            let recipe = Recipe::THESIS.text_form();
            let members = store.members(&recipe, PROCESSING_VERSION).unwrap();
            let members: Vec<(DocumentId, String)> = (members.into_iter())
                .map(|member| (member.document, member.name))
                .collect();
            let mut all = member_details(store, &members).unwrap();
            assert_eq!(all.len(), 1);
            all.remove(0).1
        };
        let [author, number] = [RecordField::Author, RecordField::StudentNumber];
        let before = details(store);
        assert_eq!(before.record.value(author), "沈知远");
        assert_eq!(before.record.value(number), "20230101");
        assert_eq!(before.batch, "");
        keep_batch(store, &joined, " 2026届 软件工程 ").unwrap();
        // No name leaves the one that is there.
        keep_batch(store, &joined, " ").unwrap();
        let document = joined[0].document;
        store
            .correct(document, author.name(), Some("沈小远"))
            .unwrap();
        let after = details(store);
        assert_eq!(after.record.value(author), "沈小远");
        assert_eq!(after.batch, "2026届 软件工程");
        let other = Library::open(&folder.path().join("two.chachong")).unwrap();
        copy_library(store, other.store().as_ref(), &mut |_, _| true).unwrap();
        assert_eq!(details(other.store().as_ref()), after);
    }
}
