//! Background work and state that the window owns beside what it shows.

pub(crate) mod beside;
pub(crate) mod comparison;
pub(crate) mod dialog;
pub(crate) mod librarian;
pub(crate) mod library_link;
pub(crate) mod picture;
pub(crate) mod reading;
pub(crate) mod reopened;
pub(crate) mod saved_check;
pub(crate) mod watching;
