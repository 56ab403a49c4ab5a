//! Common text, which is left out automatically because most documents have it, and text of a template file.

use super::overlay::merged;
use super::{Choices, Counted, Versions};
use crate::compare::{Passage, Span};
use crate::text::{Mark, MarkReason};

use super::left_out::LeftOut;

/// Minimum number of documents in a folder that can have common text.
const LEAST_DOCUMENTS: usize = 10;
/// Divisor of a document's countable characters: the maximum amount of common text that is left out automatically.
const AT_MOST: u32 = 5;

/// Returns the minimum number of documents that must have a text to leave it out automatically: half of the folder;
/// `None` in a folder of fewer than 10 documents, which has no such text.
#[must_use]
pub fn common_threshold(documents: usize) -> Option<u32> {
    (documents >= LEAST_DOCUMENTS).then(|| u32::try_from(documents.div_ceil(2)).unwrap_or(u32::MAX))
}

/// Returns the marks of common text that are left out automatically. `documents` are those of the folder, with all
/// their other marks; `common` are for each the runs that many documents have, with that number in each mark.
/// Versions of a document count once; the remaining number must be half of the folder. If common text that no other
/// mark leaves out is more than a fifth of a document's countable characters, none of it is left out there: it counts
/// until a person decides.
#[must_use]
pub fn settle_common(
    documents: &[Counted],
    common: Vec<Vec<Mark>>,
    versions: &Versions,
) -> Vec<Vec<Mark>> {
    let threshold = common_threshold(versions.among(documents.len()));
    let sizes = versions.sizes();
    let settled = |(document, common): (usize, Vec<Mark>)| {
        let (Some(counted), Some(threshold)) = (documents.get(document), threshold) else {
            return Vec::new();
        };
        let others = sizes.get(document).map_or(0, |size| size - 1);
        let others = u32::try_from(others).unwrap_or(u32::MAX);
        let common: Vec<Mark> = (common.into_iter())
            .filter_map(|mark| {
                let MarkReason::Common { documents } = mark.reason else {
                    return None;
                };
                let documents = documents.saturating_sub(others);
                let reason = MarkReason::Common { documents };
                (documents >= threshold).then_some(Mark { reason, ..mark })
            })
            .collect();
        let left_out = LeftOut::of(document, counted, &Choices::default());
        let spans = merged(common.iter().map(|mark| Span {
            start: mark.start,
            end: mark.end,
        }));
        let characters: u32 = (spans.iter())
            .map(|&span| left_out.within(counted, span))
            .sum();
        if characters > counted.countable() / AT_MOST {
            return Vec::new();
        }
        common
    };
    common.into_iter().enumerate().map(settled).collect()
}

/// Returns the text of a document that is also in a template file: the union of its passages with the file, in which
/// the document is `a`.
#[must_use]
pub fn covered(passages: &[Passage]) -> Vec<Mark> {
    merged(passages.iter().map(|passage| passage.a))
        .into_iter()
        .map(|span| Mark {
            start: span.start,
            end: span.end,
            reason: MarkReason::Template,
        })
        .collect()
}
