//! Corrections of recognised lines by a person who sees the picture.

use super::page::{Confidence, Line, Page, Recognised};
use super::trust::page_state;

impl Recognised {
    /// Replaces the text of a line by a person's correction, with full confidence, and determines the confidence and state of its page
    /// again. `line` counts from 0 in reading order through all pages. An empty text states that there is no text; line breaks become
    /// spaces. Returns `false` if there is no such line.
    pub fn correct_line(&mut self, line: usize, text: &str) -> bool {
        self.change_line(line, |line| {
            let text = text.replace(['\n', '\r'], " ");
            text.trim().clone_into(&mut line.text);
            line.confidence = Confidence::of(1.0);
            line.letters.clear();
            line.corrected = true;
        })
    }

    /// Removes the correction of a line, which is counted as in [`Self::correct_line`]: the line becomes that of `read`, the result of
    /// recognition before any correction. Returns `false` if `self` or `read` has no such line.
    pub fn restore_line(&mut self, line: usize, read: &Self) -> bool {
        let former = read.pages.iter().flat_map(|page| &page.lines).nth(line);
        former.is_some_and(|former| self.change_line(line, |line| line.clone_from(former)))
    }

    /// Returns whether a person corrected any line.
    #[must_use]
    pub fn is_corrected(&self) -> bool {
        let mut lines = self.pages.iter().flat_map(|page| &page.lines);
        lines.any(|line| line.corrected)
    }

    fn change_line(&mut self, line: usize, change: impl FnOnce(&mut Line)) -> bool {
        let mut before = 0;
        for page in &mut self.pages {
            if let Some(line) = page.lines.get_mut(line - before) {
                change(line);
                page.settle();
                return true;
            }
            before += page.lines.len();
            if line < before {
                return false;
            }
        }
        false
    }
}

impl Page {
    /// Computes state and confidence from the lines.
    fn settle(&mut self) {
        let weight = |line: &Line| {
            let characters = line.text.chars().filter(|c| !c.is_whitespace()).count();
            (line.confidence, characters)
        };
        let weights: Vec<_> = self.lines.iter().map(weight).collect();
        (self.state, self.confidence) = page_state(&weights);
    }
}

#[cfg(test)]
mod tests {
    use super::super::page::tests::line;
    use super::super::page::{PageState, Turn};
    use super::*;

    fn page(lines: &[(&str, u16)]) -> Page {
        let mut page = Page {
            left: 0,
            right: 9,
            confidence: Confidence(0),
            state: PageState::Empty,
            lines: (lines.iter())
                .map(|&(text, confidence)| line(text, confidence))
                .collect(),
        };
        page.settle();
        page
    }

    fn read() -> Recognised {
        Recognised {
            version: "1".to_owned(),
            turn: Turn::None,
            width: 9,
            height: 9,
            skew: 0,
            pages: vec![
                page(&[(
                    "社区图书馆的夜间开放是一个问题，它和我们有关，和我们的城市有关",
                    9_900,
                )]),
                page(&[
                    (
                        "杜区图书馆的夜间开放，杜区图书馆的夜间开放，杜区图书馆的夜间开放",
                        7_000,
                    ),
                    (
                        "夜间开放需要有人值班，值班的人从哪里来，是一个大问题，也是一个老问题，各地都在想办法",
                        8_600,
                    ),
                ]),
            ],
        }
    }

    #[test]
    fn a_corrected_line_is_certain_and_its_page_is_read() {
        let mut corrected = read();
        assert_eq!(corrected.pages[1].state, PageState::NotRead);
        assert!(corrected.correct_line(1, "社区图书馆的\n夜间开放 "));
        let line = &corrected.pages[1].lines[0];
        assert_eq!(line.text, "社区图书馆的 夜间开放");
        assert_eq!(line.confidence, Confidence(10_000));
        assert_eq!(corrected.pages[1].state, PageState::Read);
        assert!(corrected.is_corrected());
        assert!(!corrected.correct_line(3, "none"));
        assert!(corrected.restore_line(1, &read()));
        assert_eq!(corrected, read());
    }

    #[test]
    fn a_line_may_be_no_text() {
        let mut corrected = read();
        assert!(corrected.correct_line(0, ""));
        assert_eq!(corrected.pages[0].state, PageState::Empty);
    }
}
