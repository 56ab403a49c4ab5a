//! Shingles of a prepared text: the selected ones that a library stores, and all of them to query a library with.
//!
//! A shingle is a run of tokens that reaches a weight. A library keeps few of them: in every window of a given width
//! the one with the smallest hash (winnowing: Schleimer, Wilkerson and Aiken, SIGMOD 2003), so that two texts with a
//! run in common keep the same shingle of it. A new text queries with every shingle it has, so that no selection need
//! survive its edits.
//!
//! Measured at 0.6 other documents in 1,000 (60 of 100,000) on theses of 20,000 characters with planted copies: one
//! 5-gram in 30 characters finds 0.84 of them, one in 50 0.77, one in 100 0.66; the dense search within a folder
//! 0.95. Shingles of 3 characters are too common, of 8 do not survive edits. Choosing rare shingles first (by
//! `compare::Background`) finds documents that share a subject: 0.76 to 0.84 at the same number. `SimHash` of windows
//! is behind all of these.

use std::collections::VecDeque;

use chachong_compare::{Prepared, spread};
use chachong_simhash::Fingerprint;
use chachong_text::Token;

/// Version of the hashing and selection of shingles, and of the keys of code and measured values. Any change to this
/// file, to the tokens or to those keys needs a new number, and libraries then compute their fingerprints again. 1:
/// shingles of prose only; 2: also keys of code and measured values; 3: keys of code by its structure; 4: each
/// programming language has its own keywords; 5: values behind a colon or beside words such as 电压表 are measured; 6: more
/// languages have their own comments, and imports and type aliases end at their semicolons; 7: values of style sheets as
/// written, and further languages ignore case.
pub const SELECTION: u32 = 7;

/// Whether a new text can be searched for among stored fingerprints of this version. The shingles of prose are the same
/// in all versions up to [`SELECTION`]. Keys of code and of measured values are missing in version 1, and those of code
/// differ in versions 2 to 5, those of measured values in versions 2 to 4, until the library is refreshed. A library that
/// is read-only stays as it is.
pub(super) const fn is_searchable(selection: u32) -> bool {
    matches!(selection, 1..=SELECTION)
}

/// Average distance between the starts of stored shingles, in Chinese characters; a word counts as three characters.
pub const SELECTION_SPACING: u32 = 30;

/// Window width in Chinese characters: of the shingles that begin within it, at least one is stored.
pub(super) const WINDOW: u32 = 2 * SELECTION_SPACING - 1;

/// Width of a word in [`WINDOW`], in Chinese characters: it says about as much, and English texts are stored as
/// densely.
const WORD_WIDTH: u32 = 3;
/// Minimum weight of a shingle: 5 Chinese characters, or 3 words (4 words find 0.80 of the English copies where 3
/// find 0.90).
const WEIGHT: u32 = 9;

/// Shingle (short run of tokens) that a library stores.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct StoredShingle {
    /// Hash of the tokens, evenly distributed; different shingles hardly ever have the same hash (chance of 2^-64).
    pub fingerprint: Fingerprint,
    /// Index of the first token in the document.
    pub token: u32,
}

/// Shingle (short run of tokens) of a new text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct QueryShingle {
    /// Hash of the tokens; a stored shingle with the same tokens has the same hash.
    pub fingerprint: Fingerprint,
    /// Index of the first token in the document.
    pub token: u32,
    /// Offset of the first character in the original text, in Unicode scalar values.
    pub start: u32,
    /// Offset after the last character, in Unicode scalar values.
    pub end: u32,
}

/// Returns the shingles of a text that a library stores, in order: about one per [`SELECTION_SPACING`] characters.
/// Empty for a text shorter than a shingle.
#[must_use]
pub fn stored_shingles(document: &Prepared) -> Vec<StoredShingle> {
    let mut stored: Vec<StoredShingle> = Vec::new();
    // Candidates for the smallest hash in the window: (hash, position in characters, shingle), both strictly
    // increasing.
    let mut waiting: VecDeque<(u64, u32, StoredShingle)> = VecDeque::new();
    let mut place = 0;
    for (shingle, token) in query_shingles(document).into_iter().zip(document.tokens()) {
        let order = selection_order(shingle.fingerprint);
        let width = if token.is_han { 1 } else { WORD_WIDTH };
        while waiting.back().is_some_and(|last| last.0 >= order) {
            waiting.pop_back();
        }
        let candidate = StoredShingle {
            fingerprint: shingle.fingerprint,
            token: shingle.token,
        };
        waiting.push_back((order, place, candidate));
        place += width;
        while waiting
            .front()
            .is_some_and(|first| first.1 + WINDOW < place)
        {
            waiting.pop_front();
        }
        if place >= WINDOW
            && let Some(&(_, _, smallest)) = waiting.front()
            && stored.last() != Some(&smallest)
        {
            stored.push(smallest);
        }
    }
    // A text shorter than a window counts as one window.
    if stored.is_empty() {
        stored.extend(waiting.front().map(|first| first.2));
    }
    stored
}

const ORDER_SEED: u64 = 0x5851_F42D_4C95_7F2D;

/// Place of a shingle in the order by which the lowest of a window is stored, evenly spread. A hash other than the
/// fingerprint, so that the fingerprints of selected shingles fill a table evenly.
pub(crate) const fn selection_order(fingerprint: Fingerprint) -> u64 {
    spread(fingerprint.0 ^ ORDER_SEED)
}

/// Returns all shingles of a text, in order: about one per token.
#[must_use]
pub fn query_shingles(document: &Prepared) -> Vec<QueryShingle> {
    let tokens = document.tokens();
    let mut shingles = Vec::with_capacity(tokens.len());
    for (token, from) in (0..).zip(0..tokens.len()) {
        let Some(length) = length(&tokens[from..]) else {
            // Fewer tokens than a shingle needs are left from here on.
            break;
        };
        let of_shingle = &tokens[from..from + length];
        let hash = of_shingle.iter().fold(u64::from(WEIGHT), |hash, token| {
            spread(hash.wrapping_mul(0x9E37_79B9_7F4A_7C15) ^ u64::from(token.hash))
        });
        shingles.push(QueryShingle {
            fingerprint: Fingerprint(spread(hash)),
            token,
            start: of_shingle[0].start,
            end: of_shingle[length - 1].end,
        });
    }
    shingles
}

/// Number of tokens of the shingle that begins the slice; `None` if the slice is too short for one.
fn length(tokens: &[Token]) -> Option<usize> {
    let mut reached = 0;
    let last = tokens.iter().position(|token| {
        reached += token.weight();
        reached >= WEIGHT
    })?;
    Some(last + 1)
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use super::*;
    use crate::passage_index::made::{chinese, prepared};

    #[test]
    fn a_text_without_enough_tokens_has_no_shingles() {
        for text in ["", "。", "图书馆里", "a b"] {
            assert!(query_shingles(&prepared(text)).is_empty(), "{text}");
            assert!(stored_shingles(&prepared(text)).is_empty(), "{text}");
        }
        assert_eq!(query_shingles(&prepared("图书馆里有")).len(), 1);
        assert_eq!(stored_shingles(&prepared("a copied library book")).len(), 1);
    }

    #[test]
    fn about_one_in_so_many_tokens_is_stored_and_every_window_has_one() {
        let document = prepared(&chinese(7, 30_000));
        let all = query_shingles(&document);
        let stored = stored_shingles(&document);
        let spacing = all.len() / stored.len();
        assert!((22..=38).contains(&spacing), "{spacing}");
        for pair in stored.windows(2) {
            assert!(pair[1].token - pair[0].token <= WINDOW);
        }
        for shingle in &stored {
            assert_eq!(all[shingle.token as usize].fingerprint, shingle.fingerprint);
        }
    }

    #[test]
    fn a_run_in_common_is_stored_alike_wherever_it_stands() {
        let run = chinese(99, 600);
        let stored = |before: u64, after: u64| -> HashSet<u64> {
            let text = [chinese(before, 1_000), run.clone(), chinese(after, 1_000)].concat();
            let document = prepared(&text);
            let inside = 1_000 + WINDOW..1_600 - 2 * WINDOW;
            stored_shingles(&document)
                .into_iter()
                .filter(|shingle| inside.contains(&shingle.token))
                .map(|shingle| shingle.fingerprint.0)
                .collect()
        };
        let (one, other) = (stored(1, 2), stored(3, 4));
        assert!(
            one.len() > 8 && one == other,
            "{} {}",
            one.len(),
            other.len()
        );
    }

    #[test]
    fn one_stem_and_one_script_are_one_shingle() {
        let hashes = |text| -> Vec<Fingerprint> {
            query_shingles(&prepared(text))
                .iter()
                .map(|shingle| shingle.fingerprint)
                .collect()
        };
        assert_eq!(
            hashes("copied libraries open nights"),
            hashes("Copies LIBRARY opens night")
        );
        assert_eq!(hashes("圖書館開放"), hashes("图书馆 开放"));
    }

    #[test]
    fn words_are_kept_three_times_as_densely_as_characters() {
        let words: Vec<String> = (0..3_000).map(|i| format!("word{}", spread(i))).collect();
        let stored = stored_shingles(&prepared(&words.join(" ")));
        assert!((240..=360).contains(&stored.len()), "{}", stored.len());
    }

    /// Pins the fingerprints: if they change, stored ones no longer match; see [`SELECTION`].
    #[test]
    fn fingerprints_are_pinned() {
        let document =
            prepared("图书馆在夜间开放，读者可以安静地阅读和讨论。 The library is open at night.");
        let first = query_shingles(&document)[0];
        assert_eq!((first.start, first.end), (0, 5));
        let all = query_shingles(&document)
            .iter()
            .fold(0, |sum, shingle| spread(sum ^ shingle.fingerprint.0));
        let stored = stored_shingles(&document)
            .iter()
            .fold(0, |sum, shingle| spread(sum ^ shingle.fingerprint.0));
        assert_eq!(
            (all, stored),
            (5_891_651_559_485_316_433, 491_989_166_619_068_040)
        );
    }
}
