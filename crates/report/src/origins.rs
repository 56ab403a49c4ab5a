//! Origin of copied text in words, for every format: shares from outside and from other documents of the check, by
//! library, and outside sources that several documents used. Empty if no library document was found.

use super::Report;
use chachong_compare::{CommonSource, DocumentIndex, PairFinding};

/// Origins of a document's copied text in words.
pub(crate) struct OriginWords {
    /// Shares from outside and among the documents of the check, in one line.
    pub line: String,
    /// Share with each library; empty unless there are several.
    pub libraries: Vec<String>,
    /// What the same student handed in earlier; `None` if there is nothing.
    pub own: Option<String>,
}

/// Returns the origins of the copied text of the document at `position`; `None` if no library document was found or
/// texts were not compared.
pub(crate) fn origins_of(check: Report<'_>, position: DocumentIndex) -> Option<OriginWords> {
    if !check.result.has_outside() {
        return None;
    }
    let (language, lower) = (check.language, check.result.lower_estimate(position));
    let origins = check.result.origins(position)?;
    let total = check.result.document_shares(position)?.shown().copied;
    let mut libraries: Vec<String> = (origins.counting_libraries())
        .map(|library| language.library_share(library, lower))
        .collect();
    if libraries.len() < 2 {
        libraries.clear();
    }
    let own = origins.own();
    Some(OriginWords {
        own: own.map(|own| language.own_earlier(own, total, lower)),
        line: language.origins(&origins, total, lower),
        libraries,
    })
}

/// Returns one line of text for each library document that shares text with at least 3 of the checked documents; empty if there is none.
#[must_use]
pub fn common_source_lines(check: Report<'_>) -> Vec<String> {
    if !check.result.has_outside() {
        return Vec::new();
    }
    let own = check.result.count_read();
    let line = |common: &CommonSource| {
        let source = check.result.document(common.source)?;
        Some(check.language.common_source(common, own, source))
    };
    check
        .result
        .common_sources()
        .iter()
        .filter_map(line)
        .collect()
}

/// Returns a sentence on how much of the text shared by a pair is also in an outside source; `None` without such a
/// source.
pub(crate) fn explained_line(check: Report<'_>, pair: &PairFinding) -> Option<String> {
    let explained = check.result.explained(pair)?;
    let source = check.result.document(explained.source)?;
    Some(check.language.explained(explained, source))
}
