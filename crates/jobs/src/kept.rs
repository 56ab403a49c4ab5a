//! Documents kept in the library and their readings in a check: nothing that the library has is read or computed
//! again.

use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::{Duration, SystemTime, UNIX_EPOCH};

use sha2::{Digest, Sha256};

use chachong_check::{
    DocumentContent, Fingerprinting, KeptText, MemoryRoom, PROCESSING_VERSION, TextStore,
    fingerprint_by,
};
use chachong_compare::Counted;
use chachong_import::{
    Extracted, Format, Importer, MAXIMUM_FILE_BYTES, MAXIMUM_UNPACKED, READER_VERSION,
    TextEncoding, Warning, document_format, real_path, stamped_file,
};
use chachong_library::{
    CheckStore, Content, Derived, DocumentId, FileStamp, Imported, LibraryError, Store, StoredPath,
};
use chachong_record::RecordField;

/// Minimum age of a file's last change for its stamp to be trusted: a younger file may change again within the same
/// time stamp.
const FRESH: Duration = Duration::from_secs(3);

/// File to read, with the library that may already contain it.
pub(super) struct FileToRead<'l> {
    library: &'l Arc<dyn Store>,
    /// Store for copies of texts while the check lasts; `None` if the texts of the library are always at hand.
    copies: Option<&'l Arc<TextStore>>,
    path: PathBuf,
    format: Format,
    encoding: Option<TextEncoding>,
    /// Version of recognition; `None` if pictures are not read.
    recognition: Option<&'l str>,
    /// Whether the text of a pdf is to be compared with its pages.
    compares: bool,
    stored: StoredPath,
}

impl<'l> FileToRead<'l> {
    /// Describes a file; `None` if the library cannot keep it.
    pub(super) fn of(
        library: &'l Arc<dyn Store>,
        path: &Path,
        name: &str,
        encoding: Option<TextEncoding>,
        recognition: Option<&'l str>,
    ) -> Option<Self> {
        let real = real_path(path).ok()?;
        // A document in an archive is unchanged as long as the archive is.
        let file = stamped_file(&real);
        let stamp = FileStamp::of(&file)?;
        let limit = if file == real {
            MAXIMUM_FILE_BYTES
        } else {
            MAXIMUM_UNPACKED
        };
        if !(file.is_file() || file.is_dir()) || stamp.bytes > limit {
            return None;
        }
        Some(Self {
            library,
            copies: None,
            path: path.to_owned(),
            format: document_format(path)?,
            encoding,
            recognition,
            compares: false,
            stored: StoredPath {
                path: real,
                name: name.to_owned(),
                stamp,
            },
        })
    }

    /// Requests that texts are copied to `store` if the library is on a server.
    pub(super) fn copying(self, store: Option<&'l Arc<TextStore>>) -> Self {
        let copies = store.filter(|_| self.library.is_on_server());
        Self { copies, ..self }
    }

    /// Requests that the text of a pdf is compared with its pages, if `compares` is set and pictures are read.
    pub(super) fn comparing(self, compares: bool) -> Self {
        Self {
            compares: compares && self.recognition.is_some() && self.format == Format::Pdf,
            ..self
        }
    }

    /// Finds the document in the library: by path, size and time, or else by content. `None` if the library does not contain it, if its
    /// text is lost, or if it was read less thoroughly than requested.
    pub(super) fn known(
        &self,
        by: &Fingerprinting,
        importer: &Importer,
        cancelled: &dyn Fn() -> bool,
    ) -> Result<Option<DocumentContent>, LibraryError> {
        let stamp = self.stored.stamp;
        if !is_fresh(stamp) {
            for read_as in self.read_as() {
                let path = &self.stored.path;
                if let Some(document) = self.library.known_file(path, stamp, &read_as)? {
                    let reading = self.reading(document, by);
                    return Ok(unless_lost(reading)?.filter(|reading| self.is_enough(reading)));
                }
            }
        }
        let Some(sha256) = hash(&self.path, importer, cancelled) else {
            // The reader reports what is wrong with the file.
            return Ok(None);
        };
        for read_as in self.read_as() {
            let content = Content { sha256, read_as };
            if let Some(document) = self.library.known_content(&content)? {
                let reading = self.reading(document, by);
                let reading = unless_lost(reading)?.filter(|reading| self.is_enough(reading));
                if reading.is_some() {
                    self.found_here(document)?;
                }
                return Ok(reading);
            }
        }
        Ok(None)
    }

    /// Returns the names of the ways in which the library may have read the file, the most thorough one first.
    fn read_as(&self) -> Vec<String> {
        let plain = Content::read_as(self.format, self.encoding);
        let recognised =
            (self.recognition).map(|version| Content::read_as_recognised(&plain, version));
        recognised.into_iter().chain([plain]).collect()
    }

    /// Returns whether the stored document was read as thoroughly as requested: its text is compared with its pages if that is requested,
    /// and no picture is left to recognise if pictures are read.
    fn is_enough(&self, reading: &DocumentContent) -> bool {
        let is_unmapped =
            |warning: &Warning| matches!(warning, Warning::UnreadableCharacters { .. });
        if self.compares && reading.layer.is_none() {
            return false;
        }
        self.recognition.is_none()
            || reading.text.has_recognition()
            || (reading.unrecognised_pages() == 0 && !reading.warnings.iter().any(is_unmapped))
    }

    /// Adds this path to a known document. A read-only library skips that.
    fn found_here(&self, document: DocumentId) -> Result<(), LibraryError> {
        match self.library.add_path(document, &self.stored) {
            Err(LibraryError::ReadOnly { .. }) => Ok(()),
            result => result,
        }
    }

    /// Stores a document that was read from this file in the library; afterwards its text is that of the library.
    pub(super) fn keep(
        &self,
        extracted: &Extracted,
        reading: &mut DocumentContent,
        by: &Fingerprinting,
    ) -> Result<(), LibraryError> {
        let sha256 = &extracted.metadata.sha256;
        let Some(mut content) = Content::new(sha256, self.format, self.encoding) else {
            return Ok(());
        };
        if let Some(recognised) = &extracted.recognised {
            content = content.recognised(&recognised.version);
        }
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
            // An older reader may have known the same file.
            apply_corrections(&**self.library, document, reading)?;
            let mut text = reading.text.clone();
            if let Some(copies) = self.copies {
                text = text.stored(copies);
            }
            reading.text = text.in_library(self.library, document);
        }
        Ok(())
    }

    fn reading(
        &self,
        document: DocumentId,
        by: &Fingerprinting,
    ) -> Result<DocumentContent, LibraryError> {
        reading_with_copy(self.library, document, &self.stored.name, by, self.copies)
    }
}

/// Applies a person's corrections of the bibliographic record of a stored document to its content.
fn apply_corrections(
    library: &dyn CheckStore,
    document: DocumentId,
    reading: &mut DocumentContent,
) -> Result<(), LibraryError> {
    for (field, value) in library.corrections(document)? {
        // A field of a later program is not known here.
        if let Some(field) = RecordField::of(&field) {
            reading.record.correct(field, &value);
        }
    }
    Ok(())
}

/// Turns a damaged or meanwhile deleted text into `None`: the file at hand is read again.
fn unless_lost(
    known: Result<DocumentContent, LibraryError>,
) -> Result<Option<DocumentContent>, LibraryError> {
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

/// Returns the SHA-256 of a file, also of one in an archive; `None` if it cannot be read.
pub(super) fn hash(
    path: &Path,
    importer: &Importer,
    cancelled: &dyn Fn() -> bool,
) -> Option<[u8; 32]> {
    let mut hash = Sha256::new();
    let mut file = importer.content(path, cancelled).ok()?;
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

/// Fingerprints a text of a library. Large texts are processed one after another.
pub(super) fn fingerprinted(extracted: &Extracted, by: &Fingerprinting) -> DocumentContent {
    // Nobody cancels a wait for the others.
    let _room = MemoryRoom::for_reading(extracted.text.len(), &|| false);
    fingerprint_by(extracted, by)
}

/// Returns the data that a library derives from a text, by the recipe for theses.
pub(super) fn by_default(extracted: &Extracted) -> Derived {
    let by = Fingerprinting::default();
    derived(&fingerprinted(extracted, &by), &by)
}

pub(super) fn derived(reading: &DocumentContent, by: &Fingerprinting) -> Derived {
    Derived {
        version: PROCESSING_VERSION,
        recipe: by.text_form().to_owned(),
        fingerprint: reading.fingerprint,
        characters: reading.characters,
        countable: reading.countable,
        // That there are too few terms follows from the recipe and is added again with it; the other warnings do not depend on it.
        warnings: (reading.warnings.iter())
            .filter(|warning| !matches!(warning, Warning::TooFewTerms | Warning::FewWords))
            .cloned()
            .collect(),
        marks: reading.counted.marks.clone(),
    }
}

/// Returns whether derived data can belong to a text of this length: a malicious library can have right checksums.
fn is_of(derived: &Derived, length: u64) -> bool {
    derived.characters == length
        && derived.countable <= length
        && (derived.marks.iter())
            .all(|mark| mark.start <= mark.end && u64::from(mark.end) <= length)
}

/// Loads a document of the library for a check, under this name. Derived data of another program version is computed
/// again and, if possible, stored.
pub(super) fn reading(
    library: &Arc<dyn Store>,
    document: DocumentId,
    name: &str,
    by: &Fingerprinting,
) -> Result<DocumentContent, LibraryError> {
    reading_with_copy(library, document, name, by, None)
}

/// Like [`reading`], with a copy of the text in `copies`.
fn reading_with_copy(
    library: &Arc<dyn Store>,
    document: DocumentId,
    name: &str,
    by: &Fingerprinting,
    copies: Option<&Arc<TextStore>>,
) -> Result<DocumentContent, LibraryError> {
    let extracted = library.extracted(document)?;
    let length = extracted.text.chars().count() as u64;
    let known = library
        .derived(document, by.text_form())?
        .filter(|derived| derived.version == PROCESSING_VERSION && is_of(derived, length));
    let mut reading = if let Some(derived) = known {
        let counted =
            Counted::new(&extracted.text, &extracted.exclusions).with_marks(derived.marks);
        let mut content = DocumentContent {
            characters: derived.characters,
            countable: derived.countable,
            kept: None,
            fingerprint: derived.fingerprint,
            layer: extracted.layer.clone().map(Arc::new),
            text: KeptText::new(&extracted),
            pages: extracted.pages,
            encoding: extracted.encoding,
            reader: extracted.reader,
            metadata: Box::new(extracted.metadata),
            record: Box::default(),
            warnings: derived.warnings,
            counted: Arc::new(counted),
        };
        content.warn_of_few_terms();
        content
    } else {
        let reading = fingerprinted(&extracted, by);
        match library.put_derived(&[(document, derived(&reading, by))]) {
            Ok(()) | Err(LibraryError::ReadOnly { .. } | LibraryError::DiskFull { .. }) => {}
            Err(error) => return Err(error),
        }
        reading
    };
    reading.find_record(name, &extracted.text);
    apply_corrections(&**library, document, &mut reading)?;
    reading.kept = Some(document);
    if let Some(copies) = copies {
        reading.text = reading.text.stored(copies);
    }
    reading.text = reading.text.in_library(library, document);
    Ok(reading)
}
