//! Colours of sources in a text and on its pages.

use chachong_check::shown::{POSSIBLE, SWITCHED_OFF};
use egui::Color32;

use crate::widgets::theme::{Tokens, source_colors};

/// Returns the ink and the background colour of a source in the dark or the light theme. `owner` is an index in the
/// list of sources, `POSSIBLE`, or `SWITCHED_OFF`, which is grey.
pub(crate) fn colors(dark: bool, owner: u32) -> (Color32, Color32) {
    if owner == POSSIBLE {
        let tokens = Tokens::in_theme(dark);
        return (tokens.possible, tokens.possible_fill);
    }
    let place = (owner != SWITCHED_OFF).then_some(owner);
    source_colors(dark, place)
}
