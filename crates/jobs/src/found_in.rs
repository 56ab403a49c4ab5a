//! Names of the libraries in which a check found its sources, saved with the check and shown again when it is reopened.

use std::collections::{BTreeMap, HashMap};
use std::sync::Arc;

use serde::{Deserialize, Serialize};

use chachong_check::Document;
use chachong_library::{CheckRow, Origin};

/// Names of the library documents of a check, by the name of the library in which they were found. Empty in checks
/// that an older program saved.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(transparent)]
pub struct FoundIn(BTreeMap<String, Vec<String>>);

impl FoundIn {
    /// Collects the names of the libraries in which the library documents of a check were found.
    #[must_use]
    pub fn of_check(documents: &[Document]) -> Self {
        let mut found: BTreeMap<String, Vec<String>> = BTreeMap::new();
        for document in documents {
            if let (Origin::Library, Some(library)) = (document.origin, &document.library) {
                let names = found.entry(library.as_ref().to_owned()).or_default();
                names.push(document.name.clone());
            }
        }
        Self(found)
    }

    /// Returns whether the check has no library document whose library is known.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// Returns the name of the library in which the document of each row was found; `None` for a checked file, and if
    /// the library is not known.
    #[must_use]
    pub fn of_rows(&self, rows: &[CheckRow]) -> Vec<Option<Arc<str>>> {
        let mut libraries: HashMap<&str, Arc<str>> = HashMap::new();
        for (library, names) in &self.0 {
            let library: Arc<str> = Arc::from(library.as_str());
            for name in names {
                libraries.insert(name, Arc::clone(&library));
            }
        }
        (rows.iter())
            .map(|row| {
                let of_library = row.origin == Origin::Library;
                let library = of_library.then(|| libraries.get(row.name.as_str()))?;
                library.cloned()
            })
            .collect()
    }
}
