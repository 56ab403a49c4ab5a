//! What the window does: commands applied and events of background work taken in, by subject, as methods of `App`.

pub(crate) mod applying;
pub(crate) mod decisions;
pub(crate) mod keyboard;
pub(crate) mod library;
pub(crate) mod matrix_picture;
pub(crate) mod passage_search;
pub(crate) mod paths;
pub(crate) mod reading;
pub(crate) mod renewal;
pub(crate) mod rows;
pub(crate) mod saved_check;
pub(crate) mod shared_texts;
