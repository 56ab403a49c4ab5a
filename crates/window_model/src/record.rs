//! Bibliographic records in the window: the columns that the table shows for them, and a person's corrections.

use chachong_compare::DocumentIndex;
use std::collections::BTreeSet;
use std::sync::Arc;

use crate::columns::{Column, SubmissionField};
use crate::state::{Check, State};
use chachong_check::{Document, DocumentContent, VersionSearch};
use chachong_record::{Corrections, RecordField, Stated, StatedPlace};

impl Check {
    /// Returns the value of a field of a document's bibliographic record; empty if it is unknown or uncertain.
    pub fn field(&self, position: DocumentIndex, field: RecordField) -> &str {
        let content = self.result.document(position).and_then(Document::content);
        content
            .and_then(|content| content.record.trusted(field))
            .unwrap_or_default()
    }

    /// Returns what undo needs before a field is corrected: the document's name, the present value of the field, and the person's earlier
    /// correction of the field. `None` if the document was not read.
    pub fn before_correction(
        &self,
        position: DocumentIndex,
        field: RecordField,
    ) -> Option<(String, Option<Stated>, Option<String>)> {
        let document = self.result.document(position)?;
        let content = document.content()?;
        let stated = content.record.get(field);
        let word = (self.corrections).get(&content.metadata.sha256, field);
        // A word that the library keeps is known by its place only.
        let of_library = stated.filter(|stated| stated.place == StatedPlace::Person);
        let word = word.or_else(|| Some(of_library?.value.as_str()));
        let word = word.map(str::to_owned);
        Some((document.name.clone(), stated.cloned(), word))
    }

    /// Returns the corrections that concern files of listed documents, for saving them with the check.
    pub fn present_corrections(&self) -> Corrections {
        let readings = self.result.documents.iter().filter_map(Document::content);
        let files: BTreeSet<&str> = readings
            .map(|content| content.metadata.sha256.as_str())
            .collect();
        self.corrections.of(&files)
    }

    /// Returns whether a certain value of a document's bibliographic record contains `needle`, ignoring case. `needle` is in lower case.
    pub(crate) fn record_holds(&self, position: DocumentIndex, needle: &str) -> bool {
        let mut fields = RecordField::ALL.into_iter();
        fields.any(|field| self.field(position, field).to_lowercase().contains(needle))
    }
}

impl State {
    /// Updates which fields of records and submissions have columns: those for which some checked document has a value. Authors that are
    /// only the displayed names of rows do not matter.
    pub(crate) fn note_fields(&mut self) {
        let is_stated = |column: Column| {
            let is_author = column == Column::Record(RecordField::Author);
            self.check.checked_positions().any(|position| {
                let value = self.check.stated(position, column);
                // An author who is the name of the row is no news.
                let submission = self
                    .check
                    .result
                    .named_submission(position)
                    .filter(|_| is_author);
                !value.is_empty() && submission.is_none_or(|submission| submission.name != value)
            })
        };
        let fields = RecordField::COLUMNS.into_iter();
        let fields = fields.filter(|field| is_stated(Column::Record(*field)));
        let of_submissions = SubmissionField::ALL.into_iter();
        let of_submissions = of_submissions.filter(|field| is_stated(Column::Submission(*field)));
        (self.table.fields, self.table.submission_fields) =
            (fields.collect(), of_submissions.collect());
    }

    /// Corrects a field of a document's bibliographic record, and updates the versions of theses and the rows. An empty `value` means
    /// that the document does not state the field. Does nothing if the document was not read.
    pub fn correct(&mut self, position: DocumentIndex, field: RecordField, value: &str) {
        self.change_record(position, |corrections, content| {
            corrections.set(&content.metadata.sha256, field, value);
            content.record.correct(field, value);
        });
    }

    /// Undoes a correction: restores the earlier value of the field, `stated`, and the earlier correction, `word`. Either is `None` if
    /// there was none. Does nothing if the document was not read.
    pub fn take_correction_back(
        &mut self,
        position: DocumentIndex,
        field: RecordField,
        stated: Option<Stated>,
        word: Option<&str>,
    ) {
        self.change_record(position, |corrections, content| {
            let sha256 = &content.metadata.sha256;
            match word {
                Some(word) => corrections.set(sha256, field, word),
                None => corrections.take_back(sha256, field),
            }
            content.record.set(field, stated);
        });
    }

    /// Changes the record of a document that was read. Finds the versions of theses anew, since they follow from the
    /// records, and the rows of the table.
    fn change_record(
        &mut self,
        position: DocumentIndex,
        change: impl FnOnce(&mut Corrections, &mut DocumentContent),
    ) {
        let result = Arc::make_mut(&mut self.check.result);
        let documents = Arc::make_mut(&mut result.documents);
        let outcome = (documents.get_mut(position.0)).and_then(|one| one.outcome.as_mut());
        let Some(Ok(content)) = outcome else {
            return;
        };
        change(&mut self.check.corrections, content);
        let first = result.first_documents();
        if let Some(copied) = &mut result.copied {
            let documents: Vec<&Document> = result.documents.iter().collect();
            copied.versions = Arc::new(VersionSearch::of(
                &documents,
                &copied.copies,
                &result.submissions,
                &first,
            ));
        }
        self.arrange();
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::state::tests::{content, waiting};
    use chachong_messages::Language;

    #[test]
    fn a_corrected_author_is_searched_and_sorted_by() {
        let mut state = State::new(Language::English, None);
        state.add_batch(["a.txt", "b.txt", "c.txt"].map(waiting).to_vec());
        for position in 0..3 {
            let mut read = content(0);
            read.metadata.sha256 = position.to_string();
            state.finish_reading(position, Ok(read));
        }
        state.check.progress = None;
        state.arrange();
        assert!(state.table.fields.is_empty());
        state.correct(DocumentIndex(0), RecordField::Author, "Zoe Roe");
        state.correct(DocumentIndex(2), RecordField::Author, "Ann Roe");
        assert_eq!(state.table.fields, [RecordField::Author]);
        state.sort_by(Column::Record(RecordField::Author));
        // A document without the field comes last.
        assert_eq!(state.table.rows, [2, 0, 1].map(DocumentIndex));
        state.table.filter = "zoe".to_owned();
        state.arrange();
        assert_eq!(state.table.rows, [DocumentIndex(0)]);
        // Undo brings back what the document states.
        let (name, stated, word) = state
            .check
            .before_correction(DocumentIndex(0), RecordField::Title)
            .unwrap();
        assert_eq!((name.as_str(), &stated, &word), ("a.txt", &None, &None));
        state.correct(DocumentIndex(0), RecordField::Title, "灯");
        state.take_correction_back(
            DocumentIndex(0),
            RecordField::Title,
            stated,
            word.as_deref(),
        );
        assert_eq!(state.check.field(DocumentIndex(0), RecordField::Title), "");
        assert_eq!(state.check.corrections.get("0", RecordField::Title), None);
        // The word stays when the file is read again.
        let kept = state.check.present_corrections();
        let mut record = chachong_record::BibliographicRecord::default();
        kept.apply("2", &mut record);
        assert_eq!(record.value(RecordField::Author), "Ann Roe");
    }
}
