//! Page of one document: its text with marks and passages, its sources, its evidence.

pub(crate) mod attributed;
pub(crate) mod both_texts;
pub(crate) mod colors;
pub(crate) mod evidence;
pub(crate) mod exclusions;
pub(crate) mod items;
pub(crate) mod loader;
pub(crate) mod on_page;
pub(crate) mod origins;
pub(crate) mod page;
pub(crate) mod page_picture;
pub(crate) mod page_view;
pub(crate) mod passage_list;
pub(crate) mod pictures;
pub(crate) mod possible_list;
pub(crate) mod record;
pub(crate) mod references;
pub(crate) mod shown_pages;
pub(crate) mod similar;
pub(crate) mod sources;
pub(crate) mod submission;
pub(crate) mod tab;
pub(crate) mod text;
pub(crate) mod thumbnails;
pub(crate) mod walking;
