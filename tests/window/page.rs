//! Window in one language, whose texts are named by their keys.

use std::path::{Path, PathBuf};

use chachong_messages::Language;
use chachong_window::LibraryChoice;
use egui::{Key, Modifiers};
use egui_kittest::SnapshotResults;

use crate::driver::{Opening, Window, click, key, settle, today};
use crate::pictures::can_render;
use crate::texts::{counted_in, text_in};
use crate::views::LOOKS;

pub(crate) struct Page {
    pub(crate) window: Window,
    pub(crate) language: Language,
}

impl Page {
    /// Opens the window on these files with this library, and waits until all is compared.
    pub(crate) fn open(language: Language, paths: Vec<PathBuf>, library: LibraryChoice) -> Self {
        let opening = Opening {
            paths,
            language,
            library,
            missing_glyphs: true,
            ..Opening::default()
        };
        Self {
            window: opening.open(),
            language,
        }
    }

    pub(crate) fn text(&self, key: &str) -> String {
        text_in(self.language, key, &[])
    }

    pub(crate) fn counted(&self, key: &str, count: usize) -> String {
        counted_in(self.language, key, count)
    }

    /// Returns what a text says that was decided today.
    pub(crate) fn decided(&self, key: &str) -> String {
        text_in(self.language, key, &[("day", &today())])
    }

    pub(crate) fn click(&mut self, key: &str) {
        let label = self.text(key);
        click(&mut self.window, &label);
    }

    pub(crate) fn key(&mut self, modifiers: Modifiers, pressed: Key) {
        key(&mut self.window, modifiers, pressed);
    }

    pub(crate) fn undo(&mut self) {
        self.key(Modifiers::COMMAND, Key::Z);
    }
}

/// Opens a page in each look, with an empty folder for what it needs, and lets `show` compare its pictures, whose names contain the
/// text that it is given.
pub(crate) fn in_each_look(open: impl Fn(Language, &Path) -> Page, show: impl Fn(&mut Page, &str)) {
    let mut results = SnapshotResults::new();
    for (language, theme, ending) in LOOKS {
        let folder = tempfile::tempdir().unwrap();
        let mut page = open(language, folder.path());
        if !can_render(&mut page.window) {
            return;
        }
        page.window.ctx.set_theme(theme);
        settle(&mut page.window);
        show(&mut page, ending);
        results.extend_harness(&mut page.window);
    }
}
