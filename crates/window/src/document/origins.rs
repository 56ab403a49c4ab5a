//! Lines on a document's page below its total: how much is from outside and among the documents, and from which library.

use egui::{RichText, Ui};

use crate::widgets::shown_share::Figure;
use crate::widgets::theme::Tokens;
use chachong_check::Origins;
use chachong_messages::Language;

/// Draws what the same student handed in earlier, then the shares by origin in one line, and below it those by library where several have sources.
pub(crate) fn origins_ui(ui: &mut Ui, origins: &Origins, figure: Figure, language: Language) {
    let weak = Tokens::of(ui).weak;
    if let Some(own) = origins.own() {
        let line = language.own_earlier(own, figure.shown.copied, figure.lower);
        ui.label(RichText::new(line).small());
    }
    let line = language.origins(origins, figure.shown.copied, figure.lower);
    ui.label(RichText::new(line).small())
        .on_hover_text(language.text("origins.hint"));
    if origins.counting_libraries().nth(1).is_some() {
        for library in origins.counting_libraries() {
            let line = language.library_share(library, figure.lower);
            ui.label(RichText::new(line).small().color(weak));
        }
    }
}
