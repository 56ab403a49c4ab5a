//! Page about the program: version, folders of its data, diagnostic information, licences.

pub(crate) mod licences;
mod page;

pub(crate) use page::about_ui;
