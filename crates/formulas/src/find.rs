//! Search for the formulas of a text, line by line.

use crate::arrange::arranged;
use crate::colours::coloured;
use crate::formula::{Formula, Step};
use crate::glyphs::glyphs;
use crate::lexemes::{Kind, Lexeme, lexemes, with_subscript};
use crate::refused::{is_chemical, is_formula, is_reading, is_refused};
use crate::row::row;
use crate::symbols::{BREAK, GROUP_CLOSE, GROUP_OPEN};
use crate::tidy::{pieces, sides};
use crate::tree::Tree;
use chachong_text::Span;

/// Maximum length of a line, in characters; a longer one is read in pieces, so that one of many megabytes takes no more
/// memory than the others.
const LONGEST_LINE: usize = 20_000;
/// Maximum number of lexemes in a row with formulas; a longer row is no formula: a table, or letters that a font made
/// into signs.
const MOST_LEXEMES: usize = 400;
/// Maximum number of steps of a document. One with more is a table of values; the rest is not examined.
const MOST_STEPS: usize = 20_000;
/// Minimum number of tokens of at least one step of a formula. A formula whose steps all have fewer, such as `= b`, is
/// left out.
const LEAST_TOKENS: u32 = 3;
/// A row that begins with a relation goes on with a formula that ended at most so many lines before.
const LINES_BETWEEN: u32 = 3;

/// Returns the formulas of a text, in order, outside the `excluded` spans (in Unicode scalar values; sorted, disjoint).
/// After 20,000 steps, the rest of the text is not examined.
#[must_use]
pub fn formulas_of(text: &str, excluded: &[Span]) -> Vec<Formula> {
    let mut finder = Finder::default();
    let mut line = Vec::new();
    let (mut start, mut next_excluded) = (0_u32, 0);
    for (c, at) in text.chars().zip(0_u32..) {
        while excluded
            .get(next_excluded)
            .is_some_and(|span| span.end <= at)
        {
            next_excluded += 1;
        }
        let hidden = excluded
            .get(next_excluded)
            .is_some_and(|span| span.start <= at);
        let ends = matches!(c, '\n' | '\r' | '\u{c}' | '\u{2028}');
        if line.len() >= LONGEST_LINE {
            finder.line(&line, start);
            line.clear();
            start = at;
        }
        if hidden {
            line.push(BREAK);
        } else if !ends {
            line.push(c);
        }
        if ends {
            finder.line(&line, start);
            line.clear();
            start = at + 1;
        }
        if finder.steps >= MOST_STEPS {
            break;
        }
    }
    finder.line(&line, start);
    finder.end_row(false);
    finder.formulas
}

/// A formula that the next may go on with.
struct Last {
    /// Stands for what is left of its first relation.
    head: u64,
    line: u32,
}

/// Reads line after line.
#[derive(Default)]
struct Finder {
    formulas: Vec<Formula>,
    steps: usize,
    lines: u32,
    /// Lexemes without an end of a formula between them; the row may go on in the next line.
    row: Vec<Lexeme>,
    /// The characters of the row's lines with their places.
    row_text: Vec<(u32, char)>,
    /// Whether the row is longer than a formula or touches program code.
    spoilt: bool,
    /// Whether nothing stands before the row in its line.
    starts_line: bool,
    last: Option<Last>,
}

impl Finder {
    fn line(&mut self, line: &[char], start: u32) {
        self.lines += 1;
        if is_refused(line) {
            self.end_row(false);
            return;
        }
        // Most lines of prose hold no relation: they are not looked at closely, unless a formula goes on in them.
        let has_relation = line.iter().any(|c| {
            crate::symbols::relation(*c).is_some() || matches!(c, '＝' | '＜' | '＞' | '\\' | ':')
        });
        if !has_relation && self.row.is_empty() {
            return;
        }
        let lexemes = lexemes(&glyphs(line, start));
        let goes_on = match (self.row.last(), lexemes.first()) {
            (Some(last), Some(first)) => {
                matches!(last.kind, Kind::Relation(_) | Kind::Operator('+' | '-' | '·')) || matches!(first.kind, Kind::Operator('+' | '±') | Kind::Open(GROUP_OPEN))
                    // `- x = a` is more often an item of a list.
                    || !has_relation && matches!(first.kind, Kind::Operator('·' | '-'))
                    || self.open_groups() > 0
            }
            _ => false,
        };
        if !goes_on || self.row.len() >= MOST_LEXEMES {
            self.end_row(false);
            self.starts_line = true;
        }
        if !has_relation && self.row.is_empty() {
            return;
        }
        self.row_text.extend((start..).zip(line.iter().copied()));
        for lexeme in lexemes {
            match lexeme.kind {
                Kind::Break | Kind::Code => {
                    self.end_row(lexeme.kind == Kind::Code);
                    self.spoilt = lexeme.kind == Kind::Code;
                    self.starts_line = false;
                }
                _ if self.row.len() >= MOST_LEXEMES => self.spoilt = true,
                _ => self.row.push(lexeme),
            }
        }
        if self.row.is_empty() {
            self.row_text.clear();
            self.spoilt = false;
        }
    }

    /// How many braces of LaTeX the row leaves open.
    fn open_groups(&self) -> usize {
        let count = |kind| self.row.iter().filter(|lexeme| lexeme.kind == kind).count();
        count(Kind::Open(GROUP_OPEN)).saturating_sub(count(Kind::Close(GROUP_CLOSE)))
    }

    /// Reads the row as formulas and begins another.
    fn end_row(&mut self, before_code: bool) {
        let row = std::mem::take(&mut self.row);
        if !self.spoilt
            && !before_code
            && row
                .iter()
                .any(|lexeme| matches!(lexeme.kind, Kind::Relation(_)))
        {
            for piece in pieces(&row) {
                let starts = self.starts_line
                    && piece.first().map(|lexeme| lexeme.span)
                        == row.first().map(|lexeme| lexeme.span);
                self.formula(piece, starts);
            }
        }
        self.spoilt = false;
        if self.row_text.len() > 2 * LONGEST_LINE || self.row.is_empty() {
            let end = row.last().map_or(0, |lexeme| lexeme.span.end);
            self.row_text.retain(|(at, _)| *at >= end);
        }
    }

    fn formula(&mut self, piece: &[Lexeme], starts_line: bool) {
        let sides: Vec<(Option<Lexeme>, &[Lexeme])> = sides(piece);
        let [(_, left), rest @ ..] = sides.as_slice() else {
            return;
        };
        let rest: Vec<(Lexeme, &[Lexeme])> = rest
            .iter()
            .filter(|(_, side)| !side.is_empty())
            .filter_map(|(relation, side)| Some(((*relation)?, *side)))
            .collect();
        let lead = || {
            self.last
                .as_ref()
                .filter(|last| last.line + LINES_BETWEEN >= self.lines)
        };
        let head = head(left);
        let goes_on = match lead() {
            Some(_) if left.is_empty() => starts_line,
            Some(last) => last.head == head,
            None => false,
        };
        let Some((_, first)) = rest.first() else {
            return;
        };
        if left.is_empty() && !goes_on
            || !goes_on && (!is_formula(&[left, first]) || is_reading(left) && is_reading(first))
        {
            return;
        }
        // `U = 0.4937 V`: a name and its value are for those who compare readings.
        if rest.len() == 1 && is_reading(first) && simple(left) {
            return;
        }
        if self.is_chemical(piece) {
            return;
        }
        let mut steps = Vec::new();
        for (nth, (relation, side)) in rest.iter().enumerate() {
            let left = if nth == 0 && !goes_on { *left } else { &[] };
            steps.push(step(left, *relation, side));
        }
        if steps.iter().all(|step| step.tokens < LEAST_TOKENS) {
            return;
        }
        self.steps += steps.len();
        let span = Span {
            start: steps[0].span.start,
            end: steps[steps.len() - 1].span.end,
        };
        self.formulas.push(Formula { span, steps });
        match &mut self.last {
            Some(last) if goes_on => last.line = self.lines,
            last => {
                *last = Some(Last {
                    head,
                    line: self.lines,
                });
            }
        }
    }

    fn is_chemical(&self, piece: &[Lexeme]) -> bool {
        let (Some(first), Some(last)) = (piece.first(), piece.last()) else {
            return false;
        };
        let from = self
            .row_text
            .partition_point(|(at, _)| *at < first.span.start);
        let to = self.row_text.partition_point(|(at, _)| *at < last.span.end);
        let text: Vec<char> = self.row_text[from..to.max(from)]
            .iter()
            .map(|(_, c)| *c)
            .collect();
        is_chemical(&text)
    }
}

/// Returns a hash of what stands left of a relation.
fn head(left: &[Lexeme]) -> u64 {
    let kinds: Vec<Kind> = left.iter().map(|lexeme| lexeme.kind).collect();
    with_subscript(0, &kinds)
}

/// Whether a side is a name alone, whatever stands below it: `U`, `ΔT`, `Re`.
fn simple(side: &[Lexeme]) -> bool {
    let arranged = arranged(side);
    arranged.len() < 4
        && arranged
            .iter()
            .all(|lexeme| matches!(lexeme.kind, Kind::Name(_) | Kind::Fixed(_)))
}

#[expect(
    clippy::cast_possible_truncation,
    reason = "names and parts are told apart by 32 bits of their numbers"
)]
fn step(left: &[Lexeme], relation: Lexeme, right: &[Lexeme]) -> Step {
    let mut lexemes = Vec::with_capacity(left.len() + right.len() + 1);
    lexemes.extend_from_slice(left);
    lexemes.push(relation);
    lexemes.extend_from_slice(right);
    let arranged = arranged(&lexemes);
    let counts = |kind: &Kind| {
        !matches!(
            kind,
            Kind::Open(_)
                | Kind::Close(_)
                | Kind::Comma
                | Kind::Semicolon
                | Kind::Script('_')
                | Kind::Operator('·')
        )
    };
    let tokens = arranged
        .iter()
        .filter(|lexeme| counts(&lexeme.kind))
        .count();
    let coloured = coloured(&Tree::of(&arranged));
    let mut names: Vec<(u32, u32)> = coloured
        .names
        .iter()
        .map(|(name, colour)| (*name as u32, *colour as u32))
        .collect();
    names.sort_unstable();
    let row = row(&lexemes);
    let mut letters: Vec<(u32, u32)> = row
        .letters
        .iter()
        .map(|(letter, first)| (*letter as u32, *first as u32))
        .collect();
    letters.sort_unstable();
    let span = Span {
        start: lexemes[0].span.start,
        end: lexemes[lexemes.len() - 1].span.end,
    };
    Step {
        span,
        hash: coloured.hash,
        row: row.hash,
        tokens: tokens as u32,
        names,
        letters,
    }
}

#[cfg(test)]
mod tests {
    use super::{Span, formulas_of};

    fn read(text: &str) -> Vec<String> {
        formulas_of(text, &[])
            .iter()
            .flat_map(|formula| &formula.steps)
            .map(|step| step.span.of_text(text))
            .collect()
    }

    fn same(a: &str, b: &str) -> bool {
        let hashes = |text| {
            formulas_of(text, &[])
                .iter()
                .flat_map(|formula| formula.steps.clone())
                .map(|step| step.hash)
                .collect::<Vec<_>>()
        };
        let (x, y) = (hashes(a), hashes(b));
        assert!(!x.is_empty() && !y.is_empty(), "{a} {b}");
        x == y
    }

    #[test]
    fn formulas_stand_in_lines_of_their_own_and_in_prose() {
        assert_eq!(
            read("由此得\nx = (-b ± √(b^2-4ac))/(2a)  (3-2)\n其中"),
            ["x = (-b ± √(b^2-4ac))/(2a)"]
        );
        assert_eq!(read("当v = gt + v_0时，速度"), ["v = gt + v_0"]);
        assert_eq!(read("where f(x) = x^2 + 1, and so on."), ["f(x) = x^2 + 1"]);
        assert_eq!(
            read("S = ∑_(i=1)^n x_i\n= n(n+1)/2\n"),
            ["S = ∑_(i=1)^n x_i", "= n(n+1)/2"]
        );
        assert_eq!(
            read(r"$$\frac{a}{b} = x_{1} + \alpha \tag{3}$$"),
            [r"\frac{a}{b} = x_{1} + \alpha"]
        );
        assert_eq!(
            read("ℒ{𝑓}(𝑠) =\n∫𝑓(𝑡)𝑒^(−𝑠𝑡)d𝑡 (2)"),
            ["ℒ{𝑓}(𝑠) =\n∫𝑓(𝑡)𝑒^(−𝑠𝑡)d𝑡"]
        );
    }

    #[test]
    fn what_is_no_formula() {
        for text in [
            "U = 0.4937 V",
            "p < 0.05, n = 30",
            "int a = 5;",
            "x == y",
            "if (a < b) {",
            "http://a.b/?x=y+1&z=a",
            "A => B + C",
            "<b>x = y + z</b>",
            "Click File > Open > Save as",
            "2H_2 + O_2 → 2H_2O",
            "self.x = self.load(y, z)",
            "[3] Li H. Title[J]. Nature, 2003, 12(3): 45-50.",
            "width=device-width, initial-scale=1",
            "a = b",
        ] {
            assert!(read(text).is_empty(), "{text}: {:?}", read(text));
        }
    }

    #[test]
    fn names_and_order_do_not_matter() {
        for (a, b) in [
            ("x = a y + b", "u = c + w b"),
            ("(dx)/(dt) + x = 1", "dx/dt + x = 1"),
            (
                "lim_(x→0) (sin x)/x + a = 1",
                r"$\lim_{x \to 0} \frac{\sin x}{x} + a = 1$",
            ),
            (
                "y = ∫_0^1 f(x) dx + ∑_(i=1)^n x_i^2",
                r"\[y = \int_0^1 f(x)\,dx + \sum_{i=1}^{n} x_{i}^{2}\]",
            ),
            (
                "A = [a, b; c, d] + B",
                r"$A = \begin{bmatrix} a & b \\ c & d \end{bmatrix} + B$",
            ),
            (
                "f(x) = {x, x > 0; −x, x < 0",
                r"$f(x) = \begin{cases} x, & x > 0 \\ -x, & x < 0 \end{cases}$",
            ),
            ("Q = m_水 c_水 Δt", "$Q = m_{\\text{水}} c_{水} \\Delta t$"),
            ("(1) y = a + b^2", "① z = b^2 + a"),
            ("y_1 = a + b^2\n- c", "$\\mathbf{y}_{1} = a + b^2 - c$"),
            ("y = (a+b)/(2c)", "y = \\frac{b+a}{2c}"),
            ("y = 2·a·x + c", "y = 2ax + c"),
            ("y = 2×sin ωt + 1", "y=1 + 2 sin(ω t)"),
            ("x_1 = a x_2^2 + 3", "u = b v^2 + 3"),
            ("y = √[3](x+1)", "z = √[3](1 + w)"),
            ("S = a + b\nS = 2 a b + 1", "S = a + b\n= 2 a b + 1"),
        ] {
            assert!(same(a, b), "{a} {b}");
        }
        for (a, b) in [
            ("y = a - b^2", "y = b^2 - a"),
            ("y = a/b + 1", "y = b a + 1"),
            ("y = sin x + 1", "y = cos x + 1"),
            ("x = a + x^2", "x = a + b^2"),
            ("y = -e^x + a", "y = e^-x + a"),
        ] {
            assert!(!same(a, b), "{a} {b}");
        }
    }

    #[test]
    fn excluded_spans_hold_no_formula() {
        assert!(formulas_of("y = a + b + c", &[Span { start: 0, end: 13 }]).is_empty());
        assert_eq!(
            formulas_of("y = a + b; z = a + c", &[Span { start: 0, end: 10 }]).len(),
            1
        );
        // The left-out place stands within a command, or where the command takes one character.
        for (text, hidden) in [
            (r"y_1√=\fracxxy_1xx\frac", Span { start: 6, end: 7 }),
            (r"y = a + \text{abc} + b + c", Span { start: 14, end: 15 }),
        ] {
            for formula in formulas_of(text, &[hidden]) {
                assert!(!formula.span.overlaps(hidden));
            }
        }
    }
}
