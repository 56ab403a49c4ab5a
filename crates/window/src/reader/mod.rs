//! Reader of whole texts: a single scrolling text with layers over its characters, or two side by side that scroll together.

mod heights;
pub(crate) mod left_out_text;
mod pane;
mod ribbons;
mod strip;
mod together;

pub(crate) use crate::reader::pane::{Drawing, FOCUS, Pane, text_ui};
pub(crate) use crate::reader::ribbons::ribbons_ui;
pub(crate) use crate::reader::strip::{STRIP, Sight, strip_ui};
pub(crate) use crate::reader::together::{Link, Together};
