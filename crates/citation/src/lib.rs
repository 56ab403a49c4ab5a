//! Citations: the entries of an author's reference lists, and what does not fit in them. Pure functions over a text whose
//! sections are known; nothing here knows a file.

mod manuscript;
mod reference;

pub use manuscript::Manuscript;
pub use reference::{Kind, Reference};
