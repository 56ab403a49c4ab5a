//! Pages that were recognised before, by the hash of their picture, so that no page is recognised twice, whatever file
//! it is in.

use std::collections::HashMap;
use std::sync::Mutex;

use super::PageHash;
use crate::transfer::unhexed;
use chachong_recognition::Recognised;

/// Maximum number of pages that are remembered without a library: about 40 MB.
const REMEMBERED: usize = 2_000;

/// Store for recognised pages. Storing never fails: a page that cannot be stored is recognised again.
pub trait KeptPages: Send + Sync + std::fmt::Debug {
    /// Returns the recognised text of the picture with this hash, with a person's corrections, if there are any.
    /// Corrected pages are returned for every version, others only if this version of models and rules recognised them.
    /// `None` for an unknown picture.
    fn page(&self, hash: &PageHash, version: &str) -> Option<Recognised>;

    /// Returns the recognised text of a picture without a person's corrections; `None` if this version of models and
    /// rules did not recognise the picture.
    fn as_read(&self, hash: &PageHash, version: &str) -> Option<Recognised>;

    /// Stores the recognised text of a picture.
    fn keep(&self, hash: &PageHash, page: &Recognised);

    /// Stores the text of a picture with a person's corrections, which takes precedence over the recognised text;
    /// `None` removes all corrections of the picture.
    fn correct(&self, hash: &PageHash, page: Option<&Recognised>);
}

/// Corrects the text of one line of a recognised page in the store `kept`. The last argument is (line from 0 in reading
/// order, new text); `None` as the text removes the correction. Returns `true` if the page is known and has the line;
/// otherwise nothing changes.
pub fn correct_line(
    kept: &dyn KeptPages,
    hash: &PageHash,
    version: &str,
    (line, text): (usize, Option<&str>),
) -> bool {
    let Some(mut page) = kept.page(hash, version) else {
        return false;
    };
    let is_there = match text {
        Some(text) => page.correct_line(line, text),
        None => {
            (kept.as_read(hash, &page.version)).is_some_and(|read| page.restore_line(line, &read))
        }
    };
    if is_there {
        kept.correct(hash, page.is_corrected().then_some(&page));
    }
    is_there
}

/// Parses a hash from 64 hex digits; `None` for anything else.
#[must_use]
pub fn page_hash(hex: &str) -> Option<PageHash> {
    let bytes = (hex.len() == 64).then(|| unhexed(hex.as_bytes(), 32))?;
    bytes.try_into().ok()
}

/// Keeper for as long as the program runs.
#[derive(Debug, Default)]
pub(super) struct Remembered {
    pages: Mutex<Pages>,
}

#[derive(Debug, Default)]
struct Pages {
    read: HashMap<PageHash, Recognised>,
    corrected: HashMap<PageHash, Recognised>,
}

impl Remembered {
    fn pages(&self) -> std::sync::MutexGuard<'_, Pages> {
        crate::locked::lock(&self.pages)
    }
}

impl KeptPages for Remembered {
    fn page(&self, hash: &PageHash, version: &str) -> Option<Recognised> {
        let corrected = self.pages().corrected.get(hash).cloned();
        corrected.or_else(|| self.as_read(hash, version))
    }

    fn as_read(&self, hash: &PageHash, version: &str) -> Option<Recognised> {
        let pages = self.pages();
        let read = pages.read.get(hash);
        read.filter(|page| page.version == version).cloned()
    }

    fn keep(&self, hash: &PageHash, page: &Recognised) {
        let mut pages = self.pages();
        if pages.read.len() < REMEMBERED {
            pages.read.insert(*hash, page.clone());
        }
    }

    fn correct(&self, hash: &PageHash, page: Option<&Recognised>) {
        let mut pages = self.pages();
        match page {
            Some(page) => pages.corrected.insert(*hash, page.clone()),
            None => pages.corrected.remove(hash),
        };
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use chachong_recognition::Turn;

    fn read(version: &str, width: u32) -> Recognised {
        Recognised {
            version: version.to_owned(),
            turn: Turn::None,
            width,
            height: 1,
            skew: 0,
            pages: Vec::new(),
        }
    }

    #[test]
    fn a_page_is_known_by_its_version_and_a_corrected_one_by_any() {
        let kept = Remembered::default();
        let hash = [7; 32];
        assert_eq!(kept.page(&hash, "1"), None);
        kept.keep(&hash, &read("1", 5));
        assert_eq!(kept.page(&hash, "1"), Some(read("1", 5)));
        assert_eq!(kept.page(&hash, "2"), None);
        kept.correct(&hash, Some(&read("1", 6)));
        assert_eq!(kept.page(&hash, "2"), Some(read("1", 6)));
        kept.correct(&hash, None);
        assert_eq!(kept.page(&hash, "1"), Some(read("1", 5)));
    }
}
