//! Tokens of RTF: braces, control words with their numbers, and the bytes of text.

/// Maximum length of a control word; longer ones are damage.
const LONGEST_WORD: usize = 40;

/// Token of an RTF file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Token<'a> {
    Open,
    Close,
    /// Control word with its number.
    Word(&'a str, Option<i32>),
    /// Control symbol such as `\~`.
    Symbol(u8),
    /// One byte of text, written as itself or as `\'xx`.
    Byte(u8),
}

/// Reads tokens one after the other.
pub(super) struct Tokens<'a> {
    rest: &'a [u8],
}

impl<'a> Tokens<'a> {
    pub(super) const fn new(rest: &'a [u8]) -> Self {
        Self { rest }
    }

    /// Skips bytes of data that are not tokens.
    pub(super) fn skip(&mut self, bytes: usize) {
        self.rest = self.rest.get(bytes..).unwrap_or_default();
    }

    fn take(&mut self, count: usize) -> &'a [u8] {
        let (taken, rest) = self.rest.split_at(count.min(self.rest.len()));
        self.rest = rest;
        taken
    }

    fn control(&mut self) -> Option<Token<'a>> {
        let letters = self
            .rest
            .iter()
            .take(LONGEST_WORD)
            .take_while(|byte| byte.is_ascii_alphabetic())
            .count();
        if letters == 0 {
            let (&symbol, rest) = self.rest.split_first()?;
            self.rest = rest;
            if symbol != b'\'' {
                return Some(Token::Symbol(symbol));
            }
            let digits = std::str::from_utf8(self.rest.get(..2)?).ok();
            let byte = digits.and_then(|digits| u8::from_str_radix(digits, 16).ok());
            return Some(match byte {
                Some(byte) => {
                    self.skip(2);
                    Token::Byte(byte)
                }
                None => Token::Symbol(b'\''),
            });
        }
        let name = std::str::from_utf8(self.take(letters)).unwrap_or_default();
        let sign = usize::from(self.rest.first() == Some(&b'-'));
        let digits = self.rest[sign..]
            .iter()
            .take(10)
            .take_while(|byte| byte.is_ascii_digit())
            .count();
        let number = if digits > 0 {
            let written = std::str::from_utf8(self.take(sign + digits)).unwrap_or_default();
            written.parse().ok()
        } else {
            None
        };
        if self.rest.first() == Some(&b' ') {
            self.skip(1);
        }
        Some(Token::Word(name, number))
    }
}

impl<'a> Iterator for Tokens<'a> {
    type Item = Token<'a>;

    fn next(&mut self) -> Option<Token<'a>> {
        loop {
            let (&byte, rest) = self.rest.split_first()?;
            self.rest = rest;
            match byte {
                b'{' => return Some(Token::Open),
                b'}' => return Some(Token::Close),
                b'\\' => return self.control(),
                // Breaks of lines in the file are no text.
                b'\r' | b'\n' | 0 => {}
                byte => return Some(Token::Byte(byte)),
            }
        }
    }
}
