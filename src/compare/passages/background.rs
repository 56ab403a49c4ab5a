//! How common a term is: document frequencies of a collection over those of ordinary texts, in bounded memory. Knows
//! nothing of pairs.

use std::sync::{Arc, LazyLock};

use super::{CommonGrams, Prepared};

/// Document frequencies of terms, counted by a hash of 20 bits: two terms that share a cell count as the commoner.
///
/// A collection can be two files on one subject, of which the words of the subject would look common and everything else
/// rare. So it counts on top of so many ordinary texts (`assets/frequencies`): with a folder of a thousand theses the
/// folder decides, with a pair the ordinary texts do.
#[derive(Clone, Debug)]
pub struct Background {
    documents: u32,
    frequencies: Vec<u32>,
    library: Option<Arc<CommonGrams>>,
}

/// Bits of a term that its cell does not say.
const UNUSED_BITS: u32 = 12;
const CELLS: usize = 1 << (u32::BITS - UNUSED_BITS);

/// How many documents the ordinary texts count as.
const ORDINARY_DOCUMENTS: f32 = 300.0;

/// A term in a larger share of the documents than this weighs nothing.
const COMMON_SHARE: f32 = 0.2;

/// For each cell the share of ordinary texts that have one of its terms, 0..=65,535.
static ORDINARY: LazyLock<Vec<u16>> = LazyLock::new(|| {
    let mut shares = vec![0; CELLS];
    for file in [
        include_bytes!("../../../assets/frequencies/chinese.bin").as_slice(),
        include_bytes!("../../../assets/frequencies/english.bin").as_slice(),
    ] {
        for entry in file.chunks_exact(6) {
            let term = u32::from_le_bytes([entry[0], entry[1], entry[2], entry[3]]);
            let share = u16::from_le_bytes([entry[4], entry[5]]);
            let cell = &mut shares[cell(term)];
            *cell = share.max(*cell);
        }
    }
    shares
});

impl Default for Background {
    fn default() -> Self {
        Self::new()
    }
}

impl Background {
    /// The ordinary texts alone.
    #[must_use]
    pub fn new() -> Self {
        Self {
            documents: 0,
            frequencies: vec![0; CELLS],
            library: None,
        }
    }

    /// The same with what a library has often; `None` without a large one.
    #[must_use]
    pub fn with_library(self, library: Option<Arc<CommonGrams>>) -> Self {
        Self { library, ..self }
    }

    /// What a library has often; `None` without a large one.
    pub(super) const fn library(&self) -> Option<&Arc<CommonGrams>> {
        self.library.as_ref()
    }

    /// The ordinary texts and a collection.
    #[must_use]
    pub fn of<'a>(documents: impl IntoIterator<Item = &'a Prepared>) -> Self {
        let mut background = Self::new();
        for document in documents {
            background.add(document);
        }
        background
    }

    /// Counts one more document.
    pub fn add(&mut self, document: &Prepared) {
        self.add_terms(&Self::terms(document));
    }

    /// The cells of a document's terms, each once: the work of [`Background::add`] that needs no background.
    #[must_use]
    pub fn terms(document: &Prepared) -> Vec<u32> {
        let mut cells: Vec<u32> = document
            .different_terms()
            .map(|term| term >> UNUSED_BITS)
            .collect();
        cells.sort_unstable();
        cells.dedup();
        cells
    }

    /// Counts one more document by its [`Background::terms`].
    pub fn add_terms(&mut self, terms: &[u32]) {
        self.documents += 1;
        for &cell in terms {
            self.frequencies[cell as usize] += 1;
        }
    }

    /// What one occurrence of a term is worth: the logarithm of its inverse document frequency, 0 for a common one.
    #[must_use]
    pub fn worth(&self, term: u32) -> f32 {
        let cell = cell(term);
        let ordinary = f32::from(ORDINARY[cell]) / f32::from(u16::MAX) * ORDINARY_DOCUMENTS;
        let documents = self.documents as f32 + ORDINARY_DOCUMENTS;
        let frequency = self.frequencies[cell] as f32 + ordinary;
        if frequency > COMMON_SHARE * documents {
            return 0.0;
        }
        ((documents + 1.0) / (frequency + 0.5)).ln()
    }
}

const fn cell(term: u32) -> usize {
    (term >> UNUSED_BITS) as usize
}
