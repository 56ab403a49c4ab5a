//! Any text, damaged or hostile, is read without a panic, in bounded time and memory; spans lie in the text.

use chachong_formulas::{Formulas, compare, keys};
use chachong_text::Span;
use proptest::prelude::*;

fn check(text: &str, excluded: &[Span]) -> Result<(), TestCaseError> {
    let all = Formulas::of(text, excluded);
    let length = text.chars().count() as u64;
    let mut last = 0;
    for formula in &all.formulas {
        let Span { start, end } = formula.span;
        prop_assert!(
            start < end && u64::from(end) <= length,
            "{:?} of {length}",
            formula.span
        );
        prop_assert!(start >= last, "in order");
        last = start;
        prop_assert!(!formula.steps.is_empty());
        prop_assert!(excluded.iter().all(|span| !span.overlaps(formula.span)));
        for step in &formula.steps {
            prop_assert!(start <= step.span.start && !step.span.is_empty() && step.span.end <= end);
            prop_assert!(step.names.is_sorted());
        }
    }
    prop_assert!(keys(&all).len() <= 500);
    for pair in compare(&[all.clone(), all]) {
        prop_assert!(
            pair.places
                .iter()
                .all(|(a, b)| !a.is_empty() && !b.is_empty())
        );
    }
    Ok(())
}

const fn span(start: u32, length: u32) -> Span {
    Span {
        start,
        end: start + length,
    }
}

fn mathematical() -> impl Strategy<Value = String> {
    let pieces = vec![
        "x",
        "y_1",
        "ab",
        "sin",
        "2",
        "3.5",
        "=",
        " = ",
        "≤",
        "→",
        "+",
        "-",
        "·",
        "/",
        "^",
        "_",
        "(",
        ")",
        "[",
        "]",
        "{",
        "}",
        "√",
        "∑",
        ",",
        ";",
        " ",
        "  ",
        "\n",
        "由此",
        "where ",
        "\\frac",
        "\\sqrt",
        "\\bar",
        "\\text{",
        "$",
        "&",
        "\\\\",
        "²",
        "₁",
        "𝑥",
        "x\u{304}",
        "'",
        "1e-5",
        "\u{E000}",
        "\u{E003}",
        "1.2.3",
        "==",
        "~",
        "a.b",
        "\\mathrm{",
        "\\left.",
        "’",
    ];
    prop::collection::vec(prop::sample::select(pieces), 0..60).prop_map(|pieces| pieces.concat())
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 2000, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn any_string(text in any::<String>(), from in 0_u32..20, length in 1_u32..20) {
        check(&text, &[span(from, length)])?;
    }

    #[test]
    fn any_row_of_signs(text in mathematical(), from in 0_u32..40, length in 1_u32..20) {
        check(&text, &[])?;
        check(&text, &[span(from, length), span(from + length + 5, 4)])?;
    }
}

/// A step that is quadratic in the text would keep this test from ending: no clock is asked.
#[test]
fn hostile_texts_take_little_time() {
    let deep = format!("x = {}y{}\n", "(".repeat(100_000), ")".repeat(100_000));
    let groups = format!(
        "x = {}y{}\n",
        "\\frac{".repeat(100_000),
        "}".repeat(100_000)
    );
    let texts = [
        "=".repeat(10_000_000),
        "a=".repeat(5_000_000),
        "a = b + c\n".repeat(500_000),
        "x + y =\n".repeat(500_000),
        "a.".repeat(2_000_000),
        "x_(".repeat(1_000_000),
        "a = (b·(c·(d·(e + f))))^2 ".repeat(100_000),
        "\\hat".repeat(500_000) + " = x",
        "<a/".repeat(1_000_000),
        "x^".repeat(1_000_000) + "=1",
        "((((a b c d)e f g)h i j)k l m) = ((((a b c d)e f g)h i j)k l m), ".repeat(50_000),
        deep,
        groups,
    ];
    for text in &texts {
        let all = Formulas::of(text, &[]);
        assert!(all.steps().count() <= 21_000);
        let _ = compare(&[all.clone(), all]);
    }
}
