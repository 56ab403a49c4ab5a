//! The data of one document: readings, tables and their cells.

use crate::decimal::Decimal;
use chachong_text::Span;
use serde::{Deserialize, Serialize};

/// Number in a text that was measured, computed or given.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Reading {
    /// Number as written, not converted by its unit.
    pub value: Decimal,
    /// Number of significant digits: from the first that is not 0; without trailing zeros in whole numbers; 0 for zero.
    pub digits: u8,
    /// Unit after the number; `None` without one. That of a column's head is not repeated here.
    pub unit: Option<String>,
    /// Position of number and unit, in Unicode scalar values.
    pub span: Span,
    /// Table cell that contains the number; `None` in running text.
    pub place: Option<Place>,
}

/// Cell in a document's tables, counted from 0.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub struct Place {
    /// Index of the table in [`Readings::tables`](crate::Readings::tables).
    pub table: u32,
    /// Row of the cell.
    pub row: u32,
    /// Column of the cell.
    pub column: u32,
}

/// Table as rows of cells; rows may have different lengths.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Table {
    /// Range from the first cell to the last, in Unicode scalar values.
    pub span: Span,
    /// Rows from top to bottom.
    pub rows: Vec<Vec<Cell>>,
}

/// One cell of a table.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub struct Cell {
    /// Position of the cell, in Unicode scalar values; empty for an empty cell.
    pub span: Span,
    /// Content of the cell.
    pub content: Content,
}

/// Content of a table cell.
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
