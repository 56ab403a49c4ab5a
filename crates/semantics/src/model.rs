//! Model file of the sentence encoder: the folders that are searched for it, and its verification.

use std::path::{Path, PathBuf};

use sha2::{Digest, Sha256};

use super::sections::Sections;
use super::universal::UniversalSentenceEncoder;

/// Name of the file.
const FILE: &str = "sentences.model";
const SHA256: &str = "24476905fc42fc81564cb6f0fd4f9ac7c00465729ad0979a33895045b10126a8";

/// Reason why the sentence model cannot be used.
#[derive(Clone, Debug, thiserror::Error)]
pub enum ModelError {
    /// No folder contains the file.
    #[error(
        "no model for finding rewritten passages: {file} is in none of the folders {folders}. Chachong's packages carry it in the \
         folder \"models\"; from its sources, `python3 assets/make_models.py` makes the folder"
    )]
    Missing {
        /// Name of the missing file.
        file: &'static str,
        /// Paths of the folders that were searched, separated by commas.
        folders: String,
    },
    /// The file cannot be read.
    #[error(
        "{path} cannot be read: {detail}. Check that you may read the file, or install Chachong again"
    )]
    Unreadable {
        /// Path of the file.
        path: PathBuf,
        /// Error of the operating system.
        detail: String,
    },
    /// The contents of the file differ from those that this version of the program requires.
    #[error(
        "{path} is damaged or of another version (SHA-256 {found}): replace the folder \"models\" by the one of this version's \
         package"
    )]
    Damaged {
        /// Path of the file.
        path: PathBuf,
        /// SHA-256 of the file, in hex digits.
        found: String,
    },
}

/// Returns whether one of the folders contains the model file, without verifying it.
#[must_use]
pub fn has_model(folders: &[PathBuf]) -> bool {
    find(folders).is_some()
}

/// Returns the error that states that none of the folders contains the model file.
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

/// Reads and verifies the model file in the first folder that contains it, and returns its encoder. Fails if no folder contains the file,
/// if it cannot be read, or if it is not the one that this version of the program requires.
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
}
