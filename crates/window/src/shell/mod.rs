//! Frame around the pages: toolbar, status bar, notices, files dragged onto the window.

pub(crate) mod class_list;
pub(crate) mod drag;
pub(crate) mod drop_hint;
pub(crate) mod dump_dialog;
pub(crate) mod export;
pub(crate) mod notice;
pub(crate) mod password;
pub(crate) mod server;
pub(crate) mod status_bar;
pub(crate) mod student;
pub(crate) mod title;
pub(crate) mod toolbar;
