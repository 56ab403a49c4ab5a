//! The user manual as a page of the window: docs/guide.md and its pictures, built into the program in both languages.

mod chapter;
mod markdown;
mod page;

use chachong_messages::Language;

pub(crate) use page::{GuidePane, guide_ui};

/// Name of each picture that a manual shows, relative to docs, and its file.
type Pictures = &'static [(&'static str, &'static [u8])];

macro_rules! pictures {
    ($($name:literal),* $(,)?) => {
        &[$((
            concat!("pictures/", $name),
            include_bytes!(concat!("../../../../docs/pictures/", $name)).as_slice(),
        )),*]
    };
}

const ENGLISH: Pictures = pictures![
    "start-en.png",
    "documents-en.png",
    "document-en.png",
    "pair-en.png",
    "groups-en.png",
    "shared-texts-en.png",
    "library-en.png",
    "export-en.png",
    "settings-en.png",
];
const CHINESE: Pictures = pictures![
    "start-zh-CN.png",
    "documents-zh-CN.png",
    "document-zh-CN.png",
    "pair-zh-CN.png",
    "groups-zh-CN.png",
    "shared-texts-zh-CN.png",
    "library-zh-CN.png",
    "export-zh-CN.png",
    "settings-zh-CN.png",
];

/// Returns the manual of a language, in Markdown, and its pictures.
const fn manual(language: Language) -> (&'static str, Pictures) {
    match language {
        Language::English => (include_str!("../../../../docs/guide.md"), ENGLISH),
        Language::Chinese => (include_str!("../../../../docs/guide.zh-CN.md"), CHINESE),
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;
    use crate::guide::markdown::{Block, blocks};

    #[test]
    fn both_manuals_have_the_same_chapters_and_all_their_pictures_are_built_in() {
        let shapes = Language::ALL.map(|(language, _)| {
            let (text, pictures) = manual(language);
            let built_in: BTreeSet<&str> = pictures.iter().map(|(name, _)| *name).collect();
            let blocks = blocks(text);
            let shown: BTreeSet<&str> = blocks
                .iter()
                .filter_map(|block| match block {
                    Block::Picture { file, .. } => Some(file.as_str()),
                    _ => None,
                })
                .collect();
            assert_eq!(built_in, shown);
            let shape = blocks.iter().filter_map(|block| match block {
                Block::Heading { level, .. } => Some(level.to_string()),
                Block::Picture { .. } => Some("picture".to_owned()),
                Block::Table(rows) => Some(format!("table of {}", rows.len())),
                _ => None,
            });
            shape.collect::<Vec<String>>()
        });
        assert_eq!(shapes[0], shapes[1]);
    }

    #[test]
    fn the_pictures_are_small() {
        let all = ENGLISH.iter().chain(CHINESE);
        let bytes: usize = all.map(|(_, picture)| picture.len()).sum();
        assert!(
            bytes < 1_500_000,
            "{bytes} bytes: run docs/pictures/shrink.py"
        );
    }
}
