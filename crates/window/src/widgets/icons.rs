//! Icons, one for each meaning. They are painted beside a text and never replace it: screen readers read the text.

use egui::{Align2, Atom, Color32, FontFamily, FontId, Painter, Rect, Sense, Ui, Vec2, vec2};
use iconflow::{Pack, Size, Style, try_icon};

use crate::widgets::theme::{ICON, ICON_DROP};

/// Meaning of an icon.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Icon {
    AddFolder,
    AddFiles,
    Export,
    Clear,
    /// Menu of further actions.
    More,
    Library,
    Settings,
    Help,
    Back,
    Documents,
    /// Pair of documents beside each other.
    Pair,
    Matrix,
    Groups,
    /// Shared texts.
    Shared,
    /// Leads to rewritten passages.
    Leads,
    Good,
    Warning,
    Failed,
    Waiting,
    Ascending,
    Descending,
    Close,
    Stop,
    Undo,
    Again,
    Show,
    OpenFile,
    Folder,
    TakeOut,
    Encoding,
    Search,
    Unlock,
    /// Correct what the program read.
    Correct,
    /// Students of a class.
    Students,
    /// Hide names.
    Hide,
    /// Cases that people decide on.
    Case,
}

impl Icon {
    const fn name(self) -> &'static str {
        match self {
            Self::AddFolder => "folder-plus",
            Self::AddFiles => "file-plus",
            Self::Export => "download",
            Self::Clear => "trash-2",
            Self::More => "more-horizontal",
            Self::Library => "book-open",
            Self::Settings => "settings",
            Self::Help => "help-circle",
            Self::Back => "arrow-left",
            Self::Documents => "file-text",
            Self::Pair => "columns",
            Self::Matrix => "grid",
            Self::Groups => "share-2",
            Self::Shared => "layers",
            Self::Leads => "shuffle",
            Self::Good => "check",
            Self::Warning => "alert-triangle",
            Self::Failed => "x-octagon",
            Self::Waiting => "clock",
            Self::Ascending => "chevron-up",
            Self::Descending => "chevron-down",
            Self::Close => "x",
            Self::Stop => "stop-circle",
            Self::Undo => "rotate-ccw",
            Self::Again => "refresh-cw",
            Self::Show => "eye",
            Self::OpenFile => "external-link",
            Self::Folder => "folder",
            Self::TakeOut => "minus-circle",
            Self::Encoding => "type",
            Self::Search => "search",
            Self::Unlock => "unlock",
            Self::Correct => "edit-2",
            Self::Students => "users",
            Self::Hide => "eye-off",
            Self::Case => "briefcase",
        }
    }

    /// Returns the icon for a button or menu entry, in the colour of its text.
    pub(crate) fn atom(self) -> Atom<'static> {
        Atom::paint(Vec2::splat(ICON), move |ui, args| {
            self.paint(ui.painter(), args.rect, args.fallback_text_color);
        })
    }

    /// Draws the icon as a widget of its own in a line, before a text.
    pub(crate) fn show(self, ui: &mut Ui, color: Color32) {
        let (rect, _) = ui.allocate_exact_size(Vec2::splat(ICON), Sense::hover());
        self.paint(ui.painter(), rect, color);
    }

    /// Paints the icon in the centre of `rect`.
    pub(crate) fn paint(self, painter: &Painter, rect: Rect, color: Color32) {
        // The test below checks that the font has every name.
        let Ok(icon) = try_icon(Pack::Feather, self.name(), Style::Regular, Size::Regular) else {
            return;
        };
        let Some(sign) = char::from_u32(icon.codepoint) else {
            return;
        };
        let font = FontId::new(ICON, FontFamily::Name(icon.family.into()));
        let middle = rect.center() + vec2(0.0, ICON_DROP);
        painter.text(middle, Align2::CENTER_CENTER, sign, font, color);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_font_has_every_icon_and_none_has_two_meanings() {
        let all = [
            Icon::AddFolder,
            Icon::AddFiles,
            Icon::Export,
            Icon::Clear,
            Icon::Library,
            Icon::Settings,
            Icon::Back,
            Icon::Documents,
            Icon::Pair,
            Icon::Matrix,
            Icon::Groups,
            Icon::Shared,
            Icon::Leads,
            Icon::Good,
            Icon::Warning,
            Icon::Failed,
            Icon::Waiting,
            Icon::Ascending,
            Icon::Descending,
            Icon::Close,
            Icon::Stop,
            Icon::Undo,
            Icon::Again,
            Icon::Show,
            Icon::OpenFile,
            Icon::Folder,
            Icon::TakeOut,
            Icon::Encoding,
            Icon::Search,
            Icon::Correct,
        ];
        let mut signs: Vec<u32> = all
            .iter()
            .map(|icon| {
                let found = try_icon(Pack::Feather, icon.name(), Style::Regular, Size::Regular);
                let sign = found.unwrap_or_else(|error| panic!("{icon:?}: {error}"));
                assert!(char::from_u32(sign.codepoint).is_some(), "{icon:?}");
                sign.codepoint
            })
            .collect();
        signs.sort_unstable();
        signs.dedup();
        assert_eq!(signs.len(), all.len());
    }
}
