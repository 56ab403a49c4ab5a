//! Parts that several pages draw: theme, icons, fonts, labels, figures.

pub(crate) mod attribution;
pub(crate) mod class_colors;
pub(crate) mod decision;
pub(crate) mod dialog;
pub(crate) mod explanation;
pub(crate) mod filter_field;
pub(crate) mod find_in;
pub(crate) mod focus;
pub(crate) mod fonts;
pub(crate) mod icons;
pub(crate) mod in_rect;
pub(crate) mod labels;
pub(crate) mod note;
pub(crate) mod place;
pub(crate) mod recognise;
pub(crate) mod settling;
pub(crate) mod shown_share;
pub(crate) mod table_heading;
pub(crate) mod table_keys;
pub(crate) mod tall_rows;
pub(crate) mod text_field;
pub(crate) mod theme;
pub(crate) mod two_columns;
