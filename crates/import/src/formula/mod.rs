//! Formulas in one linear form, whatever language the file uses: `x_i^2`, `(a+b)/(2a)`, `√(x+1)`, `∑_(i=1)^n x_i`,
//! `[a, b; c, d]`.
//!
//! The same formula gives the same text in a Word file, a page, a presentation and LaTeX, so that a copy is found
//! across formats. Letters and digits stay in the order of the file; brackets and signs only show the layout. [`piece`]
//! is a finished part of a formula, [`linear`] combines parts, [`tree`] keeps the open elements of XML, and [`omml`],
//! [`mathml`] and [`latex`] read the three languages.

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
