//! Arrangement of a page: heads first, then the text in columns and rows, feet last.

use std::ops::Range;

use super::columns::Cell;
use super::page::Role;
use super::reading_order::{Ordered, order};
use super::roles::roles;

/// Returns all cells in the order of reading, and the role of each cell. `texts` are the cells' texts, `page` the
/// page's extent across the lines, in the coordinates of the cells.
///
/// A head or foot in parts reaches over no gutter, so that its parts would be read with the columns below or above
/// them.
pub(super) fn arrange(
    cells: &[Cell],
    texts: &[&str],
    page: Range<f32>,
) -> (Vec<Ordered>, Vec<Role>) {
    let first = order(cells);
    let found = roles(cells, &first, texts, page.clone());
    let of = |wanted: &dyn Fn(Role) -> bool| -> Vec<usize> {
        (0..cells.len()).filter(|&i| wanted(found[i])).collect()
    };
    let heads = of(&|role| role == Role::Head);
    let feet = of(&|role| role == Role::Foot);
    if heads.is_empty() && feet.is_empty() {
        return (first, found);
    }
    let text = of(&|role| !matches!(role, Role::Head | Role::Foot));
    let mut ordered: Vec<Ordered> = Vec::with_capacity(cells.len());
    for part in [heads, text, feet] {
        let places: Vec<Cell> = part.iter().map(|&i| cells[i]).collect();
        let next = (ordered.last()).map_or((0, 0), |last| (last.row + 1, last.block + 1));
        ordered.extend(order(&places).into_iter().map(|place| Ordered {
            cell: part[place.cell],
            row: next.0 + place.row,
            block: next.1 + place.block,
            ..place
        }));
    }
    let found = roles(cells, &ordered, texts, page);
    (ordered, found)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_head_above_one_column_is_read_first() {
        let line = |left: f32, top: f32, right: f32| Cell {
            left,
            top,
            right,
            bottom: top + 20.0,
            is_sure: true,
        };
        let mut cells = vec![line(600.0, 60.0, 900.0), line(840.0, 1_350.0, 900.0)];
        let column = |left: f32, right: f32| {
            (0..30).map(move |i| line(left, 150.0 + 30.0 * i as f32, right))
        };
        cells.extend(column(100.0, 480.0));
        cells.extend(column(520.0, 900.0));
        let texts = vec!["正文"; cells.len()];
        let (ordered, roles) = arrange(&cells, &texts, 0.0..1_400.0);
        let indices: Vec<usize> = ordered.iter().map(|place| place.cell).collect();
        let expected: Vec<usize> = [0].into_iter().chain(2..62).chain([1]).collect();
        assert_eq!(indices, expected);
        assert!(ordered.is_sorted_by_key(|place| (place.block, place.row)));
        assert_eq!(
            (roles[0], roles[1], roles[2]),
            (Role::Head, Role::Foot, Role::Body)
        );
    }
}
