//! Meanings of characters and words in formulas: relations, operators, functions, and marks that only this crate uses.

use twox_hash::XxHash3_64;

/// Invisible beginning of a group, as `{` in LaTeX.
pub(crate) const GROUP_OPEN: char = '\u{E000}';
/// Invisible end of a group.
pub(crate) const GROUP_CLOSE: char = '\u{E001}';
/// Fraction of the two groups that follow.
pub(crate) const FRACTION: char = '\u{E002}';
/// Beginning of a name of several letters.
pub(crate) const NAME_OPEN: char = '\u{E003}';
/// End of a name of several letters.
pub(crate) const NAME_CLOSE: char = '\u{E004}';
/// Mark that no formula contains: a formula ends here, and another may begin.
pub(crate) const BREAK: char = '\u{FFFC}';
/// Mark that only program code contains: the text on either side is no formula.
pub(crate) const CODE: char = '\u{E005}';

/// Names of functions and operators that a copier does not rename.
const FUNCTIONS: &[&str] = &[
    "sin", "cos", "tan", "cot", "sec", "csc", "arcsin", "arccos", "arctan", "arccot", "sinh",
    "cosh", "tanh", "coth", "exp", "ln", "log", "lg", "lim", "max", "min", "sup", "inf", "arg",
    "argmax", "argmin", "det", "dim", "ker", "tr", "rank", "diag", "sgn", "sign", "mod", "gcd",
    "lcm", "grad", "div", "rot", "curl", "erf", "softmax", "sigmoid", "relu", "cov", "var", "deg",
    "tg", "ctg", "sh", "ch", "th", "sqrt", "abs", "liminf", "limsup", "binom",
];

/// Short English words that stand beside formulas and are no products of variables.
const WORDS: &[&str] = &[
    "if", "is", "in", "of", "to", "as", "by", "at", "on", "or", "we", "so", "be", "it", "an", "no",
    "do", "us", "and", "the", "for", "are", "let", "has", "can", "not", "all", "any", "but", "its",
    "was", "get", "how", "may", "one", "two", "our", "out", "per", "see", "set", "use", "via",
    "who", "you", "eq", "eqs", "fig", "tab", "sec", "then", "when", "with", "where", "from",
    "that", "this", "thus", "have", "hence", "since", "such", "else", "int", "char", "bool",
    "void", "return", "while", "def", "const", "float", "double", "elif", "end", "begin", "vs",
    "ie", "eg", "etc",
];

/// Functions that work on all that follows.
const LIMITS: &[&str] = &[
    "lim", "max", "min", "sup", "inf", "argmax", "argmin", "liminf", "limsup",
];

/// Returns whether the word names a function that applies to everything that follows.
pub(crate) fn is_limit(word: &str) -> bool {
    LIMITS.contains(&word)
}

/// Returns whether the word names a function.
pub(crate) fn is_function(word: &str) -> bool {
    FUNCTIONS.contains(&word)
}

/// Returns whether the word is prose or code, however short.
pub(crate) fn is_word(word: &str) -> bool {
    WORDS.iter().any(|known| known.eq_ignore_ascii_case(word))
}

/// Returns the relation that a character stands for, in one form for all spellings; `None` for other characters.
pub(crate) fn relation(c: char) -> Option<char> {
    Some(match c {
        '=' | '≜' | '≝' | '≔' | '≡' => '=',
        '≈' | '≃' | '≅' | '≒' | '≐' => '≈',
        '≤' | '≦' | '⩽' | '≲' => '≤',
        '≥' | '≧' | '⩾' | '≳' => '≥',
        '→' | '⟶' | '↦' => '→',
        '<' | '>' | '∝' | '≠' | '∈' | '⊂' | '⊆' | '≪' | '≫' | '∼' => c,
        _ => return None,
    })
}

/// Returns the operator that a character stands for, in one form for all spellings; `None` for other characters.
pub(crate) fn operator(c: char) -> Option<char> {
    Some(match c {
        '+' | '﹢' => '+',
        '-' | '−' | '–' | '—' | '－' | '‐' | '‑' | '─' => '-',
        '±' | '∓' => '±',
        '×' | '·' | '⋅' | '∙' | '•' | '*' | '∗' | '⨯' | '・' => '·',
        '/' | '÷' | '∕' | '⁄' => '/',
        _ => return None,
    })
}

/// Returns whether the character stands for itself in a formula: it is no name, but does not end the formula either.
pub(crate) fn is_fixed(c: char) -> bool {
    matches!(
        c,
        '∑' | '∏'
            | '∐'
            | '∂'
            | '∇'
            | '∞'
            | '∅'
            | '∀'
            | '∃'
            | '¬'
            | '∧'
            | '∨'
            | '∩'
            | '∪'
            | '⊕'
            | '⊗'
            | '⊙'
            | '∘'
            | '⊥'
    ) || matches!(
        c,
        '∠' | '∆'
            | 'Δ'
            | 'π'
            | '|'
            | '‖'
            | '∥'
            | '%'
            | '‰'
            | '°'
            | '!'
            | '…'
            | '⋯'
            | '⋮'
            | '⋱'
            | '∉'
            | '⊤'
            | '†'
    ) || ('∫'..='∳').contains(&c)
}

/// Returns whether the character is a combining accent, such as a bar, a hat or a dot.
pub(crate) fn is_accent(c: char) -> bool {
    matches!(c, '\u{300}'..='\u{36F}' | '\u{20D0}'..='\u{20FF}')
}

/// Returns whether the letter can be the name of a variable: Latin or Greek.
pub(crate) fn is_letter(c: char) -> bool {
    c.is_ascii_alphabetic() || matches!(c, 'Α'..='ω' | 'ħ' | 'ı' | 'ȷ' | 'ϰ' | 'ϱ' | 'ϕ')
}

/// Returns whether the character is Chinese.
pub(crate) fn is_chinese(c: char) -> bool {
    ('\u{3400}'..='\u{9FFF}').contains(&c)
}

/// Returns a hash of any bytes; different values of `sort` give different hashes for different kinds.
pub(crate) fn number(sort: u64, bytes: &[u8]) -> u64 {
    XxHash3_64::oneshot_with_seed(sort, bytes)
}

/// Returns a hash of several numbers, which depends on their order.
pub(crate) fn mixed(parts: &[u64]) -> u64 {
    parts.iter().fold(0x9E37_79B9_7F4A_7C15, |sum, part| {
        let mut x = (sum.rotate_left(23) ^ part).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        x ^= x >> 29;
        x = x.wrapping_mul(0x94D0_49BB_1331_11EB);
        x ^ (x >> 32)
    })
}
