//! Copying of cases into another library of the same owner.

use chachong_case::CaseSummary;
use chachong_library::{CaseList, LibraryError, Store};

/// What became of the cases of a library that was copied.
#[derive(Debug, Default)]
pub(super) struct CopiedCases {
    /// Number of cases that the other library did not have.
    pub added: u64,
    /// Cases that are damaged.
    pub lost: Vec<String>,
}

/// Copies the cases, unless the other library has them: those with the same evidence. Of such a case the longer history is kept,
/// if one continues the other; else what is there stays.
pub(super) fn copy_cases(from: &dyn Store, to: &dyn Store) -> Result<CopiedCases, LibraryError> {
    let CaseList { cases, damaged } = from.cases()?;
    let there = to.cases()?.cases;
    let mut copied = CopiedCases::default();
    // Oldest first, so that they get numbers in the same order.
    for summary in cases.iter().rev() {
        let case = match from.case(summary.id) {
            Ok(case) => case,
            Err(LibraryError::Damaged { .. }) => {
                copied.lost.push(format!("case {}", summary.id.0));
                continue;
            }
            Err(error) => return Err(error),
        };
        let may_be_it = |other: &&CaseSummary| {
            (other.opened_at, &other.documents, &other.sources)
                == (summary.opened_at, &summary.documents, &summary.sources)
        };
        let mut known = None;
        for other in there.iter().filter(may_be_it) {
            let kept = to.case(other.id)?;
            if kept.evidence == case.evidence {
                known = Some((other.id, kept));
                break;
            }
        }
        match known {
            None => {
                to.keep_case(None, &case)?;
                copied.added += 1;
            }
            Some((number, kept)) if case.history.starts_with(&kept.history) => {
                to.keep_case(Some(number), &case)?;
            }
            Some(_) => {}
        }
    }
    copied
        .lost
        .extend(damaged.iter().map(|id| format!("case {}", id.0)));
    Ok(copied)
}
