//! What a person should know of a text that was read, with counts and places. Knows nothing of languages: the
//! interface translates by kind.

use serde::{Deserialize, Serialize};

use crate::text::Places;

/// Something a person should know of a text that was read.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "kind", rename_all = "kebab-case")]
pub enum Warning {
    /// The encoding of a txt file was guessed from few characters.
    EncodingGuessed {
        /// Its name, such as `gb18030`.
        encoding: String,
    },
    /// At least 2 % of the characters are bytes or glyphs that stand for no character (shown as U+FFFD).
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
}
