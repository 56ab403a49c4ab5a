//! Arrangement of a formula's lexemes before it is read: subscripts become part of names, and the argument of a
//! function without brackets gets brackets.

use crate::lexemes::{Kind, Lexeme, with_subscript};
use crate::symbols::{GROUP_CLOSE, GROUP_OPEN};

/// Returns the lexemes with each name and its subscript joined into one name, and with arguments of functions in
/// groups.
pub(crate) fn arranged(lexemes: &[Lexeme]) -> Vec<Lexeme> {
    with_arguments(&with_names(&without_needless_groups(lexemes)))
}

/// Takes the braces of LaTeX from single lexemes: `{x}` of `\mathbf{x}_i` is a name that goes on.
fn without_needless_groups(lexemes: &[Lexeme]) -> Vec<Lexeme> {
    let mut out: Vec<Lexeme> = Vec::with_capacity(lexemes.len());
    for lexeme in lexemes {
        if lexeme.kind == Kind::Close(GROUP_CLOSE)
            && let [.., open, inner] = out.as_slice()
            && open.kind == Kind::Open(GROUP_OPEN)
            && matches!(inner.kind, Kind::Name(_) | Kind::Number(_) | Kind::Fixed(_))
        {
            let inner = Lexeme {
                spaced: open.spaced,
                ..*inner
            };
            out.truncate(out.len() - 2);
            out.push(inner);
        } else {
            out.push(*lexeme);
        }
    }
    out
}

/// The index behind the operand that begins at `at`: a bracket with what it holds, or one lexeme with its sign.
fn operand(lexemes: &[Lexeme], at: usize) -> usize {
    let mut depth = 0_usize;
    for (index, lexeme) in lexemes.iter().enumerate().skip(at) {
        match lexeme.kind {
            Kind::Open(_) => depth += 1,
            Kind::Close(_) => depth = depth.saturating_sub(1),
            Kind::Operator('-' | '+') if index == at => continue,
            _ => {}
        }
        if depth == 0 {
            return index + 1;
        }
    }
    lexemes.len()
}

fn with_names(lexemes: &[Lexeme]) -> Vec<Lexeme> {
    let mut out: Vec<Lexeme> = Vec::with_capacity(lexemes.len());
    let mut at = 0;
    while at < lexemes.len() {
        let lexeme = lexemes[at];
        if lexeme.kind == Kind::Script('_')
            && let Some(Lexeme {
                kind: Kind::Name(name),
                span,
                ..
            }) = out.last_mut()
        {
            let end = operand(lexemes, at + 1);
            let mut below = &lexemes[at + 1..end];
            while let [first, inner @ .., last] = below
                && matches!((first.kind, last.kind), (Kind::Open(_), Kind::Close(_)))
            {
                below = inner;
            }
            let kinds: Vec<Kind> = below.iter().map(|lexeme| lexeme.kind).collect();
            *name = with_subscript(*name, &kinds);
            span.end = lexemes[end - 1].span.end;
            at = end;
        } else {
            out.push(lexeme);
            at += 1;
        }
    }
    out
}

fn with_arguments(lexemes: &[Lexeme]) -> Vec<Lexeme> {
    let mut out: Vec<Lexeme> = Vec::with_capacity(lexemes.len() + 8);
    let mut at = 0;
    while at < lexemes.len() {
        out.push(lexemes[at]);
        at += 1;
        if !matches!(
            out.last(),
            Some(Lexeme {
                kind: Kind::Function(_),
                ..
            })
        ) {
            continue;
        }
        while matches!(
            lexemes.get(at),
            Some(Lexeme {
                kind: Kind::Script(_),
                ..
            })
        ) {
            let end = operand(lexemes, at + 1);
            out.extend_from_slice(&lexemes[at..end]);
            at = end;
        }
        let mut end = at;
        while let Some(lexeme) = lexemes.get(end) {
            end = match lexeme.kind {
                Kind::Name(_) | Kind::Number(_) => end + 1,
                Kind::Script(_) if end > at => operand(lexemes, end + 1),
                _ => break,
            };
        }
        if end > at {
            let around = |kind, lexeme: &Lexeme| Lexeme { kind, ..*lexeme };
            out.push(around(Kind::Open(GROUP_OPEN), &lexemes[at]));
            out.extend_from_slice(&lexemes[at..end]);
            out.push(around(Kind::Close(GROUP_CLOSE), &lexemes[end - 1]));
            at = end;
        }
    }
    out
}
