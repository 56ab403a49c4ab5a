//! Conversion of a line's glyphs into lexemes: names, numbers, operators, brackets, and marks where no formula can go
//! on.

use crate::glyphs::Glyph;
use crate::symbols::{
    CODE, FRACTION, GROUP_CLOSE, GROUP_OPEN, NAME_OPEN, is_chinese, is_fixed, is_letter, mixed,
    number, operator, relation,
};
use chachong_text::Span;

/// Kind of a lexeme. Names, numbers and functions are identified by numbers that stand for their text.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(crate) enum Kind {
    /// A variable, which a copier may rename.
    Name(u64),
    Number(u64),
    /// Function that applies to the following term, such as `sin` or `exp`.
    Function(u64),
    /// Function that applies to all following terms, as ∑ does: `lim`, `max`.
    Limit(u64),
    /// Sign that keeps its name: ∑, ∫, π and others.
    Fixed(char),
    /// One of `+ - ± · /`.
    Operator(char),
    Relation(char),
    /// Opening bracket `(`, `[` or `{`, or the invisible beginning of a group.
    Open(char),
    Close(char),
    Comma,
    Semicolon,
    /// `^` or `_`.
    Script(char),
    Root,
    Fraction,
    /// Mark where no formula can go on.
    Break,
    /// Mark with program code, or no formula at all, on both sides.
    Code,
}

/// Lexeme with its position.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Lexeme {
    pub(crate) kind: Kind,
    /// Span in Unicode scalar values of the whole text.
    pub(crate) span: Span,
    /// Whether white space precedes the lexeme.
    pub(crate) spaced: bool,
}

/// Reads the lexemes of a line.
pub(crate) fn lexemes(glyphs: &[Glyph]) -> Vec<Lexeme> {
    let mut reader = Reader {
        glyphs,
        at: 0,
        spaced: true,
        out: Vec::new(),
    };
    while reader.at < glyphs.len() {
        reader.next();
    }
    reader.out
}

/// Reader of one line.
pub(crate) struct Reader<'a> {
    pub(crate) glyphs: &'a [Glyph],
    /// Index of the next glyph.
    pub(crate) at: usize,
    /// Whether white space precedes the next glyph.
    pub(crate) spaced: bool,
    pub(crate) out: Vec<Lexeme>,
}

impl Reader<'_> {
    /// Returns the character of a glyph; a line feed after the last glyph.
    pub(crate) fn c(&self, at: usize) -> char {
        self.glyphs.get(at).map_or('\n', |glyph| glyph.c)
    }

    /// Appends a lexeme for the next `length` glyphs, at least one.
    pub(crate) fn put(&mut self, kind: Kind, length: usize) {
        let end = (self.at + length).clamp(self.at + 1, self.glyphs.len());
        let span = Span {
            start: self.glyphs[self.at].at,
            end: self.glyphs[end - 1].end,
        };
        self.out.push(Lexeme {
            kind,
            span,
            spaced: self.spaced,
        });
        self.at = end;
        self.spaced = false;
    }

    /// Returns the number of consecutive glyphs from `from` on for which `is` returns `true`.
    pub(crate) fn run(&self, from: usize, is: impl Fn(char) -> bool) -> usize {
        self.glyphs[from.min(self.glyphs.len())..]
            .iter()
            .take_while(|glyph| is(glyph.c))
            .count()
    }

    /// Returns the text of `length` glyphs from `from` on.
    pub(crate) fn text(&self, from: usize, length: usize) -> String {
        self.glyphs[from..from + length]
            .iter()
            .map(|glyph| glyph.c)
            .collect()
    }

    fn next(&mut self) {
        let c = self.c(self.at);
        let two = [c, self.c(self.at + 1)];
        if c.is_whitespace() {
            self.space(c);
        } else if let Some(length) = self.joined_words() {
            self.put(Kind::Break, length);
        } else if let Some(length) = self.address() {
            self.put(Kind::Code, length);
        } else if is_letter(c) {
            self.word();
        } else if is_chinese(c) && !self.spaced && self.is_script() {
            self.chinese();
        } else if c == NAME_OPEN {
            self.named();
        } else if c.is_ascii_digit() || c == '.' && two[1].is_ascii_digit() && !self.touches_name()
        {
            self.digits();
        } else if let Some(length) = self.code() {
            self.put(Kind::Code, length);
        } else {
            match (c, two[1]) {
                (':', '=') => self.put(Kind::Relation('='), 2),
                ('<', '=') => self.put(Kind::Relation('≤'), 2),
                ('>', '=') => self.put(Kind::Relation('≥'), 2),
                ('.', '.') => {
                    let dots = self.run(self.at, |c| c == '.');
                    self.put(
                        if dots == 3 {
                            Kind::Fixed('…')
                        } else {
                            Kind::Break
                        },
                        dots,
                    );
                }
                _ => self.sign(c),
            }
        }
    }

    /// Two spaces and more, or a tab, stand between columns, unless an operator stands on either side.
    fn space(&mut self, c: char) {
        let length = self.run(self.at, char::is_whitespace);
        let waits = matches!(
            self.out.last(),
            Some(Lexeme {
                kind: Kind::Relation(_) | Kind::Operator(_),
                ..
            })
        );
        let next = self.c(self.at + length);
        let waited_for = relation(next).is_some() || operator(next).is_some();
        let inside =
            !self.out.is_empty() && self.at + length < self.glyphs.len() && !waits && !waited_for;
        if inside && (length > 1 || c == '\t') {
            self.put(Kind::Break, length);
        } else {
            self.at += length;
        }
        self.spaced = true;
    }

    fn touches_name(&self) -> bool {
        !self.spaced
            && matches!(
                self.out.last(),
                Some(Lexeme {
                    kind: Kind::Name(_) | Kind::Number(_) | Kind::Close(_),
                    ..
                })
            )
    }

    fn sign(&mut self, c: char) {
        let kind = match c {
            '(' | '[' | '{' | GROUP_OPEN => Kind::Open(c),
            ')' | ']' | '}' | GROUP_CLOSE => Kind::Close(c),
            ',' | '、' => Kind::Comma,
            ';' => Kind::Semicolon,
            '^' | '_' => Kind::Script(c),
            '√' => Kind::Root,
            FRACTION => Kind::Fraction,
            CODE => Kind::Code,
            '.' if self.touches_name() && is_letter(self.c(self.at + 1)) => Kind::Operator('·'),
            '\'' if self.touches_name() => {
                if let Some(Lexeme {
                    kind: Kind::Name(name),
                    span,
                    ..
                }) = self.out.last_mut()
                {
                    *name = mixed(&[*name, 1]);
                    span.end = self.glyphs[self.at].end;
                }
                self.at += 1;
                return;
            }
            '"' | '\'' | '`' | '#' | '@' | '~' | '&' | '$' | '\\' => Kind::Code,
            _ => match (relation(c), operator(c)) {
                (Some(relation), _) => Kind::Relation(relation),
                (_, Some(operator)) => Kind::Operator(operator),
                _ if is_fixed(c) => Kind::Fixed(c),
                _ => Kind::Break,
            },
        };
        self.put(kind, 1);
    }

    /// A number with its decimal point and power of ten.
    fn digits(&mut self) {
        let mut end = self.at + self.run(self.at, |c| c.is_ascii_digit());
        if self.c(end) == '.' && self.c(end + 1).is_ascii_digit() {
            end += 1 + self.run(end + 1, |c| c.is_ascii_digit());
        }
        let sign = usize::from(matches!(self.c(end + 1), '+' | '-'));
        if matches!(self.c(end), 'e' | 'E') && self.c(end + 1 + sign).is_ascii_digit() && sign == 1
        {
            end += 2 + self.run(end + 2, |c| c.is_ascii_digit());
        }
        // 1999.12.3 and 3.2.1 are dates and chapters.
        if self.c(end) == '.' && self.c(end + 1).is_ascii_digit() {
            let all = self.run(self.at, |c| c.is_ascii_digit() || c == '.');
            self.put(Kind::Break, all);
            return;
        }
        let text: String = self.glyphs[self.at..end]
            .iter()
            .map(|glyph| glyph.c)
            .collect();
        self.put(Kind::Number(number(2, text.as_bytes())), end - self.at);
    }
}

/// Returns the number of a name with a subscript; brackets around the whole subscript do not count.
pub(crate) fn with_subscript(name: u64, subscript: &[Kind]) -> u64 {
    let parts: Vec<u64> = subscript
        .iter()
        .map(|kind| match kind {
            Kind::Name(n) | Kind::Number(n) | Kind::Function(n) | Kind::Limit(n) => *n,
            Kind::Fixed(c) | Kind::Operator(c) | Kind::Relation(c) | Kind::Script(c) => {
                u64::from(*c) + 10
            }
            Kind::Open(_) => 3,
            Kind::Close(_) => 4,
            Kind::Comma | Kind::Semicolon => 5,
            Kind::Root | Kind::Fraction | Kind::Break | Kind::Code => 6,
        })
        .collect();
    mixed(&[name, 7, mixed(&parts)])
}

#[cfg(test)]
mod tests {
    use super::{Kind, lexemes};
    use crate::glyphs::glyphs;

    fn read(line: &str) -> String {
        let line: Vec<char> = line.chars().collect();
        let name = |kind: &Kind| match kind {
            Kind::Name(_) => 'x',
            Kind::Number(_) => '1',
            Kind::Function(_) | Kind::Limit(_) => 'f',
            Kind::Fixed(_) => 's',
            Kind::Operator(c) | Kind::Relation(c) | Kind::Script(c) => *c,
            Kind::Open(_) => '(',
            Kind::Close(_) => ')',
            Kind::Comma => ',',
            Kind::Semicolon => ';',
            Kind::Root => '√',
            Kind::Fraction => '÷',
            Kind::Break => '¶',
            Kind::Code => '!',
        };
        lexemes(&glyphs(&line, 0))
            .iter()
            .map(|lexeme| name(&lexeme.kind))
            .collect()
    }

    #[test]
    fn formulas_and_prose() {
        assert_eq!(
            read("x = (-b ± √(b^2 - 4ac))/(2a)"),
            "x=(-x±√(x^1-1xx))/(1x)"
        );
        assert_eq!(read("where x1=2 and y is"), "¶x_1=1¶x¶");
        assert_eq!(read("设 HETP = sin θ_max"), "¶x=fx_x");
        assert_eq!(read("x' = a\u{304} dx"), "x=xxx");
        assert_eq!(read("Click File > Open"), "¶x>x");
    }

    #[test]
    fn code_and_addresses() {
        assert_eq!(read("a == b"), "x!x");
        assert_eq!(read("http://a.b/?x=1&y=2 <br>"), "!!");
        assert_eq!(read("load_data = me@a.org"), "!=!");
        assert_eq!(read("=========="), "!");
    }
}
