//! Page about the program: version, places of what it keeps, diagnostic information, licences.

pub(crate) mod licences;
mod page;

pub(crate) use page::about_ui;
