//! Layers (optional content) of a file that are switched off when it is opened.

use std::collections::HashSet;

use hayro_syntax::Pdf;
use hayro_syntax::object::{Array, Dict, Name, ObjectIdentifier};

/// Layers of one file that are switched off.
#[derive(Default)]
pub(super) struct Layers {
    off: HashSet<ObjectIdentifier>,
}

impl Layers {
    /// Reads which layers the default configuration switches off.
    pub(super) fn of(catalog: &Dict<'_>) -> Self {
        Self::read(catalog).unwrap_or_default()
    }

    fn read(catalog: &Dict<'_>) -> Option<Self> {
        let properties = catalog.get::<Dict<'_>>("OCProperties")?;
        let default = properties.get::<Dict<'_>>("D")?;
        let listed = |entries: &Dict<'_>, key: &str| -> Vec<ObjectIdentifier> {
            let list = entries.get::<Array<'_>>(key);
            let layers = list.iter().flat_map(Array::raw_iter);
            layers
                .filter_map(|layer| Some(layer.as_obj_ref()?.into()))
                .collect()
        };
        let base = default.get::<Name<'_>>("BaseState");
        let mut off = HashSet::new();
        if base.is_some_and(|state| state.as_ref() == b"OFF") {
            off.extend(listed(&properties, "OCGs"));
        }
        for layer in listed(&default, "ON") {
            off.remove(&layer);
        }
        off.extend(listed(&default, "OFF"));
        Some(Self { off })
    }

    /// Whether no layer is switched off.
    pub(super) fn is_empty(&self) -> bool {
        self.off.is_empty()
    }

    /// Whether the annotation is on a layer that is switched off.
    pub(super) fn hide(&self, annotation: &Dict<'_>) -> bool {
        !self.off.is_empty()
            && annotation
                .get_ref("OC")
                .is_some_and(|layer| self.off.contains(&layer.into()))
    }
}

/// Returns a file without layers. A page that is interpreted with its references shows all of its layers, as they are
/// only switched off by the file that the references belong to.
pub(super) fn without_layers() -> Option<Pdf> {
    const FILE: &[u8] = b"%PDF-1.4
1 0 obj<</Type/Catalog/Pages 2 0 R>>endobj
2 0 obj<</Type/Pages/Kids[3 0 R]/Count 1>>endobj
3 0 obj<</Type/Page/Parent 2 0 R/MediaBox[0 0 9 9]>>endobj
trailer<</Root 1 0 R>>
";
    Pdf::new(FILE.to_vec()).ok()
}
