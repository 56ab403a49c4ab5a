//! Selected rows of a table, and the row at which the keyboard is. Plain data.

use chachong_compare::DocumentIndex;
use std::collections::BTreeSet;

/// How a click or key changes the selection.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Mark {
    /// Selects this row alone.
    Only,
    /// Adds this row to the selection, or removes it.
    Toggle,
    /// Adds all rows from [`Selection::at`] to this one.
    UpTo,
}

/// Selected rows, and the row from which the arrow keys move. Rows are identified by keys `R`, by default positions of documents.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Selection<R: Ord = DocumentIndex> {
    /// Selected rows.
    pub marked: BTreeSet<R>,
    /// Row from which the arrow keys move and ranges begin: the row most recently clicked or reached by a key, except as the end of a
    /// range. `None` before the first.
    pub at: Option<R>,
    /// Whether keys changed the selection, so that the table scrolls to `at`.
    pub follow: bool,
}

impl<R: Ord> Default for Selection<R> {
    fn default() -> Self {
        Self {
            marked: BTreeSet::new(),
            at: None,
            follow: false,
        }
    }
}

impl<R: Copy + Ord> Selection<R> {
    /// Changes the selection at the row `document`, in the way that `how` states. `rows` contains all displayed rows in order.
    pub fn mark(&mut self, document: R, how: Mark, rows: &[R]) {
        self.follow = false;
        match how {
            Mark::Only => self.marked = BTreeSet::from([document]),
            Mark::Toggle => {
                if !self.marked.remove(&document) {
                    self.marked.insert(document);
                }
            }
            Mark::UpTo => {
                let place = |wanted| rows.iter().position(|&row| row == wanted);
                let to = place(document);
                let from = self.at.and_then(place).or(to);
                if let (Some(from), Some(to)) = (from, to) {
                    let run = rows[from.min(to)..=from.max(to)].iter().copied();
                    self.marked.extend(run);
                }
                // `at` stays, so that a further range starts at the same row.
                return;
            }
        }
        self.at = Some(document);
    }

    /// Moves down by `by` rows (up if negative), at most to the first or last row. Selects only the row reached or, with `run`, adds all
    /// rows on the way to the selection. Without a row to move from, goes to the first row. `rows` contains all displayed rows in order.
    pub fn step(&mut self, by: isize, run: bool, rows: &[R]) {
        let place = self
            .at
            .and_then(|at| rows.iter().position(|&row| row == at));
        let last = rows.len().saturating_sub(1);
        let to = place.map_or(0, |place| place.saturating_add_signed(by).min(last));
        let Some(&document) = rows.get(to) else {
            return;
        };
        if run {
            let from = place.unwrap_or(to);
            let passed = rows.get(from.min(to)..=from.max(to)).unwrap_or_default();
            self.marked.extend(passed);
        } else {
            self.marked = BTreeSet::from([document]);
        }
        self.at = Some(document);
        self.follow = true;
    }

    /// Selects all displayed rows.
    pub fn all(&mut self, rows: &[R]) {
        self.marked = rows.iter().copied().collect();
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use chachong_compare::DocumentIndex as Doc;

    const ROWS: [Doc; 5] = [Doc(4), Doc(2), Doc(0), Doc(3), Doc(1)];

    #[test]
    fn rows_are_marked_alone_too_and_in_runs() {
        let mut selection = Selection::default();
        selection.mark(Doc(2), Mark::Only, &ROWS);
        selection.mark(Doc(3), Mark::UpTo, &ROWS);
        assert_eq!(selection.marked, BTreeSet::from([2, 0, 3].map(Doc)));
        selection.mark(Doc(0), Mark::Toggle, &ROWS);
        assert_eq!(selection.marked, BTreeSet::from([2, 3].map(Doc)));
        selection.mark(Doc(1), Mark::Only, &ROWS);
        assert_eq!(selection.marked, BTreeSet::from([1].map(Doc)));
        selection.all(&ROWS[..2]);
        assert_eq!(selection.marked, BTreeSet::from([4, 2].map(Doc)));
    }

    #[test]
    fn keys_move_by_rows_and_stay_among_them() {
        let mut selection = Selection::default();
        selection.step(1, false, &ROWS);
        assert_eq!(
            selection.at,
            Some(Doc(4)),
            "the first key finds the first row"
        );
        selection.step(1, false, &ROWS);
        selection.step(1, true, &ROWS);
        assert_eq!(selection.marked, BTreeSet::from([2, 0].map(Doc)));
        selection.step(9, true, &ROWS);
        assert_eq!(selection.marked, BTreeSet::from([2, 0, 3, 1].map(Doc)));
        selection.step(-9, false, &ROWS);
        assert_eq!((selection.at, selection.follow), (Some(Doc(4)), true));
        selection.step(99, false, &ROWS);
        assert_eq!(selection.at, Some(Doc(1)));
        Selection::<Doc>::default().step(1, false, &[]);
    }
}
