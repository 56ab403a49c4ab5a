//! Rows: formulas as a pdf scatters them. `x_1 = (-b ± √(b^2 - 4ac))/(2a)` is read as `x1 = −b ± √b2 − 4ac 2a`.

use crate::lexemes::{Kind, Lexeme};
use crate::symbols::mixed;
use std::collections::BTreeMap;

/// Formula as a row of letters, numbers and operators.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Row {
    /// Hash that is equal for rows that differ only in the names of letters.
    pub(crate) hash: u64,
    /// Letters as (number of the letter, rank of its first occurrence from 0), ascending by letter.
    pub(crate) letters: Vec<(u64, u64)>,
}

/// Reads lexemes that are not arranged. Brackets, bars of fractions, signs of multiplication, commas and the beginnings
/// of scripts are left out, because a pdf loses them.
pub(crate) fn row(lexemes: &[Lexeme]) -> Row {
    let mut letters: BTreeMap<u64, u64> = BTreeMap::new();
    let mut parts = Vec::with_capacity(lexemes.len());
    for lexeme in lexemes {
        let (sort, value) = match lexeme.kind {
            Kind::Name(name) => {
                let next = letters.len() as u64;
                (1, *letters.entry(name).or_insert(next))
            }
            Kind::Number(number) => (2, number),
            Kind::Function(function) | Kind::Limit(function) => (3, function),
            Kind::Fixed(c) | Kind::Relation(c) | Kind::Operator(c @ ('+' | '-' | '±')) => {
                (4, u64::from(c))
            }
            Kind::Root => (4, u64::from('√')),
            _ => continue,
        };
        parts.extend([sort, value]);
    }
    Row {
        hash: mixed(&parts),
        letters: letters.into_iter().collect(),
    }
}
