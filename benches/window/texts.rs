//! Made documents: most like no other, some in pairs, and a group in which all are alike. Knows nothing of the window.

use std::io;
use std::path::{Path, PathBuf};

/// Words of a text.
const WORDS: usize = 420;
/// One text in so many has a near copy.
const PAIRED: usize = 4;
/// The first texts are all alike.
pub const ALIKE: usize = 150;

/// A good 64-bit mix (splitmix64), so that the texts are the same in every run.
fn mix(i: u64) -> u64 {
    let mut z = i.wrapping_mul(0x9e37_79b9_7f4a_7c15);
    z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    z ^ (z >> 31)
}

/// A word of two common characters.
fn word(of: u64) -> [char; 2] {
    [of % 2_500, (of >> 20) % 2_500].map(|place| {
        u32::try_from(place)
            .ok()
            .and_then(|place| char::from_u32(0x4E00 + place * 8))
            .unwrap_or('文')
    })
}

/// The text of a seed, of which every `changed`th word is another's.
fn text(seed: u64, other: u64, changed: u64) -> String {
    let mut text = String::with_capacity(WORDS * 8);
    for place in 0..WORDS as u64 {
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
    }
    text
}

/// Writes so many into a folder.
pub fn write(folder: &Path, count: usize) -> io::Result<Vec<PathBuf>> {
    (0..count)
        .map(|number| {
            let own = number as u64 + 1_000_000;
            let text = if number < ALIKE {
                text(7, own, 30)
            } else if number % PAIRED == 1 {
                text(own - 1, own, 24)
            } else {
                text(own, own, 2)
            };
            let file = folder.join(format!("{number:05}_毕业论文_基于深度学习的课堂研究.txt"));
            std::fs::write(&file, text).map(|()| file)
        })
        .collect()
}
