//! Linear form: combines finished parts of a formula to a larger part, for all formula languages.

use unicode_normalization::char::canonical_combining_class;

use super::piece::{GAP, Piece, SPACE, is_own};

/// Signs that are summed, multiplied or integrated over what follows.
const LARGE: &str = "∑∏∐∫∬∭⨌∮∯∰⋃⋂⋁⋀⨁⨂⨀⨄⨆";
/// Signs in a base that make brackets around it necessary when it gets a subscript or superscript.
const LOOSE: &str = "+-−±∓=/×·÷<>≤≥≠≈,;";

/// Returns whether a piece needs no brackets: a letter with its accents, a number, one sign, or nothing.
fn is_single(piece: &Piece) -> bool {
    let text = piece.bare();
    if text.chars().all(|c| matches!(c, '′' | '\'')) {
        return true;
    }
    let is_number = text.chars().all(|c| c.is_numeric() || c == '.')
        && text.chars().next_back().is_some_and(char::is_numeric);
    let letters = text
        .chars()
        .filter(|&c| canonical_combining_class(c) == 0)
        .count();
    is_number || letters <= 1
}

/// Returns whether a piece stands in round brackets as a whole.
fn is_bracketed(piece: &Piece) -> bool {
    let text = piece.bare();
    if !text.starts_with('(') {
        return false;
    }
    let mut depth = 0_usize;
    for (at, c) in text.char_indices() {
        match c {
            '(' => depth += 1,
            ')' => {
                depth = depth.saturating_sub(1);
                if depth == 0 {
                    return at + 1 == text.len();
                }
            }
            _ => {}
        }
    }
    false
}

/// Returns whether a raised piece would be read as less than it is: `a/b`, `a+b`, `√x`.
fn is_loose(piece: &Piece) -> bool {
    let text = piece.bare();
    if text.starts_with(['√', '∛', '∜']) {
        return true;
    }
    let mut depth = 0_usize;
    let mut is_inner = false;
    for (at, c) in text.char_indices() {
        match c {
            '(' | '[' | '{' | '⟨' => depth += 1,
            ')' | ']' | '}' | '⟩' => depth = depth.saturating_sub(1),
            c if at > 0 && depth == 0 && LOOSE.contains(c) => is_inner = true,
            _ => {}
        }
    }
    // An open brace of cases, or a lone bracket, is no group.
    is_inner && depth == 0
}

/// Returns whether a base is a name such as `lim`, or a large sign.
fn is_operator(base: &Piece) -> bool {
    let text = base.bare();
    let is_of_name = |c: char| c.is_ascii_alphabetic() || is_own(c) || c == ' ';
    match only(text) {
        Some(c) => LARGE.contains(c),
        None => !text.is_empty() && text.chars().all(is_of_name),
    }
}

/// Returns the only character of a sign; `None` for more or none.
pub(super) fn only(sign: &str) -> Option<char> {
    let mut characters = sign.chars();
    characters.next().filter(|_| characters.next().is_none())
}

/// Adds a piece in brackets where it needs them.
fn enclose(out: &mut Piece, piece: Piece) {
    if is_single(&piece) || is_bracketed(&piece) {
        out.append_inner(piece);
    } else {
        bracket(out, piece, "(", ")");
    }
}

fn bracket(out: &mut Piece, piece: Piece, open: &str, close: &str) {
    out.push(open, false);
    out.append_inner(piece);
    out.push(close, false);
}

/// Composes a fraction: `(a+b)/(2a)`; without a line between the parts, as in a binomial coefficient, `n¦k`.
pub(super) fn fraction(above: Piece, below: Piece, has_line: bool) -> Piece {
    let mut out = Piece::default();
    enclose(&mut out, above);
    out.push(if has_line { "/" } else { "¦" }, false);
    enclose(&mut out, below);
    if has_line { word(out) } else { out }
}

/// Composes a base with what stands below and above it at its side: `x_i^2`. What is `None` is not there.
pub(super) fn scripts(base: Piece, below: Option<Piece>, above: Option<Piece>) -> Piece {
    let there = |part: Option<Piece>| part.filter(|part| !part.is_blank());
    let (below, above) = (there(below), there(above));
    if below.is_none() && above.is_none() {
        return base;
    }
    let end = if is_operator(&base) { SPACE } else { GAP };
    let mut out = Piece::default();
    if is_loose(&base) && !is_bracketed(&base) {
        bracket(&mut out, base, "(", ")");
    } else {
        out.append_inner(base.without_end_signs());
    }
    for (sign, part) in [("_", below), ("^", above)] {
        if let Some(part) = part {
            let is_prime = |c| matches!(c, '′' | '″' | '‴' | '\'');
            if !part.bare().chars().all(is_prime) {
                out.push(sign, false);
            }
            enclose(&mut out, part);
        }
    }
    out.push_sign(end);
    out
}

/// Composes scripts before a base: `_a^b x`.
pub(super) fn scripts_before(below: Option<Piece>, above: Option<Piece>, base: Piece) -> Piece {
    let mut out = scripts(Piece::default(), below, above);
    out.append(base);
    out
}

/// Composes a root: `√x`, `√(x+1)`, `√[3](x)`.
pub(super) fn root(index: Option<Piece>, body: Piece) -> Piece {
    let mut out = Piece::of("√");
    match index.filter(|index| !index.is_blank()) {
        Some(index) => {
            bracket(&mut out, index, "[", "]");
            if is_bracketed(&body) {
                out.append_inner(body);
            } else {
                bracket(&mut out, body, "(", ")");
            }
        }
        None => enclose(&mut out, body),
    }
    out.push_sign(GAP);
    out
}

/// Composes a sum, a product or an integral with its bounds and what follows: `∑_(i=1)^n x_i`.
pub(super) fn large(sign: &str, below: Option<Piece>, above: Option<Piece>, body: Piece) -> Piece {
    let mut out = scripts(Piece::of(sign), below, above);
    out.append_inner(body);
    out
}

/// Composes a function's name and its argument: `sin x`.
pub(super) fn function(name: Piece, argument: Piece) -> Piece {
    let mut out = word(name);
    out.append(argument);
    out
}

/// Sets a name or a fraction apart from letters beside it: `2 sin x`.
pub(super) fn word(name: Piece) -> Piece {
    let mut out = Piece::sign(GAP);
    out.append(name);
    out.push_sign(GAP);
    out
}

/// Composes parts in brackets of their own; an empty sign is no bracket.
pub(super) fn delimited(
    open: &str,
    parts: Vec<Piece>,
    separators: &[String],
    close: &str,
) -> Piece {
    let mut out = Piece::default();
    out.push(open, false);
    for (number, part) in parts.into_iter().enumerate() {
        if number > 0 && !separators.is_empty() {
            out.push(&separators[(number - 1).min(separators.len() - 1)], false);
        }
        out.append_inner(part);
    }
    out.push(close, false);
    out
}

/// Sets an accent over a single letter; over more it says nothing that a line of text can show.
pub(super) fn accented(body: Piece, accent: Option<char>) -> Piece {
    match (only(body.bare()), accent) {
        (Some(letter), Some(accent)) if letter.is_alphabetic() => {
            body.replaced(&format!("{letter}{accent}"))
        }
        _ => body,
    }
}

/// Returns the combining form of an accent, given as a character of its own; `None` for one that has none, such as a
/// brace.
pub(super) fn combining(accent: char) -> Option<char> {
    Some(match accent {
        '`' | '\u{2CB}' => '\u{300}',
        '´' | '\u{2CA}' => '\u{301}',
        '^' | '\u{2C6}' => '\u{302}',
        '~' | '\u{2DC}' | '∼' => '\u{303}',
        '¯' | '‾' | '\u{2C9}' | '―' | '─' | '\u{305}' => '\u{304}',
        '_' => '\u{332}',
        '\u{2D8}' => '\u{306}',
        '\u{2D9}' | '.' => '\u{307}',
        '¨' => '\u{308}',
        '\u{2DA}' => '\u{30A}',
        '\u{2C7}' => '\u{30C}',
        '→' | '⇀' => '\u{20D7}',
        '←' => '\u{20D6}',
        '↔' => '\u{20E1}',
        '\u{300}'..='\u{36F}' | '\u{20D0}'..='\u{20F0}' => accent,
        _ => return None,
    })
}
