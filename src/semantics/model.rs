//! File of the sentence encoder: where it is looked for, what it must be, and the sections in it
//! (`assets/make_sentence_model.py` makes the file and describes its layout).

use std::io::Read;
use std::path::{Path, PathBuf};

use flate2::read::DeflateDecoder;
use rayon::prelude::*;
use sha2::{Digest, Sha256};

use super::universal::UniversalSentenceEncoder;

/// Name of the file.
const FILE: &str = "sentences.model";
const SHA256: &str = "24476905fc42fc81564cb6f0fd4f9ac7c00465729ad0979a33895045b10126a8";
const MAGIC: &[u8] = b"CCSENT\r\n";
const LAYOUT: u32 = 1;
/// Methods by which sections are stored.
const AS_IT_STANDS: u32 = 0;
const DEFLATE: u32 = 1;

/// Reason why there is no sentence encoder.
#[derive(Clone, Debug, thiserror::Error)]
#[non_exhaustive]
pub enum ModelError {
    /// No folder has the file.
    #[error(
        "no model for finding rewritten passages: {file} is in none of the folders {folders}. Chachong's packages carry it in the \
         folder \"models\"; from its sources, `python3 assets/make_models.py` makes the folder"
    )]
    Missing {
        /// Name of the file.
        file: &'static str,
        /// Folders that were looked in.
        folders: String,
    },
    /// The file cannot be read.
    #[error(
        "{path} cannot be read: {detail}. Check that you may read the file, or install Chachong again"
    )]
    Unreadable {
        /// Path of the file.
        path: PathBuf,
        /// Words of the system.
        detail: String,
    },
    /// The file is not the one that this version of the program works with.
    #[error(
        "{path} is damaged or of another version (SHA-256 {found}): replace the folder \"models\" by the one of this version's \
         package"
    )]
    Damaged {
        /// Path of the file.
        path: PathBuf,
        /// SHA-256 of the file.
        found: String,
    },
}

/// Returns whether one of the folders has the file, unchecked.
#[must_use]
pub fn has_model(folders: &[PathBuf]) -> bool {
    find(folders).is_some()
}

/// Returns the error that says in which folders the file was looked for.
#[must_use]
pub fn missing_model(folders: &[PathBuf]) -> ModelError {
    ModelError::Missing {
        file: FILE,
        folders: (folders.iter())
            .map(|folder| folder.display().to_string())
            .collect::<Vec<_>>()
            .join(", "),
    }
}

/// Reads and checks the file in the first folder that has it.
pub fn open(folders: &[PathBuf]) -> Result<UniversalSentenceEncoder, ModelError> {
    let path = find(folders).ok_or_else(|| missing_model(folders))?;
    let bytes = checked(&path)?;
    let encoder = Sections::read(&bytes)
        .and_then(|mut sections| UniversalSentenceEncoder::new(name(), &mut sections));
    encoder.ok_or_else(|| ModelError::Damaged {
        path,
        found: SHA256.to_owned(),
    })
}

fn find(folders: &[PathBuf]) -> Option<PathBuf> {
    (folders.iter().map(|folder| folder.join(FILE))).find(|path| path.is_file())
}

/// Name of the model with the beginning of its hash.
fn name() -> String {
    let hash = SHA256.get(..8).unwrap_or_default();
    format!("universal-sentence-encoder-multilingual-3 {hash}")
}

fn checked(path: &Path) -> Result<Vec<u8>, ModelError> {
    let path = path.to_owned();
    let bytes = match std::fs::read(&path) {
        Ok(bytes) => bytes,
        Err(error) => {
            let detail = error.to_string();
            return Err(ModelError::Unreadable { path, detail });
        }
    };
    let found = hex(&Sha256::digest(&bytes));
    if found == SHA256 {
        Ok(bytes)
    } else {
        Err(ModelError::Damaged { path, found })
    }
}

fn hex(bytes: &[u8]) -> String {
    use std::fmt::Write;
    let mut hex = String::with_capacity(2 * bytes.len());
    for byte in bytes {
        // Writing into a string cannot fail.
        let _ = write!(hex, "{byte:02x}");
    }
    hex
}

/// Sections of the file by their names, inflated.
pub(super) struct Sections(Vec<(String, Vec<u8>)>);

/// One entry of the file's directory, with the bytes it describes.
struct Entry<'a> {
    name: String,
    method: u32,
    /// Bytes to drop from the head of what was inflated.
    skip: usize,
    stored: &'a [u8],
    inflated_length: usize,
}

impl Sections {
    /// Reads all sections; `None` if the file has another layout.
    fn read(file: &[u8]) -> Option<Self> {
        let mut rest = file.strip_prefix(MAGIC)?;
        if number(&mut rest)? != LAYOUT {
            return None;
        }
        let count = number(&mut rest)?;
        let mut entries = Vec::new();
        let mut lengths = Vec::new();
        for _ in 0..count {
            let (name, behind) = rest.split_at_checked(8)?;
            rest = behind;
            let name = str::from_utf8(name).ok()?.trim_end_matches('\0');
            let method = number(&mut rest)?;
            let skip = number(&mut rest)? as usize;
            lengths.push(number(&mut rest)? as usize);
            entries.push(Entry {
                name: name.to_owned(),
                method,
                skip,
                stored: &[],
                inflated_length: number(&mut rest)? as usize,
            });
            // The sum of the whole file has been checked; the section's needs no look.
            let _crc = number(&mut rest)?;
        }
        for (entry, length) in entries.iter_mut().zip(lengths) {
            (entry.stored, rest) = rest.split_at_checked(length)?;
        }
        entries
            .into_par_iter()
            .map(|entry| Some((entry.name.clone(), entry.inflated()?)))
            .collect::<Option<Vec<_>>>()
            .map(Self)
    }

    /// Takes a section out; `None` if there is none of this name.
    pub fn take(&mut self, name: &str) -> Option<Vec<u8>> {
        let at = self.0.iter().position(|(there, _)| there == name)?;
        Some(self.0.swap_remove(at).1)
    }

    /// Takes out a section of `count` numbers.
    pub fn take_numbers(&mut self, name: &str, count: usize) -> Option<Vec<f32>> {
        let bytes = self.take(name)?;
        let (numbers, []) = bytes.as_chunks() else {
            return None;
        };
        (numbers.len() == count).then(|| {
            numbers
                .iter()
                .map(|number| f32::from_le_bytes(*number))
                .collect()
        })
    }
}

impl Entry<'_> {
    fn inflated(&self) -> Option<Vec<u8>> {
        if self.method == AS_IT_STANDS {
            return self.stored.get(self.skip..).map(<[u8]>::to_vec);
        }
        if self.method != DEFLATE {
            return None;
        }
        let mut decoder = DeflateDecoder::new(self.stored);
        let mut head = vec![0; self.skip];
        decoder.read_exact(&mut head).ok()?;
        let mut bytes = vec![0; self.inflated_length.checked_sub(self.skip)?];
        decoder.read_exact(&mut bytes).ok()?;
        Some(bytes)
    }
}

/// Takes a number from the front of `rest`.
fn number(rest: &mut &[u8]) -> Option<u32> {
    let (number, behind) = rest.split_first_chunk()?;
    *rest = behind;
    Some(u32::from_le_bytes(*number))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_missing_file_is_named_with_the_remedy() {
        let folders = [PathBuf::from("/nowhere/models"), PathBuf::from("/nor/here")];
        assert!(!has_model(&folders) && !has_model(&[]));
        let error = open(&folders).err().unwrap();
        assert!(matches!(error, ModelError::Missing { .. }));
        let said = error.to_string();
        assert!(
            [
                "sentences.model",
                "/nowhere/models, /nor/here",
                "make_models.py"
            ]
            .iter()
            .all(|part| said.contains(part)),
            "{said}"
        );
        assert_eq!(missing_model(&folders).to_string(), said);
    }

    #[test]
    fn another_file_is_refused() {
        let folder = tempfile::tempdir().unwrap();
        std::fs::write(folder.path().join(FILE), "other").unwrap();
        let folders = [PathBuf::from("/nowhere"), folder.path().to_owned()];
        assert!(has_model(&folders));
        let error = open(&folders).err().unwrap();
        assert!(
            matches!(&error, ModelError::Damaged { path, .. } if path.starts_with(folder.path())),
            "{error}"
        );
        let said = checked(folder.path()).unwrap_err().to_string();
        assert!(
            said.contains("cannot be read") && said.contains("install"),
            "{said}"
        );
    }

    /// File of two sections, the second of which is deflated and has a head of two bytes.
    fn file() -> Vec<u8> {
        let mut encoder =
            flate2::write::DeflateEncoder::new(Vec::new(), flate2::Compression::fast());
        std::io::Write::write_all(&mut encoder, b"xx\x00\x00\x80\x3f").unwrap();
        let deflated = encoder.finish().unwrap();
        let mut file = MAGIC.to_vec();
        let number = |number: usize| u32::try_from(number).unwrap().to_le_bytes();
        file.extend([number(1), number(2)].concat());
        file.extend(b"plain\0\0\0");
        file.extend([number(0), number(0), number(3), number(3), number(0)].concat());
        file.extend(b"packed\0\0");
        file.extend(
            [
                number(1),
                number(2),
                number(deflated.len()),
                number(6),
                number(0),
            ]
            .concat(),
        );
        file.extend(b"abc");
        file.extend(deflated);
        file
    }

    #[test]
    fn sections_are_inflated_and_taken_once() {
        let mut sections = Sections::read(&file()).unwrap();
        assert_eq!(sections.take("plain").unwrap(), b"abc");
        assert!(sections.take("plain").is_none());
        assert_eq!(sections.take_numbers("packed", 1).unwrap(), [1.0]);
    }

    #[test]
    fn a_file_cut_short_has_no_sections() {
        let file = file();
        for length in 0..file.len() {
            assert!(Sections::read(&file[..length]).is_none(), "{length}");
        }
    }
}
