//! Texts about the sandbox in which files are read.

use super::Language;
use chachong_import::{Containment, Layer};

impl Language {
    /// Describes in a few words what a layer of the sandbox does.
    #[must_use]
    pub fn layer(self, layer: Layer) -> String {
        self.text(&format!("containment.layer.{}", layer.key()))
    }

    /// Returns a note that lists the layers of the sandbox that should be there but are missing; `None` if none is.
    #[must_use]
    pub fn containment_note(self, containment: &Containment) -> Option<String> {
        let missing: Vec<String> = (containment.missing())
            .map(|state| self.layer(state.layer))
            .collect();
        let layers = missing.join(&self.text("punctuation.semicolon"));
        (!missing.is_empty()).then(|| self.fill("containment.note", &[("layers", &layers)]))
    }
}
