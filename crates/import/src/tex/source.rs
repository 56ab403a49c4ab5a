//! Position in a LaTeX source, with the steps that read an argument, an option or a raw piece. No step looks at the
//! same text again and again: an argument that is never closed extends to the end, and an option has a maximum length.

/// Maximum length of an option in brackets, in bytes; a bracket that is closed later is text.
const LONGEST_OPTION: usize = 2_000;
/// Maximum number of brackets in brackets in an option: with more, each of many brackets would be looked through for all
/// that follow.
const DEEPEST_OPTION: usize = 50;
/// Maximum length of a formula between dollars or brackets, in bytes.
const LONGEST_FORMULA: usize = 5_000;

/// Source and the place in it.
#[derive(Clone, Copy)]
pub(crate) struct Source<'a> {
    rest: &'a str,
}

impl<'a> Source<'a> {
    pub(crate) const fn new(rest: &'a str) -> Self {
        Self { rest }
    }

    /// Returns the text that has not been read yet.
    pub(crate) const fn rest(&self) -> &'a str {
        self.rest
    }

    /// Returns a source that ends after `most` bytes, or a little before.
    pub(crate) fn head(self, most: usize) -> Self {
        let mut end = most.min(self.rest.len());
        while !self.rest.is_char_boundary(end) {
            end -= 1;
        }
        Self::new(&self.rest[..end])
    }

    pub(crate) fn peek(&self) -> Option<char> {
        self.rest.chars().next()
    }

    pub(crate) fn next(&mut self) -> Option<char> {
        let c = self.peek()?;
        self.rest = &self.rest[c.len_utf8()..];
        Some(c)
    }

    /// Takes a word if it stands here.
    pub(crate) fn take(&mut self, word: &str) -> bool {
        match self.rest.strip_prefix(word) {
            Some(rest) => {
                self.rest = rest;
                true
            }
            None => false,
        }
    }

    /// Takes the letters of a command's name.
    pub(crate) fn letters(&mut self) -> &'a str {
        let end = self
            .rest
            .find(|c: char| !c.is_ascii_alphabetic() && c != '@')
            .unwrap_or(self.rest.len());
        self.split(end)
    }

    /// Takes spaces, tabs and at most one line break: a blank line ends a paragraph and stays.
    pub(crate) fn skip_space(&mut self) {
        self.skip_blanks();
        let after = self
            .rest
            .strip_prefix('\n')
            .map(|r| r.trim_start_matches([' ', '\t']));
        if let Some(after) = after
            && !after.starts_with('\n')
        {
            self.rest = after;
        }
    }

    pub(crate) fn skip_blanks(&mut self) {
        self.rest = self.rest.trim_start_matches([' ', '\t']);
    }

    /// Takes the rest of the line, without its break.
    pub(crate) fn line(&mut self) -> &'a str {
        self.split(self.rest.find('\n').unwrap_or(self.rest.len()))
    }

    /// Takes an option `[...]` if there is one at the current place; returns its content.
    pub(crate) fn skip_option(&mut self) -> Option<&'a str> {
        let inside = self.rest.strip_prefix('[')?;
        let mut depth = 0_usize;
        for (at, c) in inside.char_indices().take(LONGEST_OPTION) {
            match c {
                '{' | '[' if depth == DEEPEST_OPTION => return None,
                '{' | '[' => depth += 1,
                '}' => depth = depth.saturating_sub(1),
                ']' if depth == 0 => {
                    self.rest = &inside[at + 1..];
                    return Some(&inside[..at]);
                }
                ']' => depth -= 1,
                _ => {}
            }
        }
        None
    }

    /// Takes an argument `{...}` with spaces before it; one that is never closed reaches to the end. `None` if none
    /// stands here.
    pub(crate) fn group(&mut self) -> Option<&'a str> {
        let mut ahead = *self;
        ahead.skip_space();
        let inside = ahead.rest.strip_prefix('{')?;
        let (mut depth, mut is_escaped) = (0_usize, false);
        for (at, c) in inside.char_indices() {
            match c {
                _ if is_escaped => is_escaped = false,
                '\\' => is_escaped = true,
                '{' => depth += 1,
                '}' if depth == 0 => {
                    self.rest = &inside[at + 1..];
                    return Some(&inside[..at]);
                }
                '}' => depth -= 1,
                _ => {}
            }
        }
        self.rest = "";
        Some(inside)
    }

    /// Takes everything up to `end` and `end` itself; everything if there is no `end`.
    pub(crate) fn until(&mut self, end: &str) -> &'a str {
        match self.rest.split_once(end) {
            Some((before, after)) => {
                self.rest = after;
                before
            }
            None => self.split(self.rest.len()),
        }
    }

    /// Takes a formula up to its closing sign in the same paragraph; `None` if it does not end there.
    pub(crate) fn formula(&mut self, end: &str) -> Option<&'a str> {
        let near = self.head(LONGEST_FORMULA).rest;
        let mut from = 0;
        loop {
            let at = from + near.get(from..)?.find(end)?;
            // Only what lies before the sign is looked through for a blank line, so that many formulas cost no more.
            if near[from..at].contains("\n\n") {
                return None;
            }
            let escapes = near[..at].bytes().rev().take_while(|&b| b == b'\\').count();
            // A backslash before a dollar makes it a sign; one that is itself escaped is a line's end.
            if end != "$" || escapes % 2 == 0 {
                self.rest = &self.rest[at + end.len()..];
                return Some(&near[..at]);
            }
            from = at + end.len();
        }
    }

    fn split(&mut self, at: usize) -> &'a str {
        let (before, after) = self.rest.split_at(at);
        self.rest = after;
        before
    }
}
