//! Paragraphs of a document's text as a person reads them, with the mapping of each shown character back to its offset.

use chachong_compare::{Span, overlapping};
use chachong_import::Format;
use chachong_text::is_cjk;

use crate::{Document, DocumentContent};

/// Number of characters after which a paragraph is cut, so that no piece of layout gets long.
const LONGEST_PARAGRAPH: usize = 1_500;

/// Paragraph, or part of a very long paragraph. Never empty.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Paragraph {
    /// Offset of the paragraph's start in the document's text, in characters (Unicode scalar values).
    pub start: u32,
    /// Offset after the paragraph's last character; at most white space separates it from the next paragraph.
    pub end: u32,
    /// Text on one line, without the line breaks that a pdf has within a paragraph.
    pub text: String,
    /// Offsets between `start` and `end` of characters that are not shown, sorted.
    removed: Vec<u32>,
    /// Estimated width of the text on one line, in widths of a Chinese character; the window estimates the height from it.
    pub ems: f32,
}

impl Paragraph {
    /// Returns the index in the paragraph's `text`, in characters, of the character at offset `at` of the document's text, or of
    /// the next shown character if that one is not shown. An offset outside the paragraph counts as its nearest end.
    #[must_use]
    pub fn shown(&self, at: u32) -> usize {
        let at = at.clamp(self.start, self.end);
        let removed = self.removed.partition_point(|&removed| removed < at);
        (at - self.start) as usize - removed
    }

    /// Returns the offset, in the document's text, of the character with index `shown` in the paragraph's `text`; both count characters.
    /// An index beyond the end of `text` gives `end`.
    #[must_use]
    pub fn original(&self, shown: usize) -> u32 {
        // Binary search: each offset that is not shown and comes before the character moves it on by one.
        let (mut low, mut high) = (0, self.removed.len());
        while low < high {
            let middle = usize::midpoint(low, high);
            if (self.removed[middle] - self.start) as usize - middle <= shown {
                low = middle + 1;
            } else {
                high = middle;
            }
        }
        (self.start + u32::try_from(shown + low).unwrap_or(u32::MAX)).min(self.end)
    }

    fn push(&mut self, at: u32, c: char) {
        if self.text.is_empty() {
            self.start = at;
        }
        self.text.push(c);
        self.end = at + 1;
        self.ems += if is_wide(c) { 1.0 } else { 0.55 };
    }
}

/// Spaces that stand for a tab of program code in formats that have no tab.
pub const TAB: &str = "    ";

/// Meaning of the line breaks of a text, on which it depends where its paragraphs end.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Lines {
    /// Lines of a printed page (pdf): only a line break after the end of a sentence ends a paragraph.
    Printed,
    /// Paragraphs: every line break ends one.
    #[default]
    Paragraphs,
    /// Lines of program code, which keep their indentation.
    Code,
}

impl Lines {
    /// Returns the kind of lines that a document has: [`Self::Code`] for a document that is only program code, otherwise that of its
    /// format, and [`Self::Paragraphs`] if the format is not known.
    #[must_use]
    pub fn of(document: &Document) -> Self {
        if (document.content()).is_some_and(DocumentContent::is_only_code) {
            Self::Code
        } else {
            document
                .read_format()
                .map_or(Self::Paragraphs, Self::of_format)
        }
    }

    /// Returns the kind of lines that files in a format have.
    #[must_use]
    pub const fn of_format(format: Format) -> Self {
        match format {
            Format::Pdf => Self::Printed,
            Format::Source => Self::Code,
            _ => Self::Paragraphs,
        }
    }
}

/// Text of a document as it is shown, cut into paragraphs.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct ShownText {
    /// Paragraphs in text order.
    pub paragraphs: Vec<Paragraph>,
    /// Kind of lines of the text.
    pub lines: Lines,
}

impl ShownText {
    /// Cuts a text into paragraphs: at line breaks, in a printed text only at those after the end of a sentence, and
    /// program code into its lines.
    #[must_use]
    pub fn of(characters: &[char], lines: Lines) -> Self {
        let paragraphs = match lines {
            Lines::Code => code(characters),
            Lines::Printed => paragraphs(characters, true),
            Lines::Paragraphs => paragraphs(characters, false),
        };
        Self { paragraphs, lines }
    }

    /// Returns the index of the paragraph that contains the text's character `at`, or else of the next paragraph, or of the last
    /// if there is no next.
    #[must_use]
    pub fn paragraph_at(&self, at: u32) -> usize {
        let first = self.paragraphs.partition_point(|p| p.end <= at);
        first.min(self.paragraphs.len().saturating_sub(1))
    }

    /// Returns the shown text from offset `start` to `end`, one line per paragraph, without the characters at offsets for which
    /// `passes_over` is true.
    #[must_use]
    pub fn between(&self, start: u32, end: u32, passes_over: impl Fn(u32) -> bool) -> String {
        let of = |paragraph: &Paragraph| Span::new(paragraph.start, paragraph.end);
        let lines: Vec<String> = (overlapping(&self.paragraphs, Span::new(start, end), of).iter())
            .map(|paragraph| {
                let (from, to) = (paragraph.shown(start), paragraph.shown(end));
                (paragraph.text.chars().enumerate())
                    .take(to)
                    .skip(from)
                    .filter(|&(shown, _)| !passes_over(paragraph.original(shown)))
                    .map(|(_, c)| c)
                    .collect()
            })
            .collect();
        lines.join("\n").trim().to_owned()
    }
}

/// Cuts prose into paragraphs; with `joins_lines` a line break that ends no sentence ends none.
fn paragraphs(characters: &[char], joins_lines: bool) -> Vec<Paragraph> {
    let mut paragraphs = Vec::new();
    let mut current = Paragraph::default();
    let mut length = 0;
    let mut before = ' ';
    for (at, &c) in (0_u32..).zip(characters) {
        let long = length >= LONGEST_PARAGRAPH && !c.is_alphanumeric();
        let ends_line = matches!(c, '\n' | '\r' | '\u{C}');
        if ends_line && joins_lines && !ends_sentence(before) && !long {
            let after = characters.get(at as usize + 1).copied().unwrap_or(' ');
            if current.text.is_empty() {
            } else if is_cjk(before) && is_cjk(after) || before == '\n' {
                current.removed.push(at);
            } else {
                current.push(at, ' ');
                length += 1;
            }
        } else if ends_line || long {
            if !ends_line {
                current.push(at, if c.is_control() { ' ' } else { c });
            }
            finish(&mut paragraphs, &mut current);
            length = 0;
        } else if !current.text.is_empty() || !c.is_whitespace() {
            current.push(at, if c.is_control() { ' ' } else { c });
            length += 1;
        }
        before = if c.is_whitespace() { before } else { c };
    }
    finish(&mut paragraphs, &mut current);
    paragraphs
}

/// Cuts program code into its lines, which keep their indentation. Of an empty line the line break is shown, as a space.
fn code(characters: &[char]) -> Vec<Paragraph> {
    let mut paragraphs = Vec::new();
    let mut current = Paragraph::default();
    let mut before = '\n';
    for (at, &c) in (0_u32..).zip(characters) {
        let length = current.end.saturating_sub(current.start) as usize;
        if matches!(c, '\n' | '\r' | '\u{C}') {
            // Windows ends a line with two characters.
            if current.text.is_empty() && !(before == '\r' && c == '\n') {
                current.push(at, ' ');
            }
            finish(&mut paragraphs, &mut current);
        } else {
            let is_shown = c == '\t' || !c.is_control();
            current.push(at, if is_shown { c } else { ' ' });
            if length >= LONGEST_PARAGRAPH && !c.is_alphanumeric() {
                finish(&mut paragraphs, &mut current);
            }
        }
        before = c;
    }
    finish(&mut paragraphs, &mut current);
    paragraphs
}

fn finish(paragraphs: &mut Vec<Paragraph>, current: &mut Paragraph) {
    let mut paragraph = std::mem::take(current);
    if !paragraph.text.is_empty() {
        // Line breaks after the last shown character are between paragraphs.
        let end = paragraph.end;
        paragraph.removed.retain(|&removed| removed < end);
        paragraphs.push(paragraph);
    }
}

/// Returns whether a character is a square wide, as Chinese characters and their punctuation are.
fn is_wide(c: char) -> bool {
    matches!(c, '\u{2E80}'..='\u{9FFF}' | '\u{AC00}'..='\u{D7AF}' | '\u{F900}'..='\u{FAFF}' | '\u{FE30}'..='\u{FE4F}'
        | '\u{FF00}'..='\u{FF60}' | '\u{20000}'..='\u{3FFFF}')
}

const fn ends_sentence(c: char) -> bool {
    matches!(
        c,
        '。' | '！' | '？' | '：' | '；' | '”' | '…' | '.' | '!' | '?' | ':' | '"'
    )
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn of(text: &str, lines: Lines) -> ShownText {
        ShownText::of(&text.chars().collect::<Vec<_>>(), lines)
    }

    fn lines(text: &ShownText) -> Vec<&str> {
        text.paragraphs.iter().map(|p| p.text.as_str()).collect()
    }

    #[test]
    fn lines_of_a_pdf_are_joined_and_long_paragraphs_cut() {
        let text = "社区图\n书馆。\nopen at\nnight\n";
        let joined = of(text, Lines::Printed);
        assert_eq!(lines(&joined), ["社区图书馆。", "open at night "]);
        assert_eq!(joined.paragraphs[0].shown(4), 3, "书");
        assert_eq!(joined.paragraphs[0].original(3), 4);
        assert_eq!(
            lines(&of(text, Lines::Paragraphs)),
            ["社区图", "书馆。", "open at", "night"]
        );
        let long = of(&"很长的文字，".repeat(1_000), Lines::Printed);
        let lengths: Vec<usize> = lines(&long).iter().map(|l| l.chars().count()).collect();
        assert!(lengths.len() > 3 && lengths.iter().all(|&n| n <= LONGEST_PARAGRAPH + 6));
        assert_eq!(lengths.iter().sum::<usize>(), 6_000);
        assert_eq!(lines(&of(" \n\n", Lines::Paragraphs)), [""; 0]);
    }

    #[test]
    fn a_stretch_comes_as_it_is_shown() {
        let text = of("前文。夜间开放，\n很好12。\n后文", Lines::Printed);
        assert_eq!(
            text.between(3, 14, |at| at == 11 || at == 12),
            "夜间开放，很好。"
        );
        assert_eq!(
            text.between(0, 99, |_| false),
            "前文。夜间开放，很好12。\n后文"
        );
        assert_eq!(text.between(50, 99, |_| false), "");
    }

    #[test]
    fn lines_of_code_keep_their_indentation_and_empty_ones_their_place() {
        let code = "def a():\r\n\treturn 1\r\n\r\n  x = 2\n\nend";
        let shown = of(code, Lines::Code);
        assert_eq!(
            lines(&shown),
            ["def a():", "\treturn 1", " ", "  x = 2", " ", "end"]
        );
        assert_eq!(shown.paragraphs[1].start, 10, "the tab");
    }

    proptest! {
        #[test]
        fn every_shown_character_leads_to_its_place_and_back(
            text in "[夜间a。 \n\r\t]{0,80}",
            lines in prop::sample::select(vec![Lines::Printed, Lines::Paragraphs, Lines::Code]),
        ) {
            let characters: Vec<char> = text.chars().collect();
            let shown = ShownText::of(&characters, lines);
            let mut end = 0;
            for paragraph in &shown.paragraphs {
                prop_assert!(paragraph.start >= end && paragraph.end > paragraph.start);
                let lost = &characters[end as usize..paragraph.start as usize];
                prop_assert!(lost.iter().all(|c| c.is_whitespace()));
                end = paragraph.end;
                prop_assert_eq!(paragraph.text.chars().count(), paragraph.shown(paragraph.end));
                for (index, c) in paragraph.text.chars().enumerate() {
                    let at = paragraph.original(index);
                    prop_assert_eq!(paragraph.shown(at), index);
                    let original = characters[at as usize];
                    prop_assert!(c == original || c == ' ' && original.is_whitespace());
                }
            }
            prop_assert!(characters[end as usize..].iter().all(|c| c.is_whitespace()));
        }
    }
}
