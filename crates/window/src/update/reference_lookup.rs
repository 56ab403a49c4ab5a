//! Look-up of the reference lists in the libraries of the check, on a thread. Draws nothing.

use std::sync::Arc;
use std::sync::atomic::Ordering;

use crate::App;
use chachong_jobs::library::look_up_references;
use chachong_library::Library;
use chachong_window_model::background_task::BackgroundTask;
use chachong_window_model::page::NoticeKind;

impl App {
    /// Looks up the entries of all checked documents; an earlier look-up that still runs is given up.
    pub(crate) fn look_up_references(&mut self) {
        let libraries = self.library_link.libraries(&self.state);
        let searched = libraries.against.iter().map(|of| Arc::clone(&of.library));
        let searched: Vec<Arc<Library>> = searched.collect();
        if searched.is_empty() {
            return self.tell(NoticeKind::Information, "reference.lookup.no-library");
        }
        self.tasks
            .stop(|what| what == BackgroundTask::LookUpReferences);
        let result = Arc::clone(&self.state.check.result);
        let missing = libraries.missing;
        self.run_task(BackgroundTask::LookUpReferences, move |stop| {
            let goes_on = |_, _| !stop.load(Ordering::Relaxed);
            let found = look_up_references(&result, &searched, &goes_on);
            Box::new(move |app: &mut Self| {
                if let Some(mut found) = found {
                    let missing = missing.iter().map(|part| part.library.clone());
                    found.not_searched.extend(missing);
                    app.state.check.result_mut().reference_lookup = Some(Arc::new(found));
                }
            })
        });
    }
}
