//! Pages of cases: the list of all that the library has, and one case with its evidence and its history.

mod evidence;
pub(crate) mod list;
pub(crate) mod mark;
pub(crate) mod one;
pub(crate) mod opening;
mod record;
