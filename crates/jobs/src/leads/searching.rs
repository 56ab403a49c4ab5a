//! Search for leads in all its steps: vectors, scan, passages, sentences, decisions of persons.

use chachong_compare::DocumentIndex;
use std::collections::{BTreeSet, HashSet};
use std::ops::Range;
use std::sync::Arc;

use super::found::Placing;
use super::vectors::{BATCH, Members, Vectors};
use super::words::take_up;
use super::{LeadSearch, LeadWatch};
use chachong_check::{LeadError, LeadExtent, LeadStep, Leads, in_pool};
use chachong_library::CheckStore;
use chachong_semantics::{Encoded, Search, SemanticLead, open_model};

/// Number of documents whose windows are compared with all others at once.
const QUERIES: usize = 128;

/// Vectors of the documents that one search compares.
struct Compared {
    /// Vectors of each document of the check; `None` for one without.
    of_check: Vec<Option<Arc<Encoded>>>,
    /// Members of the library that the documents of the check are compared with.
    members: Members,
    /// Positions of the documents whose rewritten passages are sought.
    wanted: BTreeSet<DocumentIndex>,
}

/// Searches for leads to rewritten and translated passages. Returns those that chance explains worst first. Fails if the model is
/// missing, the library fails or the search is cancelled; vectors computed before that are kept.
pub fn find_leads(search: &LeadSearch, watch: &LeadWatch<'_>) -> Result<Leads, LeadError> {
    in_pool(search.threads, || found(search, watch))
}

fn found(search: &LeadSearch, watch: &LeadWatch<'_>) -> Result<Leads, LeadError> {
    (watch.progress)(LeadStep::Loading, 0, 1);
    let encoder = open_model(&search.models)?;
    let vectors = Vectors::new(search, &encoder, watch);
    let of_check = without_shared_texts(search, vectors.of_check()?);
    let members = vectors.of_members()?;
    let is_wanted = |&position: &DocumentIndex| {
        (search.wanted.as_ref()).is_none_or(|wanted| wanted.contains(&position))
    };
    let compared = Compared {
        wanted: (0..search.checked())
            .map(DocumentIndex)
            .filter(is_wanted)
            .collect(),
        of_check,
        members,
    };
    let semantic = scanned(search, &vectors, &compared, watch)?;
    (watch.progress)(LeadStep::Weighing, 0, semantic.len());
    let mut placing = Placing::new(search, &encoder, &compared.members.with_vectors);
    let mut leads = Leads::default();
    for (number, lead) in semantic.iter().enumerate() {
        if (watch.cancelled)() {
            return Err(LeadError::Cancelled);
        }
        leads.list.extend(placing.lead(lead)?);
        (watch.progress)(LeadStep::Weighing, number + 1, semantic.len());
    }
    leads.members = placing.into_members();
    leads.extent = extent(search, &compared);
    leads.list.sort_by(|x, y| {
        (x.expected_by_chance.total_cmp(&y.expected_by_chance))
            .then_with(|| (&x.a, &x.b, x.in_a, x.in_b).cmp(&(&y.a, &y.b, y.in_a, y.in_b)))
    });
    let store = (search.library.as_ref()).map(|library| &**library.store() as &dyn CheckStore);
    take_up(&mut leads, search.earlier.as_deref(), store)?;
    Ok(leads)
}

/// Compares the windows of the wanted documents with all others, the members of the library too.
fn scanned(
    search: &LeadSearch,
    vectors: &Vectors<'_>,
    compared: &Compared,
    watch: &LeadWatch<'_>,
) -> Result<Vec<SemanticLead>, LeadError> {
    let wanted: Vec<DocumentIndex> = (compared.wanted.iter().copied())
        .filter(|&position| compared.of_check[position].is_some())
        .collect();
    let numbered = |positions: &[DocumentIndex]| -> Vec<(u32, Arc<Encoded>)> {
        let encoded = |position: DocumentIndex| {
            Some((number(position), compared.of_check[position].clone()?))
        };
        positions
            .iter()
            .filter_map(|&position| encoded(position))
            .collect()
    };
    let all: Vec<DocumentIndex> = (0..compared.of_check.len()).map(DocumentIndex).collect();
    let first_member = compared.of_check.len();
    let members = &compared.members.with_vectors;
    let batches = all.len().div_ceil(BATCH) + members.len().div_ceil(BATCH);
    let total = wanted.len().div_ceil(QUERIES) * batches;
    let (mut done, mut leads) = (0, Vec::new());
    let mut step = || {
        (watch.progress)(LeadStep::Comparing, done, total);
        done += 1;
        if (watch.cancelled)() {
            Err(LeadError::Cancelled)
        } else {
            Ok(())
        }
    };
    let comparable = |a: u32, b: u32| {
        let [a, b] = [a, b].map(|number| DocumentIndex(number as usize));
        search.is_comparable(a, b)
    };
    for queries in wanted.chunks(QUERIES) {
        let mut scan = Search::new(&numbered(queries), &comparable);
        for batch in all.chunks(BATCH) {
            step()?;
            scan.add(&numbered(batch), watch.cancelled);
        }
        for (number_of_batch, batch) in members.chunks(BATCH).enumerate() {
            step()?;
            let read = vectors.of_library(batch)?;
            let place = |id| batch.binary_search(&id).ok();
            let numbered: Vec<(u32, Arc<Encoded>)> = (read.into_iter())
                .filter_map(|(id, encoded)| {
                    let position = first_member + number_of_batch * BATCH + place(id)?;
                    Some((number(DocumentIndex(position)), encoded))
                })
                .collect();
            scan.add(&numbered, watch.cancelled);
        }
        leads.extend(scan.finish(watch.cancelled).ok_or(LeadError::Cancelled)?);
    }
    Ok(once(leads, &compared.wanted))
}

/// Removes what was found from both sides: two documents whose rewritten passages are sought give each lead twice, unless
/// they were compared in one block.
fn once(leads: Vec<SemanticLead>, wanted: &BTreeSet<DocumentIndex>) -> Vec<SemanticLead> {
    let is_sought = |document: u32| wanted.contains(&DocumentIndex(document as usize));
    let mut seen = HashSet::new();
    (leads.into_iter())
        .map(|lead| {
            if is_sought(lead.b) && lead.b < lead.a {
                lead.reversed()
            } else {
                lead
            }
        })
        .filter(|lead| {
            let place = (lead.a, lead.b, lead.in_a.clone(), lead.in_b.clone());
            seen.insert(place)
        })
        .collect()
}

/// Number of a document in the scan: its position.
fn number(position: DocumentIndex) -> u32 {
    // No check has 4 billion documents: each needs some kilobytes of memory.
    u32::try_from(position.0).unwrap_or(u32::MAX)
}

/// Leaves out windows in texts that several documents share.
fn without_shared_texts(
    search: &LeadSearch,
    of_check: Vec<Option<Arc<Encoded>>>,
) -> Vec<Option<Arc<Encoded>>> {
    let Some(copies) = &search.copies else {
        return of_check;
    };
    let mut spans: Vec<Vec<Range<usize>>> = vec![Vec::new(); of_check.len()];
    for text in copies.shared_texts(&search.theses) {
        for &(document, span) in &text.places {
            if let Some(spans) = spans.get_mut(document.0) {
                spans.push(span.start as usize..span.end as usize);
            }
        }
    }
    for spans in &mut spans {
        spans.sort_unstable_by_key(|span| span.start);
    }
    (of_check.into_iter().zip(&spans))
        .map(|(encoded, spans)| {
            let encoded = encoded?;
            if spans.is_empty() {
                Some(encoded)
            } else {
                Some(Arc::new(encoded.without(spans)))
            }
        })
        .collect()
}

fn extent(search: &LeadSearch, compared: &Compared) -> LeadExtent {
    let unread = |position: &DocumentIndex| {
        let document = &search.documents[*position];
        document.content().is_some() && compared.of_check[*position].is_none()
    };
    let is_compared = |position: &&DocumentIndex| compared.of_check[**position].is_some();
    LeadExtent {
        documents: compared.wanted.iter().filter(is_compared).count(),
        members: compared.members.with_vectors.len() + search.documents.len() - search.checked(),
        members_left: compared.members.left,
        unread: (compared.wanted.iter().copied())
            .filter(unread)
            .map(|position| search.documents[position].name.clone())
            .collect(),
    }
}
