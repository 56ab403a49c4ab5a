//! What a person should know of a text that was read, with counts and places: which of it is worth a word, and what comes
//! first. The interface translates by kind.

use serde::{Deserialize, Serialize};

use crate::text::Places;
use crate::text::threshold::{OUTSIDE_OF, UNREADABLE_OF, UNSEEN_CHARACTERS};

/// Something a person should know of a text that was read.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "kind", rename_all = "kebab-case")]
pub enum Warning {
    /// The encoding of a txt file was guessed from few characters.
    EncodingGuessed {
        /// Its name, such as `gb18030`.
        encoding: String,
    },
    /// Bytes or glyphs that stand for no character (shown as U+FFFD).
    UnreadableCharacters {
        /// How many.
        count: u64,
        /// Of how many visible characters.
        of: u64,
    },
    /// The text does not look like a language: mojibake, or glyphs mapped to wrong characters.
    Garbled {
        /// Per cent of its characters that stand in no word.
        percent: u8,
    },
    /// The file opens but holds no text.
    NoText,
    /// A pdf of pictures: a scan.
    NoTextLayer,
    /// Pages of a pdf that are pictures without text, beside others with text.
    PagesWithoutText {
        /// Their numbers, from 1.
        pages: Vec<u32>,
    },
    /// Pages of a pdf whose text could not be read.
    UnreadPages {
        /// Their numbers, from 1.
        pages: Vec<u32>,
    },
    /// A docx has footnotes or endnotes that the reader which could open it does not read.
    NotesLeftOut {
        /// How many.
        count: u64,
    },
    /// Text that its author marked hidden (`w:vanish`); it is left out of the text.
    HiddenText {
        /// How many characters; places are where they were.
        places: Places,
    },
    /// White, nearly invisible or tiny text; it stands in the text and is not compared.
    InvisibleText {
        /// Where.
        places: Places,
    },
    /// Text outside the page's area; it stands in the text and is not compared.
    TextOutsidePage {
        /// Where.
        places: Places,
    },
    /// Zero-width and other characters drawn as nothing, inside words or between Chinese characters.
    InvisibleCharacters {
        /// Where.
        places: Places,
    },
    /// Words that mix in letters of another script which look the same.
    MixedScripts {
        /// Where.
        places: Places,
    },
    /// Kangxi radicals and compatibility ideographs in place of ordinary characters.
    DisguisedCharacters {
        /// Where.
        places: Places,
    },
    /// Private-use characters: only the author's font knows what they look like.
    PrivateUseCharacters {
        /// Where.
        places: Places,
    },
    /// Fewer different words than a fingerprint needs.
    TooFewTerms,
    /// Pages of a pdf that are pictures with recognised text behind or over them: it is compared.
    RecognisedText {
        /// Their numbers, from 1.
        pages: Vec<u32>,
    },
}

impl Warning {
    /// How grave it is: the gravest has the lowest rank. First what keeps a text from being compared, then what makes its
    /// figures wrong, then signs of manipulation, then parts that are missing; notes come last.
    #[must_use]
    pub const fn rank(&self) -> u8 {
        match self {
            Self::NoTextLayer | Self::NoText => 0,
            Self::TooFewTerms => 1,
            Self::Garbled { .. } => 2,
            Self::InvisibleText { .. } | Self::TextOutsidePage { .. } => 3,
            Self::InvisibleCharacters { .. }
            | Self::MixedScripts { .. }
            | Self::DisguisedCharacters { .. } => 4,
            Self::PrivateUseCharacters { .. } | Self::HiddenText { .. } => 5,
            Self::UnreadPages { .. } | Self::UnreadableCharacters { .. } => 6,
            Self::PagesWithoutText { .. } | Self::NotesLeftOut { .. } => 7,
            Self::RecognisedText { .. } => NOTE,
            Self::EncodingGuessed { .. } => NOTE + 1,
        }
    }

    /// Whether it is only good to know: nothing is wrong, and nothing needs to be done.
    #[must_use]
    pub const fn is_note(&self) -> bool {
        self.rank() >= NOTE
    }

    /// Whether a text of `visible` characters has enough of it.
    const fn is_worth_telling(&self, visible: u64) -> bool {
        match self {
            Self::UnreadableCharacters { count, of } => *count > 0 && *count * UNREADABLE_OF >= *of,
            Self::HiddenText { places } | Self::InvisibleText { places } => {
                places.count >= UNSEEN_CHARACTERS
            }
            Self::TextOutsidePage { places } => {
                places.count >= UNSEEN_CHARACTERS && places.count * OUTSIDE_OF >= visible
            }
            // Those that `text::signs` finds it finds from a threshold on; the others count from the first.
            _ => true,
        }
    }

    /// Leaves of `warnings` what a text of `visible` characters has enough of, the gravest first.
    pub(crate) fn settle(warnings: &mut Vec<Self>, visible: u64) {
        warnings.retain(|warning| warning.is_worth_telling(visible));
        Self::sort(warnings);
    }

    /// Puts the gravest first.
    pub(crate) fn sort(warnings: &mut [Self]) {
        warnings.sort_by_key(Self::rank);
    }
}

/// From this rank on they are notes.
const NOTE: u8 = 8;

#[cfg(test)]
mod tests {
    use super::*;

    fn places(count: u64) -> Places {
        Places {
            count,
            at: Vec::new(),
        }
    }

    #[test]
    fn the_gravest_comes_first_and_one_odd_character_is_not_told() {
        let odd = Warning::UnreadableCharacters { count: 1, of: 5000 };
        let broken = Warning::UnreadableCharacters {
            count: 100,
            of: 5000,
        };
        let recognised = Warning::RecognisedText { pages: vec![1] };
        let hidden = Warning::InvisibleText { places: places(10) };
        let space = Warning::HiddenText { places: places(9) };
        let mut warnings = vec![
            odd,
            recognised.clone(),
            broken.clone(),
            space,
            hidden.clone(),
            Warning::NoTextLayer,
        ];
        Warning::settle(&mut warnings, 5000);
        assert_eq!(warnings, [Warning::NoTextLayer, hidden, broken, recognised]);
        assert_eq!(
            warnings.iter().map(Warning::is_note).collect::<Vec<_>>(),
            [false, false, false, true]
        );
    }

    #[test]
    fn a_listing_over_the_edge_is_no_sign_in_a_long_text() {
        let outside = Warning::TextOutsidePage { places: places(30) };
        let told = |visible| {
            let mut warnings = vec![outside.clone()];
            Warning::settle(&mut warnings, visible);
            warnings.len()
        };
        assert_eq!((told(6_000), told(6_001)), (1, 0));
    }
}
