//! Share of one document's tables that is also in another's: equal contents in equal rows. Labels and layout do not
//! count.

use crate::rarity::Rarity;
use crate::reading::{Content, Table};
use crate::readings::Readings;
use std::collections::HashMap;

/// Words as wide are contents; shorter ones are labels.
const LEAST_WIDTH: u32 = 16;

/// Number of rows with an equal cell that are looked at, for each cell of a row: a value that stands in every row of a long table
/// leads to none in particular.
const MOST_ROWS: usize = 64;

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
    // How many rows at the beginning of these lists are used up.
    let mut passed: HashMap<u64, usize> = HashMap::new();
    let mut used = vec![false; other.len()];
    let mut equal = 0;
    for cells in table {
        let mut candidates: Vec<usize> = Vec::new();
        for cell in cells {
            let rows = rows_of.get(cell).map_or(&[][..], Vec::as_slice);
            let first = passed.entry(*cell).or_default();
            while rows.get(*first).is_some_and(|row| used[*row]) {
                *first += 1;
            }
            let next = rows[*first..].iter().take(MOST_ROWS);
            candidates.extend(next.filter(|row| !used[**row]));
        }
        candidates.sort_unstable();
        candidates.dedup();
        let votes = |row: usize| -> usize {
            let rows = cells.iter().filter_map(|cell| rows_of.get(cell));
            rows.map(|rows| {
                let from = rows.partition_point(|other| *other < row);
                rows[from..]
                    .iter()
                    .take_while(|other| **other == row)
                    .count()
            })
            .sum()
        };
        let best = (candidates.into_iter())
            .map(|row| (row, votes(row)))
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

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    /// Counts as [`equal_cells`] does, with a look at all rows for each row.
    fn oracle(table: &[Vec<u64>], other: &[Vec<u64>]) -> usize {
        let mut used = vec![false; other.len()];
        let mut equal = 0;
        for cells in table {
            let votes = |row: &usize| -> usize {
                let same = |cell: &u64| other[*row].iter().filter(|other| *other == cell).count();
                cells.iter().map(same).sum()
            };
            let left = (0..other.len()).filter(|row| !used[*row] && votes(row) > 0);
            let Some(row) = left.max_by_key(|row| (votes(row), std::cmp::Reverse(*row))) else {
                continue;
            };
            let votes = votes(&row).min(cells.len());
            if votes >= 2 || cells.len() == 1 {
                used[row] = true;
                equal += votes;
            }
        }
        equal
    }

    fn table() -> impl Strategy<Value = Vec<Vec<u64>>> {
        prop::collection::vec(prop::collection::vec(0u64..6, 0..4), 0..9)
    }

    proptest! {
        #[test]
        fn counts_as_a_look_at_all_rows_does(a in table(), b in table()) {
            prop_assert_eq!(equal_cells(&a, &b), oracle(&a, &b));
        }
    }

    #[test]
    fn a_value_in_every_row_of_a_long_table_costs_little() {
        let table: Vec<Vec<u64>> = (1..=200_000).map(|row| vec![0, row]).collect();
        assert_eq!(equal_cells(&table, &table), 400_000);
    }
}
