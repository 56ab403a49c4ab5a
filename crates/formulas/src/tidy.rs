//! Division of a row of lexemes into single formulas, without numbers of formulas, citations, operators without an
//! operand and brackets around the whole at their ends.

use crate::lexemes::{Kind, Lexeme};

/// Returns the pieces of a row between commas and unpaired brackets.
pub(crate) fn pieces(row: &[Lexeme]) -> Vec<&[Lexeme]> {
    let loose = loose_brackets(row);
    let mut pieces = Vec::new();
    let (mut from, mut depth) = (0, 0_usize);
    for (at, lexeme) in row.iter().enumerate() {
        let ends = loose[at]
            || match lexeme.kind {
                Kind::Open(_) => {
                    depth += 1;
                    false
                }
                Kind::Close(_) => {
                    depth = depth.saturating_sub(1);
                    false
                }
                Kind::Comma | Kind::Semicolon => depth == 0,
                _ => false,
            };
        if ends {
            pieces.push(&row[from..at]);
            from = at + 1;
        }
    }
    pieces.push(&row[from..]);
    pieces
        .into_iter()
        .map(tidied)
        .filter(|piece| !piece.is_empty())
        .collect()
}

/// Which brackets have no partner. A brace that stays open is one of cases: `{a, b; c, d`.
fn loose_brackets(row: &[Lexeme]) -> Vec<bool> {
    let mut loose = vec![false; row.len()];
    let mut open = Vec::new();
    for (at, lexeme) in row.iter().enumerate() {
        match lexeme.kind {
            Kind::Open(_) => open.push(at),
            Kind::Close(_) if open.pop().is_none() => loose[at] = true,
            _ => {}
        }
    }
    for at in open {
        loose[at] = row[at].kind != Kind::Open('{');
    }
    loose
}

/// Where the bracket begins that the last lexeme closes; `None` where it closes none.
fn last_bracket(row: &[Lexeme]) -> Option<usize> {
    row.last()
        .filter(|last| matches!(last.kind, Kind::Close(_)))?;
    let mut depth = 0_usize;
    for (at, lexeme) in row.iter().enumerate().rev() {
        match lexeme.kind {
            Kind::Close(_) => depth += 1,
            Kind::Open(_) => depth = depth.saturating_sub(1),
            _ => {}
        }
        if depth == 0 {
            return matches!(lexeme.kind, Kind::Open(_)).then_some(at);
        }
    }
    None
}

fn tidied(mut row: &[Lexeme]) -> &[Lexeme] {
    loop {
        let before = row.len();
        row = without_ends(row);
        // The number of an item: `(1) x = a`.
        if let [open, item, close, next, ..] = row
            && matches!(
                (open.kind, item.kind, close.kind),
                (
                    Kind::Open('('),
                    Kind::Number(_) | Kind::Name(_),
                    Kind::Close(_)
                )
            )
            && next.spaced
            && !matches!(
                next.kind,
                Kind::Operator(_) | Kind::Relation(_) | Kind::Script(_)
            )
        {
            row = &row[3..];
        }
        if let Some(open) = last_bracket(row) {
            if open == 0 {
                row = &row[1..row.len() - 1];
            } else if is_number_of_formula(row, open) {
                row = &row[..open];
            }
        }
        if row.len() == before {
            return row;
        }
    }
}

/// The row without operators that lack an operand.
fn without_ends(mut row: &[Lexeme]) -> &[Lexeme] {
    while let [first, rest @ ..] = row
        && matches!(
            first.kind,
            Kind::Operator('+' | '·' | '/') | Kind::Script(_) | Kind::Comma
        )
    {
        row = rest;
    }
    while let [rest @ .., last] = row
        && matches!(
            last.kind,
            Kind::Operator(_)
                | Kind::Script(_)
                | Kind::Comma
                | Kind::Semicolon
                | Kind::Root
                | Kind::Fraction
                | Kind::Fixed('…')
        )
    {
        row = rest;
    }
    row
}

/// Whether the bracket from `open` to the end is a number of the formula, `(3-2)`, or a citation, `[12]`.
fn is_number_of_formula(row: &[Lexeme], open: usize) -> bool {
    let inner = &row[open + 1..row.len() - 1];
    let plain = inner
        .iter()
        .enumerate()
        .all(|(at, lexeme)| match lexeme.kind {
            Kind::Number(_) => true,
            Kind::Operator('-' | '·') => inner.len() > 1 && at > 0,
            // (A.2), (3-2a)
            Kind::Name(_) if at == 0 => {
                matches!(inner.get(1), Some(next) if matches!(next.kind, Kind::Operator(_)))
            }
            Kind::Name(_) => at + 1 == inner.len() && !lexeme.spaced,
            Kind::Comma => row[open].kind == Kind::Open('['),
            _ => false,
        });
    let numbers = inner
        .iter()
        .filter(|lexeme| matches!(lexeme.kind, Kind::Number(_)))
        .count();
    let operators = inner
        .iter()
        .any(|lexeme| matches!(lexeme.kind, Kind::Operator(_)));
    let before = row[open - 1].kind;
    let is_argument = matches!(before, Kind::Name(_) | Kind::Function(_)) && !row[open].spaced;
    let waited_for = matches!(
        before,
        Kind::Operator(_)
            | Kind::Relation(_)
            | Kind::Script(_)
            | Kind::Root
            | Kind::Fraction
            | Kind::Close('\u{E001}')
    );
    let waited_for = waited_for && !row[open].spaced;
    plain
        && numbers > 0
        && !waited_for
        && (row[open].spaced || !is_argument || numbers > 1 && operators)
}

/// Returns the sides of a formula, each with the relation before it; `None` for the first side.
pub(crate) fn sides(row: &[Lexeme]) -> Vec<(Option<Lexeme>, &[Lexeme])> {
    let mut sides = Vec::new();
    let (mut from, mut depth, mut relation) = (0, 0_usize, None);
    for (at, lexeme) in row.iter().enumerate() {
        match lexeme.kind {
            Kind::Open(_) => depth += 1,
            Kind::Close(_) => depth = depth.saturating_sub(1),
            Kind::Relation(_) if depth == 0 => {
                sides.push((relation, &row[from..at]));
                relation = Some(*lexeme);
                from = at + 1;
            }
            _ => {}
        }
    }
    sides.push((relation, &row[from..]));
    sides
}
