//! Pages of the library, as drawn: its members, search, earlier checks and templates, and the page of one member.

pub(crate) mod member;
pub(crate) mod members;
pub(crate) mod page;
pub(crate) mod recent;
pub(crate) mod source_libraries;
pub(crate) mod templates;
