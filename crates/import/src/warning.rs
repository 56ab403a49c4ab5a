//! Warnings about the text of a file, with counts and offsets; which of them are worth telling, and in which order. The
//! interface translates them by kind.

use serde::{Deserialize, Serialize};

use chachong_text::Places;
use chachong_text::threshold::{OUTSIDE_OF, UNREADABLE_OF, UNSEEN_CHARACTERS};

/// Warning about the text of a file.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "kind", rename_all = "kebab-case")]
pub enum Warning {
    /// The encoding of a text file is uncertain: there is too little text, or another encoding is nearly as likely.
    EncodingGuessed {
        /// Name of the encoding, such as `gb18030`.
        encoding: String,
    },
    /// Bytes or glyphs that stand for no character; they are shown as U+FFFD.
    UnreadableCharacters {
        /// Number of unreadable characters.
        count: u64,
        /// Number of visible characters in the text, for comparison.
        of: u64,
    },
    /// Text that does not look like a language, such as mojibake or glyphs mapped to wrong characters.
    Garbled {
        /// Percentage of the text that is garbled, from [`chachong_text::garbled_percent`].
        percent: u8,
    },
    /// File whose end or other parts are missing: an upload or download was broken off, or the file is damaged.
    CutOff,
    /// File that can be opened but contains no text.
    NoText,
    /// Pdf or image document whose pages are only pictures, such as a scan.
    NoTextLayer,
    /// Pages of a pdf that are pictures without text, while other pages have text.
    PagesWithoutText {
        /// Page numbers, from 1.
        pages: Vec<u32>,
    },
    /// Pages of a pdf or image document whose text could not be read.
    UnreadPages {
        /// Page numbers, from 1.
        pages: Vec<u32>,
    },
    /// Pictures in a docx that look like pages of text and could not be read.
    UnreadPictures {
        /// Number of pictures.
        count: u64,
    },
    /// Pictures in a document that look like pages of text, which no recognition has read.
    PicturesLikePages {
        /// Number of pictures.
        count: u64,
    },
    /// Footnotes or endnotes of a docx that are missing from the text.
    NotesLeftOut {
        /// Number of missing notes.
        count: u64,
    },
    /// Text that its author marked as hidden (`w:vanish` in Word); left out of the text.
    HiddenText {
        /// Number of hidden characters, and the offsets where they were left out.
        places: Places,
    },
    /// Covered, transparent or tiny text, or text in the colour of its background; kept in the text but not compared.
    InvisibleText {
        /// Number and offsets of the characters.
        places: Places,
    },
    /// Text outside the area of the page, or cut off by a clip; kept in the text but not compared.
    TextOutsidePage {
        /// Number and offsets of the characters.
        places: Places,
    },
    /// Zero-width and other invisible characters, narrow spaces and blanks, inside words or between Chinese characters.
    InvisibleCharacters {
        /// Number and offsets of the characters.
        places: Places,
    },
    /// Words that contain letters of another script that look like Latin ones, or small capitals.
    MixedScripts {
        /// Number of letters and marks in these words, and offsets of the words.
        places: Places,
    },
    /// Kangxi radicals, compatibility ideographs and other forms in place of ordinary characters, marks under and
    /// through letters, and text that is stored backwards.
    DisguisedCharacters {
        /// Number and offsets of the characters.
        places: Places,
    },
    /// Private-use characters, whose shapes only the author's font defines.
    PrivateUseCharacters {
        /// Number and offsets of the characters.
        places: Places,
    },
    /// Files that a LaTeX source includes. Their text is not in the text of this file; those that lie beside it are
    /// documents of their own.
    OtherFiles {
        /// Names of the files, as written in the document.
        names: Vec<String>,
    },
    /// Documents inside a document, or files attached to a pdf: their text is not in this text.
    EmbeddedFiles {
        /// Names of the files.
        names: Vec<String>,
    },
    /// Conditions in a LaTeX source that the source does not decide: all their branches are in the text, though only
    /// one of them is printed.
    UndecidedText {
        /// Number of conditions, and the offsets at which their text begins.
        places: Places,
    },
    /// Text with fewer different words than a fingerprint needs, from a file that may contain more than was read, such
    /// as pictures.
    TooFewTerms,
    /// Plain text with fewer different words than a fingerprint needs. The file contains nothing else.
    FewWords,
    /// Pages of a pdf that are pictures with recognised text behind or over them, which is compared.
    RecognisedText {
        /// Page numbers, from 1.
        pages: Vec<u32>,
    },
    /// Pages of a pdf or image document whose pictures this program recognised. Single characters may be wrong, so that
    /// shares are lower estimates.
    RecognisedPages {
        /// Page numbers, from 1.
        pages: Vec<u32>,
        /// Number of characters in lines that are compared but should be checked against the picture, with the offsets
        /// of the lines.
        doubtful: Places,
    },
    /// Pictures in a docx that this program recognised. Single characters may be wrong, so that shares are lower
    /// estimates.
    RecognisedPictures {
        /// Number of pictures.
        count: u64,
        /// Number of characters in lines that are compared but should be checked against the picture, with the offsets
        /// of the lines.
        doubtful: Places,
    },
    /// Pages of a pdf whose text layer differs from what the pages show.
    ShownDifferently {
        /// Numbers of the pages that differ, from 1.
        pages: Vec<u32>,
        /// Number of pages that were compared with their pictures.
        compared: u64,
    },
}

impl Warning {
    /// Returns the warning about documents with these names inside a document; `None` if there are none.
    pub(crate) fn embedded(names: Vec<String>) -> Option<Self> {
        (!names.is_empty()).then_some(Self::EmbeddedFiles { names })
    }

    /// Returns the warning about hidden text that was left out at these places; `None` if there is none.
    pub(crate) fn hidden(places: Places) -> Option<Self> {
        (!places.is_empty()).then_some(Self::HiddenText { places })
    }

    /// Returns the places in the text that the warning points to; `None` if it points to none.
    pub(crate) const fn places_mut(&mut self) -> Option<&mut Places> {
        match self {
            Self::HiddenText { places }
            | Self::InvisibleText { places }
            | Self::TextOutsidePage { places }
            | Self::InvisibleCharacters { places }
            | Self::MixedScripts { places }
            | Self::DisguisedCharacters { places }
            | Self::PrivateUseCharacters { places }
            | Self::UndecidedText { places }
            | Self::RecognisedPages {
                doubtful: places, ..
            }
            | Self::RecognisedPictures {
                doubtful: places, ..
            } => Some(places),
            _ => None,
        }
    }

    /// Returns the rank of the warning, 0 for the most serious: first causes that keep a text from being compared, then
    /// those that make its figures wrong, signs of manipulation, missing parts, and notes.
    #[must_use]
    pub const fn rank(&self) -> u8 {
        match self {
            Self::NoTextLayer | Self::NoText => 0,
            Self::TooFewTerms => 1,
            Self::Garbled { .. } | Self::CutOff => 2,
            Self::InvisibleText { .. }
            | Self::TextOutsidePage { .. }
            | Self::ShownDifferently { .. } => 3,
            Self::InvisibleCharacters { .. }
            | Self::MixedScripts { .. }
            | Self::DisguisedCharacters { .. } => 4,
            Self::PrivateUseCharacters { .. } | Self::HiddenText { .. } => 5,
            Self::UnreadPages { .. }
            | Self::UnreadPictures { .. }
            | Self::UnreadableCharacters { .. } => 6,
            Self::PagesWithoutText { .. }
            | Self::PicturesLikePages { .. }
            | Self::NotesLeftOut { .. }
            | Self::EmbeddedFiles { .. }
            | Self::UndecidedText { .. } => 7,
            Self::RecognisedText { .. }
            | Self::RecognisedPages { .. }
            | Self::RecognisedPictures { .. }
            | Self::OtherFiles { .. }
            | Self::FewWords => NOTE,
            Self::EncodingGuessed { .. } => NOTE + 1,
        }
    }

    /// Returns whether the warning is only a note, which requires no action.
    #[must_use]
    pub const fn is_note(&self) -> bool {
        self.rank() >= NOTE
    }

    /// Whether the warning is worth telling about a text with `visible` characters that are not white space.
    const fn is_worth_telling(&self, visible: u64) -> bool {
        match self {
            Self::UnreadableCharacters { count, of } => *count > 0 && *count * UNREADABLE_OF >= *of,
            Self::HiddenText { places } | Self::InvisibleText { places } => {
                places.count >= UNSEEN_CHARACTERS
            }
            Self::TextOutsidePage { places } => {
                places.count >= UNSEEN_CHARACTERS && places.count * OUTSIDE_OF >= visible
            }
            // Signs found by `chachong_text::signs` have passed their thresholds there; the other kinds count from the
            // first.
            _ => true,
        }
    }

    /// Removes the `warnings` about too few characters to matter, and sorts the rest, the most serious first. `visible`
    /// is the number of characters in the text other than white space.
    pub fn settle(warnings: &mut Vec<Self>, visible: u64) {
        warnings.retain(|warning| warning.is_worth_telling(visible));
        Self::sort(warnings);
    }

    /// Sorts `warnings` by [`Self::rank`], the most serious first.
    pub fn sort(warnings: &mut [Self]) {
        warnings.sort_by_key(Self::rank);
    }
}

/// Lowest rank of a note; lower ranks are real warnings.
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
