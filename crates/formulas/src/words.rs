//! Conversion of letters into lexemes: words of prose, functions, names, and products of names.

use crate::lexemes::{Kind, Lexeme, Reader};
use crate::symbols::{
    FRACTION, GROUP_CLOSE, GROUP_OPEN, NAME_CLOSE, NAME_OPEN, is_accent, is_chinese, is_fixed,
    is_function, is_letter, is_limit, is_word, mixed, number, operator, relation,
};
use chachong_text::Span;

impl Reader<'_> {
    /// Reads a Chinese word in a subscript: 水 in `m_水`, 总压 in `p_(总压)`.
    pub(crate) fn chinese(&mut self) {
        let bracket = matches!(
            self.out.last(),
            Some(Lexeme {
                kind: Kind::Open(_),
                ..
            })
        );
        let length = if bracket {
            self.run(self.at, is_chinese)
        } else {
            1
        };
        let name = self.text(self.at, length);
        self.put(Kind::Name(number(1, name.as_bytes())), length);
    }

    /// Reads a name that LaTeX marks as one.
    pub(crate) fn named(&mut self) {
        let length = self.run(self.at + 1, |c| c != NAME_CLOSE);
        let name: String = self.text(self.at + 1, length);
        let kind = if is_function(&name) {
            function(&name)
        } else {
            Kind::Name(number(1, name.as_bytes()))
        };
        self.put(kind, length + 2);
    }

    /// Reads a run of letters: a word of prose, a function, one name or a product of names.
    pub(crate) fn word(&mut self) {
        let first = self.c(self.at);
        let length = if first.is_ascii_alphabetic() {
            self.run(self.at, |c| c.is_ascii_alphabetic())
        } else {
            1
        };
        let word: String = self.text(self.at, length);
        let is_script = !self.spaced && self.is_script();
        if is_fixed(first) {
            self.put(Kind::Fixed(first), 1);
        } else if !is_script && is_function(&word) {
            self.put(function(&word), length);
        } else if length > 1 && !is_script && self.is_prose(&word, length) {
            self.put(Kind::Break, length);
        } else if is_script
            || length == 1
            || length > 3
            || word.chars().all(|c| c.is_ascii_uppercase())
        {
            self.name(&word, length);
        } else if let Some(function) = joined_function(&word) {
            self.split(length - function);
        } else {
            self.split(length);
        }
    }

    /// Returns whether the following text is a superscript or subscript, directly or first in brackets.
    pub(crate) fn is_script(&self) -> bool {
        let kinds: Vec<Kind> = self
            .out
            .iter()
            .rev()
            .take(2)
            .map(|lexeme| lexeme.kind)
            .collect();
        matches!(
            kinds[..],
            [Kind::Script(_), ..] | [Kind::Open(_), Kind::Script(_)]
        )
    }

    /// Each of `length` letters is a name of its own.
    fn split(&mut self, length: usize) {
        // `dx/dt`: what touches the stroke is under it as a whole.
        let under = !self.spaced
            && self
                .out
                .last()
                .is_some_and(|lexeme| lexeme.kind == Kind::Operator('/'));
        let group = |at: u32, kind| Lexeme {
            kind,
            span: Span {
                start: at,
                end: at + 1,
            },
            spaced: false,
        };
        if under {
            self.out
                .push(group(self.glyphs[self.at].at, Kind::Open(GROUP_OPEN)));
        }
        for _ in 0..length {
            let c = self.c(self.at);
            self.name(c.encode_utf8(&mut [0; 4]), 1);
        }
        if under {
            self.out
                .push(group(self.glyphs[self.at - 1].at, Kind::Close(GROUP_CLOSE)));
        }
    }

    /// A name with the digits and accents that touch it.
    fn name(&mut self, word: &str, length: usize) {
        let accents = self.run(self.at + length, is_accent);
        let mut name = number(1, word.as_bytes());
        if accents > 0 {
            let accents = self.text(self.at + length, accents);
            name = mixed(&[name, 2, number(1, accents.as_bytes())]);
        }
        self.put(Kind::Name(name), length + accents);
        let digits = self.run(self.at, |c| c.is_ascii_digit());
        if digits > 0 {
            // `x1` of a pdf is what a linear form writes `x_1`.
            let text = self.text(self.at, digits);
            let from = self.at;
            self.put(Kind::Script('_'), 1);
            self.at = from;
            self.put(Kind::Number(number(2, text.as_bytes())), digits);
        }
    }

    /// Whether a word of two and more letters is prose: known as such, or nothing of mathematics stands beside it.
    fn is_prose(&self, word: &str, length: usize) -> bool {
        let after = self.at + length;
        let next = self.c(after);
        let free = |c: char| !is_letter(c) && !c.is_ascii_digit() && !matches!(c, '_' | '^');
        if is_word(word) && free(next) {
            return true;
        }
        let next = self.c(after + self.run(after, |c| c == ' '));
        let before = self.out.last().map(|lexeme| lexeme.kind);
        let mathematical = |c: char| {
            (relation(c).is_some_and(|relation| relation != '→')
                || operator(c).is_some()
                || is_fixed(c))
                && !matches!(c, '—' | '–' | '─' | '/' | '•' | '%')
                || matches!(c, '_' | '^' | '√')
        };
        let beside = matches!(
            before,
            Some(
                Kind::Operator(_)
                    | Kind::Script(_)
                    | Kind::Root
                    | Kind::Fixed(_)
                    | Kind::Open(GROUP_OPEN)
            )
        ) || matches!(before, Some(Kind::Relation(relation)) if relation != '→')
            || !self.spaced
                && matches!(
                    before,
                    Some(Kind::Number(_) | Kind::Name(_) | Kind::Close(_) | Kind::Open(_))
                )
            || mathematical(next)
            || self.c(after) == '('
            || self.c(after).is_ascii_digit() && length < 4
            || matches!(next, FRACTION | NAME_OPEN | '/') && length < 4
            || is_letter(self.c(after)) && !self.c(after).is_ascii_alphabetic()
            || length < 4
                && self.spaced
                && matches!(
                    before,
                    Some(Kind::Name(_) | Kind::Number(_) | Kind::Close(_))
                );
        // `Click File > Open`: words of four letters and more in lower case between spaces are none of a formula.
        !beside
    }
}

fn function(name: &str) -> Kind {
    let value = number(1, name.as_bytes());
    if is_limit(name) {
        Kind::Limit(value)
    } else {
        Kind::Function(value)
    }
}

/// The length of a function at the end of a word: `xsin` is x·sin.
fn joined_function(word: &str) -> Option<usize> {
    let end = word.get(1..)?;
    is_function(end).then_some(end.len())
}
