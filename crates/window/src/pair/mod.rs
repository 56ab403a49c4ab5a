//! Page of one pair: both texts side by side, the passages, the bits of both fingerprints.

pub(crate) mod attributed;
pub(crate) mod bit_reasons;
pub(crate) mod bit_strip;
pub(crate) mod bits;
pub(crate) mod cite;
pub(crate) mod code;
pub(crate) mod code_loader;
pub(crate) mod code_pane;
pub(crate) mod evidence;
pub(crate) mod fingerprints;
pub(crate) mod kept_texts;
pub(crate) mod links;
pub(crate) mod list;
pub(crate) mod loader;
pub(crate) mod look;
pub(crate) mod marks;
pub(crate) mod one_thesis;
pub(crate) mod page;
pub(crate) mod panes;
pub(crate) mod passages;
pub(crate) mod select;
pub(crate) mod specimens;
pub(crate) mod submissions;
pub(crate) mod texts;
