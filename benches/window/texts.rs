//! Generated documents: most like no other, some in pairs, and a group in which all are alike.

use std::io;
use std::path::{Path, PathBuf};

use crate::random::mix;

/// Number of words of a text.
const WORDS: usize = 420;
/// Interval of near copies: one text in this many is a near copy of the one before.
const PAIRED: usize = 4;
/// Number of texts, the first ones, that are all alike.
pub const ALIKE: usize = 150;

/// Word of two common characters.
fn word(of: u64) -> [char; 2] {
    [of % 2_500, (of >> 20) % 2_500].map(|place| {
        u32::try_from(place)
            .ok()
            .and_then(|place| char::from_u32(0x4E00 + place * 8))
            .unwrap_or('文')
    })
}

/// Text of `words` words from `seed`, of which every `changed`th is from `other`.
fn text(seed: u64, other: u64, changed: u64, words: usize) -> String {
    let mut text = String::with_capacity(words * 8);
    for place in 0..words as u64 {
        let from = if place % changed == changed - 1 {
            other
        } else {
            seed
        };
        text.extend(word(mix(mix(from) ^ place)));
        match place % 14 {
            13 => text.push('。'),
            6 => text.push('，'),
            _ => {}
        }
        if place % 140 == 139 {
            text.push_str("\n\n");
        }
    }
    text
}

/// Writes two long texts; the second has every other chapter from the first, edited.
pub fn write_long(folder: &Path, characters: usize) -> io::Result<()> {
    const CHAPTER: usize = 1_400;
    let chapters = characters / (2 * CHAPTER);
    let (mut first, mut second) = (String::new(), String::new());
    for chapter in 0..chapters as u64 {
        first += &text(chapter, 0, u64::MAX, CHAPTER);
        second += &if chapter % 2 == 0 {
            text(chapter, 5_000 + chapter, 31, CHAPTER)
        } else {
            text(9_000 + chapter, 0, u64::MAX, CHAPTER)
        };
    }
    std::fs::write(folder.join("long.txt"), first)?;
    std::fs::write(folder.join("second.txt"), second)
}

/// Writes `count` texts to a folder; returns their files.
pub fn write(folder: &Path, count: usize) -> io::Result<Vec<PathBuf>> {
    (0..count)
        .map(|number| {
            let own = number as u64 + 1_000_000;
            let text = if number < ALIKE {
                text(7, own, 30, WORDS)
            } else if number % PAIRED == 1 {
                text(own - 1, own, 24, WORDS)
            } else {
                text(own, own, 2, WORDS)
            };
            let file = folder.join(format!("{number:05}_毕业论文_基于深度学习的课堂研究.txt"));
            std::fs::write(&file, text).map(|()| file)
        })
        .collect()
}
