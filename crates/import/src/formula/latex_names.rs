//! Meaning of the commands in LaTeX formulas.

use std::collections::HashSet;
use std::sync::LazyLock;

/// Effect of a command.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Does {
    /// It is a sign.
    Sign(&'static str),
    /// It is a word in upright letters, like `sin`.
    Word(&'static str),
    /// It combines its arguments; the number is how many it has.
    Build(Build, usize),
    /// Its argument is text in a language of people.
    Words,
    /// It is a space.
    Space,
    /// It is a thin space, which is printed only between letters.
    ThinSpace,
    /// It puts the part of the group before it above the part after it: a fraction if `has_line`, otherwise without a line.
    Over { has_line: bool },
    /// It changes only the look of the formula and is left out.
    Nothing,
}

/// Effect of a command on its arguments.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Build {
    Fraction,
    Binomial,
    Root,
    /// A root whose first argument is its index.
    RootWithIndex,
    Accent(char),
    /// Its first argument stands above the second.
    Above,
    /// Its first argument stands below the second.
    Below,
    /// An arrow with its argument above.
    Arrow(char),
    /// An arrow with its first argument below, its second above.
    ArrowWithBoth(char),
    /// Upright letters: a word, if they are several.
    Upright,
    /// The modulus in brackets.
    Modulus,
    /// The number of the formula.
    Number,
    /// A sign that is struck out.
    Not,
    /// Its argument is a subscript of the part before it or, if `is_above`, a superscript.
    Script {
        is_above: bool,
    },
}

/// Returns the effect of a command by its name; `None` for an unknown one.
pub(super) fn does(name: &str) -> Option<Does> {
    use Build as B;
    let build = |build, count| Some(Does::Build(build, count));
    match name {
        "frac" | "dfrac" | "tfrac" | "cfrac" | "sfrac" | "nicefrac" => build(B::Fraction, 2),
        "binom" | "dbinom" | "tbinom" => build(B::Binomial, 2),
        "sqrt" => build(B::Root, 1),
        "stackrel" | "overset" => build(B::Above, 2),
        "underset" => build(B::Below, 2),
        "xrightarrow" => build(B::Arrow('→'), 1),
        "xleftarrow" => build(B::Arrow('←'), 1),
        "xleftrightarrow" => build(B::Arrow('↔'), 1),
        "xRightarrow" => build(B::Arrow('⇒'), 1),
        "mathrm" | "operatorname" | "mathsf" | "mathop" | "mathit" | "unit" | "si" => {
            build(B::Upright, 1)
        }
        "pmod" | "pod" => build(B::Modulus, 1),
        "tag" => build(B::Number, 1),
        "not" => build(B::Not, 1),
        "text" | "mbox" | "textrm" | "textbf" | "textit" | "textnormal" | "textsf" | "texttt"
        | "hbox" | "textup" | "intertext" | "shortintertext" | "mathtext" | "fbox" => {
            Some(Does::Words)
        }
        "quad" | "qquad" | "space" | "enspace" | "enskip" => Some(Does::Space),
        "thinspace" | "medspace" | "thickspace" | "nobreakspace" => Some(Does::ThinSpace),
        "over" => Some(Does::Over { has_line: true }),
        "choose" | "atop" => Some(Does::Over { has_line: false }),
        _ if LOOKS.contains(name) => Some(Does::Nothing),
        _ => accent(name)
            .map(|c| Does::Build(B::Accent(c), 1))
            .or_else(|| word(name).map(Does::Word))
            .or_else(|| sign(name).map(Does::Sign)),
    }
}

/// Commands that only say how what follows looks; an argument of them stays.
static LOOKS: LazyLock<HashSet<&str>> = LazyLock::new(|| {
    "displaystyle textstyle scriptstyle scriptscriptstyle limits nolimits displaylimits nonumber notag big Big bigg \
     Bigg bigl bigr bigm Bigl Bigr Bigm biggl biggr biggm Biggl Biggr Biggm bf rm it sf tt cal bm boldsymbol mathbf \
     mathbb mathcal mathfrak mathscr mathtt mathnormal symbf symbfit pmb boldmath unboldmath overbrace underbrace \
     boxed cancel substack ensuremath mathrel mathbin mathord mathopen mathclose mathinner mathpunct hfill hline \
     centering allowbreak nobreak noindent allowdisplaybreaks small large normalsize footnotesize strut mathstrut \
     relax hfil smash protect ce SI num qty left right middle"
        .split(' ')
        .collect()
});

/// Returns the combining character of an accent over a formula's letter.
fn accent(name: &str) -> Option<char> {
    Some(match name {
        "hat" | "widehat" => '\u{302}',
        "bar" | "overline" => '\u{304}',
        "vec" | "overrightarrow" => '\u{20D7}',
        "overleftarrow" => '\u{20D6}',
        "dot" => '\u{307}',
        "ddot" => '\u{308}',
        "dddot" => '\u{20DB}',
        "tilde" | "widetilde" => '\u{303}',
        "check" | "widecheck" => '\u{30C}',
        "breve" => '\u{306}',
        "acute" => '\u{301}',
        "grave" => '\u{300}',
        "mathring" => '\u{30A}',
        "underline" | "underbar" => '\u{332}',
        _ => return None,
    })
}

/// Returns the name of a function as it is printed.
fn word(name: &str) -> Option<&'static str> {
    const WORDS: &[&str] = &[
        "sin", "cos", "tan", "cot", "sec", "csc", "arcsin", "arccos", "arctan", "sinh", "cosh",
        "tanh", "coth", "log", "ln", "lg", "exp", "lim", "max", "min", "sup", "inf", "det", "dim",
        "ker", "gcd", "deg", "arg", "hom", "Pr", "mod", "bmod",
    ];
    match name {
        "limsup" => Some("lim sup"),
        "liminf" => Some("lim inf"),
        "bmod" => Some("mod"),
        _ => WORDS.iter().copied().find(|&word| word == name),
    }
}

/// Returns the sign that a command stands for.
fn sign(name: &str) -> Option<&'static str> {
    greek(name)
        .or_else(|| operator(name))
        .or_else(|| arrow(name))
        .or_else(|| other_sign(name))
}

fn greek(name: &str) -> Option<&'static str> {
    Some(match name {
        "alpha" => "α",
        "beta" => "β",
        "gamma" => "γ",
        "delta" => "δ",
        "epsilon" => "ϵ",
        "varepsilon" => "ε",
        "zeta" => "ζ",
        "eta" => "η",
        "theta" => "θ",
        "vartheta" => "ϑ",
        "iota" => "ι",
        "kappa" => "κ",
        "lambda" => "λ",
        "mu" => "μ",
        "nu" => "ν",
        "xi" => "ξ",
        "omicron" => "ο",
        "pi" => "π",
        "varpi" => "ϖ",
        "rho" => "ρ",
        "varrho" => "ϱ",
        "sigma" => "σ",
        "varsigma" => "ς",
        "tau" => "τ",
        "upsilon" => "υ",
        "phi" => "ϕ",
        "varphi" => "φ",
        "chi" => "χ",
        "psi" => "ψ",
        "omega" => "ω",
        "Gamma" | "varGamma" => "Γ",
        "Delta" | "varDelta" => "Δ",
        "Theta" | "varTheta" => "Θ",
        "Lambda" | "varLambda" => "Λ",
        "Xi" | "varXi" => "Ξ",
        "Pi" | "varPi" => "Π",
        "Sigma" | "varSigma" => "Σ",
        "Upsilon" | "varUpsilon" => "Υ",
        "Phi" | "varPhi" => "Φ",
        "Psi" | "varPsi" => "Ψ",
        "Omega" | "varOmega" => "Ω",
        _ => return None,
    })
}

fn operator(name: &str) -> Option<&'static str> {
    Some(match name {
        "sum" => "∑",
        "prod" => "∏",
        "coprod" => "∐",
        "int" => "∫",
        "iint" => "∬",
        "iiint" => "∭",
        "oint" => "∮",
        "oiint" => "∯",
        "bigcup" => "⋃",
        "bigcap" => "⋂",
        "bigvee" => "⋁",
        "bigwedge" => "⋀",
        "bigoplus" => "⨁",
        "bigotimes" => "⨂",
        "pm" => "±",
        "mp" => "∓",
        "times" => "×",
        "div" => "÷",
        "cdot" => "·",
        "ast" => "∗",
        "star" => "⋆",
        "circ" => "∘",
        "bullet" => "∙",
        "oplus" => "⊕",
        "ominus" => "⊖",
        "otimes" => "⊗",
        "odot" => "⊙",
        "cup" => "∪",
        "cap" => "∩",
        "setminus" | "backslash" => "∖",
        "vee" | "lor" => "∨",
        "wedge" | "land" => "∧",
        "neg" | "lnot" => "¬",
        "leq" | "le" | "leqslant" => "≤",
        "geq" | "ge" | "geqslant" => "≥",
        "ll" => "≪",
        "gg" => "≫",
        "lt" => "<",
        "gt" => ">",
        "neq" | "ne" => "≠",
        "equiv" => "≡",
        "approx" => "≈",
        "sim" => "∼",
        "simeq" => "≃",
        "cong" => "≅",
        "propto" => "∝",
        "doteq" => "≐",
        "triangleq" => "≜",
        "coloneqq" => "≔",
        "prec" => "≺",
        "succ" => "≻",
        "preceq" => "⪯",
        "succeq" => "⪰",
        "in" => "∈",
        "notin" => "∉",
        "ni" => "∋",
        "subset" => "⊂",
        "supset" => "⊃",
        "subseteq" => "⊆",
        "supseteq" => "⊇",
        "subsetneq" => "⊊",
        "mid" | "vert" | "lvert" | "rvert" => "|",
        "nmid" => "∤",
        "parallel" => "∥",
        "Vert" | "lVert" | "rVert" => "‖",
        "perp" => "⊥",
        "vdash" => "⊢",
        "models" => "⊨",
        _ => return None,
    })
}

fn arrow(name: &str) -> Option<&'static str> {
    Some(match name {
        "to" | "rightarrow" | "longrightarrow" => "→",
        "gets" | "leftarrow" | "longleftarrow" => "←",
        "leftrightarrow" => "↔",
        "Rightarrow" | "implies" | "Longrightarrow" => "⇒",
        "Leftarrow" | "impliedby" | "Longleftarrow" => "⇐",
        "Leftrightarrow" | "iff" | "Longleftrightarrow" => "⇔",
        "mapsto" | "longmapsto" => "↦",
        "uparrow" => "↑",
        "downarrow" => "↓",
        "updownarrow" => "↕",
        "hookrightarrow" => "↪",
        "rightharpoonup" => "⇀",
        "rightleftharpoons" => "⇌",
        "nearrow" => "↗",
        "searrow" => "↘",
        _ => return None,
    })
}

fn other_sign(name: &str) -> Option<&'static str> {
    Some(match name {
        "infty" => "∞",
        "partial" => "∂",
        "nabla" => "∇",
        "forall" => "∀",
        "exists" => "∃",
        "nexists" => "∄",
        "emptyset" | "varnothing" => "∅",
        "hbar" | "hslash" => "ℏ",
        "ell" => "ℓ",
        "Re" => "ℜ",
        "Im" => "ℑ",
        "aleph" => "ℵ",
        "imath" => "ı",
        "jmath" => "ȷ",
        "angle" => "∠",
        "triangle" | "bigtriangleup" => "△",
        "square" | "Box" => "□",
        "prime" => "′",
        "degree" => "°",
        "celsius" => "℃",
        "dagger" => "†",
        "dots" | "ldots" | "dotsc" => "…",
        "cdots" | "dotsb" => "⋯",
        "vdots" => "⋮",
        "ddots" => "⋱",
        "therefore" => "∴",
        "because" => "∵",
        "langle" => "⟨",
        "rangle" => "⟩",
        "lfloor" => "⌊",
        "rfloor" => "⌋",
        "lceil" => "⌈",
        "rceil" => "⌉",
        "lbrace" => "{",
        "rbrace" => "}",
        "lbrack" => "[",
        "rbrack" => "]",
        "colon" => ":",
        "surd" => "√",
        "S" => "§",
        "ohm" => "Ω",
        "micro" => "µ",
        "copyright" => "©",
        _ => return None,
    })
}

/// How an environment inside a formula stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Rows {
    /// Rows of cells between two signs; the number of arguments before them.
    Table(&'static str, &'static str, usize),
    /// Lines, of which the cells are aligned; the number of arguments before them.
    Lines(usize),
}

/// Returns how an environment stands by its name; an unknown one has lines.
pub(super) fn rows(name: &str) -> Rows {
    match name.trim_end_matches('*') {
        "matrix" | "smallmatrix" => Rows::Table("", "", 0),
        "array" | "tabular" => Rows::Table("", "", 1),
        "pmatrix" | "psmallmatrix" => Rows::Table("(", ")", 0),
        "bmatrix" | "bsmallmatrix" => Rows::Table("[", "]", 0),
        "Bmatrix" => Rows::Table("{", "}", 0),
        "vmatrix" => Rows::Table("|", "|", 0),
        "Vmatrix" => Rows::Table("‖", "‖", 0),
        "cases" | "dcases" | "numcases" => Rows::Table("{", "", 0),
        "rcases" | "drcases" => Rows::Table("", "}", 0),
        "alignedat" | "alignat" => Rows::Lines(1),
        _ => Rows::Lines(0),
    }
}
