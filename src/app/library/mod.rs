//! Page of the library: members, search, earlier checks, templates.

pub(crate) mod page;
pub(crate) mod recent;
pub(crate) mod templates;
