//! Bibliographic records in the window: which of their columns the table shows, and a person's corrections.

use std::collections::BTreeSet;

use crate::app::model::state::State;
use crate::check::{Corrections, Document, RecordField};

impl State {
    /// Returns the value of a field of a document; empty where nothing is stated.
    pub(crate) fn field(&self, position: usize, field: RecordField) -> &str {
        let reading = self
            .check
            .documents
            .get(position)
            .and_then(Document::reading);
        reading.map_or("", |reading| reading.record.value(field))
    }

    /// Notes which fields the checked documents state.
    pub(crate) fn note_fields(&mut self) {
        let stated = |field: &RecordField| {
            (0..self.checked()).any(|position| !self.field(position, *field).is_empty())
        };
        self.table.fields = RecordField::COLUMNS.into_iter().filter(stated).collect();
    }

    /// Enters a person's word on a field of a document: an empty one says that the document states nothing.
    pub(crate) fn correct(&mut self, position: usize, field: RecordField, value: &str) {
        let document = self.check.documents.get_mut(position);
        let Some(Ok(reading)) = document.and_then(|document| document.outcome.as_mut()) else {
            return;
        };
        (self.check.corrections).set(&reading.metadata.sha256, field, value);
        reading.record.correct(field, value);
        self.arrange();
    }

    /// Returns the corrections of the documents in the list, to be kept with the check.
    pub(crate) fn corrections(&self) -> Corrections {
        let readings = self.check.documents.iter().filter_map(Document::reading);
        let files: BTreeSet<&str> = readings
            .map(|reading| reading.metadata.sha256.as_str())
            .collect();
        self.check.corrections.of(&files)
    }

    /// Returns whether any field of a document holds the text, which is in lower case.
    pub(crate) fn record_holds(&self, position: usize, needle: &str) -> bool {
        let mut fields = RecordField::ALL.into_iter();
        fields.any(|field| self.field(position, field).to_lowercase().contains(needle))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::app::model::columns::Column;
    use crate::app::model::state::tests::{reading, waiting};
    use crate::i18n::Language;

    #[test]
    fn a_corrected_author_is_searched_and_sorted_by() {
        let mut state = State::new(Language::English, None);
        state.add_batch(["甲.txt", "乙.txt", "丙.txt"].map(waiting).to_vec());
        for position in 0..3 {
            let mut read = reading(0);
            read.metadata.sha256 = position.to_string();
            state.finish_reading(position, Ok(read));
        }
        state.check.progress = None;
        state.arrange();
        assert!(state.table.fields.is_empty());
        state.correct(0, RecordField::Author, "Zoe Roe");
        state.correct(2, RecordField::Author, "Ann Roe");
        assert_eq!(state.table.fields, [RecordField::Author]);
        state.sort_by(Column::Record(RecordField::Author));
        // A document without the field comes last.
        assert_eq!(state.table.rows, [2, 0, 1]);
        state.table.filter = "zoe".to_owned();
        state.arrange();
        assert_eq!(state.table.rows, [0]);
        // The word stays when the file is read again.
        let kept = state.corrections();
        let mut record = crate::check::BibliographicRecord::default();
        kept.apply("2", &mut record);
        assert_eq!(record.value(RecordField::Author), "Ann Roe");
    }
}
