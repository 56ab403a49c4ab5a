//! A document in the library <-> what a check keeps of it: nothing that the library has is read or computed again. Knows
//! nothing of how a library keeps it.

use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::{Duration, SystemTime, UNIX_EPOCH};

use sha2::{Digest, Sha256};

use super::{Fingerprinting, KeptText, PROCESSING_VERSION, Reading, fingerprint_by};
use crate::compare::Counted;
use crate::import::{Extracted, Format, MAXIMUM_FILE_BYTES, READER_VERSION, TextEncoding, Warning};
use crate::library::{
    Content, Derived, DocumentId, FileStamp, Imported, LibraryError, Store, StoredPath,
};

/// A file that changed so short a time ago may change again without another time: its stamp says nothing.
const FRESH: Duration = Duration::from_secs(3);

/// A file and the library that may know it.
pub(super) struct Place<'l> {
    library: &'l Arc<dyn Store>,
    path: PathBuf,
    format: Format,
    encoding: Option<TextEncoding>,
    stored: StoredPath,
}

impl<'l> Place<'l> {
    /// `None` for what is no file that could be kept.
    pub(super) fn of(
        library: &'l Arc<dyn Store>,
        path: &Path,
        name: &str,
        encoding: Option<TextEncoding>,
    ) -> Option<Self> {
        let real = path.canonicalize().ok()?;
        let stamp = FileStamp::of(&real)?;
        if !real.is_file() || stamp.bytes > MAXIMUM_FILE_BYTES {
            return None;
        }
        Some(Self {
            library,
            path: path.to_owned(),
            format: Format::of(path)?,
            encoding,
            stored: StoredPath {
                path: real,
                name: name.to_owned(),
                stamp,
            },
        })
    }

    /// The document as the library has it: by place, size and time, else by content.
    pub(super) fn known(&self, by: &Fingerprinting) -> Result<Option<Reading>, LibraryError> {
        let read_as = Content::read_as(self.format, self.encoding);
        let stamp = self.stored.stamp;
        let by_place = if is_fresh(stamp) {
            None
        } else {
            self.library
                .known_file(&self.stored.path, stamp, &read_as)?
        };
        if let Some(document) = by_place {
            return unless_lost(reading(self.library, document, by));
        }
        let Some(sha256) = hash(&self.path) else {
            // The reader will say what is wrong with the file.
            return Ok(None);
        };
        let Some(document) = (self.library).known_content(&Content { sha256, read_as })? else {
            return Ok(None);
        };
        self.found_here(document)?;
        unless_lost(reading(self.library, document, by))
    }

    /// That a known document stands here too need not be written where nothing may be.
    fn found_here(&self, document: DocumentId) -> Result<(), LibraryError> {
        match self.library.add_path(document, &self.stored) {
            Err(LibraryError::ReadOnly { .. }) => Ok(()),
            result => result,
        }
    }

    /// Keeps a document that was read from here; its text is the library's from now on. Where nothing may be written the
    /// reading stays as it is.
    pub(super) fn keep(
        &self,
        extracted: &Extracted,
        reading: &mut Reading,
        by: &Fingerprinting,
    ) -> Result<(), LibraryError> {
        let sha256 = &extracted.metadata.sha256;
        let Some(content) = Content::new(sha256, self.format, self.encoding) else {
            return Ok(());
        };
        let imported = Imported {
            content: &content,
            format: self.format,
            reader: READER_VERSION,
            path: &self.stored,
            extracted,
            derived: &derived(reading, by),
        };
        if let [document] = self.library.put(&[imported])?[..] {
            reading.kept = Some(document);
            reading.text = reading.text.clone().in_library(self.library, document);
        }
        Ok(())
    }
}

/// A text that is damaged, or has gone meanwhile, is read again from the file that is at hand.
fn unless_lost(known: Result<Reading, LibraryError>) -> Result<Option<Reading>, LibraryError> {
    match known {
        Err(LibraryError::Damaged { .. } | LibraryError::NoSuchDocument { .. }) => Ok(None),
        known => known.map(Some),
    }
}

fn is_fresh(stamp: FileStamp) -> bool {
    let Ok(now) = SystemTime::now().duration_since(UNIX_EPOCH) else {
        return true;
    };
    i128::from(stamp.modified) + FRESH.as_nanos().cast_signed() > now.as_nanos().cast_signed()
}

fn hash(path: &Path) -> Option<[u8; 32]> {
    let mut hash = Sha256::new();
    let mut file = std::fs::File::open(path).ok()?;
    std::io::copy(&mut file, &mut HashWriter(&mut hash)).ok()?;
    Some(hash.finalize().into())
}

struct HashWriter<'h>(&'h mut Sha256);

impl std::io::Write for HashWriter<'_> {
    fn write(&mut self, bytes: &[u8]) -> std::io::Result<usize> {
        self.0.update(bytes);
        Ok(bytes.len())
    }

    fn flush(&mut self) -> std::io::Result<()> {
        Ok(())
    }
}

pub(super) fn derived(reading: &Reading, by: &Fingerprinting) -> Derived {
    Derived {
        version: PROCESSING_VERSION,
        recipe: by.text_form().to_owned(),
        fingerprint: reading.fingerprint,
        characters: reading.characters,
        countable: reading.countable,
        // It follows from the recipe, under which it stands; the other warnings do not.
        warnings: (reading.warnings.iter())
            .filter(|warning| **warning != Warning::TooFewTerms)
            .cloned()
            .collect(),
        marks: reading.counted.marks.clone(),
    }
}

/// Whether it can be of a text of this length: a checksum is easily made for a lie.
fn is_of(derived: &Derived, length: u64) -> bool {
    derived.characters == length
        && derived.countable <= length
        && (derived.marks.iter())
            .all(|mark| mark.start <= mark.end && u64::from(mark.end) <= length)
}

/// A kept document as a check needs it. What does not follow from this version of the program is computed again, and kept
/// where that is possible.
pub(super) fn reading(
    library: &Arc<dyn Store>,
    document: DocumentId,
    by: &Fingerprinting,
) -> Result<Reading, LibraryError> {
    let extracted = library.extracted(document)?;
    let length = extracted.text.chars().count() as u64;
    let known = library
        .derived(document, by.text_form())?
        .filter(|derived| derived.version == PROCESSING_VERSION && is_of(derived, length));
    let mut reading = if let Some(derived) = known {
        let mut warnings = derived.warnings;
        let has_no_text =
            warnings.contains(&Warning::NoText) || warnings.contains(&Warning::NoTextLayer);
        if derived.fingerprint.is_none() && !has_no_text {
            warnings.push(Warning::TooFewTerms);
        }
        Warning::sort(&mut warnings);
        let counted =
            Counted::new(&extracted.text, &extracted.exclusions).with_marks(derived.marks);
        Reading {
            characters: derived.characters,
            countable: derived.countable,
            kept: None,
            fingerprint: derived.fingerprint,
            text: KeptText::new(&extracted),
            pages: extracted.pages,
            encoding: extracted.encoding,
            reader: extracted.reader,
            metadata: Box::new(extracted.metadata),
            warnings,
            counted: Arc::new(counted),
        }
    } else {
        let reading = fingerprint_by(&extracted, by);
        match library.put_derived(&[(document, derived(&reading, by))]) {
            Ok(()) | Err(LibraryError::ReadOnly { .. } | LibraryError::DiskFull { .. }) => {}
            Err(error) => return Err(error),
        }
        reading
    };
    reading.kept = Some(document);
    reading.text = reading.text.in_library(library, document);
    Ok(reading)
}
