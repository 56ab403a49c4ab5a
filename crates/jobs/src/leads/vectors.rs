//! Vectors of documents: taken from the library or from earlier searches if they are known there, otherwise computed on
//! all cores and kept at once, so that a cancelled search goes on where it ended.

use std::ops::Range;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

use rayon::prelude::*;
use sha2::{Digest, Sha256};

use super::kept_vectors::TextKey;
use super::{LeadSearch, LeadWatch};
use crate::kept;
use chachong_check::{DocumentContent, LeadError, LeadStep, PROCESSING_VERSION, is_lost};
use chachong_compare::{Counted, DocumentIndex};
use chachong_library::{DocumentId, LibraryError, SearchStore, Store};
use chachong_semantics::{Encoded, Encoder, encode, vectors_version};
use chachong_text::Exclusion;

/// Number of documents whose vectors are read from the library at once, at about 130,000 bytes each.
pub(super) const BATCH: usize = 256;

/// Source of vectors for one search.
pub(super) struct Vectors<'s> {
    search: &'s LeadSearch,
    encoder: &'s dyn Encoder,
    watch: &'s LeadWatch<'s>,
    /// Version of model, windows and sections, under which vectors are kept.
    version: String,
}

/// Members of the library that can be compared.
pub(super) struct Members {
    /// Numbers of the members with vectors, sorted.
    pub(super) with_vectors: Vec<DocumentId>,
    /// Number of the members without vectors.
    pub(super) left: usize,
}

impl<'s> Vectors<'s> {
    pub(super) fn new(
        search: &'s LeadSearch,
        encoder: &'s dyn Encoder,
        watch: &'s LeadWatch<'s>,
    ) -> Self {
        Self {
            search,
            encoder,
            watch,
            version: format!("{}/{PROCESSING_VERSION}", vectors_version(encoder.model())),
        }
    }

    /// Returns the vectors of the check's documents; `None` for one that was not read or whose text is lost.
    pub(super) fn of_check(&self) -> Result<Vec<Option<Arc<Encoded>>>, LeadError> {
        let documents = &self.search.documents;
        let mut found: Vec<Option<Arc<Encoded>>> = vec![None; documents.len()];
        if let Some(store) = self.store() {
            let kept = |position: DocumentIndex| documents.get(position.0)?.content()?.kept;
            let mut numbered: Vec<(DocumentId, DocumentIndex)> = (0..documents.len())
                .map(DocumentIndex)
                .filter_map(|position| Some((kept(position)?, position)))
                .collect();
            numbered.sort_unstable();
            for batch in numbered.chunks(BATCH) {
                let mut ids: Vec<DocumentId> = batch.iter().map(|&(id, _)| id).collect();
                ids.dedup();
                let known = self.of_store(store, &ids)?;
                for &(id, position) in batch {
                    let at = known.binary_search_by_key(&id, |(known, _)| *known);
                    found[position] = at.ok().map(|at| Arc::clone(&known[at].1));
                }
            }
        }
        let missing: Vec<DocumentIndex> = (0..documents.len())
            .map(DocumentIndex)
            .filter(|&position| {
                found[position].is_none() && documents[position].content().is_some()
            })
            .collect();
        let done = AtomicUsize::new(0);
        let step = |total: usize| {
            let done = done.fetch_add(1, Ordering::Relaxed) + 1;
            (self.watch.progress)(LeadStep::Encoding, done, total);
        };
        let computed: Vec<(DocumentIndex, Option<Arc<Encoded>>)> = missing
            .par_iter()
            .with_max_len(1)
            .map(|&position| {
                let content = documents[position].content();
                let encoded = content
                    .map(|content| self.of_content(content))
                    .transpose()?;
                step(missing.len());
                Ok((position, encoded.flatten()))
            })
            .collect::<Result<_, LeadError>>()?;
        for (position, encoded) in computed {
            found[position] = encoded;
        }
        Ok(found)
    }

    /// Returns the members of the library that can be compared, without the documents of the check. Computes missing
    /// vectors if the search asks for it.
    pub(super) fn of_members(&self) -> Result<Members, LeadError> {
        let Some(store) = self.store() else {
            return Ok(Members {
                with_vectors: Vec::new(),
                left: 0,
            });
        };
        let of_check: Vec<DocumentId> = {
            let contents = self.search.documents.iter().filter_map(|d| d.content());
            let mut ids: Vec<DocumentId> = contents.filter_map(|content| content.kept).collect();
            ids.sort_unstable();
            ids
        };
        let numbers = match store.member_numbers() {
            // Who may only check has no vectors of others' texts.
            Err(LibraryError::NoRight { .. }) => Vec::new(),
            numbers => numbers?,
        };
        let members: Vec<DocumentId> = (numbers.into_iter())
            .filter(|id| of_check.binary_search(id).is_err())
            .collect();
        let known = store.documents_with_vectors(&self.version)?;
        let (mut with_vectors, missing): (Vec<DocumentId>, Vec<DocumentId>) =
            (members.into_iter()).partition(|id| known.binary_search(id).is_ok());
        if !self.search.prepare_members {
            return Ok(Members {
                with_vectors,
                left: missing.len(),
            });
        }
        let done = AtomicUsize::new(0);
        let prepared: Vec<Option<DocumentId>> = missing
            .par_iter()
            .with_max_len(1)
            .map(|&id| {
                let is_prepared = self.prepare(id)?;
                let done = done.fetch_add(1, Ordering::Relaxed) + 1;
                (self.watch.progress)(LeadStep::EncodingLibrary, done, missing.len());
                Ok(is_prepared.then_some(id))
            })
            .collect::<Result<_, LeadError>>()?;
        with_vectors.extend(prepared.iter().flatten());
        with_vectors.sort_unstable();
        let left = prepared
            .iter()
            .filter(|prepared| prepared.is_none())
            .count();
        Ok(Members { with_vectors, left })
    }

    /// Returns the vectors of these members, sorted by number. Members without valid vectors are left out.
    pub(super) fn of_library(
        &self,
        ids: &[DocumentId],
    ) -> Result<Vec<(DocumentId, Arc<Encoded>)>, LeadError> {
        let Some(store) = self.store() else {
            return Ok(Vec::new());
        };
        let mut found = self.of_store(store, ids)?;
        // A library that is read-only keeps nothing.
        for &id in ids {
            if let Some(encoded) = self.search.kept.get(&member_key(&self.version, id))
                && let Err(at) = found.binary_search_by_key(&id, |(known, _)| *known)
            {
                found.insert(at, (id, encoded));
            }
        }
        Ok(found)
    }

    /// Computes and keeps the vectors of a member; `false` if its text is deleted, damaged or refused by the server.
    fn prepare(&self, id: DocumentId) -> Result<bool, LeadError> {
        let Some(library) = &self.search.library else {
            return Ok(false);
        };
        let content = match kept::reading(library.store(), id, "", &self.search.by) {
            Ok(content) => content,
            Err(
                LibraryError::NoSuchDocument { .. }
                | LibraryError::Damaged { .. }
                | LibraryError::ServerRefused { .. },
            ) => return Ok(false),
            Err(error) => return Err(error.into()),
        };
        let Ok(text) = content.text.text() else {
            return Ok(false);
        };
        let encoded = self.compute(&text, &left_out(&content))?;
        if !self.keep(id, &encoded)? {
            let key = member_key(&self.version, id);
            self.search.kept.put(key, Arc::new(encoded));
        }
        Ok(true)
    }

    /// Returns the vectors of a text that was read; `None` if the text is lost.
    fn of_content(&self, content: &DocumentContent) -> Result<Option<Arc<Encoded>>, LeadError> {
        if (self.watch.cancelled)() {
            return Err(LeadError::Cancelled);
        }
        let text = match content.text.text() {
            Ok(text) => text,
            Err(error) if is_lost(&error) => return Ok(None),
            Err(error) => return Err(error.into()),
        };
        let left_out = left_out(content);
        let key = text_key(&self.version, &text, &left_out);
        if let Some(known) = self.search.kept.get(&key) {
            return Ok(Some(known));
        }
        let encoded = Arc::new(self.compute(&text, &left_out)?);
        let in_library = match content.kept {
            Some(id) if self.store().is_some() => self.keep(id, &encoded)?,
            _ => false,
        };
        if !in_library {
            self.search.kept.put(key, Arc::clone(&encoded));
        }
        Ok(Some(encoded))
    }

    fn compute(&self, text: &str, left_out: &[Range<usize>]) -> Result<Encoded, LeadError> {
        encode(text, left_out, self.encoder, self.watch.cancelled).ok_or(LeadError::Cancelled)
    }

    /// Keeps vectors in the library; `false` if nothing can be written there.
    fn keep(&self, id: DocumentId, encoded: &Encoded) -> Result<bool, LeadError> {
        let Some(store) = self.store() else {
            return Ok(false);
        };
        if store.state()?.read_only {
            return Ok(false);
        }
        match store.put_vectors(&self.version, &[(id, encoded.to_bytes())]) {
            Ok(()) => Ok(true),
            Err(LibraryError::ReadOnly { .. } | LibraryError::DiskFull { .. }) => Ok(false),
            Err(error) => Err(error.into()),
        }
    }

    fn of_store(
        &self,
        store: &dyn SearchStore,
        ids: &[DocumentId],
    ) -> Result<Vec<(DocumentId, Arc<Encoded>)>, LeadError> {
        let bodies = store.vectors(&self.version, ids)?;
        let read = |(id, body): (DocumentId, Vec<u8>)| {
            // Bytes that are no vectors (of another program under the same version) are computed again.
            Some((id, Arc::new(Encoded::from_bytes(&body)?)))
        };
        Ok(bodies.into_par_iter().filter_map(read).collect())
    }

    fn store(&self) -> Option<&dyn Store> {
        Some(self.search.library.as_ref()?.store().as_ref())
    }
}

/// Spans of a text that belong to no window: what is not compared, and sections and quotations that do not count.
fn left_out(content: &DocumentContent) -> Vec<Range<usize>> {
    let place = |offset: u64| usize::try_from(offset).unwrap_or(usize::MAX);
    let excluded = |exclusion: &Exclusion| place(exclusion.start)..place(exclusion.end);
    let counted: &Counted = &content.counted;
    let marks = counted
        .marks
        .iter()
        .map(|mark| mark.start as usize..mark.end as usize);
    let exclusions = content.text.exclusions().iter().map(excluded);
    let mut spans: Vec<Range<usize>> = exclusions
        .chain(marks)
        .filter(|span| !span.is_empty())
        .collect();
    spans.sort_unstable_by_key(|span| (span.start, span.end));
    let mut joined: Vec<Range<usize>> = Vec::with_capacity(spans.len());
    for span in spans {
        match joined.last_mut() {
            Some(last) if span.start <= last.end => last.end = last.end.max(span.end),
            _ => joined.push(span),
        }
    }
    joined
}

fn text_key(version: &str, text: &str, left_out: &[Range<usize>]) -> TextKey {
    let mut hash = Sha256::new();
    hash.update((version.len() as u64).to_le_bytes());
    hash.update(version);
    hash.update((left_out.len() as u64).to_le_bytes());
    for span in left_out {
        hash.update((span.start as u64).to_le_bytes());
        hash.update((span.end as u64).to_le_bytes());
    }
    hash.update(text);
    hash.finalize().into()
}

fn member_key(version: &str, id: DocumentId) -> TextKey {
    let mut hash = Sha256::new();
    hash.update("member");
    hash.update(version);
    hash.update(id.0.to_le_bytes());
    hash.finalize().into()
}

#[cfg(test)]
#[expect(
    clippy::single_range_in_vec_init,
    reason = "one span is a list of spans"
)]
mod tests {
    use super::*;

    #[test]
    fn a_text_with_other_exclusions_has_another_key() {
        let key = |left_out: &[Range<usize>]| text_key("1", "夜间开放", left_out);
        assert_eq!(key(&[]), key(&[]));
        assert_ne!(key(&[]), key(&[0..2]));
        assert_ne!(key(&[0..2]), key(&[0..3]));
        assert_ne!(key(&[]), text_key("2", "夜间开放", &[]));
    }
}
