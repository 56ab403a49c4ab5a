//! How common a term is: document frequencies of a collection, in bounded memory. Knows nothing of pairs.

use super::Prepared;

/// Document frequencies of terms, counted by a hash of 20 bits: two terms that share a cell count as the commoner.
#[derive(Clone, Debug)]
pub struct Background {
    documents: u32,
    frequencies: Vec<u32>,
}

const CELLS: usize = 1 << 20;

/// A term in a larger share of the documents than this weighs nothing.
const COMMON_SHARE: f32 = 0.2;

impl Background {
    /// A background without documents.
    #[must_use]
    pub fn new() -> Self {
        Self {
            documents: 0,
            frequencies: vec![0; CELLS],
        }
    }

    /// Counts one more document.
    pub fn add(&mut self, document: &Prepared) {
        self.documents += 1;
        let mut cells: Vec<u32> = document.different_terms().map(cell).collect();
        cells.sort_unstable();
        cells.dedup();
        for cell in cells {
            self.frequencies[cell as usize] += 1;
        }
    }

    /// What one occurrence of a term is worth: the logarithm of its inverse document frequency, 0 for a common one.
    #[must_use]
    pub fn weight(&self, term: u32) -> f32 {
        let documents = self.documents as f32;
        let frequency = self.frequencies[cell(term) as usize] as f32;
        if frequency > COMMON_SHARE * documents {
            return 0.0;
        }
        ((documents + 1.0) / (frequency + 0.5)).ln()
    }
}

const fn cell(term: u32) -> u32 {
    term >> 12
}
