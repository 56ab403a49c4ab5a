//! Stored forms of the data about one document, equal in every kind of store.

use std::hash::Hasher;

use serde::{Deserialize, Serialize};
use twox_hash::XxHash3_64;

use super::packed_text::unpack_description;
use super::{Derived, DocumentId};
use chachong_import::{Extracted, LayerCheck, Metadata, RecognisedText, Warning};
use chachong_simhash::Fingerprint;
use chachong_text::{Exclusion, LineBreaks, Mark};

/// Description of a text above [`chachong_text::LARGEST_TEXT`], which only another program or an older one can have
/// stored.
pub(super) const TOO_LARGE: &str = "its text is larger than 10 MB";

/// Everything in an [`Extracted`] except its text.
#[derive(Serialize, Deserialize)]
pub(super) struct About {
    breaks: LineBreaks,
    pages: Vec<u64>,
    exclusions: Vec<Exclusion>,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    block_quotations: Vec<(u64, u64)>,
    encoding: Option<String>,
    reader: Option<String>,
    metadata: Metadata,
    warnings: Vec<Warning>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    recognised: Option<RecognisedText>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    layer: Option<LayerCheck>,
}

/// Warnings and marks of a text.
#[derive(Serialize, Deserialize)]
pub(super) struct Signs {
    warnings: Vec<Warning>,
    marks: Vec<Mark>,
}

/// Returns everything in an [`Extracted`] except its text, to be packed.
pub(super) fn about_of(extracted: &Extracted) -> About {
    About {
        breaks: extracted.breaks,
        pages: extracted.pages.clone(),
        exclusions: extracted.exclusions.clone(),
        block_quotations: extracted.block_quotations.clone(),
        encoding: extracted.encoding.clone(),
        reader: extracted.reader.clone(),
        metadata: extracted.metadata.clone(),
        warnings: extracted.warnings.clone(),
        recognised: extracted.recognised.clone(),
        layer: extracted.layer.clone(),
    }
}

/// Keeps only what the comparison of the text needs of a description: the positions of sections and pages, and the
/// hash of the file, by which a source in several libraries counts as one. The document's properties would reveal who
/// wrote it and when, and the reader's findings may quote it.
#[cfg(feature = "postgres")]
pub(super) fn outline_of(about: About) -> About {
    About {
        breaks: about.breaks,
        pages: about.pages,
        exclusions: about.exclusions,
        block_quotations: about.block_quotations,
        encoding: None,
        reader: None,
        metadata: Metadata {
            sha256: about.metadata.sha256,
            ..Metadata::default()
        },
        warnings: Vec::new(),
        recognised: None,
        layer: None,
    }
}

/// Combines a text with the packed description that [`about_of`] produced; `None` if the description is damaged.
pub(super) fn extracted_of(text: String, about: &[u8]) -> Option<Extracted> {
    let about: About = unpack_description(about)?;
    // A library may be malicious: drop positions beyond the text.
    let length = text.chars().count() as u64;
    let mut exclusions = about.exclusions;
    exclusions.retain(|exclusion| exclusion.start <= exclusion.end && exclusion.end <= length);
    let mut block_quotations = about.block_quotations;
    block_quotations.retain(|(start, end)| start <= end && *end <= length);
    let mut pages = about.pages;
    pages.retain(|page| *page <= length);
    Some(Extracted {
        text,
        breaks: about.breaks,
        pages,
        exclusions,
        block_quotations,
        encoding: about.encoding,
        reader: about.reader,
        metadata: about.metadata,
        warnings: about.warnings,
        recognised: about.recognised,
        layer: about.layer,
    })
}

/// Returns the warnings and marks of derived data, to be packed.
pub(super) fn signs_of(derived: &Derived) -> Signs {
    Signs {
        warnings: derived.warnings.clone(),
        marks: derived.marks.clone(),
    }
}

/// Computes the checksum of a fingerprint row. A fingerprint has no redundancy: a changed bit would go unnoticed.
pub(super) fn checksum(
    document: DocumentId,
    recipe: &str,
    version: u32,
    fingerprint: Option<Fingerprint>,
    [characters, countable]: [u64; 2],
) -> i64 {
    let mut hash = XxHash3_64::new();
    hash.write(recipe.as_bytes());
    hash.write(&document.0.to_le_bytes());
    hash.write(&version.to_le_bytes());
    hash.write(&[u8::from(fingerprint.is_some())]);
    hash.write(&fingerprint.map_or(0, |f| f.0).to_le_bytes());
    hash.write(&characters.to_le_bytes());
    hash.write(&countable.to_le_bytes());
    hash.finish().cast_signed()
}

/// Computes the checksum of the fingerprint row of derived data.
pub(super) fn checksum_of(document: DocumentId, derived: &Derived) -> i64 {
    let Derived {
        recipe,
        version,
        fingerprint,
        ..
    } = derived;
    let lengths = [derived.characters, derived.countable];
    checksum(document, recipe, *version, *fingerprint, lengths)
}

/// Computes the checksum of a document's vectors. Without it, a changed bit would go unnoticed.
pub(super) fn vectors_checksum(document: DocumentId, version: &str, body: &[u8]) -> i64 {
    let mut hash = XxHash3_64::new();
    hash.write(version.as_bytes());
    hash.write(&document.0.to_le_bytes());
    hash.write(body);
    hash.finish().cast_signed()
}

/// Fingerprint of a document as a database stores it.
#[derive(Clone, Copy, Debug)]
pub(super) struct FingerprintRow {
    /// Version of the processing.
    pub version: i64,
    /// Bits of the fingerprint; `None` if the text has too few terms.
    pub fingerprint: Option<i64>,
    /// Length of the text in Unicode scalar values.
    pub characters: i64,
    /// Number of countable characters.
    pub countable: i64,
    /// Checksum of the row.
    pub checksum: i64,
}

impl FingerprintRow {
    /// Combines the row with the packed warnings and marks; `None` if either is damaged, so that they must be computed
    /// again.
    pub fn derived(&self, document: DocumentId, recipe: &str, signs: &[u8]) -> Option<Derived> {
        // Impossible numbers mean damage, as a wrong checksum does.
        let version = u32::try_from(self.version).ok()?;
        let characters = u64::try_from(self.characters).ok()?;
        let countable = u64::try_from(self.countable).ok()?;
        let fingerprint = self
            .fingerprint
            .map(|bits| Fingerprint(bits.cast_unsigned()));
        let lengths = [characters, countable];
        if checksum(document, recipe, version, fingerprint, lengths) != self.checksum {
            return None;
        }
        let signs: Signs = unpack_description(signs)?;
        Some(Derived {
            version,
            recipe: recipe.to_owned(),
            fingerprint,
            characters,
            countable,
            warnings: signs.warnings,
            marks: signs.marks,
        })
    }
}
