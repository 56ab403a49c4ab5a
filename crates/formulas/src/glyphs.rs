//! Lines as glyphs: one form for each of the many ways in which Unicode writes a letter, digit or sign, with its
//! position.

use crate::latex;
use crate::symbols::{BREAK, GROUP_CLOSE, GROUP_OPEN, is_accent};
use unicode_normalization::UnicodeNormalization;

/// Character in its common form, and its position in the original text.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Glyph {
    pub(crate) c: char,
    /// Offset of the first character that the glyph replaces, in Unicode scalar values of the whole text.
    pub(crate) at: u32,
    /// Offset after the last character that the glyph replaces.
    pub(crate) end: u32,
}

impl Glyph {
    /// The glyph of one character.
    pub(crate) fn one(c: char, at: u32) -> Self {
        Self { c, at, end: at + 1 }
    }
}

/// Returns the glyphs of a line that begins at offset `start`. LaTeX is converted if the line contains any.
pub(crate) fn glyphs(line: &[char], start: u32) -> Vec<Glyph> {
    let given = line.iter().zip(start..).map(|(c, at)| Glyph::one(*c, at));
    let mut simple = Vec::with_capacity(line.len());
    let mut raised = None;
    for glyph in given {
        let script = script(glyph.c);
        let marker = script.map(|(marker, _)| marker);
        if marker != raised {
            close(raised, &mut simple);
            if let Some(marker) = marker {
                simple.extend([marker, GROUP_OPEN].map(|c| Glyph::one(c, glyph.at)));
            }
            raised = marker;
        }
        put_simple(script.map_or(glyph.c, |(_, c)| c), glyph.at, &mut simple);
    }
    close(raised, &mut simple);
    if latex::is_latex(&simple) {
        latex::linear(&simple)
    } else {
        simple
    }
}

/// Ends what stands above or below, if something does.
fn close(raised: Option<char>, into: &mut Vec<Glyph>) {
    if let (Some(_), Some(last)) = (raised, into.last().copied()) {
        into.push(Glyph {
            c: GROUP_CLOSE,
            ..last
        });
    }
}

/// Puts the compatible form of a character: `𝑥` is `x`, `（` is `(`, `é` is `e` and an accent.
fn put_simple(c: char, at: u32, into: &mut Vec<Glyph>) {
    match c {
        ' '..='~' => into.push(Glyph::one(c, at)),
        // Private characters are pieces of brackets and pictures of letters in pdfs, and marks in this crate. Of what is ours,
        // only `script` above puts any.
        // Circled numbers are those of items.
        GROUP_OPEN..='\u{F8FF}' | '\u{2460}'..='\u{24FF}' | '\u{2776}'..='\u{2793}' => {
            into.push(Glyph::one(BREAK, at));
        }
        '\u{200B}'..='\u{200F}'
        | '\u{2060}'..='\u{2064}'
        | '\u{FEFF}'
        | '\u{FE00}'..='\u{FE0F}' => {}
        '\u{3400}'..='\u{9FFF}' => into.push(Glyph::one(c, at)),
        '′' | '’' | '＇' => into.push(Glyph::one('\'', at)),
        '″' => into.extend([Glyph::one('\'', at), Glyph::one('\'', at)]),
        '…' | '⋯' => into.push(Glyph::one('…', at)),
        '｛' => into.push(Glyph::one('{', at)),
        '｝' => into.push(Glyph::one('}', at)),
        '〈' | '⟨' | '【' | '〔' => into.push(Glyph::one('(', at)),
        '〉' | '⟩' | '】' | '〕' => into.push(Glyph::one(')', at)),
        'Ω' => into.push(Glyph::one('Ω', at)),
        '∆' => into.push(Glyph::one('Δ', at)),
        '∑' | 'Ʃ' => into.push(Glyph::one('∑', at)),
        _ if is_accent(c) => into.push(Glyph::one(c, at)),
        _ if c.is_alphabetic() => into.extend(std::iter::once(c).nfkd().map(|c| Glyph::one(c, at))),
        _ => into.extend(std::iter::once(c).nfkc().map(|c| Glyph::one(c, at))),
    }
}

/// The marker and the plain form of a raised or lowered character: `²` is `^2`.
fn script(c: char) -> Option<(char, char)> {
    let digit = |first: char| char::from_digit(u32::from(c) - u32::from(first), 10);
    Some(match c {
        '²' => ('^', '2'),
        '³' => ('^', '3'),
        '¹' => ('^', '1'),
        '⁰' | '⁴'..='⁹' => ('^', digit('⁰')?),
        '⁺' => ('^', '+'),
        '⁻' => ('^', '-'),
        'ⁿ' => ('^', 'n'),
        'ⁱ' => ('^', 'i'),
        'ᵀ' => ('^', 'T'),
        '₀'..='₉' => ('_', digit('₀')?),
        '₊' => ('_', '+'),
        '₋' => ('_', '-'),
        'ₐ' => ('_', 'a'),
        'ₑ' => ('_', 'e'),
        'ᵢ' => ('_', 'i'),
        'ⱼ' => ('_', 'j'),
        'ₖ' => ('_', 'k'),
        'ₘ' => ('_', 'm'),
        'ₙ' => ('_', 'n'),
        'ₜ' => ('_', 't'),
        'ₓ' => ('_', 'x'),
        _ => return None,
    })
}

#[cfg(test)]
mod tests {
    use super::glyphs;

    fn read(line: &str) -> String {
        let line: Vec<char> = line.chars().collect();
        glyphs(&line, 0)
            .iter()
            .map(|glyph| match glyph.c {
                '\u{E000}' => '⟦',
                '\u{E001}' => '⟧',
                c => c,
            })
            .collect()
    }

    #[test]
    fn ways_to_write_a_letter_are_one() {
        assert_eq!(read("𝑥＝（𝛼＋１）"), "x=(α+1)");
        assert_eq!(read("x²y₁₂"), "x^⟦2⟧y_⟦12⟧");
        assert_eq!(read("ẍ\u{E000}"), "x\u{308}\u{FFFC}");
    }
}
