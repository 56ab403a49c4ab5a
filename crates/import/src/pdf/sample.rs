//! Pages and results made for tests.

use super::choice::{Candidate, candidate};
use super::page::{PageText, Pages};
use crate::ImportCause;

pub(super) fn failed() -> Result<PageText, ImportCause> {
    Err(ImportCause::Crashed {
        detail: String::new(),
    })
}

#[expect(clippy::unnecessary_wraps, reason = "as in `Pages`")]
pub(super) fn page(text: &str) -> Result<PageText, ImportCause> {
    Ok(PageText::plain(text))
}

pub(super) fn only(pages: Pages) -> Candidate {
    candidate("hayro", pages, None)
}
