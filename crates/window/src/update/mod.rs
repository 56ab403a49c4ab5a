//! Updates of the window, by subject, as methods of `App`: commands applied, events of background work taken in.

pub(crate) mod applying;
mod cases;
pub(crate) mod comparison;
mod corrections;
pub(crate) mod decisions;
mod drops;
mod export;
pub(crate) mod keyboard;
pub(crate) mod leads;
mod library;
pub(crate) mod pairs;
pub(crate) mod paths;
mod reading;
pub(crate) mod recheck;
mod reference_lookup;
mod renewal;
pub(crate) mod rows;
pub(crate) mod saved_check;
pub(crate) mod shared_texts;
mod source_libraries;
mod submissions;
mod theses;
pub(crate) mod this_run;
pub(crate) mod unlocking;
