//! Search for saved checks that contain earlier versions of the documents of another check.

use std::sync::Arc;

use chachong_check::{Document, Fingerprinting, versions_of_earlier};
use chachong_library::{CheckId, CheckState, LibraryError, Origin, SavedCheck, Store};

use crate::reopening::kept_documents;
use crate::{KeptSettings, kept};

/// Maximum number of saved checks among which earlier versions are sought.
const MOST_CHECKS: usize = 30;
/// Maximum number of documents of one saved check whose bibliographic records are read to find earlier versions.
const MOST_READ: usize = 200;

/// Saved check that contains earlier versions of the documents of another check.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LikelyEarlierCheck {
    /// The saved check.
    pub check: SavedCheck,
    /// Number of documents of the other check of which this check has an earlier version with a different text.
    pub versions: usize,
}

/// Finds finished checks that contain earlier versions, with another text, of these documents. A version is recognised by its file name,
/// words for drafts aside. If no name matches and the check has at most 200 documents, it is recognised by the author or the student
/// number that the documents state. The check with the most versions comes first.
///
/// Only the 30 finished checks that were changed last are searched. If `documents` are themselves a saved check, `own` is its number, and
/// only checks older than it are searched. Once `cancelled` returns `true`, the checks found so far are returned. Damaged checks are
/// skipped. Fails if the list of checks cannot be read.
pub fn likely_earlier_checks(
    store: &Arc<dyn Store>,
    documents: &[Document],
    own: Option<CheckId>,
    cancelled: &(dyn Fn() -> bool + Sync),
) -> Result<Vec<LikelyEarlierCheck>, LibraryError> {
    let now: Vec<Document> = (documents.iter())
        .filter(|document| document.origin == Origin::Checked)
        .cloned()
        .collect();
    let mut found = Vec::new();
    let checks = store.checks()?.into_iter();
    // Numbers ascend: a check with a higher one is later.
    let is_earlier = |check: &SavedCheck| own.is_none_or(|own| check.id < own);
    let checks = checks.filter(|check| is_earlier(check) && check.state == CheckState::Done);
    for check in checks.take(MOST_CHECKS) {
        if cancelled() {
            break;
        }
        // A check that is damaged is no reason to find no other.
        let Ok((check, content)) = store.check(check.id) else {
            continue;
        };
        let by = Fingerprinting::from(KeptSettings::of_json(content.settings).recipe());
        let rows: Vec<_> = (content.rows.into_iter())
            .filter(|row| row.origin == Origin::Checked)
            .collect();
        let kept = kept_documents(&rows);
        let mut earlier: Vec<Document> = rows
            .into_iter()
            .map(|row| Document::checked(row.name, row.format, None))
            .collect();
        let mut versions = versions_of_earlier(&earlier, &now);
        if versions.is_empty() && earlier.len() <= MOST_READ {
            for (document, kept) in earlier.iter_mut().zip(&kept) {
                let content = kept.map(|kept| kept::reading(store, kept, &document.name, &by));
                document.outcome = content.and_then(Result::ok).map(Ok);
            }
            versions = versions_of_earlier(&earlier, &now);
        }
        let is_other = |&(position, then): &(usize, usize)| {
            let present = now[position].content().and_then(|content| content.kept);
            present.is_some() && present != kept[then]
        };
        let versions = versions.iter().filter(|pair| is_other(pair)).count();
        if versions > 0 {
            found.push(LikelyEarlierCheck { check, versions });
        }
    }
    // Checks are listed the latest first, which stays so among equals.
    found.sort_by_key(|one| std::cmp::Reverse(one.versions));
    Ok(found)
}
