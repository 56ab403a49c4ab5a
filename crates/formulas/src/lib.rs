//! Chains of equal steps in derivations: work that is copied instead of sentences, with other names for the variables.
//!
//! [`Formulas::of`] finds the formulas of a text: in the linear form of our readers, scattered by a pdf, or as LaTeX
//! source. A [`Step`] is one relation without the names of its variables and without the order of sums and products.
//! [`compare`] finds the pairs of documents that share chains of equal steps, with names exchanged one for one, and
//! estimates how many such pairs chance would give; a library finds them by [`keys`]. A single shared formula is no
//! evidence, because textbooks contain it. No file is read here: the input is text, the output is plain data.
//!
//! ```
//! use chachong_formulas::{Formulas, compare};
//!
//! let own = "由 x = (a + b t)^2/(2c) + d 得\ny = √(x - d) + a t^3/(b + 1)\n代入得 z = (x + y)/(a - b) + 3 c^2\nw = ln(z^2 + x y) - d/(a + t)\n";
//! // Another student calls everything something else and changes the order.
//! let copy = "Let u = (q s + p)^2/(2m) + n.\nv = (p s^3)/(q + 1) + √(u - n)\nr = \\frac{u + v}{p - q} + 3 m^2\nh = ln(r^2 + v·u) - n/(p + s)\n";
//! let pairs = compare(&[Formulas::of(own, &[]), Formulas::of(copy, &[])]);
//! assert!(pairs[0].counts);
//! assert_eq!(pairs[0].steps, 4);
//! ```

mod arrange;
mod candidates;
mod chain;
mod code_signs;
mod colours;
mod compare;
mod find;
mod formula;
mod glyphs;
mod keys;
mod latex;
mod latex_commands;
mod lexemes;
mod ordinary;
mod rarity;
mod refused;
mod row;
mod symbols;
mod tidy;
mod tree;
mod words;

pub use compare::{FormulasPair, compare, compare_class};
pub use find::formulas_of;
pub use formula::{Formula, Formulas, Step};
pub use keys::keys;
