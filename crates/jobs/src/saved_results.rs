//! Results of a check as a library keeps them, and their way back.

use std::collections::HashMap;
use std::sync::Arc;

use chachong_check::{Copies, Document, PROCESSING_VERSION};
use chachong_compare::{ALIGNMENT_VERSION, Counted, DocumentIndex, Widespread};
use chachong_library::SavedResults;

/// Version of saved results: of what was computed from the texts, and of the alignment that found the passages.
const RESULTS_VERSION: u32 = 1_000 * PROCESSING_VERSION + ALIGNMENT_VERSION;

/// Collects the results to save. Marks of the text itself are kept with the text; only those that come from other
/// documents and templates are kept here.
pub(super) fn results(counted: &[Option<Arc<Counted>>], copies: &Copies) -> SavedResults {
    let marks = counted
        .iter()
        .zip(&copies.counted)
        .map(|(by_itself, counted)| {
            let mut own: HashMap<_, usize> = HashMap::new();
            for mark in by_itself.iter().flat_map(|counted| &counted.marks) {
                *own.entry(*mark).or_default() += 1;
            }
            let given = counted.marks.iter().filter(|mark| {
                own.get_mut(*mark).is_none_or(|left| {
                    let known = *left > 0;
                    *left = left.saturating_sub(1);
                    !known
                })
            });
            given.copied().collect()
        });
    SavedResults {
        version: RESULTS_VERSION,
        pairs: copies.pairs.clone(),
        marks: marks.collect(),
        widespread: (copies
            .counted
            .iter()
            .map(|counted| counted.widespread.clone()))
        .collect(),
        unread: copies.unread.clone(),
        compared: copies.compared,
        missing: copies.missing.clone(),
        templates: copies.templates.clone(),
    }
}

/// Restores the passages of a reopened check; `None` if they belong to other documents or another program version.
#[must_use]
pub fn reopened_copies(documents: &[Document], results: &SavedResults) -> Option<Copies> {
    if !results.fit(RESULTS_VERSION, documents.len()) {
        return None;
    }
    let fits = |document: DocumentIndex, start: u32, end: u32| {
        start <= end
            && (documents[document].content())
                .is_some_and(|reading| u64::from(end) <= reading.characters)
    };
    let fits_passages = results.pairs.iter().all(|pair| {
        (pair.passages.iter())
            .all(|p| fits(pair.a, p.a.start, p.a.end) && fits(pair.b, p.b.start, p.b.end))
    });
    let fits_marks = (0..)
        .map(DocumentIndex)
        .zip(&results.marks)
        .all(|(document, marks)| {
            marks
                .iter()
                .all(|mark| fits(document, mark.start, mark.end))
        });
    let fits_degrees = results.pairs.iter().all(|pair| {
        [(pair.a, &pair.degrees_a), (pair.b, &pair.degrees_b)]
            .into_iter()
            .all(|(document, runs)| {
                runs.is_sorted_by_key(|run| run.span.start)
                    && (runs.iter()).all(|run| fits(document, run.span.start, run.span.end))
            })
    });
    let fits_widespread =
        (0..)
            .map(DocumentIndex)
            .zip(&results.widespread)
            .all(|(document, stretches)| {
                stretches.is_sorted()
                    && (stretches.iter()).all(|one| {
                        one.weight <= Widespread::WHOLE
                            && fits(document, one.span.start, one.span.end)
                    })
            });
    if !(fits_passages && fits_marks && fits_degrees && fits_widespread) {
        return None;
    }
    let counted = documents
        .iter()
        .zip(results.marks.iter().zip(&results.widespread))
        .map(|(document, (marks, widespread))| {
            let mut counted = (document.content())
                .map_or_else(Counted::default, |reading| (*reading.counted).clone());
            counted.marks.extend(marks);
            counted.marks.sort_unstable();
            counted.widespread.clone_from(widespread);
            counted
        });
    Some(Copies {
        counted: counted.collect(),
        attributions: Vec::new(),
        pairs: results.pairs.clone(),
        unread: results.unread.clone(),
        compared: results.compared,
        missing: results.missing.clone(),
        templates: results.templates.clone(),
    })
}
