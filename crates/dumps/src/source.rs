//! What a dump gives: sources, and what was passed over or is damaged.

use serde::{Deserialize, Serialize};

/// Text of a dump, with the facts known about it.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Source {
    /// Identifier that stays the same in newer dumps of the same site: the page or row id, else a hash of the title or
    /// the text.
    pub id: String,
    /// Title; empty if the text has none.
    pub title: String,
    /// Web address; `None` if the dump does not state it.
    pub address: Option<String>,
    /// Day or moment of the text, as ISO 8601 writes it (2024-05-01, 2024-05-01T08:30:00Z) where the dump does.
    pub date: Option<String>,
    /// Author. `None` for pages of a wiki, which have many.
    pub author: Option<String>,
    /// Licence by its name.
    pub licence: Option<String>,
    /// Plain text, one line per paragraph.
    pub text: String,
    /// Value that changes whenever the text changes, such as the revision of a wiki page.
    pub revision: Option<String>,
}

/// Reason why part of a dump does not become a source.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub enum Reason {
    /// It only leads to another page.
    Redirect,
    /// Discussion, user's page, template, help or another page that is no article.
    OtherNamespace,
    /// List of the meanings of a word.
    Disambiguation,
    /// Fewer than [`crate::STUB_CHARACTERS`] characters.
    Stub,
    /// Picture, style, program or data.
    NotText,
    /// More than [`crate::LONGEST_PAGE`] bytes.
    TooLong,
    /// Its id came before in the same piece.
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

    /// Key of the reason's name in the translations.
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
    /// Text to compare with.
    Source(Source),
    /// Part without such text.
    PassedOver(Reason),
    /// Damaged part. What follows it is read.
    Broken {
        /// Byte offset in the file, as it is packed, up to which was read when it was found: a block of bzip2 or a buffer behind
        /// it at most. For a ZIM file, number of the entry.
        at: u64,
        /// What is wrong.
        detail: String,
    },
}

/// Characters of a text that are no white space, counted no further than the limit of a stub.
pub(crate) fn is_stub(text: &str) -> bool {
    text.chars()
        .filter(|character| !character.is_whitespace())
        .take(crate::STUB_CHARACTERS)
        .count()
        < crate::STUB_CHARACTERS
}
