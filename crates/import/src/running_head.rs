//! Decides which paragraphs of headers and footers are running heads: a running head is short. Any other paragraph there
//! is text of the document, which the page shows like the rest.

use std::collections::HashSet;

/// Maximum width of a running head, in columns of a printed page: a Chinese character takes two, others one.
const WIDEST: usize = 160;
/// Maximum width of all different running heads of a document, in columns: what is more is compared, whatever it looks
/// like.
const BUDGET: usize = 800;

/// Running heads found so far in a document.
pub(crate) struct RunningHeads {
    seen: HashSet<String>,
    /// Number of columns that may still be running heads.
    left: usize,
}

impl Default for RunningHeads {
    fn default() -> Self {
        Self {
            seen: HashSet::new(),
            left: BUDGET,
        }
    }
}

impl RunningHeads {
    /// Finds the running heads in the text of headers or footers, whose lines are its paragraphs. A paragraph that occurred before is one
    /// too, however long: the document has its text already. Returns ranges of characters, ascending, counted from `start`, the offset of
    /// the text.
    pub(crate) fn find(&mut self, text: &str, start: u64) -> Vec<(u64, u64)> {
        let mut ranges: Vec<(u64, u64)> = Vec::new();
        let mut at = start;
        for line in text.split_inclusive('\n') {
            let end = at + line.chars().count() as u64;
            if self.takes(line.trim()) {
                match ranges.last_mut() {
                    Some(last) if last.1 == at => last.1 = end,
                    _ => ranges.push((at, end)),
                }
            }
            at = end;
        }
        ranges
    }

    /// Whether a paragraph is a running head.
    fn takes(&mut self, paragraph: &str) -> bool {
        if !self.seen.insert(paragraph.to_owned()) {
            return true;
        }
        let width = width(paragraph);
        let is_short = width <= WIDEST.min(self.left);
        if is_short {
            self.left -= width;
        }
        is_short
    }
}

/// Returns the width of the visible characters, in columns.
fn width(text: &str) -> usize {
    let visible = text.chars().filter(|c| !c.is_whitespace());
    let columns = |c| {
        if matches!(c, '\u{2E80}'..='\u{FFEF}') {
            2
        } else {
            1
        }
    };
    visible.map(columns).sum()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_long_paragraph_is_text_once() {
        let mut heads = RunningHeads::default();
        let long = "长".repeat(81);
        let text = format!("某某大学\n\n{long}\n第 1 页\n");
        assert_eq!(heads.find(&text, 10), [(10, 16), (98, 104)]);
        assert_eq!(heads.find(&text, 200), [(200, 294)]);
        assert_eq!(heads.find(&"题".repeat(80), 0), [(0, 80)]);
        assert_eq!(heads.find(&"letters ".repeat(20), 0), [(0, 160)]);
        assert_eq!(heads.find(&"letters ".repeat(23), 0), []);
        assert_eq!(heads.find("", 0), []);
    }

    #[test]
    fn many_short_ones_are_text_where_they_exceed_the_budget() {
        let mut heads = RunningHeads::default();
        let titles: Vec<String> = (0..6).map(|at| format!("{at}").repeat(160)).collect();
        let found = heads.find(&titles.join("\n"), 0);
        assert_eq!(found, [(0, 805)]);
        assert_eq!(heads.find("另一个\n", 0), []);
        assert_eq!(heads.find(&titles[0], 7), [(7, 167)]);
    }
}
