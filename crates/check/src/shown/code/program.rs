//! One program as it is drawn: its lines, cut into pieces with a uniform look.

use super::{CodeLine, CodePiece, CodeSide, Marks};
use crate::evidence::{CodeText, begins_within};
use chachong_code::{Class, Comment, Language, Listing, Word, classes};
use chachong_compare::{Span, overlapping};
use std::ops::Range;

/// Columns from one tab stop to the next.
const TAB: usize = 4;

/// Program with the words, comments and classes that the lexer found in it.
pub(super) struct Program {
    pub(super) text: Vec<char>,
    stretches: Vec<Span>,
    words: Vec<Word>,
    pub(super) comments: Vec<Comment>,
    classes: Vec<(Span, Class)>,
}

/// Line of a program, by its characters without its end.
pub(super) struct Line {
    number: usize,
    begins: bool,
    start: usize,
    end: usize,
}

impl Program {
    pub(super) fn of(code: CodeText) -> Self {
        let language = |text: &str| code.language.unwrap_or_else(|| Language::guess(text));
        let listings = Listing::within(&code.text, &code.stretches, language);
        let classes = classes(&code.text, &code.stretches, language).concat();
        let comments = listings.iter().flat_map(|listing| &listing.comments);
        Self {
            comments: comments.cloned().collect(),
            words: (listings.iter())
                .flat_map(|listing| listing.words.iter().copied())
                .collect(),
            classes,
            text: code.text.chars().collect(),
            stretches: code.stretches,
        }
    }

    pub(super) fn words_in(&self, span: Span) -> &[Word] {
        let first = self
            .words
            .partition_point(|word| word.span.start < span.start);
        let end = self
            .words
            .partition_point(|word| word.span.start < span.end);
        &self.words[first..end.max(first)]
    }

    pub(super) fn comments_in(&self, span: Span) -> impl Iterator<Item = &Comment> {
        let first = (self.comments).partition_point(|comment| comment.span.start < span.start);
        let comments = self.comments[first..].iter();
        comments.take_while(move |comment| comment.span.start < span.end)
    }

    /// Returns whether code stands between two comments.
    pub(super) fn has_words_between(&self, comment: usize, next: usize) -> bool {
        let [start, end] = [
            self.comments[comment].span.end,
            self.comments[next].span.start,
        ];
        !self.words_in(Span { start, end }).is_empty()
    }

    /// Returns the lines that have code.
    pub(super) fn lines(&self) -> Vec<Line> {
        let mut lines = Vec::new();
        let mut stretches = self.stretches.iter().peekable();
        let (mut start, mut number, mut in_stretch) = (0, 1, None);
        while start <= self.text.len() {
            let rest = &self.text[start..];
            let is_end = |c: &char| matches!(c, '\n' | '\r' | '\u{C}' | '\u{2028}');
            let end = start + rest.iter().position(is_end).unwrap_or(rest.len());
            while stretches
                .next_if(|stretch| stretch.indices().end <= start && start > 0)
                .is_some()
            {}
            if let Some(stretch) = stretches
                .peek()
                .filter(|stretch| stretch.indices().start <= end)
            {
                lines.push(Line {
                    number,
                    begins: in_stretch.is_some_and(|before| before != stretch.start),
                    start,
                    end,
                });
                in_stretch = Some(stretch.start);
            }
            let is_two = self.text.get(end) == Some(&'\r') && self.text.get(end + 1) == Some(&'\n');
            start = end + if is_two { 2 } else { 1 };
            number += 1;
        }
        // The end of the last line begins no other.
        let is_blank = |line: &Line| line.start == line.end;
        while lines.len() > 1 && lines.last().is_some_and(is_blank) {
            lines.pop();
        }
        lines
    }

    /// Returns the lines that have code within a span.
    pub(super) fn lines_in(&self, span: Span) -> Vec<Line> {
        let mut lines = self.lines();
        let kept = span.indices();
        lines.retain(|line| line.start < kept.end && kept.start < line.end);
        lines
    }

    pub(super) fn side(&self, lines: &[Line], marks: &Marks, given: &[Span]) -> CodeSide {
        let lines = lines.iter().map(|line| {
            let line_span = Span::of(line.start, line.end);
            let words = overlapping(&self.classes, line_span, |(span, _)| *span);
            let mut builder = Builder::default();
            let mut from = line.start;
            for (span, class) in words {
                let Range { start, end } = span.indices();
                let (start, end) = (start.max(line.start), end.min(line.end));
                // Separators are no words of a run; those after its last word are seen as a part of it.
                let before =
                    (builder.pieces.last()).filter(|_| matches!(self.text[start], ';' | ',' | ')'));
                let is_given =
                    begins_within(*span, given) || before.is_some_and(|before| before.is_given);
                let (owner, change) = match marks.get(&span.start) {
                    _ if is_given => (None, None),
                    Some((owner, change)) => (Some(*owner), change.clone()),
                    None => (before.and_then(|before| before.owner), None),
                };
                builder.space(&self.text[from..start], owner, is_given);
                builder.push(
                    &self.text[start..end],
                    CodePiece {
                        bytes: 0..0,
                        class: Some(*class),
                        owner,
                        is_given,
                        change,
                    },
                );
                from = end;
            }
            builder.space(&self.text[from..line.end], None, false);
            CodeLine {
                number: line.number,
                begins: line.begins,
                owner: whole(&builder.pieces),
                text: builder.text,
                pieces: builder.pieces,
            }
        });
        let mut lines: Vec<CodeLine> = lines.collect();
        let is_blank = |line: &CodeLine| line.pieces.iter().all(|piece| piece.class.is_none());
        // Empty lines belong to the match that goes on below them.
        let mut before = None;
        for line in &mut lines {
            if is_blank(line) {
                line.owner = before;
            }
            before = line.owner;
        }
        let mut next = None;
        for line in lines.iter_mut().rev() {
            if is_blank(line) && line.owner != next {
                line.owner = None;
            } else {
                next = line.owner;
            }
        }
        CodeSide { lines }
    }
}

/// Returns the match that all words of a line belong to.
fn whole(pieces: &[CodePiece]) -> Option<usize> {
    let mut owners = (pieces.iter())
        .filter(|piece| piece.class.is_some())
        .map(|piece| piece.owner);
    let first = owners.next()?;
    first.filter(|_| owners.all(|owner| owner == first))
}

/// Line that is put together from its pieces.
#[derive(Default)]
struct Builder {
    text: String,
    pieces: Vec<CodePiece>,
    columns: usize,
}

impl Builder {
    /// Adds white space, and what is no code, before a piece: part of the match that both its neighbours belong to.
    fn space(&mut self, text: &[char], owner: Option<usize>, is_given: bool) {
        let before = self.pieces.last();
        let piece = CodePiece {
            bytes: 0..0,
            class: None,
            owner: owner.filter(|_| before.is_some_and(|before| before.owner == owner)),
            is_given: is_given && before.is_some_and(|before| before.is_given),
            change: None,
        };
        self.push(text, piece);
    }

    fn push(&mut self, text: &[char], piece: CodePiece) {
        if text.is_empty() {
            return;
        }
        let start = self.text.len();
        for c in text {
            let count = if *c == '\t' {
                TAB - self.columns % TAB
            } else {
                1
            };
            let written = if *c == '\t' { ' ' } else { *c };
            self.text.extend(std::iter::repeat_n(written, count));
            self.columns += count;
        }
        self.pieces.push(CodePiece {
            bytes: start..self.text.len(),
            ..piece
        });
    }
}
