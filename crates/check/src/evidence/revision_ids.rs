//! Revision ids of Word that few documents have: Word draws one at random for each editing session and never removes
//! it, so two files that share some come from one file.

use chachong_compare::DocumentIndex;
use std::collections::{BTreeMap, HashMap};

use rayon::prelude::*;

use super::files::Files;
use super::{EvidenceItem, Found};
use crate::Side;
use crate::file_ids::{LEAST_REVISION_IDS, own_ids, shared_revision_ids};

/// Finds the pairs that share at least [`LEAST_REVISION_IDS`] ids that are not widespread.
pub(super) fn shared(files: &Files<'_>) -> Vec<Found> {
    let mut stated: Vec<(u32, DocumentIndex)> = (files.iter())
        .flat_map(|(position, metadata)| {
            own_ids(&metadata.revision_ids).map(move |id| (id, position))
        })
        .collect();
    stated.par_sort_unstable();
    stated.dedup();
    let telling: HashMap<u32, &[(u32, DocumentIndex)]> = (stated.chunk_by(|x, y| x.0 == y.0))
        .filter(|group| group.len() > 1 && !files.is_widespread(group.len()))
        .map(|group| (group[0].0, group))
        .collect();
    let with_later = |a: DocumentIndex| {
        let ids = files
            .metadata(a)
            .map_or(&[][..], |metadata| &metadata.revision_ids);
        let mut counts: BTreeMap<DocumentIndex, usize> = BTreeMap::new();
        for id in ids {
            for &(_, b) in telling.get(id).copied().unwrap_or_default() {
                if b > a {
                    *counts.entry(b).or_insert(0) += 1;
                }
            }
        }
        let enough = counts
            .into_iter()
            .filter(|&(_, shared)| shared >= LEAST_REVISION_IDS);
        enough.map(move |(b, shared)| {
            let earlier = earlier(files, a, b);
            ((a, b), EvidenceItem::RevisionIds { shared, earlier })
        })
    };
    (0..files.len())
        .into_par_iter()
        .map(DocumentIndex)
        .flat_map_iter(with_later)
        .collect()
}

/// Returns the document whose ids all occur in the other document, which has further ids. Widespread ids count too.
/// `None` if this holds for neither document.
fn earlier(files: &Files<'_>, a: DocumentIndex, b: DocumentIndex) -> Option<Side> {
    let [a, b] = [files.metadata(a)?, files.metadata(b)?];
    shared_revision_ids(&a.revision_ids, &b.revision_ids)?.earlier()
}
