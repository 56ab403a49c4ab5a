//! Signs of program code, web addresses and drawn lines; text beside them is not a formula.

use crate::lexemes::Reader;

/// Runs of two characters that only code, marks of lists and pages of the web have.
const CODE_PAIRS: &[&str] = &[
    "==", "!=", "=>", "->", "<-", "+=", "-=", "*=", "++", "--", "&&", "<<", ">>", "//", "/*", "*/",
    "**", "::", "</", "/>", "%d", "%s", "[]", "()", "{}", "\\n", "|=", "&=",
];

impl Reader<'_> {
    /// Returns the length of a sign that only code has, or of a drawn line; `None` if there is none here.
    pub(crate) fn code(&self) -> Option<usize> {
        let c = self.c(self.at);
        if matches!(c, '=' | '-' | '*' | '_' | '~' | '+' | '<' | '>') {
            let length = self.run(self.at, |other| other == c);
            if length > 2 {
                return Some(length);
            }
        }
        let two = [c, self.c(self.at + 1)];
        if CODE_PAIRS.iter().any(|pair| pair.chars().eq(two)) {
            return Some(2);
        }
        if c == '<' {
            // A tag of a page.
            let name = self.run(self.at + 1, |c| {
                c.is_ascii_alphanumeric() || c == '/' || c == '!'
            });
            return (name > 0 && self.c(self.at + 1 + name) == '>').then_some(name + 2);
        }
        None
    }

    /// Returns the length of words joined by hyphens, such as `non-linear`; `None` if there are none here.
    pub(crate) fn joined_words(&self) -> Option<usize> {
        let letters = |from: usize| self.run(from, |c| c.is_ascii_alphabetic());
        let first = letters(self.at);
        let joined =
            first >= 2 && self.c(self.at + first) == '-' && letters(self.at + first + 1) >= 3;
        (joined && first + letters(self.at + first + 1) > 6)
            .then(|| self.run(self.at, |c| c.is_ascii_alphabetic() || c == '-'))
    }

    /// Returns the length of a web or mail address, or of a code name with underscores, that begins here; `None` if
    /// there is none.
    pub(crate) fn address(&self) -> Option<usize> {
        if !self.c(self.at).is_ascii_alphanumeric()
            || self.at > 0 && self.c(self.at - 1).is_ascii_alphanumeric()
        {
            return None;
        }
        let letters = self.run(self.at, |c| c.is_ascii_alphabetic());
        let is_word = |c: char| c.is_ascii_alphanumeric() || matches!(c, '_' | '.' | '-');
        let after = self.at + letters;
        let next = [self.c(after), self.c(after + 1), self.c(after + 2)];
        let rest = || self.run(self.at, |c| c.is_ascii_graphic());
        if letters >= 3 && next == [':', '/', '/']
            || letters == 3 && next[0] == '.' && self.c(self.at) == 'w' && self.c(after - 1) == 'w'
        {
            return Some(rest());
        }
        if letters >= 3
            && next[0] == '_'
            && self.run(after + 1, |c| c.is_ascii_lowercase()) >= 3
            && self.c(after - 1).is_ascii_lowercase()
        {
            return Some(self.run(self.at, is_word));
        }
        if letters >= 2 && next[0] == '.' && self.run(after + 1, |c| c.is_ascii_alphabetic()) >= 2 {
            return Some(self.run(self.at, is_word));
        }
        let word = self.glyphs[self.at..]
            .iter()
            .take(80)
            .take_while(|glyph| is_word(glyph.c))
            .count();
        (word < 80 && self.c(self.at + word) == '@').then(rest)
    }
}
