//! Input of the step before reading: the source, and on top of it the texts that replace macros and branches.

use std::rc::Rc;

use super::source::Source;

/// Maximum number of texts on top of each other.
const DEEPEST: usize = 200;

/// Text and the place in it, in bytes.
#[derive(Clone)]
struct Frame {
    text: Rc<str>,
    at: usize,
}

/// Input that is read from its topmost text and, after the end of that, from the one below.
#[derive(Clone)]
pub(super) struct Input {
    frames: Vec<Frame>,
}

impl Input {
    pub(super) fn new(source: &str) -> Self {
        Self {
            frames: vec![Frame {
                text: source.into(),
                at: 0,
            }],
        }
    }

    /// Puts a text on top; `false` if too many lie there.
    pub(super) fn push(&mut self, text: &str) -> bool {
        self.leave_ends();
        let fits = self.frames.len() < DEEPEST;
        if fits && !text.is_empty() {
            self.frames.push(Frame {
                text: text.into(),
                at: 0,
            });
        }
        fits
    }

    /// Ends the input after the current line.
    pub(super) fn end_after_line(&mut self) {
        self.frames.truncate(1);
        if let Some(frame) = self.frames.first_mut() {
            let rest = &frame.text[frame.at..];
            let line = &rest[..rest.find('\n').unwrap_or(rest.len())];
            *frame = Frame {
                text: line.into(),
                at: 0,
            };
        }
    }

    pub(super) fn peek(&mut self) -> Option<char> {
        self.leave_ends();
        let frame = self.frames.last()?;
        frame.text[frame.at..].chars().next()
    }

    pub(super) fn next(&mut self) -> Option<char> {
        let c = self.peek()?;
        self.frames.last_mut()?.at += c.len_utf8();
        Some(c)
    }

    pub(super) fn take(&mut self, c: char) -> bool {
        let is_next = self.peek() == Some(c);
        if is_next {
            self.next();
        }
        is_next
    }

    /// Reads from the topmost text as the reader of the source does.
    pub(super) fn read<T>(&mut self, read: impl FnOnce(&mut Source<'_>) -> T) -> Option<T> {
        self.leave_ends();
        let frame = self.frames.last_mut()?;
        let mut source = Source::new(&frame.text[frame.at..]);
        let found = read(&mut source);
        frame.at = frame.text.len() - source.rest().len();
        Some(found)
    }

    /// Takes the letters of a command's name.
    pub(super) fn letters(&mut self) -> String {
        self.read(|source| source.letters().to_owned())
            .unwrap_or_default()
    }

    /// Takes the characters that TeX skips after a command's name: spaces and one line break.
    #[expect(
        clippy::redundant_closure_for_method_calls,
        reason = "the method itself is not general enough in the lifetime of the source"
    )]
    pub(super) fn skip_space(&mut self) {
        self.read(|source| source.skip_space());
    }

    /// Takes an argument in braces; `None` if none stands here.
    pub(super) fn group(&mut self) -> Option<String> {
        self.read(|source| source.group().map(str::to_owned))?
    }

    /// Takes an option in brackets; `None` if none stands here.
    pub(super) fn option(&mut self) -> Option<String> {
        self.read(|source| source.skip_option().map(str::to_owned))?
    }

    /// Takes everything before `end`, and `end`; everything of the topmost text if there is no `end`.
    pub(super) fn until(&mut self, end: &str) -> String {
        self.read(|source| source.until(end).to_owned())
            .unwrap_or_default()
    }

    /// Takes the argument of a command: a group or a single token, which is returned as it is written.
    pub(super) fn argument(&mut self) -> Option<String> {
        self.skip_space();
        if self.peek() == Some('{') {
            return self.group();
        }
        self.token()
    }

    /// Takes a single token: a command with its backslash, or a character.
    pub(super) fn token(&mut self) -> Option<String> {
        let c = self.next()?;
        if c != '\\' {
            return Some(c.to_string());
        }
        let letters = self.letters();
        if !letters.is_empty() {
            self.skip_space();
            return Some(format!("\\{letters}"));
        }
        Some(
            self.next()
                .map_or_else(|| "\\".to_owned(), |c| format!("\\{c}")),
        )
    }

    fn leave_ends(&mut self) {
        while self.frames.len() > 1
            && self
                .frames
                .last()
                .is_some_and(|frame| frame.at >= frame.text.len())
        {
            self.frames.pop();
        }
    }
}
