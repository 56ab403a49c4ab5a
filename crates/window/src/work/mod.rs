//! Background work of the window: each part starts its threads, receives their events and returns them as plain data, which
//! `update` applies to the state.

pub(crate) mod comparison;
pub(crate) mod dialog;
pub(crate) mod dump_previews;
pub(crate) mod event_stream;
pub(crate) mod leads;
pub(crate) mod library_link;
pub(crate) mod library_messages;
pub(crate) mod library_thread;
pub(crate) mod matrix_picture;
pub(crate) mod reading;
pub(crate) mod saved_check;
pub(crate) mod source_opening;
pub(crate) mod this_run;
pub(crate) mod watched_folders;
