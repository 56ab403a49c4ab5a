//! Data behind the views, free of egui: what the window shows, and the commands that change it.

pub(crate) mod batch;
pub(crate) mod before;
pub(crate) mod closest;
pub(crate) mod columns;
pub(crate) mod command;
pub(crate) mod copied;
pub(crate) mod decisions;
pub(crate) mod direction;
pub(crate) mod errand;
pub(crate) mod figures;
pub(crate) mod matrix_view;
pub(crate) mod pace;
pub(crate) mod page;
pub(crate) mod pair_view;
pub(crate) mod passages;
pub(crate) mod preferences;
pub(crate) mod progress;
pub(crate) mod purpose;
pub(crate) mod removing;
pub(crate) mod selection;
pub(crate) mod shared_texts;
pub(crate) mod shared_view;
pub(crate) mod shelf;
pub(crate) mod state;
pub(crate) mod table;
pub(crate) mod verdict_filter;
