//! Copying of cases into a library, from an archive or from another library of the same owner.

use chachong_case::{Case, CaseId, CaseSummary};
use chachong_library::{CaseList, CaseStore, LibraryError, Store};

/// Result of copying a case into a library.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum BroughtCase {
    /// The library did not have the case; the case got this number.
    Added(CaseId),
    /// The library already has the case under this number. If one history continues the other, the longer one is kept; otherwise the
    /// library's own.
    Known(CaseId),
}

/// Copies a case into a library. If the library already has a case with the same evidence, no second one is created
/// ([`BroughtCase::Known`]). Fails if the library fails.
pub fn bring_case(to: &dyn CaseStore, case: &Case) -> Result<BroughtCase, LibraryError> {
    bring(to, &to.cases()?.cases, case)
}

/// Result of copying the cases of a library.
#[derive(Debug, Default)]
pub(super) struct CopiedCases {
    /// Number of cases that the other library did not have.
    pub added: u64,
    /// Names of the damaged cases, such as `case 3`.
    pub lost: Vec<String>,
}

/// Copies the cases, as [`bring_case`] does.
pub(super) fn copy_cases(from: &dyn Store, to: &dyn Store) -> Result<CopiedCases, LibraryError> {
    let CaseList { cases, damaged } = from.cases()?;
    let there = to.cases()?.cases;
    let name = |number: &CaseId| format!("case {}", number.0);
    let mut copied = CopiedCases {
        added: 0,
        lost: damaged.iter().map(name).collect(),
    };
    // Oldest first, so that they get numbers in the same order.
    for summary in cases.iter().rev() {
        match from.case(summary.id) {
            Ok(case) => {
                let brought = bring(to, &there, &case)?;
                copied.added += u64::from(matches!(brought, BroughtCase::Added(_)));
            }
            Err(LibraryError::Damaged { .. }) => copied.lost.push(name(&summary.id)),
            Err(error) => return Err(error),
        }
    }
    Ok(copied)
}

fn bring<S: CaseStore + ?Sized>(
    to: &S,
    there: &[CaseSummary],
    case: &Case,
) -> Result<BroughtCase, LibraryError> {
    let own = case.summary(CaseId(0));
    let may_be_it = |other: &&CaseSummary| {
        (other.opened_at, &other.documents, &other.sources)
            == (own.opened_at, &own.documents, &own.sources)
    };
    for other in there.iter().filter(may_be_it) {
        let kept = match to.case(other.id) {
            Ok(kept) => kept,
            // Nobody knows whether a damaged one is it.
            Err(LibraryError::Damaged { .. }) => continue,
            Err(error) => return Err(error),
        };
        if kept.evidence == case.evidence {
            if case.history.starts_with(&kept.history) {
                to.keep_case(Some(other.id), case)?;
            }
            return Ok(BroughtCase::Known(other.id));
        }
    }
    to.keep_case(None, case).map(BroughtCase::Added)
}
