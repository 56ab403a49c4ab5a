//! Items that reading a dump gives: sources, skipped parts and damage.

use serde::{Deserialize, Serialize};

/// Text from a dump, with the facts known about it.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Source {
    /// Identifier that stays the same in newer dumps of the same site: the id of the page or record, or the path of a
    /// ZIM entry; without one, the web address of the record or a hash of the title or text. If an earlier record has the
    /// same id and another text, a hash of the text follows it.
    pub id: String,
    /// Title; empty if the text has none.
    pub title: String,
    /// Web address of the text; `None` if it is not known.
    pub address: Option<String>,
    /// Date or time of the text, in ISO 8601 (2024-05-01, 2024-05-01T08:30:00Z) if the dump uses that. For a page of a
    /// ZIM file that states none, the day on which the file was made; `None` if the dump states neither.
    pub date: Option<String>,
    /// Author; `None` if the dump does not state one, as for pages of a wiki, which have many.
    pub author: Option<String>,
    /// Name of the licence; `None` if it is not known.
    pub licence: Option<String>,
    /// Plain text. The text of a page has one line for each paragraph. That of a record is unchanged, except that its
    /// lines end with `\n` and white space at its end is removed.
    pub text: String,
    /// Value that changes whenever the text changes, such as the revision number of a wiki page; `None` if the dump has
    /// none.
    pub revision: Option<String>,
}

/// Reason why part of a dump does not become a source.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub enum Reason {
    /// Page that only redirects to another page.
    Redirect,
    /// Discussion, user page, template, help or another page that is not an article.
    OtherNamespace,
    /// Disambiguation page: a list of the meanings of a word.
    Disambiguation,
    /// Text with fewer than [`crate::STUB_CHARACTERS`] characters other than white space.
    Stub,
    /// Content that is not text: a picture, style sheet, program or data.
    NotText,
    /// Text of a page or record that is longer than [`crate::LONGEST_PAGE`], or record that is more than three times as
    /// long with its other fields.
    TooLong,
    /// Text with the [`Source::id`] of an earlier text in the same piece of the dump ([`crate::Piece`]). A record is only passed over for
    /// this if its text is the same too; otherwise it gets an id of its own.
    DuplicateId,
}

impl Reason {
    /// All reasons.
    pub const ALL: [Self; 7] = [
        Self::Redirect,
        Self::OtherNamespace,
        Self::Disambiguation,
        Self::Stub,
        Self::NotText,
        Self::TooLong,
        Self::DuplicateId,
    ];

    /// Returns the key of the reason's name in the translations.
    #[must_use]
    pub fn key(self) -> &'static str {
        match self {
            Self::Redirect => "redirect",
            Self::OtherNamespace => "other_namespace",
            Self::Disambiguation => "disambiguation",
            Self::Stub => "stub",
            Self::NotText => "not_text",
            Self::TooLong => "too_long",
            Self::DuplicateId => "duplicate_id",
        }
    }
}

/// Item found in a dump: a text, a part without text, or damage.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Item {
    /// Text that can be compared with.
    Source(Source),
    /// Part that was skipped, with the reason.
    PassedOver(Reason),
    /// Damaged part. Reading continues after it.
    Broken {
        /// Byte offset in the file as it is stored at which the damage was noticed, at most one bzip2 block or buffer
        /// behind it. For a ZIM file, the number of the entry.
        at: u64,
        /// Description of the damage, in English.
        detail: String,
    },
}

/// Returns whether a text has so few characters other than white space that it is a stub.
pub(crate) fn is_stub(text: &str) -> bool {
    text.chars()
        .filter(|character| !character.is_whitespace())
        .take(crate::STUB_CHARACTERS)
        .count()
        < crate::STUB_CHARACTERS
}
