//! Background frequencies: how common each term is in a collection and in ordinary texts, in bounded memory.

use std::sync::{Arc, LazyLock};

use super::{CommonGrams, Prepared};
use crate::each_once;

/// Number of documents that contain each term, counted in 2^20 cells; terms that share a cell are counted as one term.
///
/// A collection may be only two files on one subject, whose subject words would look common and everything else rare. It is
/// therefore counted on top of ordinary texts (`assets/frequencies`), which weigh as much as 300 documents. In a folder of a
/// thousand theses the folder decides; for a pair, the ordinary texts do.
#[derive(Clone, Debug)]
pub struct Background {
    documents: u32,
    frequencies: Vec<u32>,
    library: Option<Arc<CommonGrams>>,
}

/// Number of low bits of a term that its cell ignores.
const UNUSED_BITS: u32 = 12;
const CELLS: usize = 1 << (u32::BITS - UNUSED_BITS);

/// Number of documents that the ordinary texts count as.
const ORDINARY_DOCUMENTS: f32 = 300.0;

/// Maximum share of the documents with a term; a commoner term weighs nothing.
const COMMON_SHARE: f32 = 0.2;

/// Share of ordinary texts that have a term of each cell, 0..=65,535 for 0..=1.
static ORDINARY: LazyLock<Vec<u16>> = LazyLock::new(|| {
    let mut shares = vec![0; CELLS];
    for file in [
        include_bytes!("../../../../assets/frequencies/chinese.bin").as_slice(),
        include_bytes!("../../../../assets/frequencies/english.bin").as_slice(),
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
    /// Makes a background from the built-in sample of ordinary texts.
    #[must_use]
    pub fn new() -> Self {
        Self {
            documents: 0,
            frequencies: vec![0; CELLS],
            library: None,
        }
    }

    /// Sets the grams (short runs of tokens) that many texts of a library have and that are weaker evidence; `None` without a
    /// large library.
    #[must_use]
    pub fn with_library(self, library: Option<Arc<CommonGrams>>) -> Self {
        Self { library, ..self }
    }

    /// Returns the grams that many texts of the library have; `None` without a large library.
    pub(super) const fn library(&self) -> Option<&Arc<CommonGrams>> {
        self.library.as_ref()
    }

    /// Makes a background from the built-in sample of ordinary texts and a collection.
    #[must_use]
    pub fn of<'a>(documents: impl IntoIterator<Item = &'a Prepared>) -> Self {
        let mut background = Self::new();
        for document in documents {
            background.add(document);
        }
        background
    }

    /// Counts one more document of the collection.
    pub fn add(&mut self, document: &Prepared) {
        self.add_terms(&Self::terms(document));
    }

    /// Returns the cells of a document's terms, ascending and distinct, to be counted later by [`Background::add_terms`].
    #[must_use]
    pub fn terms(document: &Prepared) -> Vec<u32> {
        let terms = document.different_terms();
        each_once(terms.map(|term| term >> UNUSED_BITS))
    }

    /// Counts one more document, given the cells of its terms from [`Background::terms`].
    pub fn add_terms(&mut self, terms: &[u32]) {
        self.documents += 1;
        for &cell in terms {
            self.frequencies[cell as usize] += 1;
        }
    }

    /// Returns the evidential weight of one occurrence of a term in nats: the logarithm of its inverse document
    /// frequency, 0 for a common term.
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
