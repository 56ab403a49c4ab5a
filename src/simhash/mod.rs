//! Weighted terms -> a 64-bit `SimHash` (Charikar, STOC 2002). Knows nothing of files, segmentation or search.

mod accumulate;
mod fingerprint;
mod recipe;

pub use accumulate::{Accumulator, Tie};
pub use fingerprint::Fingerprint;
pub use recipe::{MINIMUM_TERMS, Recipe, UnknownRecipe};
