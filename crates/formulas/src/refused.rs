//! Texts that look like formulas and are none: program code, values with their units, chemistry, keys of figures.

use crate::lexemes::{Kind, Lexeme};

/// Symbols of chemical elements that stand in equations of reactions.
const ELEMENTS: &[&str] = &[
    "H", "He", "Li", "Be", "B", "C", "N", "O", "F", "Ne", "Na", "Mg", "Al", "Si", "P", "S", "Cl",
    "Ar", "K", "Ca", "Ti", "V", "Cr", "Mn", "Fe", "Co", "Ni", "Cu", "Zn", "Ga", "Ge", "As", "Se",
    "Br", "Kr", "Rb", "Sr", "Y", "Zr", "Nb", "Mo", "Ag", "Cd", "Sn", "Sb", "Te", "I", "Xe", "Cs",
    "Ba", "La", "Ce", "W", "Pt", "Au", "Hg", "Pb", "Bi", "U", "R", "X", "M", "D",
];
/// Words with which a line of a program begins.
const BEGINNINGS: &[&str] = &[
    "int ",
    "long ",
    "double ",
    "float ",
    "char ",
    "bool ",
    "void ",
    "const ",
    "static ",
    "auto ",
    "var ",
    "let ",
    "unsigned ",
    "def ",
    "return ",
    "import ",
    "if (",
    "if(",
    "for (",
    "for(",
    "while (",
    "while(",
    "print(",
    "printf(",
    "#include",
    "#define",
    "public ",
    "private ",
    "$ ",
    "> ",
    "%",
    "sudo ",
    "export ",
    "set ",
    "SELECT ",
];

/// Returns whether a line is blank, program code, a row of a table or a command.
pub(crate) fn is_refused(line: &[char]) -> bool {
    let text = trimmed(line);
    let (Some(first), Some(last)) = (text.first(), text.last()) else {
        return true;
    };
    if *first == '|' && *last == '|' && text.len() > 2 && text[1] == ' ' {
        return true;
    }
    let starts = |with: &str| with.chars().eq(text.iter().copied().take(with.len()));
    if BEGINNINGS.iter().any(|word| starts(word)) {
        return true;
    }
    // A statement ends so. Formulas with these at their ends have signs that no keyboard has, or are LaTeX.
    matches!(last, ';' | '{' | '}')
        && text.iter().all(char::is_ascii)
        && !text.contains(&'\\')
        && !text.contains(&'$')
        && !text.contains(&'^')
}

fn trimmed(line: &[char]) -> &[char] {
    let from = line
        .iter()
        .position(|c| !c.is_whitespace())
        .unwrap_or(line.len());
    let to = line
        .iter()
        .rposition(|c| !c.is_whitespace())
        .map_or(from, |last| last + 1);
    &line[from..to]
}

/// Returns whether two sides together have enough symbols for a formula.
pub(crate) fn is_formula(sides: &[&[Lexeme]]) -> bool {
    let all = || sides.iter().copied().flatten();
    let count = |is: fn(&Kind) -> bool| all().filter(|lexeme| is(&lexeme.kind)).count();
    let names = count(|kind| matches!(kind, Kind::Name(_)));
    let leaves = names
        + count(|kind| {
            matches!(
                kind,
                Kind::Number(_) | Kind::Function(_) | Kind::Limit(_) | Kind::Fixed(_)
            )
        });
    let structure = count(|kind| {
        matches!(
            kind,
            Kind::Operator(_)
                | Kind::Script('^')
                | Kind::Root
                | Kind::Fraction
                | Kind::Function(_)
                | Kind::Limit(_)
        )
    });
    names > 0 && (leaves > 2 || leaves == 2 && structure > 0)
}

/// Returns whether a side is only a number, with or without a unit: a measured value, not a step.
pub(crate) fn is_reading(side: &[Lexeme]) -> bool {
    let mut names = 0;
    let mut numbers = 0;
    let signed = side
        .first()
        .is_some_and(|lexeme| lexeme.kind == Kind::Operator('+'));
    let mut before = Kind::Break;
    for lexeme in &side[usize::from(signed)..] {
        let last = std::mem::replace(&mut before, lexeme.kind);
        match lexeme.kind {
            // Powers of units, `m/s^2`, and uncertainties.
            Kind::Number(_)
                if matches!(
                    last,
                    Kind::Script(_) | Kind::Operator('±' | '-') | Kind::Open('\u{E000}')
                ) => {}
            Kind::Number(_) => numbers += 1,
            // `1 - e`
            Kind::Name(_) if last == Kind::Operator('-') => return false,
            Kind::Name(_) => names += 1,
            Kind::Fixed('%' | '‰' | '°' | 'Δ')
            | Kind::Operator('/' | '·' | '-' | '±')
            | Kind::Script(_)
            | Kind::Open(_)
            | Kind::Close(_) => {}
            _ => return false,
        }
    }
    let starts = side
        .iter()
        .find(|lexeme| !matches!(lexeme.kind, Kind::Operator(_)));
    numbers == 1
        && names <= 3
        && matches!(
            starts,
            Some(Lexeme {
                kind: Kind::Number(_),
                ..
            })
        )
}

/// Returns whether the text of a formula is the equation of a chemical reaction: only elements, numbers, plus signs and
/// arrows.
pub(crate) fn is_chemical(text: &[char]) -> bool {
    let (mut at, mut elements, mut compounds) = (0, 0, 0);
    while let Some(&c) = text.get(at) {
        if c.is_ascii_uppercase() {
            let two: String = text[at..text.len().min(at + 2)].iter().collect();
            let one = &two[..1];
            let length = if ELEMENTS.contains(&two.as_str()) {
                2
            } else {
                1
            };
            if length == 1 && !ELEMENTS.contains(&one) {
                return false;
            }
            elements += 1;
            at += length;
            let joined = text.get(at).is_some_and(|c| {
                c.is_ascii_uppercase() || c.is_ascii_digit() || matches!(c, '_' | '₀'..='₉' | '(')
            });
            compounds += usize::from(joined);
        } else if c.is_ascii_digit()
            || matches!(
                c,
                '+' | '=' | '→' | ' ' | '_' | '^' | '-' | '(' | ')' | '↑' | '↓' | '·' | '₀'
                    ..='₉' | '⁺' | '⁻' | '²'
            )
        {
            at += 1;
        } else {
            return false;
        }
    }
    elements > 2 && compounds > 1
}

#[cfg(test)]
mod tests {
    use super::{is_chemical, is_refused};

    fn chars(text: &str) -> Vec<char> {
        text.chars().collect()
    }

    #[test]
    fn lines_of_programs() {
        for line in ["int a = 5;", "  if (a < b) {", "| a | b = c |", "SDA=0;"] {
            assert!(is_refused(&chars(line)), "{line}");
        }
        assert!(!is_refused(&chars("x = a + b")) && !is_refused(&chars("$$x = a_{1}$$")));
    }

    #[test]
    fn reactions() {
        assert!(is_chemical(&chars("2H_2 + O_2 → 2H_2O")));
        assert!(is_chemical(&chars("CaCO3 = CaO + CO2")));
        assert!(!is_chemical(&chars("PV = nRT")) && !is_chemical(&chars("F = G + N")));
    }
}
