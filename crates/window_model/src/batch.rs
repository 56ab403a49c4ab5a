//! Documents that enter the list, one batch at a time: their positions, and their results as they are read. Plain data.

use chachong_compare::DocumentIndex;
use std::path::PathBuf;
use std::sync::Arc;
use std::time::Instant;

use crate::progress::Progress;
use crate::selection::Selection;
use crate::state::{Check, State};
use chachong_check::{Document, DocumentContent};
use chachong_import::{Format, ImportCause};

impl Check {
    /// Returns the paths of these documents, in the given order. Library documents are left out, because their texts do not change with
    /// their files.
    pub fn paths_of_checked(&self, documents: &[DocumentIndex]) -> Vec<PathBuf> {
        (documents.iter())
            .filter(|&&position| self.is_checked(position))
            .map(|&position| self.result.documents[position].path.clone())
            .collect()
    }

    /// Records that a document is being read again, as a batch of one. Its old result is kept until the new one arrives.
    pub fn read_again(&mut self, document: DocumentIndex) {
        self.progress = Some(Progress {
            batch: vec![document],
            started: Some(Instant::now()),
            ..Progress::default()
        });
    }

    /// Marks a document as being read now. `in_batch` is its index in the running batch. Does nothing if no batch is running; panics if
    /// the batch has no such index.
    pub fn begin_reading(&mut self, in_batch: usize) {
        if let Some(progress) = &mut self.progress {
            let document = progress.batch[in_batch];
            progress.current.insert(document);
        }
    }

    /// Records that the text of `done` of `of` pages of a document has been recognised. `in_batch` is the index of the document in the
    /// running batch.
    pub fn recognising(&mut self, in_batch: usize, done: usize, of: usize) {
        if let Some(progress) = &mut self.progress
            && progress.batch.len() > in_batch
        {
            progress.pages = Some((done, of));
        }
    }

    /// Returns a document of the running batch that could not be read again although it was read before: its earlier content stays.
    /// `None` for any other outcome. `in_batch` is the index of the document in the running batch.
    pub fn kept_content(
        &self,
        in_batch: usize,
        outcome: &Result<DocumentContent, ImportCause>,
    ) -> Option<DocumentIndex> {
        let position = *self.progress.as_ref()?.batch.get(in_batch)?;
        let has_content = self.result.document(position)?.content().is_some();
        (has_content && outcome.is_err()).then_some(position)
    }

    /// Returns the checked documents with pages that text recognition could still read.
    pub fn unrecognised(&self) -> Vec<DocumentIndex> {
        self.checked_positions()
            .filter(|&position| self.unrecognised_pages(position) > 0)
            .collect()
    }

    /// Returns the number of pages of a document that text recognition could still read.
    pub fn unrecognised_pages(&self, position: DocumentIndex) -> usize {
        let content = self.result.document(position).and_then(Document::content);
        content.map_or(0, DocumentContent::unrecognised_pages)
    }

    /// Returns whether a document is a PDF that was read but whose text has not been compared with what its pages look like
    /// ([`RowCommand::ComparePages`](crate::command::RowCommand::ComparePages)).
    pub fn is_uncompared(&self, position: DocumentIndex) -> bool {
        let document = self.result.document(position);
        document.is_some_and(|document| {
            document.read_format() == Some(Format::Pdf)
                && (document.content()).is_some_and(|content| content.layer.is_none())
        })
    }
}

impl State {
    /// Adds the documents of a new batch to the list. Sorts the list, checked documents first and then by name, updates the stored
    /// positions of documents, and requests a new search for passages. The selection and the undo of a removal are dropped.
    pub fn add_batch(&mut self, found: Vec<Document>) {
        let old = self.check.result.documents.len();
        let batch_size = found.len();
        self.check.decisions.remove_lost_steps(&found, old == 0);
        let documents = self.check.documents_mut();
        documents.extend(found);
        let mut all: Vec<(DocumentIndex, Document)> = (0..)
            .map(DocumentIndex)
            .zip(std::mem::take(documents))
            .collect();
        all.sort_by(|(_, x), (_, y)| (x.origin, &x.name).cmp(&(y.origin, &y.name)));
        let mut moved = vec![DocumentIndex(0); all.len()];
        for (to, &(from, _)) in (0..).map(DocumentIndex).zip(&all) {
            moved[from] = to;
        }
        *documents = all.into_iter().map(|(_, document)| document).collect();
        let to = |document: DocumentIndex| moved.get(document.0).copied();
        self.follow_documents(to);
        let near = self.check.result.near.renumbered(moved.len(), to);
        self.check.choices = Arc::new(self.check.choices.renumbered(to));
        self.go_on_from(Arc::new(near));
        let progress = self.check.progress.get_or_insert_with(Progress::default);
        progress.searching = false;
        progress.started = Some(Instant::now());
        progress.batch = (old..old + batch_size).map(|d| moved[d]).collect();
        progress.done = progress
            .batch
            .iter()
            .filter(|&&d| self.check.result.documents[d].outcome.is_some())
            .count();
        self.table.selection = Selection::default();
        self.changed();
    }

    /// Stores the result of reading one document; a failure does not replace content that was read before. `in_batch` is the index of
    /// the document in the running batch. Does nothing if no batch is running; panics if the batch has no such index. The rows are only updated by the next
    /// [`State::arrange`], because hundreds of results may arrive in one frame. A result for a document that has left the list is dropped:
    /// documents of a library are read when a check is reopened, and leave the list if another library is opened meanwhile.
    pub fn finish_reading(
        &mut self,
        in_batch: usize,
        mut outcome: Result<DocumentContent, ImportCause>,
    ) {
        if let Ok(content) = &mut outcome {
            (self.check.corrections).apply(&content.metadata.sha256, &mut content.record);
        }
        let is_kept = self.check.kept_content(in_batch, &outcome).is_some();
        if let Some(progress) = &mut self.check.progress {
            let document = progress.batch[in_batch];
            progress.current.remove(&document);
            progress.pages = None;
            progress.done += 1;
            if is_kept || document.0 >= self.check.result.documents.len() {
                return;
            }
            let document_read = &mut self.check.documents_mut()[document];
            let again = document_read.outcome.replace(outcome).is_some();
            self.check.generation += 1;
            if again {
                // The spans in this document now hold other text, so the choices about them are void.
                let others = |d: DocumentIndex| (d != document).then_some(d);
                self.check.choices = Arc::new(self.check.choices.renumbered(others));
                self.drop_passages();
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::page::Page;
    use crate::state::tests::{compared, content, waiting};
    use chachong_check::Status;
    use chachong_messages::Language;

    #[test]
    fn a_result_for_a_document_that_left_with_its_library_is_dropped() {
        let folder = tempfile::tempdir().unwrap();
        let other: Arc<dyn chachong_library::Store> = Arc::new(
            chachong_library::SqliteStore::open(&folder.path().join("other.sqlite")).unwrap(),
        );
        let mut state = State::new(Language::English, None);
        let mut of_library = waiting("kept");
        of_library.origin = chachong_library::Origin::Library;
        state.add_batch(vec![waiting("a"), of_library]);
        state.finish_reading(0, Ok(content(0)));
        state.go_over_to(&other);
        state.finish_reading(1, Ok(content(1)));
        assert_eq!(state.check.result.documents.len(), 1);
        assert_eq!(state.check.result.documents[0].status(), Status::Ok);
        assert_eq!(state.check.progress.unwrap().done, 2);
    }

    #[test]
    fn what_was_read_stays_if_the_file_cannot_be_read_again() {
        let mut state = State::new(Language::English, None);
        state.add_batch(vec![waiting("a")]);
        state.finish_reading(0, Ok(content(1)));
        state.check.read_again(DocumentIndex(0));
        let generation = state.check.generation;
        state.finish_reading(0, Err(ImportCause::Empty));
        assert_eq!(state.check.result.documents[0].status(), Status::Ok);
        assert_eq!(state.check.generation, generation);
        assert_eq!(state.check.progress.unwrap().done, 1);
    }

    #[test]
    fn positions_follow_their_documents_when_more_are_added() {
        let mut state = compared(&[("b", 0), ("d", 1)]);
        state.go(Page::Pair(DocumentIndex(0), DocumentIndex(1)));
        state.add_batch(vec![waiting("a"), waiting("c")]);
        assert_eq!(state.page, Page::Pair(DocumentIndex(1), DocumentIndex(3)));
        let findings = &state.check.result.findings;
        assert_eq!(
            [findings.pairs[0].a, findings.pairs[0].b],
            [1, 3].map(DocumentIndex)
        );
        assert_eq!(findings.nearest[1].unwrap().document, DocumentIndex(3));
        assert_eq!(
            state.table.rows.len(),
            2,
            "rows appear when their documents are done"
        );
        state.finish_reading(1, Err(ImportCause::Empty));
        assert_eq!(state.check.result.documents[2].status(), Status::Failed);
        state.arrange();
        assert_eq!(state.table.rows.len(), 3);
    }
}
