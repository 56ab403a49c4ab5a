//! Replacement of the fingerprints after the recipe has changed.

use std::sync::Arc;

use chachong_jobs::Renewed;

use super::State;

impl State {
    /// Stores the fingerprints that were computed with the chosen recipe. `all` has one result for each document, in list order. Requests
    /// a new search for passages, since other documents may be near now. The person's choices about passages stay.
    pub fn take_fingerprints(&mut self, all: &[Renewed]) {
        for (document, renewed) in self.check.documents_mut().iter_mut().zip(all) {
            if let Some(Ok(reading)) = &mut document.outcome {
                match renewed {
                    Renewed::NotRead => {}
                    Renewed::Made(fingerprint) => reading.set_fingerprint(*fingerprint),
                    // A fingerprint of another recipe must not stay.
                    Renewed::TextLost => reading.fingerprint = None,
                }
            }
        }
        self.check.result_mut().recipe = self.settings.recipe;
        self.go_on_from(Arc::default());
        self.check.generation += 1;
        self.arrange();
    }
}
