//! What counts between documents, and what does not.

use chachong_formulas::{Formulas, FormulasPair, compare, compare_class};

const OWN: &str = "由受力分析\nm x_2 = k(x_1 - x_2) + c(v_1 - v_2)/2\n令 θ = arctan((x_1 - x_2)/L_0) + φ，得\nE = (k x_1^2)/2 + (m v_2^2)/2 - c θ\nP = (E - k x_2)/(v_1 + v_2) + c^2\n于是\nη = P/(E + c v_1^2) - √(k/m)\n";
const RENAMED: &str = "由受力分析\nM y_2 = h(y_1 - y_2) + b(u_1 - u_2)/2\n令 β = arctan((y_1 - y_2)/R_0) + ψ，得\nW = (h y_1^2)/2 + (M u_2^2)/2 - b β\nN = (W - h y_2)/(u_1 + u_2) + b^2\n于是\nζ = N/(W + b u_1^2) - √(h/M)\n";

fn pairs(texts: &[&str]) -> Vec<FormulasPair> {
    let documents: Vec<Formulas> = texts.iter().map(|text| Formulas::of(text, &[])).collect();
    compare(&documents)
}

/// A class of `count` in which nobody has anything of another.
fn class(count: usize) -> Vec<String> {
    (2..count + 2)
        .map(|n| {
            format!("y = x^{n} + {n}\nz = {n} y - √(x + {n})\nw = (z - {n})/(y^{n} + {n} x)\n")
        })
        .collect()
}

#[test]
fn a_renamed_derivation_counts_and_places_are_told() {
    let class = class(12);
    let mut texts: Vec<&str> = class.iter().map(String::as_str).collect();
    texts.extend([OWN, RENAMED]);
    let pairs = pairs(&texts);
    assert_eq!(pairs.len(), 1);
    let pair = &pairs[0];
    assert!(
        pair.counts && (pair.a, pair.b, pair.steps) == (12, 13, 5),
        "{pair:?}"
    );
    assert_eq!(
        pair.places[4].0.of_text(OWN),
        "η = P/(E + c v_1^2) - √(k/m)"
    );
    assert_eq!(
        pair.places[4].1.of_text(RENAMED),
        "ζ = N/(W + b u_1^2) - √(h/M)"
    );
}

#[test]
fn what_half_of_a_class_has_was_given() {
    let class = class(8);
    let given: Vec<String> = class.iter().map(|own| format!("{own}{OWN}")).collect();
    let texts: Vec<&str> = given.iter().map(String::as_str).collect();
    assert!(pairs(&texts).iter().all(|pair| !pair.counts));
}

#[test]
fn what_was_handed_out_does_not_count() {
    let of = |given: &[Formulas]| {
        let both = [OWN, RENAMED].map(|text| Formulas::of(text, &[]));
        let pairs = compare_class(&both, &[0, 1], given);
        pairs.iter().any(|pair| pair.counts)
    };
    assert!(of(&[]) && !of(&[Formulas::of(OWN, &[])]));
}

#[test]
fn a_ring_of_five_is_one_origin() {
    let class = class(15);
    let mut texts: Vec<&str> = class.iter().map(String::as_str).collect();
    texts.extend([OWN, RENAMED, OWN, RENAMED, OWN]);
    let pairs = pairs(&texts);
    let counting: Vec<&FormulasPair> = pairs.iter().filter(|pair| pair.counts).collect();
    assert_eq!(counting.len(), 10);
    assert!(counting.iter().all(|pair| pair.a >= 15));
}

#[test]
fn textbook_formulas_and_short_ones_do_not_count() {
    let textbook = "f_t = σ(W_f·[h_(t-1), x_t] + b_f)\nC_t = f_t * C_(t-1) + i_t * C_t'\nh_t = o_t * tanh(C_t)\nF1 = (2 × Precision × Recall)/(Precision + Recall)\nMSE = 1/n ∑_(i=1)^n (y_i - ŷ_i)^2\n";
    let short = "F = m a\nE = m c^2\nU = R I\nv = s/t\nP = U I\nρ = m/V\nQ = I t\nf = 1/T\n";
    assert!(pairs(&[textbook, textbook]).is_empty());
    assert!(pairs(&[short, short]).iter().all(|pair| !pair.counts));
    // One long formula is no chain.
    let one = "A = (k x_1^2)/2 + (m v_2^2)/2 - c θ + √(x_1 - v_2)/(a b^3) + sin(k m)";
    assert!(pairs(&[one, one]).iter().all(|pair| !pair.counts));
}

#[test]
fn steps_far_apart_in_another_order_are_weaker() {
    let own: Vec<&str> = OWN.lines().filter(|line| line.contains('=')).collect();
    let filler = "q = a_3 + b_3/(c_3 - 1)^2 + 5\nr = a_4^3 - √(b_4 + 7 c_4)\ns = (a_5 - b_5)(a_5 + 3)/c_5\ng = ln(a_6 + 4)/b_6^4\n";
    let mixed = [
        own[4],
        filler,
        own[2],
        &filler.replace('a', "p"),
        own[0],
        &filler.replace('+', "-"),
        own[3],
    ]
    .join("\n");
    let expected = |text: &str| {
        pairs(&[OWN, text])
            .first()
            .map_or(f64::MAX, |pair| pair.expected)
    };
    assert!(expected(OWN) < expected(&mixed));
}
