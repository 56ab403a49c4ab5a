//! Origin of copied text in words, for every format: shares from outside and among the documents, by library; sources from
//! outside that several documents used. Nothing where no document of a library was found.

use super::Check;
use chachong_check::Origin;
use chachong_compare::{CommonSource, PairFinding};

/// Origins of a document's copied text in words.
pub(crate) struct OriginWords {
    /// Shares from outside and among the documents, in one line.
    pub line: String,
    /// Share with each library; empty unless there are several.
    pub libraries: Vec<String>,
}

/// Returns the origins of the copied text of the document at `position`; `None` where nothing is to be told apart.
pub(crate) fn origins_of(check: Check<'_>, position: usize) -> Option<OriginWords> {
    if !check.has_outside() {
        return None;
    }
    let (language, lower) = (check.language, check.lower_estimate(position));
    let origins = check.origins(position)?;
    let total = check.document_shares(position)?.shown().copied;
    let mut libraries: Vec<String> = (origins.counting_libraries())
        .map(|library| language.library_share(library, lower))
        .collect();
    if libraries.len() < 2 {
        libraries.clear();
    }
    Some(OriginWords {
        line: language.origins(&origins, total, lower),
        libraries,
    })
}

/// Returns for each document of a library that 3 or more checked documents took text from a line in words.
#[must_use]
pub fn common_source_lines(check: Check<'_>) -> Vec<String> {
    if !check.has_outside() {
        return Vec::new();
    }
    let own = (check.documents.iter())
        .filter(|one| one.origin == Origin::Checked && one.reading().is_some())
        .count();
    let line = |common: &CommonSource| {
        let source = check.documents.get(common.source)?;
        Some(check.language.common_source(common, own, source))
    };
    check.common_sources().iter().filter_map(line).collect()
}

/// Returns how much of what a pair shares stands in a source from outside, in a sentence.
pub(crate) fn explained_line(check: Check<'_>, pair: &PairFinding) -> Option<String> {
    let explained = check.explained(pair)?;
    let source = check.documents.get(explained.source)?;
    Some(check.language.explained(explained, source))
}
