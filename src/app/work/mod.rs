//! Background work and state that the window owns beside what it shows.

pub(crate) mod dialog;
pub(crate) mod librarian;
pub(crate) mod picture;
pub(crate) mod reopened;
pub(crate) mod watching;
