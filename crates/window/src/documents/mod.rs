//! Page of all documents: the table, its filters, its menu.

pub(crate) mod cells;
pub(crate) mod given_text;
pub(crate) mod menu;
pub(crate) mod not_read;
pub(crate) mod page;
pub(crate) mod row_name;
mod submissions_menu;
pub(crate) mod verdict_filter;
pub(crate) mod versions_menu;
