//! Tests of formulas that nobody would write, of any nesting, length and order: no leaf may be lost.

use proptest::prelude::*;

use super::tests::{mathml, omml, tex};
use super::{Form, Macros, MathMl, Omml, latex};

#[test]
fn macros_are_filled_in_and_never_without_end() {
    let mut macros = Macros::default();
    macros.insert("R".to_owned(), "\\mathbb{R}".to_owned());
    macros.insert("a".to_owned(), "\\a\\a\\a".to_owned());
    let read = |source: &str| latex(source, &macros).finish(Form::Inline).text;
    assert_eq!(read("x\\in\\R^n"), "x∈R^n");
    for _ in 0..100 {
        assert!(read(&"\\a".repeat(1000)).len() < 1 << 22);
    }
}

#[test]
fn nesting_and_length_are_no_danger() {
    for piece in [
        "{",
        "}",
        "^",
        "_",
        "x^",
        "\\frac{",
        "\\left(",
        "\\right)",
        "\\begin{matrix}",
        "\\end{x}",
        "&",
        "\\\\",
        "\\sqrt[",
        "\\sqrt[3]{",
        "\\text{",
        "$",
        "\\over",
        "\\hat",
        "\\xrightarrow[{",
        "\\not",
        "x",
        "\\alpha ",
        "\\",
        "a'^",
    ] {
        let _ = tex(&piece.repeat(100_000));
    }
    assert_eq!(tex(&("{".repeat(100_000) + "底")), "底");
    for name in [
        "m:f", "m:e", "m:d", "m:eqArr", "m:m", "m:mr", "m:fPr", "m:phant",
    ] {
        let nested = format!("<{name}>").repeat(9_000);
        assert!(omml(&format!("{nested}<m:t>底")).contains('底'), "{name}");
    }
    for name in [
        "mrow",
        "mfrac",
        "msqrt",
        "mtable",
        "mtr",
        "mi",
        "mmultiscripts",
        "mfenced",
    ] {
        let nested = format!("<{name}>").repeat(200_000);
        assert!(mathml(&format!("{nested}底")).contains('底'), "{name}");
        let _ = mathml(&format!("<{name}><mi>x</mi></{name}>").repeat(50_000));
    }
    let long = "<mi>x</mi>".repeat(300_000);
    let nested = "<msqrt>".repeat(150) + &long + &"</msqrt>".repeat(150);
    assert!(mathml(&nested).chars().filter(|&c| c == 'x').count() == 300_000);
}

const OMML: &[&str] = &[
    "f", "num", "den", "e", "sub", "sup", "sSub", "sSubSup", "sPre", "rad", "deg", "nary", "d",
    "func", "fName", "limLow", "lim", "acc", "bar", "groupChr", "eqArr", "m", "mr", "r", "box",
    "x", "dPr",
];
const MATHML: &[&str] = &[
    "mrow",
    "mi",
    "mo",
    "mn",
    "mtext",
    "mfrac",
    "msqrt",
    "mroot",
    "msub",
    "msup",
    "msubsup",
    "munder",
    "mover",
    "munderover",
    "mmultiscripts",
    "mprescripts",
    "mtable",
    "mtr",
    "mlabeledtr",
    "mtd",
    "mfenced",
    "mspace",
    "x",
];

proptest! {
    /// Elements of any kind in any order: `None` ends one, and each leaf is a letter of its own.
    #[test]
    fn every_leaf_of_any_tree_appears(steps in prop::collection::vec((0..3_usize, 0..27_usize), 0..80)) {
        let mut omml = Omml::new();
        let mut mathml = MathMl::new();
        let mut open = Vec::new();
        let mut leaves = 0;
        for (step, name) in steps {
            match step {
                0 => {
                    omml.start(OMML[name].as_bytes(), None);
                    let name = MATHML[name % MATHML.len()];
                    mathml.start(name.as_bytes(), false, |_| None);
                    open.push(name);
                }
                1 => {
                    let leaf = char::from_u32(0x4E00 + leaves).unwrap();
                    leaves += 1;
                    omml.letters(&leaf.to_string(), false);
                    mathml.characters(&leaf.to_string());
                }
                _ => {
                    if let Some(name) = open.pop() {
                        omml.end();
                        mathml.end(name.as_bytes());
                    }
                }
            }
        }
        for form in [Form::Inline, Form::Display] {
            let texts = [omml.clone().finish().finish(form), mathml.clone().finish().finish(form)];
            for text in texts {
                for leaf in (0..leaves).map(|number| char::from_u32(0x4E00 + number).unwrap()) {
                    prop_assert_eq!(text.text.matches(leaf).count(), 1, "{} in {}", leaf, text.text);
                }
            }
        }
    }

    #[test]
    fn every_letter_of_any_latex_appears(
        source in r"(\\(frac|sqrt|left\(|right\)|text|hat|over|sum|begin\{(matrix|cases|x)\}|end\{x\}|\\) ?|[{}^_&$甲乙 ]){0,60}"
    ) {
        let text = tex(&source);
        for letter in ['甲', '乙'] {
            prop_assert_eq!(text.matches(letter).count(), source.matches(letter).count(), "{}", text);
        }
    }
}
