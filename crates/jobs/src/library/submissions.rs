//! Records of who handed in the documents of a library: written when documents become members, read with the sources of
//! a check, and copied from one library to another.

use std::collections::{HashMap, HashSet};
use std::hash::Hasher;
use std::sync::Arc;

use twox_hash::XxHash3_64;

use super::Joining;
use chachong_check::{Document, Submissions};
use chachong_library::{DocumentId, KeptSubmission, LibraryError, Store};

/// Stores in the library who handed in the `joined` documents of a check, and which of them were handed in together. `submissions` groups
/// the positions in `documents`. A single file whose author is unknown gets no entry. Fails if the library fails.
pub fn keep_submissions(
    library: &dyn Store,
    (documents, submissions): (&[Document], &Submissions),
    joined: &[Joining],
) -> Result<(), LibraryError> {
    let numbers: HashMap<&str, DocumentId> = (joined.iter())
        .map(|joining| (joining.name.as_str(), joining.document))
        .collect();
    let mut kept = Vec::new();
    for submission in &submissions.all {
        let files = submission.files.iter().filter_map(|&file| {
            let name = documents.get(file)?.name.as_str();
            Some((name, *numbers.get(name)?))
        });
        let mut files: Vec<(&str, DocumentId)> = files.collect();
        files.sort_unstable();
        let of_submission = KeptSubmission::of(submission, key_of(library, &files)?);
        if files.len() > 1 || of_submission.names_somebody() {
            kept.extend((files.iter()).map(|&(_, document)| (document, of_submission.clone())));
        }
    }
    if kept.is_empty() {
        return Ok(());
    }
    library.put_submissions(&kept)
}

/// Key of a submission: the same for the same files under the same names, in any library.
fn key_of(library: &dyn Store, files: &[(&str, DocumentId)]) -> Result<i64, LibraryError> {
    let mut hash = XxHash3_64::new();
    for (name, document) in files {
        let sha256 = match library.content(*document) {
            Ok((content, _)) => content.sha256,
            // Deleted meanwhile; nothing is kept of it.
            Err(LibraryError::NoSuchDocument { .. }) => continue,
            Err(error) => return Err(error),
        };
        hash.write(&(name.len() as u64).to_le_bytes());
        hash.write(name.as_bytes());
        hash.write(&sha256);
    }
    Ok(hash.finish().cast_signed())
}

/// Returns who handed in a document of a library; `None` if nothing is stored about it, or if the entries may name different people.
/// Fails if the library fails.
pub fn kept_submission(
    library: &dyn Store,
    document: DocumentId,
) -> Result<Option<Arc<KeptSubmission>>, LibraryError> {
    let kept = library.submissions(&[document])?.into_iter();
    Ok(KeptSubmission::agreed(kept.map(|(_, one)| one)).map(Arc::new))
}

/// Carries who handed in documents to another library, by their numbers here and there. What is kept there of the
/// same person stays.
pub(super) fn carry_submissions(
    from: &dyn Store,
    to: &dyn Store,
    numbers: &HashMap<DocumentId, DocumentId>,
) -> Result<(), LibraryError> {
    let mut here: Vec<DocumentId> = numbers.keys().copied().collect();
    here.sort_unstable();
    let kept = from.submissions(&here)?;
    if kept.is_empty() {
        return Ok(());
    }
    let there: Vec<DocumentId> = numbers.values().copied().collect();
    let person = |document: DocumentId, one: &KeptSubmission| {
        (document, one.student.clone(), one.number.clone())
    };
    let there: HashSet<_> = (to.submissions(&there)?.iter())
        .map(|(document, one)| person(*document, one))
        .collect();
    let new: Vec<(DocumentId, KeptSubmission)> = (kept.into_iter())
        .filter_map(|(document, one)| Some((*numbers.get(&document)?, one)))
        .filter(|(document, one)| !there.contains(&person(*document, one)))
        .collect();
    if new.is_empty() {
        return Ok(());
    }
    to.put_submissions(&new)
}
