//! Ctrl+F, which leads to the field that filters or searches a page.

use egui::{Key, KeyboardShortcut, Modifiers, Response, Ui};

/// Moves the focus to the filter or search field of a page on Ctrl+F.
pub(crate) fn find_in(ui: &Ui, field: &Response) {
    let find = KeyboardShortcut::new(Modifiers::COMMAND, Key::F);
    if ui.input_mut(|input| input.consume_shortcut(&find)) {
        field.request_focus();
    }
}
