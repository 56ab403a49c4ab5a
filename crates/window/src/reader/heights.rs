//! Heights of a text's paragraphs, measured or guessed, and the height of each character that follows from them.

use std::mem::replace;

use chachong_check::shown::{Lines, ShownText};

/// Space after a paragraph of prose, in points; lines of code follow each other without any.
const PARAGRAPH_GAP: f32 = 8.0;

/// Heights of the paragraphs of one text, whose lines are all equally high. Heights are in points from the top of the
/// text.
#[derive(Clone, Debug, Default)]
pub(crate) struct Heights {
    width: f32,
    line: f32,
    /// Space after a paragraph.
    gap: f32,
    /// Number of lines of each paragraph; a guess until the paragraph is measured.
    lines: Vec<u32>,
    /// Index of the first shown character of each line; `None` for a paragraph that is not measured.
    rows: Vec<Option<Box<[u32]>>>,
    /// Top of each paragraph, and last the end of the text; in points.
    tops: Vec<f32>,
    /// Number of paragraphs at the beginning that are known to be measured.
    measured: usize,
}

impl Heights {
    /// Prepares for a text in lines of this width and height, with characters of size `size`, all in points. Another
    /// width, line height or number of paragraphs discards what was measured and returns true.
    pub(crate) fn fit(&mut self, text: &ShownText, width: f32, line: f32, size: f32) -> bool {
        let same = (self.width - width).abs() < 0.01 && (self.line - line).abs() < 0.01;
        if same && self.lines.len() == text.paragraphs.len() {
            return false;
        }
        (self.width, self.line, self.measured) = (width, line, 0);
        self.gap = if text.lines == Lines::Code {
            0.0
        } else {
            PARAGRAPH_GAP
        };
        let guess = |ems: f32| -> u32 {
            // A float is cast to the nearest number of the type: no value is lost.
            #[expect(
                clippy::cast_possible_truncation,
                clippy::cast_sign_loss,
                reason = "it saturates"
            )]
            let lines = (ems * size / width.max(size)).ceil() as u32;
            lines.max(1)
        };
        self.lines = text.paragraphs.iter().map(|p| guess(p.ems)).collect();
        self.rows = vec![None; self.lines.len()];
        self.add_up();
        true
    }

    /// Stores the lines of a measured paragraph, as the index of each line's first character. Returns whether their
    /// number changed; then [`Self::add_up`] must follow.
    pub(crate) fn set(&mut self, paragraph: usize, rows: Vec<u32>) -> bool {
        let lines = u32::try_from(rows.len()).unwrap_or(u32::MAX).max(1);
        let (Some(known), Some(slot)) =
            (self.lines.get_mut(paragraph), self.rows.get_mut(paragraph))
        else {
            return false;
        };
        *slot = Some(rows.into());
        replace(known, lines) != lines
    }

    pub(crate) fn add_up(&mut self) {
        let mut top = 0.0;
        self.tops.clear();
        self.tops.push(top);
        for &lines in &self.lines {
            top += lines as f32 * self.line + self.gap;
            self.tops.push(top);
        }
    }

    pub(crate) fn is_measured(&self, paragraph: usize) -> bool {
        self.rows.get(paragraph).is_some_and(Option::is_some)
    }

    /// Returns the index of the first paragraph that is not measured; `None` if all are.
    pub(crate) fn next(&mut self) -> Option<usize> {
        while self.is_measured(self.measured) {
            self.measured += 1;
        }
        (self.measured < self.lines.len()).then_some(self.measured)
    }

    pub(crate) fn total(&self) -> f32 {
        self.tops.last().copied().unwrap_or(0.0)
    }

    pub(crate) fn top(&self, paragraph: usize) -> f32 {
        self.tops.get(paragraph).copied().unwrap_or_default()
    }

    /// Returns the index of the paragraph at a height: the first one above the text, the last one below it.
    pub(crate) fn at(&self, y: f32) -> usize {
        let after = self.tops.partition_point(|&top| top <= y);
        after
            .saturating_sub(1)
            .min(self.lines.len().saturating_sub(1))
    }

    /// Returns the top of the line that has the text's character `at`.
    pub(crate) fn of_character(&self, text: &ShownText, at: u32) -> f32 {
        let index = text.paragraph_at(at);
        let (Some(paragraph), Some(&lines)) = (text.paragraphs.get(index), self.lines.get(index))
        else {
            return 0.0;
        };
        let shown = paragraph.shown(at);
        let row = if let Some(rows) = &self.rows[index] {
            (rows.partition_point(|&first| first as usize <= shown)).saturating_sub(1) as f32
        } else {
            let part = shown as f32 / (paragraph.end - paragraph.start).max(1) as f32;
            (part * lines as f32).floor()
        };
        self.top(index) + row.min(lines.saturating_sub(1) as f32) * self.line
    }

    /// Returns the bottom of the line that has the text's character `at`.
    pub(crate) fn below_character(&self, text: &ShownText, at: u32) -> f32 {
        self.of_character(text, at) + self.line
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_guess_gives_way_to_what_was_measured() {
        let characters: Vec<char> = format!("{}\n短\n", "很长的文字".repeat(20))
            .chars()
            .collect();
        let text = ShownText::of(&characters, Lines::Paragraphs);
        let mut heights = Heights::default();
        assert!(
            heights.fit(&text, 140.0, 20.0, 14.0),
            "10 characters a line"
        );
        assert!(!heights.fit(&text, 140.0, 20.0, 14.0));
        let near = |a: f32, b: f32| assert!((a - b).abs() < 0.01, "{a} {b}");
        near(heights.top(1), 10.0 * 20.0 + PARAGRAPH_GAP);
        near(heights.total(), 11.0 * 20.0 + 2.0 * PARAGRAPH_GAP);
        near(heights.of_character(&text, 55), 100.0);
        assert_eq!(heights.next(), Some(0));
        // Lines of 8 characters.
        let rows: Vec<u32> = (0..13).map(|row| row * 8).collect();
        assert!(heights.set(0, rows.clone()) && !heights.set(0, rows));
        heights.add_up();
        near(heights.of_character(&text, 55), 6.0 * 20.0);
        near(heights.below_character(&text, 99), 13.0 * 20.0);
        near(heights.of_character(&text, 101), heights.top(1));
        assert_eq!((heights.next(), heights.at(-5.0)), (Some(1), 0));
        assert_eq!(
            heights.at(13.0 * 20.0 + 1.0),
            0,
            "the gap belongs to the paragraph"
        );
        assert_eq!((heights.at(heights.top(1)), heights.at(9_999.0)), (1, 1));
        assert!(heights.fit(&text, 280.0, 20.0, 14.0), "another width");
        near(heights.top(1), 5.0 * 20.0 + PARAGRAPH_GAP);
    }

    #[test]
    fn a_text_of_nothing_has_no_height() {
        let mut heights = Heights::default();
        heights.fit(&ShownText::default(), 100.0, 20.0, 14.0);
        assert_eq!((heights.next(), heights.at(3.0)), (None, 0));
        assert!(heights.total().abs() < 0.01);
        assert!(heights.of_character(&ShownText::default(), 7).abs() < 0.01);
    }
}
