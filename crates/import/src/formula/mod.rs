//! Formulas in one linear form, whatever the file writes them in: `x_i^2`, `(a+b)/(2a)`, `√(x+1)`, `∑_(i=1)^n x_i`,
//! `[a, b; c, d]`.
//!
//! The same formula gives the same text in a Word file, a page, a presentation and LaTeX, so that a copy is found across
//! formats. Letters and digits stay in the order of the file; brackets and signs only say how they stand.
//! [`piece`] is a part of a formula that is finished, [`linear`] puts parts together, [`tree`] keeps the elements of XML
//! that are open, and [`omml`], [`mathml`] and [`latex`] know the three languages.

mod latex;
mod latex_names;
mod latex_stack;
mod linear;
mod mathml;
mod omml;
mod piece;
mod tree;

#[cfg(test)]
mod hostile_tests;
#[cfg(test)]
mod tests;

pub(crate) use latex::{Macros, latex};
pub(crate) use mathml::{MathMl, formula_of};
pub(crate) use omml::{Omml, is_left_out};
pub(crate) use piece::{Form, Piece};
