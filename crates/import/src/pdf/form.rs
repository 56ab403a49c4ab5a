//! Properties of a file's form that concern all its fields.

use hayro_syntax::Pdf;
use hayro_syntax::object::{Array, Dict, Name};

use super::layers::Layers;

/// Maximum number of pages of a file that only asks for another viewer.
const FEW_PAGES: usize = 2;

/// Facts about a file that are needed for reading its fields.
#[derive(Default)]
pub(super) struct Form {
    /// Whether the file leaves it to the viewer to draw the values of its fields.
    pub(super) needs_appearances: bool,
    /// Whether the document is only in the file's XFA form, which Adobe Reader alone draws: the pages say no more than
    /// that this takes another viewer.
    pub(super) is_drawn_by_xfa: bool,
    pub(super) layers: Layers,
}

impl Form {
    /// Reads the form and the layers of `pdf`.
    pub(super) fn of(pdf: &Pdf) -> Self {
        let references = pdf.xref();
        let Some(catalog) = references.get::<Dict<'_>>(references.root_id()) else {
            return Self::default();
        };
        let form = catalog.get::<Dict<'_>>("AcroForm").unwrap_or_default();
        let flag = |entries: &Dict<'_>, key: &str| entries.get::<bool>(key).unwrap_or(false);
        let is_drawn_by_xfa = form.contains_key("XFA")
            && (flag(&catalog, "NeedsRendering")
                || (pdf.pages().len() <= FEW_PAGES && !has_widgets(pdf)));
        Self {
            needs_appearances: flag(&form, "NeedAppearances"),
            is_drawn_by_xfa,
            layers: Layers::of(&catalog),
        }
    }
}

fn has_widgets(pdf: &Pdf) -> bool {
    let is_widget = |annotation: Dict<'_>| {
        annotation
            .get::<Name<'_>>("Subtype")
            .is_some_and(|kind| kind.as_ref() == b"Widget")
    };
    pdf.pages().iter().any(|page| {
        let all = page.raw().get::<Array<'_>>("Annots").unwrap_or_default();
        all.iter::<Dict<'_>>().any(is_widget)
    })
}
