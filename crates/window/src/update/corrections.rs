//! A person's corrections of bibliographic records and of recognised lines: saved in the library, with undo.

use crate::App;
use chachong_compare::DocumentIndex;
use chachong_import::{correct_line, page_hash};
use chachong_jobs::kept_pages;
use chachong_record::{RecordField, Stated};
use chachong_report::record_key;
use chachong_window_model::background_task::BackgroundTask;
use chachong_window_model::command::LineCorrection;
use chachong_window_model::decisions::Step;
use chachong_window_model::page::NoticeKind;

impl App {
    /// Stores a person's correction of a field, empty for "states nothing", and offers undo.
    pub(crate) fn correct(&mut self, position: DocumentIndex, field: RecordField, value: &str) {
        let Some((name, stated, word)) = self.state.check.before_correction(position, field) else {
            return;
        };
        self.state.correct(position, field, value);
        (self.saved_check).save_correction(
            &self.state,
            position,
            field,
            Some(value.trim().to_owned()),
        );
        self.state.check.decisions.add_step(Step::Correction {
            document: name,
            field,
            stated,
            word,
        });
        self.inform(NoticeKind::Decision, |language| {
            let field = language.text(record_key(field));
            language.fill("record.corrected", &[("field", &field)])
        });
    }

    /// Undoes a correction; returns false if the document is not in the list any more.
    pub(crate) fn undo_correction(
        &mut self,
        document: &str,
        field: RecordField,
        stated: Option<&Stated>,
        word: Option<&str>,
    ) -> bool {
        let Some(position) = self.state.check.result.position_of(document) else {
            return false;
        };
        self.state
            .take_correction_back(position, field, stated.cloned(), word);
        (self.saved_check).save_correction(&self.state, position, field, word.map(str::to_owned));
        true
    }

    /// Replaces the text of a recognised line by a person's, and reads the document again with it. Shows a notice if the page is
    /// not stored or no models are installed.
    pub(crate) fn correct_line(&mut self, correction: &LineCorrection) {
        if !self.state.check.is_checked(correction.document) {
            return;
        }
        let document = &self.state.check.result.documents[correction.document];
        let sha256 = document
            .content()
            .map(|reading| reading.metadata.sha256.clone());
        let path = document.path.clone();
        let layer = document.content().and_then(|reading| reading.layer.clone());
        let recogniser = match self.reading.recogniser() {
            Ok(recogniser) => recogniser,
            Err(error) => {
                return self.inform(NoticeKind::Error, |language| language.models_error(&error));
            }
        };
        let library = self.library_link.store();
        let kept = kept_pages(library, sha256.as_deref().unwrap_or_default(), &recogniser);
        let correction = correction.clone();
        // The library may be on a server that does not answer at once.
        self.run_task(BackgroundTask::KeepCorrection, move |_| {
            let line = (correction.line, correction.text.as_deref());
            let is_kept = page_hash(&correction.hash)
                .is_some_and(|hash| correct_line(&*kept, &hash, &correction.version, line));
            Box::new(move |app: &mut Self| {
                if !is_kept {
                    return app.tell(NoticeKind::Error, "page-view.not-kept");
                }
                if let Some(layer) = layer {
                    // Else a text that was replaced by what the pages show would come back as the file has it.
                    app.reading.note_compared(&path, layer.pages.len());
                }
                app.reading.enqueue_corrected(path);
                app.start_next_batch();
            })
        });
    }
}
