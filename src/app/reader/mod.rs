//! Reader of whole texts: one that scrolls, with layers over its characters, or two beside each other that scroll
//! together.

mod heights;
mod layers;
mod pane;
mod ribbons;
mod shown_text;
mod strip;
mod together;

pub(super) use layers::{Layers, Look, PassedOver, Run, without_overlap};
pub(super) use pane::{Drawing, FOCUS, Pane};
pub(super) use ribbons::{Ribbon, is_on, ribbon_ui};
pub(super) use shown_text::ShownText;
pub(super) use strip::{STRIP, strip_ui};
pub(super) use together::{Link, Together};
