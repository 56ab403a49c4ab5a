//! Page of settings: language, theme, recipe, threshold with its histogram, templates.

pub(crate) mod form;
mod histogram;
pub(crate) mod page;
pub(crate) mod recipe;
