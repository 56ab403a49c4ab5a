//! Equal files, and PDFs whose document ids show that they are versions of one file.

use std::collections::BTreeSet;

use super::files::{Files, pairs, sharing};
use super::handed_out::HandedOut;
use super::{EvidenceItem, Found};
use crate::Side;
use crate::file_ids::shared_pdf_id;
use chachong_compare::{DocumentIndex, DocumentPair, each_once};

/// Maximum number of equal files all of whose pairs are listed. All pairs of more would only take time: each file is
/// listed with the first one.
const EQUAL_FILES: usize = 100;

/// Finds the pairs of equal files, and the files that were handed out, which are in no pair.
pub(super) fn same_file(
    files: &Files<'_>,
    handed_out: &HandedOut<'_>,
) -> (Vec<Found>, BTreeSet<DocumentIndex>) {
    let hashes = (files.iter())
        .filter(|(_, metadata)| !metadata.sha256.is_empty())
        .map(|(position, metadata)| (metadata.sha256.as_str(), position));
    let (given, telling): (Vec<_>, Vec<_>) =
        (sharing(hashes.collect()).into_iter()).partition(|equal| handed_out.has(equal));
    let found = telling.iter().flat_map(|equal| {
        let is_first = move |&(a, _): &DocumentPair| equal.len() <= EQUAL_FILES || a == equal[0];
        pairs(equal).take_while(is_first)
    });
    (
        found.map(|pair| (pair, EvidenceItem::SameFile)).collect(),
        given.into_iter().flatten().collect(),
    )
}

/// Finds the pairs of PDFs with the same first document id.
pub(super) fn pdf_ids(files: &Files<'_>) -> Vec<Found> {
    let ids = (files.iter()).filter_map(|(position, metadata)| {
        let id = metadata.pdf_id.first().filter(|id| is_random(id))?;
        Some((id.as_str(), position))
    });
    (sharing(ids.collect()).iter())
        .filter(|same| !files.is_widespread(same.len()))
        .flat_map(|same| pairs(same))
        .map(|pair| {
            (
                pair,
                EvidenceItem::PdfId {
                    earlier: earlier(files, pair),
                },
            )
        })
        .collect()
}

/// Whether an id can be a random one: some programs write zeros, or one word.
fn is_random(id: &str) -> bool {
    id.len() >= 16 && each_once(id.bytes()).len() >= 4
}

fn earlier(files: &Files<'_>, (a, b): DocumentPair) -> Option<Side> {
    let [a, b] = [files.metadata(a)?, files.metadata(b)?];
    shared_pdf_id(&a.pdf_id, &b.pdf_id)?.earlier()
}
