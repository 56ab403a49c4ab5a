//! Share of one document's tables that is also in another's: equal contents in equal rows. Labels and layout do not
//! count.

use crate::rarity::Rarity;
use crate::reading::{Content, Table};
use crate::readings::Readings;
use std::collections::HashMap;

/// Words as wide are contents; shorter ones are labels.
const LEAST_WIDTH: u32 = 16;

/// Contents of the cells in a document's tables, by table and row, without contents that half of the class has.
pub(crate) struct TableContents {
    tables: Vec<Vec<Vec<u64>>>,
    cells: usize,
}

impl TableContents {
    /// Takes the cells that carry evidence.
    pub(crate) fn of(document: &Readings, rarity: &Rarity) -> Self {
        let content = |content: &Content| match content {
            Content::Number(reading) => {
                let reading = document.readings.get(*reading as usize)?;
                // The sign does not count, as elsewhere.
                (rarity.chance(reading) < 1.0).then(|| crate::rarity::key(reading))
            }
            Content::Words { hash, width } => {
                (*width >= LEAST_WIDTH && rarity.class.weight(*hash, 0) > 0.0).then_some(*hash)
            }
            Content::Empty => None,
        };
        let rows = |table: &Table| -> Vec<Vec<u64>> {
            table
                .rows
                .iter()
                .map(|row| {
                    row.iter()
                        .filter_map(|cell| content(&cell.content))
                        .collect()
                })
                .collect()
        };
        let tables: Vec<Vec<Vec<u64>>> = document.tables.iter().map(rows).collect();
        let cells = tables.iter().flatten().map(Vec::len).sum();
        Self { tables, cells }
    }

    /// Returns the share, 0 to 1, of this document's cells that are also in rows of `other`'s tables; 0 without any.
    /// Each table is compared with the table that has most of it, and each row with the row that has most of it, each
    /// row once. A row with only one equal cell counts only if it has no other cell.
    pub(crate) fn share_in(&self, other: &Self) -> f64 {
        if self.cells == 0 {
            return 0.0;
        }
        let shared: usize = self
            .tables
            .iter()
            .map(|table| {
                other
                    .tables
                    .iter()
                    .map(|theirs| equal_cells(table, theirs))
                    .max()
                    .unwrap_or(0)
            })
            .sum();
        shared as f64 / self.cells as f64
    }
}

/// Returns the hashes of the long words in tables of a document, each once.
pub(crate) fn long_words(document: &Readings) -> Vec<u64> {
    let mut words: Vec<u64> = document
        .tables
        .iter()
        .flat_map(|table| table.rows.iter().flatten())
        .filter_map(|cell| match cell.content {
            Content::Words { hash, width } if width >= LEAST_WIDTH => Some(hash),
            _ => None,
        })
        .collect();
    words.sort_unstable();
    words.dedup();
    words
}

fn equal_cells(table: &[Vec<u64>], other: &[Vec<u64>]) -> usize {
    let mut rows_of: HashMap<u64, Vec<usize>> = HashMap::new();
    for (row, cells) in other.iter().enumerate() {
        for cell in cells {
            rows_of.entry(*cell).or_default().push(row);
        }
    }
    let mut used = vec![false; other.len()];
    let mut equal = 0;
    for cells in table {
        let mut votes: HashMap<usize, usize> = HashMap::new();
        for row in cells.iter().filter_map(|cell| rows_of.get(cell)).flatten() {
            *votes.entry(*row).or_insert(0) += 1;
        }
        let best = votes
            .into_iter()
            .filter(|(row, _)| !used[*row])
            .max_by_key(|(row, votes)| (*votes, std::cmp::Reverse(*row)));
        if let Some((row, votes)) = best {
            let votes = votes.min(cells.len());
            if votes >= 2 || cells.len() == 1 {
                used[row] = true;
                equal += votes;
            }
        }
    }
    equal
}
