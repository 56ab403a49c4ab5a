//! Reader of whole texts: one that scrolls, with layers over its characters, or two beside each other that scroll
//! together.

mod heights;
pub(crate) mod layers;
pub(crate) mod loaded;
mod pane;
mod ribbons;
mod shown_text;
mod strip;
mod together;

pub(crate) use crate::app::reader::layers::{Layers, Look, PassedOver, Run, without_overlap};
pub(crate) use crate::app::reader::pane::{Drawing, FOCUS, Pane};
pub(crate) use crate::app::reader::ribbons::{Ribbon, is_on, ribbon_ui};
pub(crate) use crate::app::reader::shown_text::ShownText;
pub(crate) use crate::app::reader::strip::{STRIP, strip_ui};
pub(crate) use crate::app::reader::together::{Link, Together};
