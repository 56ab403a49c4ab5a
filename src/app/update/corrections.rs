//! A person's corrections of bibliographic records: kept in the check and in the library, with undo.

use crate::app::App;
use crate::app::model::decisions::Step;
use crate::app::model::page::NoticeKind;
use crate::check::{RecordField, Stated};
use crate::report::record_key;

impl App {
    /// Enters a person's word on a field of a document, an empty one for "states nothing", and offers undo.
    pub(crate) fn correct(&mut self, position: usize, field: RecordField, value: &str) {
        let Some((name, stated, word)) = self.state.before_correction(position, field) else {
            return;
        };
        self.state.correct(position, field, value);
        self.save_correction(position, field, Some(value.trim().to_owned()));
        self.state.check.decisions.add_step(Step::Correction {
            document: name,
            field,
            stated,
            word,
        });
        let language = self.state.language;
        let text = language.fill(
            "record.corrected",
            &[("field", &language.text(record_key(field)))],
        );
        self.inform(NoticeKind::Decision, text);
    }

    /// Undoes a correction; returns false if the document is not in the list any more.
    pub(crate) fn undo_correction(
        &mut self,
        document: &str,
        field: RecordField,
        stated: Option<&Stated>,
        word: Option<&str>,
    ) -> bool {
        let mut documents = self.state.check.documents.iter();
        let Some(position) = documents.position(|known| known.name == document) else {
            return false;
        };
        self.state
            .take_correction_back(position, field, stated.cloned(), word);
        self.save_correction(position, field, word.map(str::to_owned));
        self.state.shell.notice = None;
        true
    }

    fn save_correction(&self, position: usize, field: RecordField, word: Option<String>) {
        self.saved_check.save_choices(&self.state);
        self.saved_check
            .save_correction(&self.state, position, field, word);
    }
}
