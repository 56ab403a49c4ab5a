//! Reports of a made class. Students derive something of their own from a few formulas that all were given; rings copy a part
//! of it and change names, notation, order of terms, or leave steps out.

/// What the copier of a ring changes. Pair `(2k, 2k + 1)` of a class is a ring of kind `k`.
pub(crate) const KINDS: &[&str] = &[
    "nothing",
    "names",
    "a step left out",
    "two steps left out in one place",
    "order of terms",
    "notation of fractions and products",
    "names and order",
    "LaTeX source",
    "one step changed",
    "inline in prose",
    "names, notation and a step left out",
    "scattered by a pdf",
];

/// A small generator of numbers (`SplitMix64`).
pub(crate) struct Random(pub(crate) u64);

impl Random {
    fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
        z ^ (z >> 31)
    }

    fn below(&mut self, end: usize) -> usize {
        (self.next() % end as u64) as usize
    }
}

/// An expression over numbered variables.
#[derive(Clone)]
enum Expression {
    Variable(usize),
    Number(usize),
    Sum(Vec<(bool, Expression)>),
    Product(Vec<Expression>),
    Fraction(Box<Expression>, Box<Expression>),
    Power(Box<Expression>, Box<Expression>),
    Root(Box<Expression>),
    Function(&'static str, Box<Expression>),
}

/// How fractions and products are written.
#[derive(Clone, Copy, PartialEq)]
enum Notation {
    Plain,
    Dots,
    Latex,
    /// As a pdf leaves it: no bars of fractions, nothing above or below.
    Scattered,
}

/// How a student writes.
#[derive(Clone)]
struct Hand {
    names: [&'static str; 8],
    reversed: bool,
    notation: Notation,
}

const NAMES: [&str; 8] = ["x", "y", "a", "b", "m", "k", "t", "v"];
const OTHERS: [&str; 8] = ["u", "w", "p", "q", "n_1", "α", "s", "ρ"];

fn expression(random: &mut Random, depth: usize) -> Expression {
    use Expression as E;
    let inner = |random: &mut Random| Box::new(expression(random, depth.saturating_sub(1)));
    if depth == 0 {
        return if random.below(5) == 0 {
            E::Number(2 + random.below(3))
        } else {
            E::Variable(random.below(8))
        };
    }
    match random.below(9) {
        0..=2 => E::Sum(
            (0..2 + random.below(2))
                .map(|_| (random.below(3) == 0, *inner(random)))
                .collect(),
        ),
        3 | 4 => E::Product((0..2).map(|_| *inner(random)).collect()),
        5 | 6 => E::Fraction(inner(random), inner(random)),
        7 => E::Power(
            Box::new(E::Variable(random.below(8))),
            Box::new(E::Number(2 + random.below(2))),
        ),
        _ if random.below(2) == 0 => E::Root(inner(random)),
        _ => E::Function(["sin", "ln", "exp"][random.below(3)], inner(random)),
    }
}

fn write(expression: &Expression, hand: &Hand, into: &mut String) {
    use Expression as E;
    let part = |part: &Expression, into: &mut String| {
        let atom = matches!(part, E::Variable(_) | E::Number(_));
        into.push_str(if atom { "" } else { "(" });
        write(part, hand, into);
        into.push_str(if atom { "" } else { ")" });
    };
    match expression {
        E::Variable(at) => into.push_str(hand.names[*at]),
        E::Number(number) => into.push_str(&number.to_string()),
        E::Sum(terms) => {
            let mut terms: Vec<&(bool, Expression)> = terms.iter().collect();
            if hand.reversed {
                terms.reverse();
            }
            for (nth, (minus, term)) in terms.into_iter().enumerate() {
                into.push_str(if *minus {
                    " - "
                } else if nth > 0 {
                    " + "
                } else {
                    ""
                });
                if matches!(term, E::Sum(_)) {
                    part(term, into);
                } else {
                    write(term, hand, into);
                }
            }
        }
        E::Product(factors) => {
            let mut factors: Vec<&Expression> = factors.iter().collect();
            if hand.reversed {
                factors.reverse();
            }
            for (nth, factor) in factors.into_iter().enumerate() {
                into.push_str(match (nth, hand.notation) {
                    (0, _) => "",
                    (_, Notation::Dots) => "·",
                    (_, Notation::Latex) => r" \cdot ",
                    _ => " ",
                });
                if matches!(factor, E::Sum(_) | E::Fraction(..)) {
                    part(factor, into);
                } else {
                    write(factor, hand, into);
                }
            }
        }
        E::Fraction(over, under) if hand.notation == Notation::Latex => {
            into.push_str("\\frac{");
            write(over, hand, into);
            into.push_str("}{");
            write(under, hand, into);
            into.push('}');
        }
        E::Fraction(over, under) if hand.notation == Notation::Scattered => {
            write(over, hand, into);
            into.push(' ');
            write(under, hand, into);
        }
        E::Fraction(over, under) => {
            part(over, into);
            into.push('/');
            part(under, into);
        }
        E::Power(base, above) => {
            write(base, hand, into);
            into.push_str(if hand.notation == Notation::Scattered {
                ""
            } else {
                "^"
            });
            write(above, hand, into);
        }
        E::Root(inner) => {
            into.push_str(if hand.notation == Notation::Latex {
                "\\sqrt{"
            } else {
                "√("
            });
            write(inner, hand, into);
            into.push_str(if hand.notation == Notation::Latex {
                "}"
            } else {
                ")"
            });
        }
        E::Function(name, inner) => {
            if hand.notation == Notation::Latex {
                into.push('\\');
            }
            into.push_str(name);
            into.push('(');
            write(inner, hand, into);
            into.push(')');
        }
    }
}

type Relation = (Expression, Expression);

fn derivation(seed: u64, student: u64, steps: usize) -> Vec<Relation> {
    let mut random = Random(
        seed.wrapping_mul(1000)
            .wrapping_add(student)
            .wrapping_mul(0x1234_5679),
    );
    let mut step = || {
        loop {
            let relation = (expression(&mut random, 1), expression(&mut random, 3));
            if leaves(&relation.1) > 4 {
                return relation;
            }
        }
    };
    (0..steps).map(|_| step()).collect()
}

/// Steps of the topic, out of which each student writes some in the order of the textbook.
const TOPIC: usize = 30;

fn with_steps_of_topic(seed: u64, student: u64, own: Vec<Relation>) -> Vec<Relation> {
    let topic = derivation(seed, 999, TOPIC);
    let mut random = Random(seed * 31 + student * 7 + 5);
    let mut steps: Vec<Relation> = topic.into_iter().filter(|_| random.below(6) == 0).collect();
    steps.extend(own);
    steps
}

/// How many names and numbers an expression has.
fn leaves(expression: &Expression) -> usize {
    use Expression as E;
    match expression {
        E::Variable(_) | E::Number(_) => 1,
        E::Sum(terms) => terms.iter().map(|term| leaves(&term.1)).sum(),
        E::Product(factors) => factors.iter().map(leaves).sum(),
        E::Fraction(first, second) | E::Power(first, second) => leaves(first) + leaves(second),
        E::Root(inner) | E::Function(_, inner) => leaves(inner),
    }
}

const GIVEN: &str = "实验原理：F = m a，E = m c^2。\n由牛顿第二定律\nm (d^2x)/(dt^2) + c (dx)/(dt) + k x = F_0 cos(ω t)\nω_0 = √(k/m - c^2/(4 m^2))\nT = 2π √(l/g)\ns = v_0 t + 1/2 a t^2\nA = F_0/√((k - m ω^2)^2 + c^2 ω^2)\n";

fn written(student: u64, steps: &[Relation], hand: &Hand, inline: bool) -> String {
    let mut text = format!("报告 {student}\n{GIVEN}测得 U = 0.{student}37 V，p < 0.05。\n");
    for (nth, (left, right)) in steps.iter().enumerate() {
        let mut formula = String::new();
        write(left, hand, &mut formula);
        formula.push_str(" = ");
        write(right, hand, &mut formula);
        match (inline, hand.notation == Notation::Latex) {
            (true, _) => text.extend(["代入上式可得", &formula, "，其中各量同前；"]),
            (_, true) => text.extend(["$$", &formula, "$$\n"]),
            _ => text.extend(["由此\n", &formula, &format!("  (2-{})\n", nth + 1)]),
        }
    }
    text
}

fn plain() -> Hand {
    Hand {
        names: NAMES,
        reversed: false,
        notation: Notation::Plain,
    }
}

/// The report of a student with steps of the student's own.
pub(crate) fn report(seed: u64, student: u64, steps: usize) -> String {
    written(student, &derivation(seed, student, steps), &plain(), false)
}

/// A class of 30, whose rings share `shared` steps in the end; each has six more of its own, and some of the
/// topic that a sixth of the class has.
pub(crate) fn class(seed: u64, shared: usize) -> Vec<String> {
    let mut texts: Vec<String> = (0..30)
        .map(|student| report(seed, student, shared + 6))
        .collect();
    for (kind, name) in KINDS.iter().enumerate() {
        let (first, second) = (kind * 2, kind * 2 + 1);
        // What is left out is copied on top, so that `shared` steps stay equal.
        let more = match *name {
            "two steps left out in one place" => 2,
            "a step left out" | "one step changed" | "names, notation and a step left out" => 1,
            _ => 0,
        };
        let own = derivation(seed, first as u64, shared + 6 + more);
        let steps = with_steps_of_topic(seed, first as u64, own.clone());
        texts[first] = written(first as u64, &steps, &plain(), false);
        let mut steps = derivation(seed, second as u64, 6);
        let mut copied = own[3..3 + shared + more].to_vec();
        let middle = copied.len() / 2;
        match *name {
            "one step changed" => copied[middle] = steps[0].clone(),
            _ => drop(copied.drain(middle..middle + more)),
        }
        steps.splice(2..2, copied);
        let has = |what: &str| name.contains(what);
        let notation = match *name {
            "LaTeX source" => Notation::Latex,
            "scattered by a pdf" => Notation::Scattered,
            _ if has("notation") => Notation::Dots,
            _ => Notation::Plain,
        };
        let hand = Hand {
            names: if has("names") { OTHERS } else { NAMES },
            reversed: has("order"),
            notation,
        };
        let steps = with_steps_of_topic(seed, second as u64, steps);
        texts[second] = written(second as u64, &steps, &hand, has("inline"));
    }
    texts
}
