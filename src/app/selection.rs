//! Which rows of the documents table are marked, and where the keyboard is. Plain data; knows nothing of egui.

use std::collections::BTreeSet;

/// How a row is marked.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Mark {
    /// It alone.
    Only,
    /// It too, or no longer.
    Toggle,
    /// All from the last one that was marked to it.
    UpTo,
}

/// Marked documents, and the one that keys move from.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Selection {
    /// Positions of documents.
    pub(super) documents: BTreeSet<usize>,
    /// The document that was marked last.
    pub(super) at: Option<usize>,
    /// Keys moved there: the table shows it.
    pub(super) follow: bool,
}

impl Selection {
    /// Marks a document; `rows` are those that the table shows, in its order.
    pub(super) fn mark(&mut self, document: usize, how: Mark, rows: &[usize]) {
        self.follow = false;
        match how {
            Mark::Only => self.documents = BTreeSet::from([document]),
            Mark::Toggle => {
                if !self.documents.remove(&document) {
                    self.documents.insert(document);
                }
            }
            Mark::UpTo => {
                let place = |wanted| rows.iter().position(|&row| row == wanted);
                let to = place(document);
                let from = self.at.and_then(place).or(to);
                if let (Some(from), Some(to)) = (from, to) {
                    let run = rows[from.min(to)..=from.max(to)].iter().copied();
                    self.documents.extend(run);
                }
                // The run goes on from where it began.
                return;
            }
        }
        self.at = Some(document);
    }

    /// Moves by so many rows and marks what is there alone, or the run up to it.
    pub(super) fn step(&mut self, by: isize, run: bool, rows: &[usize]) {
        let place = self
            .at
            .and_then(|at| rows.iter().position(|&row| row == at));
        let last = rows.len().saturating_sub(1);
        let to = place.map_or(0, |place| place.saturating_add_signed(by).min(last));
        let Some(&document) = rows.get(to) else {
            return;
        };
        if run {
            self.documents.insert(document);
        } else {
            self.documents = BTreeSet::from([document]);
        }
        self.at = Some(document);
        self.follow = true;
    }

    /// Marks all that the table shows.
    pub(super) fn all(&mut self, rows: &[usize]) {
        self.documents = rows.iter().copied().collect();
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const ROWS: [usize; 5] = [4, 2, 0, 3, 1];

    #[test]
    fn rows_are_marked_alone_too_and_in_runs() {
        let mut selection = Selection::default();
        selection.mark(2, Mark::Only, &ROWS);
        selection.mark(3, Mark::UpTo, &ROWS);
        assert_eq!(selection.documents, BTreeSet::from([2, 0, 3]));
        selection.mark(0, Mark::Toggle, &ROWS);
        assert_eq!(selection.documents, BTreeSet::from([2, 3]));
        selection.mark(1, Mark::Only, &ROWS);
        assert_eq!(selection.documents, BTreeSet::from([1]));
        selection.all(&ROWS[..2]);
        assert_eq!(selection.documents, BTreeSet::from([4, 2]));
    }

    #[test]
    fn keys_move_by_rows_and_stay_among_them() {
        let mut selection = Selection::default();
        selection.step(1, false, &ROWS);
        assert_eq!(selection.at, Some(4), "the first key finds the first row");
        selection.step(1, false, &ROWS);
        selection.step(1, true, &ROWS);
        assert_eq!(selection.documents, BTreeSet::from([2, 0]));
        selection.step(-9, false, &ROWS);
        assert_eq!((selection.at, selection.follow), (Some(4), true));
        selection.step(99, false, &ROWS);
        assert_eq!(selection.at, Some(1));
        Selection::default().step(1, false, &[]);
    }
}
