//! Reader of whole texts: one that scrolls, with layers over its characters, or two beside each other that scroll
//! together.

mod heights;
mod pane;
mod ribbons;
mod strip;
mod together;
pub(crate) mod why_not;

pub(crate) use crate::app::reader::pane::{Drawing, FOCUS, Pane};
pub(crate) use crate::app::reader::ribbons::{Ribbon, is_on, ribbon_ui};
pub(crate) use crate::app::reader::strip::{STRIP, strip_ui};
pub(crate) use crate::app::reader::together::{Link, Together};
