//! Updates of the window, by subject, as methods of `App`: commands applied, events of background work taken in.

mod applying;
mod cases;
mod comparison;
mod corrections;
mod decisions;
mod drops;
mod export;
mod keyboard;
mod leads;
mod library;
mod pairs;
mod paths;
mod reading;
mod recheck;
mod reference_lookup;
mod renewal;
mod rows;
mod saved_check;
mod shared_texts;
mod source_libraries;
mod submissions;
mod theses;
mod this_run;
mod unlocking;
