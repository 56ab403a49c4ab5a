//! Recognises columns without headings by what their cells look like.

use std::collections::HashSet;

use super::Column;
use super::table::Table;
use super::time;
use crate::person::is_person;
use crate::pieces;

/// Returns whether a cell looks like those of a column.
type Test = fn(&str) -> bool;

/// Returns the meaning of each column, judged by most of its cells. Each meaning occurs at most once.
pub(super) fn columns(table: &Table, width: usize) -> Vec<Option<Column>> {
    let mut columns: Vec<Option<Column>> = vec![None; width];
    let tests: [(Column, Test); 5] = [
        (Column::Email, |cell| {
            cell.contains('@') && cell.contains('.')
        }),
        (Column::Submitted, |cell| time::iso(cell).is_some()),
        (Column::Number, |cell| pieces::number(cell).is_some()),
        (Column::Name, is_person),
        (Column::Class, |cell| cell.contains(['班', '级', '组'])),
    ];
    for (meaning, holds) in tests {
        let share = |at: usize| {
            let cells: Vec<&str> = cells(table, at).collect();
            let holding = cells.iter().filter(|cell| holds(cell)).count();
            let different: HashSet<&&str> = cells.iter().collect();
            // Students differ, classes do not.
            let differ = different.len() * 2 > cells.len() || meaning >= Column::Class;
            (holding * 2 > cells.len() && differ).then_some((holding, different.len()))
        };
        let best = (0..width)
            .filter(|&at| columns[at].is_none())
            .filter_map(|at| Some((share(at)?, std::cmp::Reverse(at))))
            .max();
        if let Some((_, std::cmp::Reverse(at))) = best {
            columns[at] = Some(meaning);
        }
    }
    columns
}

fn cells(table: &Table, at: usize) -> impl Iterator<Item = &str> {
    table
        .iter()
        .filter_map(move |row| row.get(at))
        .map(String::as_str)
        .filter(|cell| !cell.is_empty())
}
