//! Sheet: the lines of a text with the sections found for them so far.

use super::lines::{self, Line};
use super::names::Heading;
use crate::{LineBreaks, Mark, MarkReason};

/// Lines of a text, each with the section found for it.
pub(super) struct Sheet<'t> {
    pub(super) text: &'t str,
    pub(super) lines: Vec<Line<'t>>,
    pub(super) breaks: LineBreaks,
    /// Section of each line and the line that began it; `None` for a free line.
    pub(super) found: Vec<Option<(MarkReason, usize)>>,
}

impl<'t> Sheet<'t> {
    /// Cuts a text into its lines, all free. `pages` are the offsets at which its pages begin.
    pub(super) fn new(text: &'t str, breaks: LineBreaks, pages: &[u64]) -> Self {
        let lines = lines::lines(text, pages);
        let found = vec![None; lines.len()];
        Self {
            text,
            lines,
            breaks,
            found,
        }
    }

    /// Whether line `at` is in no section yet; `false` beyond the end.
    pub(super) fn is_free(&self, at: usize) -> bool {
        self.found.get(at).is_some_and(Option::is_none)
    }

    /// Returns the section whose heading is line `at`; `None` if it is not a heading, is in a section or is a running head.
    pub(super) fn heading(&self, at: usize) -> Option<Heading> {
        let line = self.lines.get(at)?;
        if line.running || !self.is_free(at) {
            return None;
        }
        line.heading
    }

    /// Marks the lines from `from` to before `to`, as far as they are free.
    pub(super) fn mark(&mut self, from: usize, to: usize, reason: MarkReason) {
        for found in self.found.iter_mut().take(to).skip(from) {
            if found.is_none() {
                *found = Some((reason, from));
            }
        }
    }

    /// Marks all sections of one kind. `end_of` returns the line after the section that begins with a line; `None` if none begins there.
    pub(super) fn mark_all(
        &mut self,
        reason: MarkReason,
        end_of: impl Fn(&Self, usize) -> Option<usize>,
    ) {
        let mut at = 0;
        while at < self.lines.len() {
            match end_of(self, at) {
                Some(end) => {
                    self.mark(at, end, reason);
                    at = end;
                }
                None => at += 1,
            }
        }
    }

    /// Returns the marks of the sections, ascending.
    pub(super) fn into_marks(self) -> Vec<Mark> {
        let mut marks: Vec<Mark> = Vec::new();
        let mut open = None;
        for (line, found) in self.lines.iter().zip(&self.found) {
            match (*found, marks.last_mut()) {
                (Some(found), Some(mark)) if open == Some(found) => mark.end = line.end,
                (Some((reason, _)), _) => marks.push(Mark {
                    start: line.start,
                    end: line.end,
                    reason,
                }),
                (None, _) => {}
            }
            open = *found;
        }
        marks
    }
}
