//! Data of one document: numbers, tables and their cells.

use crate::decimal::Decimal;
use chachong_text::Span;
use serde::{Deserialize, Serialize};

/// Number in a text that was measured, computed or given.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Reading {
    /// Number as written; the unit is not applied to it.
    pub value: Decimal,
    /// Number of significant digits, counted from the first digit that is not 0; 0 for zero. Trailing zeros do not count in whole numbers
    /// (1500 has 2), nor in other numbers if there are two or more (2.00 has 1, 0.50 has 2).
    pub digits: u8,
    /// Unit after the number, as written; `None` without one. A unit in the head of the column is not repeated here.
    pub unit: Option<String>,
    /// Span of the number with its unit, in Unicode scalar values.
    pub span: Span,
    /// Table cell that contains the number; `None` in running text.
    pub place: Option<Place>,
}

/// Position of a cell in a document's tables. All numbers start at 0.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub struct Place {
    /// Index of the table in [`Readings::tables`](crate::Readings::tables).
    pub table: u32,
    /// Number of the row in the table.
    pub row: u32,
    /// Number of the column in the row.
    pub column: u32,
}

/// Table as rows of cells, which may have different lengths.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Table {
    /// Span from the first cell that is not empty to the last one, in Unicode scalar values.
    pub span: Span,
    /// Rows from top to bottom.
    pub rows: Vec<Vec<Cell>>,
}

/// Cell of a table.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub struct Cell {
    /// Span of the cell, in Unicode scalar values; of length 0 for an empty cell.
    pub span: Span,
    /// Content of the cell.
    pub content: Content,
}

/// Content of a table cell.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub enum Content {
    /// The cell is empty.
    Empty,
    /// The cell is a number, with or without a unit. Contains its index in
    /// [`Readings::readings`](crate::Readings::readings).
    Number(u32),
    /// The cell contains anything else: words, several numbers, or a number that is no measurement, such as a year.
    Words {
        /// Hash of the letters and digits in lower case, equal for cells with equal words.
        hash: u64,
        /// Width of the letters and digits on a printed page: 1 for each ASCII character, 2 for each other one, such as a Chinese
        /// character.
        width: u32,
    },
}
