//! Columns of the documents table, and which documents it shows.

use chachong_record::RecordField;

/// Column of the documents table.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Column {
    /// Name of the document.
    Name,
    /// Format of the file.
    Format,
    /// Number of characters.
    Characters,
    /// Total copied share.
    Copied,
    /// Share of copied text that few documents have.
    Rare,
    /// Share of possible passages.
    Possible,
    /// Strength of the strongest passage.
    Strongest,
    /// Document that shares most text, else the nearest one by fingerprint.
    Closest,
    /// Distance of the fingerprints to the closest document, in bits.
    Distance,
    /// Status of reading, with the gravest warning.
    Status,
    /// Field of the bibliographic record; hidden until a document states one.
    Record(RecordField),
}

/// Filter of the documents table.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Show {
    /// All documents.
    #[default]
    All,
    /// Documents in a listed pair.
    Similar,
    /// Documents that failed or have warnings.
    Problems,
}

impl Column {
    /// Returns whether a first click on the column sorts descending.
    pub const fn begins_with_the_largest(self) -> bool {
        matches!(
            self,
            Self::Copied | Self::Rare | Self::Possible | Self::Strongest
        )
    }
}
