//! Prepares a document from which copies are made: the author's characters in a plain layout, cut into sentences.

use std::io;
use std::ops::Range;

use unicode_normalization::char::is_combining_mark;

use chachong_check::DocumentContent;
use chachong_text::{LineBreaks, Normalized, is_cjk, normalize};

/// Document from which copies are made.
#[derive(Clone, Debug)]
pub(super) struct Source {
    /// Name of the document in the check.
    pub name: String,
    /// Text as it is written to the set.
    pub text: String,
    /// Byte ranges of the sentences, each with the following punctuation and white space; together they cover the text.
    pub sentences: Vec<Range<usize>>,
    /// Indices in `sentences` of full sentences, without headings, formulas, rows of figures or lines of a table of
    /// contents.
    pub full: Vec<usize>,
    /// Whether the text is Chinese.
    pub is_chinese: bool,
}

/// Minimum number of letters and ideographs in a full sentence. They must also be at least half of its printed
/// characters.
const FULL_LETTERS: usize = 10;

impl Source {
    pub(super) fn read(name: &str, reading: &DocumentContent) -> io::Result<Self> {
        let text = relaid(&reading.text.text()?, &reading.text.normalized()?);
        Ok(Self::new(name, text))
    }

    pub(super) fn new(name: &str, text: String) -> Self {
        let sentences = sentences(&text);
        let says = |range: &Range<usize>| {
            let sentence = &text[range.clone()];
            let printed = sentence.chars().filter(|c| !c.is_whitespace());
            let letters = letters(sentence);
            letters >= FULL_LETTERS && 2 * letters >= printed.count()
        };
        let full = (0..sentences.len())
            .filter(|&place| says(&sentences[place]))
            .collect();
        let ideographs = text.chars().filter(|&c| is_cjk(c)).count();
        let is_chinese = 2 * ideographs > letters(&text);
        Self {
            name: name.to_owned(),
            text,
            sentences,
            full,
            is_chinese,
        }
    }

    /// Returns a sentence with the marks and white space after it.
    pub(super) fn sentence(&self, place: usize) -> &str {
        &self.text[self.sentences[place].clone()]
    }

    /// Returns the text, normalised as it will be when its file is read.
    pub(super) fn normalized(&self) -> Normalized {
        normalize(&self.text, LineBreaks::Layout)
    }
}

/// Returns the number of letters and ideographs.
pub(super) fn letters(text: &str) -> usize {
    text.chars().filter(|c| c.is_alphabetic()).count()
}

/// Returns the author's characters with the paragraphs and spaces of the normalised text: no printed lines, running
/// heads or invisible characters, so that a copy differs only by the intended change.
fn relaid(original: &str, normalized: &Normalized) -> String {
    let characters: Vec<char> = original.chars().collect();
    let mut relaid = String::with_capacity(normalized.text.len());
    let mut last = None;
    for (c, &origin) in normalized.text.chars().zip(&normalized.origins) {
        if c.is_whitespace() {
            relaid.push(c);
            continue;
        }
        // Two normalised characters from one original (a ligature) give that one once.
        if last.replace(origin) == Some(origin) {
            continue;
        }
        let mut from = characters.iter().skip(origin as usize);
        relaid.extend(from.next());
        relaid.extend(from.take_while(|&&mark| is_combining_mark(mark)));
    }
    relaid
}

/// Cuts a text after full stops, question and exclamation marks and line breaks.
fn sentences(text: &str) -> Vec<Range<usize>> {
    let ends = |c: char, next: Option<char>| match c {
        '。' | '！' | '？' | '!' | '?' | '…' | '\n' => true,
        // A full stop in "3.2" ends nothing.
        '.' => next.is_none_or(char::is_whitespace),
        _ => false,
    };
    let mut sentences = Vec::new();
    let (mut start, mut ended) = (0, false);
    let mut characters = text.char_indices().peekable();
    while let Some((at, c)) = characters.next() {
        let next = characters.peek().map(|&(_, next)| next);
        // Closing marks, further marks and white space belong to the sentence before them.
        let follows = c.is_whitespace() || "”’」』》）)\"'".contains(c) || ends(c, next);
        if ended && !follows {
            sentences.push(start..at);
            start = at;
            ended = false;
        }
        ended |= ends(c, next);
    }
    if start < text.len() {
        sentences.push(start..text.len());
    }
    sentences
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sentences_are_the_whole_text() {
        let text = "标题\n\n第一句写在这里，有一个逗号。“第二句更长一些，也写完了！”A third one, 3.2 long. 完";
        let source = Source::new("a", text.to_owned());
        let pieces: Vec<&str> = (0..source.sentences.len())
            .map(|place| source.sentence(place))
            .collect();
        assert_eq!(pieces.concat(), text);
        assert_eq!(pieces[0], "标题\n\n");
        assert_eq!(pieces[1], "第一句写在这里，有一个逗号。");
        assert_eq!(pieces[3], "A third one, 3.2 long. ");
        assert_eq!(source.full, [1, 2, 3]);
        let contents =
            "第一章 社区图书馆的夜间开放 ................................ 12\n".repeat(3);
        assert!(Source::new("b", contents).full.is_empty());
        assert!(source.is_chinese);
    }

    #[test]
    fn the_authors_characters_stay_and_the_printed_lines_go() {
        let original = "圖書\u{200B}館，ＡＢ\n的e\u{301}té ﬁn 夜 间。\n第二句";
        let relaid = relaid(original, &normalize(original, LineBreaks::Layout));
        assert_eq!(relaid, "圖書館，ＡＢ 的e\u{301}té ﬁn 夜间。\n第二句");
    }
}
