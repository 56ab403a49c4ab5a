//! Chapter of the manual that explains a page of the window: F1 opens the manual there.

use crate::guide::markdown::Block;
use chachong_window_model::page::Page;

/// Returns the number of the chapter that explains `page`, from 0, as both manuals have them; `None` for a page that no single chapter
/// explains. `is_empty` tells whether the check has no documents.
pub(crate) const fn chapter_of(page: Page, is_empty: bool) -> Option<usize> {
    match page {
        Page::Documents if is_empty => Some(0),
        Page::Documents => Some(1),
        Page::Document(_) | Page::Member(_) => Some(3),
        Page::Pairs | Page::Pair(..) => Some(4),
        Page::Matrix | Page::Groups | Page::Shared => Some(5),
        Page::Leads => Some(6),
        Page::Decisions | Page::Recheck | Page::Cases | Page::Case(_) => Some(7),
        Page::Library => Some(8),
        Page::Settings => Some(10),
        Page::About | Page::Guide => None,
    }
}

/// Returns the place of the heading of a chapter among `blocks`, 0 if the manual has no such chapter.
pub(crate) fn place_of(blocks: &[Block], chapter: usize) -> usize {
    let headings = blocks.iter().enumerate().filter_map(|(place, block)| {
        matches!(block, Block::Heading { level: 2, .. }).then_some(place)
    });
    headings.into_iter().nth(chapter).unwrap_or(0)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::guide::manual;
    use crate::guide::markdown::blocks;
    use chachong_compare::DocumentIndex;
    use chachong_messages::Language;

    #[test]
    fn each_page_has_the_chapter_that_names_it() {
        let blocks = blocks(manual(Language::English).0);
        let document = DocumentIndex(0);
        for (page, is_empty, chapter) in [
            (Page::Documents, true, "Your first check"),
            (Page::Documents, false, "The table of documents"),
            (Page::Document(document), false, "One document"),
            (
                Page::Pair(document, document),
                false,
                "Two documents side by side",
            ),
            (Page::Matrix, false, "Groups and shared texts"),
            (Page::Leads, false, "Rewritten and translated text"),
            (Page::Decisions, false, "Your decisions"),
            (Page::Library, false, "The library"),
            (Page::Settings, false, "Settings"),
        ] {
            let place = place_of(&blocks, chapter_of(page, is_empty).unwrap());
            assert!(
                matches!(&blocks[place], Block::Heading { text, .. } if text == chapter),
                "{page:?}: {:?}",
                blocks[place]
            );
        }
        assert_eq!(chapter_of(Page::About, false), None);
    }
}
