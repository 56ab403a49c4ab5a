//! Heading of a column by which a table is sorted.

use egui::{Atoms, Button, Response, RichText, Role, Ui, WidgetInfo};

use crate::widgets::icons::Icon;
use crate::widgets::theme::Tokens;

/// Draws a heading, with an arrow if the table is sorted by it (`Some(true)`: ascending). A click sorts.
pub(crate) fn heading_ui(ui: &mut Ui, name: &str, sorted: Option<bool>, hint: &str) -> Response {
    let arrow = sorted.map(|ascending| {
        if ascending {
            (" ▲", Icon::Ascending)
        } else {
            (" ▼", Icon::Descending)
        }
    });
    let mut shown = Atoms::new(RichText::new(name).color(Tokens::of(ui).weak));
    if let Some((_, icon)) = arrow {
        shown.push_right(icon.atom());
    }
    let heading = ui.add(Button::new(shown).frame(false));
    heading.widget_info(|| {
        let spoken = name.to_owned() + arrow.map_or("", |(sign, _)| sign);
        WidgetInfo::labeled(Role::Button, true, spoken)
    });
    heading.on_hover_text(hint)
}
