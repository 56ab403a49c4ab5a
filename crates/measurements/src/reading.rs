//! The data of one document: readings, tables and their cells.

use crate::decimal::Decimal;
use serde::{Deserialize, Serialize};

/// A number that was measured, computed or given, as it stands in a text.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Reading {
    /// The number as written, without what its unit multiplies it by.
    pub value: Decimal,
    /// Significant digits: all from the first that is not 0; of whole numbers without zeros at the end. 0 for zero.
    pub digits: u8,
    /// The unit that follows; `None` where none does. That of a column's head is not repeated here.
    pub unit: Option<String>,
    /// Where number and unit stand, in Unicode scalar values.
    pub span: (u32, u32),
    /// The table's cell in which it stands; `None` in running text.
    pub place: Option<Place>,
}

/// A cell of a document's tables, counted from 0.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub struct Place {
    /// Which of [`Readings::tables`](crate::Readings::tables).
    pub table: u32,
    /// Its row.
    pub row: u32,
    /// Its column.
    pub column: u32,
}

/// A table as rows of cells; rows need not be of equal length.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Table {
    /// From its first cell to its last, in Unicode scalar values.
    pub span: (u32, u32),
    /// Its rows, from above.
    pub rows: Vec<Vec<Cell>>,
}

/// One cell of a table.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub struct Cell {
    /// Where it stands, in Unicode scalar values; empty for an empty cell.
    pub span: (u32, u32),
    /// What it holds.
    pub content: Content,
}

/// What a cell holds.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub enum Content {
    /// Nothing.
    Empty,
    /// One number, with a unit or none: which of [`Readings::readings`](crate::Readings::readings).
    Number(u32),
    /// Words, or words and numbers.
    Words {
        /// A hash of letters and digits, by which equal words are found.
        hash: u64,
        /// How many columns of a printed page they fill: two for a Chinese character, one for others.
        width: u32,
    },
}
