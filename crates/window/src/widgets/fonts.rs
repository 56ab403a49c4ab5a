//! Fonts of the window: the bundled Chinese subset first, egui's and the system's after it; the icons in a separate
//! family, so that no text takes a character from them.

use std::sync::Arc;

use egui::{FontData, FontDefinitions, FontFamily};

use chachong_report::CHINESE_FONT;

const NAME: &str = "chachong-sc";

pub(crate) fn install(ctx: &egui::Context) {
    ctx.set_fonts(definitions());
}

pub(crate) fn definitions() -> FontDefinitions {
    let mut fonts = FontDefinitions::default();
    fonts.font_data.insert(
        NAME.to_owned(),
        Arc::new(FontData::from_static(CHINESE_FONT)),
    );
    // First, so that “” and …… have full width beside Chinese.
    fonts
        .families
        .entry(FontFamily::Proportional)
        .or_default()
        .insert(0, NAME.to_owned());
    // Second: fingerprints and bits need a fixed width, which the Chinese font's Latin letters do not have.
    let monospace = fonts.families.entry(FontFamily::Monospace).or_default();
    monospace.insert(monospace.len().min(1), NAME.to_owned());
    for icons in iconflow::fonts() {
        let data = FontData::from_static(icons.bytes);
        (fonts.font_data).insert(icons.family.to_owned(), Arc::new(data));
        fonts.families.insert(
            FontFamily::Name(icons.family.into()),
            vec![icons.family.to_owned()],
        );
    }
    fonts
}
